import Records
import Testing

@testable import Traces

/// Files that are no traces are refused by name, with what to do instead.
struct ForeignFormatTests {
  /// The beginning of a file, and a part of what is said about it.
  static let files: [(begin: [UInt8], said: String)] = [
    ([14, 0x10, 0x43, 0x08, 1, 2, 3, 4] + bytes(".FIT\0\0"), "a FIT file"),
    (bytes("%PDF-1.7\n"), "a PDF"),
    (bytes("SQLite format 3\0") + zeros(100), "an SQLite database"),
    (bytes("SQLite format 3\0") + zeros(52) + bytes("GPKG"), "a GeoPackage"),
    (bytes("PAR1") + [0x15, 0x04, 0x15], "a Parquet file"),
    ([0, 0, 0x27, 0x0A] + zeros(96), "a shapefile"),
    ([0, 0, 0, 0x0D, 0x0A, 0x09] + bytes("OSMHeader"), "tracemill map build"),
    (bytes("<?xml version='1.0'?>\n<!-- a > b -->\n<osm version=\"0.6\">"), "an OpenStreetMap extract"),
    (bytes("<!DOCTYPE html>\n<html><body>Please log in</body>"), "an HTML page"),
    (bytes("\u{FEFF}\n<HTML lang=en>"), "an HTML page"),
    (bytes("PK\u{3}\u{4}") + zeros(26) + bytes("[Content_Types].xml…xl/workbook.xml"), "an Excel workbook (XLSX)"),
    ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1], "Excel"),
    ([0x89] + bytes("PNG\r\n"), "a PNG picture"),
    ([0xFF, 0xD8, 0xFF, 0xE0], "a JPEG picture"),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z archive"),
    (bytes("AXXXABC\r\nHFDTE020326\r\nB0304054730000N"), "an IGC flight log"),
    (bytes("!AIVDM,1,1,,A,14eG;o@034o8sd<L9i:a;WF>062D,0*7D\n"), "AIS"),
    (bytes("TMGRAPH\0") + zeros(8), "--map"),
  ]

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  @Test(arguments: files.indices)
  func `a file that is no trace is refused by its name`(index: Int) throws {
    let file = ReadFile(Self.files[index].begin, as: "upload.csv")
    #expect(file.traces.isEmpty && file.counts == ["unknown_format": 1])
    let message = try #require(file.refusals.first?.message)
    #expect(message.hasPrefix("this is ") && message.contains(Self.files[index].said), "\(message)")
    #expect(message.hasSuffix(". The file was skipped."))
  }

  @Test(arguments: ["PAR1", "ORC", "GIF8", "RIFF", "MZ", "fgb", "FEA1", "BZh"])
  func `a table whose first column is called like another format is a table`(name: String) {
    let file = ReadFile("\(name),lat,lon,time\n1,47.5,9.5,2026-01-02T03:04:05Z\n")
    #expect(file.fixes.count == 1 && file.refusals.isEmpty, "\(file.complaints)")
  }

  @Test(arguments: [
    ("<gpx/>", "gpx"), ("\n\n<?xml version='1.0'?><!-- <osm> --><a:GPX x='1'>", "GPX"), ("<gpx", nil), ("<!-- ", nil),
    ("a < b", nil),
  ])
  func `the outermost element is found behind declarations and comments`(text: String, name: String?) {
    #expect(outermostElement(of: Array(text.utf8)) == name)
  }
}
