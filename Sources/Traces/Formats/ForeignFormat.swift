/// A kind of file that tracemill does not read as traces, recognised by its content.
struct ForeignFormat: Equatable, Sendable {
  /// With its article: `a FIT file`.
  let name: String
  /// What to do instead, as an imperative clause.
  let cure: String

  init(_ name: String, _ cure: String) {
    self.name = name
    self.cure = cure
  }

  var message: String { "this is \(name), which is not read as traces; \(cure). The file was skipped." }
}

extension ForeignFormat {
  /// The format of a file that begins so; `nil` if it may be one that is read.
  init?(of beginning: FileBeginning) {
    guard let found = ForeignFormat(ofBytes: beginning.bytes) ?? beginning.rootElement.flatMap({ Self.documents[$0] })
    else { return nil }
    self = found
  }

  /// The same without XML.
  init?(ofBytes sample: [UInt8]) {
    let found =
      Self.zipped(sample) ?? Self.database(sample) ?? Self.text(sample)
      ?? Self.signatures.first { $0.fits(sample) }?.format
    guard let found else { return nil }
    self = found
  }

  /// Bytes at an offset that only one format has.
  private struct Signature: Sendable {
    let offset: Int
    let bytes: [UInt8]
    let format: ForeignFormat
    /// Letters alone may begin a table as well: then there has to be a byte that no text has.
    let mayBeText: Bool

    init(_ text: String, at offset: Int = 0, _ name: String, _ cure: String) {
      self.init(Array(text.utf8), at: offset, name, cure)
    }

    init(_ bytes: [UInt8], at offset: Int = 0, _ name: String, _ cure: String) {
      self.offset = offset
      self.bytes = bytes
      format = ForeignFormat(name, cure)
      mayBeText = bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    }

    func fits(_ sample: [UInt8]) -> Bool {
      sample.dropFirst(offset).starts(with: bytes) && (!mayBeText || sample.prefix(1024).contains { $0 < 0x09 })
    }
  }

  private static let table = "export it as CSV"
  private static let unpack = "unpack it first"

  private static let signatures: [Signature] = [
    Signature(".FIT", at: 8, "a FIT file", "convert it with gpsbabel -i garmin_fit -f FILE -o gpx -F FILE.gpx"),
    Signature([0x00, 0x00, 0x27, 0x0A], "a shapefile", "convert it with ogr2ogr -f CSV -lco GEOMETRY=AS_XY"),
    Signature([0x0A, 0x09] + Array("OSMHeader".utf8), at: 4, "an OpenStreetMap extract", mapCure),
    Signature("PAR1", "a Parquet file", "export it as CSV, as with duckdb -c \"COPY 'FILE' TO 'FILE.csv'\""),
    Signature("ARROW1", "an Arrow file", table),
    Signature("FEA1", "a Feather file", table),
    Signature("ORC", "an ORC file", table),
    Signature([0x4F, 0x62, 0x6A, 0x01], "an Avro file", table),
    Signature("fgb", "a FlatGeobuf file", "convert it with ogr2ogr -f CSV -lco GEOMETRY=AS_XY"),
    Signature([0x89] + Array("HDF".utf8), "an HDF5 file", table),
    Signature([0x93] + Array("NUMPY".utf8), "a NumPy array", table),
    Signature([0x89] + Array("MCAP".utf8), "an MCAP recording", table),
    Signature("#ROSBAG", "a ROS bag", table),
    Signature([0xB5, 0x62], "u-blox UBX", "convert it with gpsbabel -i ubx or ubxtool"),
    Signature([0xD0, 0xCF, 0x11, 0xE0], "an Excel, Word or other Office file of before 2007", table),
    Signature([0x89] + Array("PNG".utf8), "a PNG picture", nothing),
    Signature([0xFF, 0xD8, 0xFF], "a JPEG picture", nothing),
    Signature("GIF8", "a GIF picture", nothing),
    Signature([0x49, 0x49, 0x2A, 0x00], "a TIFF picture", nothing),
    Signature([0x4D, 0x4D, 0x00, 0x2A], "a TIFF picture", nothing),
    Signature("RIFF", "a sound, video or picture", nothing),
    Signature("ftyp", at: 4, "a video", "extract its positions with exiftool -ee"),
    Signature([0x7F] + Array("ELF".utf8), "a program", nothing),
    Signature("MZ", "a program", nothing),
    Signature([0x37, 0x7A, 0xBC, 0xAF], "a 7z archive", unpack),
    Signature([0x52, 0x61, 0x72, 0x21, 0x1A, 0x07], "a RAR archive", unpack),
    Signature([0x1F, 0x8B], "gzip within compressed data", unpack),
    Signature("PGDMP", "a dump of PostgreSQL", table),
    Signature(Array("TMGRAPH\0".utf8), "a map of tracemill", "name it with --map"),
  ]

  /// XML, by its outermost element in lower case.
  private static let documents = [
    "html": ForeignFormat(
      "an HTML page", "servers send one in place of a file when a login has expired: download the file again"),
    "osm": ForeignFormat("an OpenStreetMap extract", mapCure),
    "osmchange": ForeignFormat("a list of changes to OpenStreetMap", nothing),
    "svg": ForeignFormat("an SVG picture", nothing),
    "siri": ForeignFormat(
      "SIRI, the XML of public transport", "write its VehicleActivity as CSV, a row for each position"),
    "publicationdelivery": ForeignFormat("a NeTEx timetable", nothing),
  ]

  private static let nothing = "name a file of traces"
  private static let mapCure = "build a map from it with tracemill map build"

  // MARK: Files with files inside

  /// An Office document; other archives are looked into.
  private static func zipped(_ sample: [UInt8]) -> ForeignFormat? {
    let beginnings = ["[Content_Types].xml", "_rels/", "docProps/", "xl/", "mimetype"]
    let first = sample.dropFirst(30)
    guard sample.starts(with: [0x50, 0x4B, 0x03, 0x04]),
      beginnings.contains(where: { first.starts(with: Array($0.utf8)) })
    else { return nil }
    if sample.holds("word/") { return ForeignFormat("a Word document (DOCX)", nothing) }
    if sample.holds("xl/") { return ForeignFormat("an Excel workbook (XLSX)", table) }
    if sample.holds("opendocument.spreadsheet") { return ForeignFormat("a spreadsheet (ODS)", table) }
    return ForeignFormat("a document of an Office program", table)
  }

  private static func database(_ sample: [UInt8]) -> ForeignFormat? {
    guard sample.starts(with: Array("SQLite format 3\0".utf8)) else { return nil }
    let isGeoPackage = sample.dropFirst(68).starts(with: Array("GP".utf8))
    return isGeoPackage
      ? ForeignFormat("a GeoPackage", "convert it with ogr2ogr -f CSV -lco GEOMETRY=AS_XY")
      : ForeignFormat("an SQLite database", "export a table with sqlite3 -header -csv FILE 'SELECT …'")
  }

  // MARK: Texts

  private static func text(_ sample: [UInt8]) -> ForeignFormat? {
    let start = String(decoding: sample.drop { signless.contains($0) }.prefix(200), as: UTF8.self)
    for (beginning, format) in beginnings where start.hasPrefix(beginning) { return format }
    let lines = start.split(whereSeparator: \.isNewline)
    if lines.count > 1, lines[0].first == "A", lines.dropFirst().contains(where: { $0.hasPrefix("HFDTE") }) {
      return ForeignFormat("an IGC flight log", "convert it with gpsbabel -i igc -f FILE -o gpx -F FILE.gpx")
    }
    return nil
  }

  /// Blanks and the bytes of byte order marks.
  private static let signless: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0x09, 0x0A, 0x0D, 0x20]

  private static let beginnings: [(String, ForeignFormat)] = [
    ("%PDF-", ForeignFormat("a PDF", "ask for the data as CSV or GPX")),
    ("%!PS", ForeignFormat("PostScript", "ask for the data as CSV or GPX")),
    ("{\\rtf", ForeignFormat("a text document (RTF)", nothing)),
    ("!AIVD", ForeignFormat("AIS sentences of ships", "decode them to CSV first")),
    ("-----BEGIN PGP", ForeignFormat("encrypted with PGP", "decrypt it first")),
    ("-- MySQL dump", ForeignFormat("a dump of MySQL", table)),
    ("-- PostgreSQL database dump", ForeignFormat("a dump of PostgreSQL", table)),
    ("#!/", ForeignFormat("a script", nothing)),
  ]
}

extension Collection<UInt8> where Index == Int {
  /// Whether a short text occurs anywhere in the bytes.
  func holds(_ text: StaticString) -> Bool {
    let wanted = Array("\(text)".utf8)
    return indices.contains { self[$0] == wanted.first && self[$0...].starts(with: wanted) }
  }
}
