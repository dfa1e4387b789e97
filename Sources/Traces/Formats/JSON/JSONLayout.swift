internal import Records
internal import Storage

/// How the objects of a JSON file are arranged, recognised from its first bytes.
struct JSONLayout {
  let arrangement: JSONStream.Arrangement
  let kind: JSONKind
  /// Where the first object begins.
  private(set) var offset = 0
  /// The line of `offset`, from 1.
  private(set) var line = 1

  /// The members of a document that hold its fixes.
  private static let lists: Set<String> = [
    "features", "locations", "positions", "points", "fixes", "records", "rows", "items", "data", "result", "results",
    "track",
    "trackpoints", "trace", "trajectory", "path", "history", "messages", "pings",
  ]

  /// Objects of JSON in which a path leads to the fixes: one on each line, or within documents.
  init(of sample: [UInt8], path: [String]) {
    var text = Text(sample)
    let begin = text.skipBlanks()
    let lines = Self.firstLines(Array(sample[begin...]))
    let areLines = lines.count > 1 && lines.allSatisfy { $0.first == UInt8(ascii: "{") }
    if areLines, (try? JSONValue(parsing: lines[0])) != nil {
      self.init(.lines, .ndjson, at: begin, in: sample)
    } else {
      self.init(.path(path), .json, at: begin, in: sample)
    }
  }

  /// - Throws: ``CSVLayoutError`` for JSON that has no fixes.
  init(of sample: [UInt8], isWhole: Bool) throws(CSVLayoutError) {
    var text = Text(sample)
    let begin = text.skipBlanks()
    if text.sign == UInt8(ascii: "[") {
      text.position += 1
      let first = text.skipBlanks()
      guard text.sign == UInt8(ascii: "{") || text.sign == UInt8(ascii: "]") else {
        throw Self.unknown("a JSON list of numbers or texts")
      }
      self.init(.list, .json, at: first, in: sample)
      return
    }
    let lines = Self.firstLines(Array(sample[begin...]))
    if lines.count > 1, (try? JSONValue(parsing: lines[0])) != nil {
      self.init(.lines, .ndjson, at: begin, in: sample)
    } else {
      let beginsTwice = lines.count > 1 && lines.allSatisfy { $0.starts(with: Array("{\"".utf8)) }
      try self.init(document: &text, at: begin, else: beginsTwice ? .lines : .sequence, in: sample)
    }
  }

  private init(_ arrangement: JSONStream.Arrangement, _ kind: JSONKind, at offset: Int, in sample: [UInt8]) {
    self.arrangement = arrangement
    self.kind = kind
    self.offset = offset
    line = 1 + sample[..<offset].count { $0 == 0x0A }
  }

  /// A document whose list of fixes is one of its members, or else concatenated objects.
  ///
  /// - Parameter arrangement: how objects follow each other if they are not a document.
  private init(
    document text: inout Text, at begin: Int, else arrangement: JSONStream.Arrangement, in sample: [UInt8]
  ) throws(CSVLayoutError) {
    if let path = JSONListFinder.pathToFixes(in: sample, from: begin, besides: Self.lists) {
      let dotted = path.joined(separator: ".")
      throw CSVLayoutError(
        reason: .itemsUnknown,
        message:
          "the fixes of this document stand in the list \(Records.quoted(dotted.utf8)): --items \(shellWord(dotted)) reads "
          + "them. The file was skipped.")
    }
    text.position += 1
    var type: String?
    while let name = text.memberName() {
      _ = text.skipBlanks()
      let value = text.position
      if text.sign == UInt8(ascii: "["), let list = text.listOfObjects(), Self.lists.contains(name.lowercased()) {
        let isReport = sample[list...].prefix(1 << 14).holds("\"properties\":{\"table\":\"")
        if type == "FeatureCollection" && isReport { throw Self.report }
        self.init(.list, type == "FeatureCollection" || name == "features" ? .geoJSON : .json, at: list, in: sample)
        return
      }
      text.position = value
      guard text.skipValue() else { break }
      let bytes = Array(sample[value..<text.position])
      if name == "type" { type = (try? JSONValue(parsing: bytes))?.text }
      if name == "schema", bytes.starts(with: Array("\"tracemill/".utf8)) {
        throw Self.report
      }
      if name == "crs" { try Self.check(coordinateSystem: String(decoding: bytes, as: UTF8.self)) }
      if type == "Topology" { throw Self.unknown("TopoJSON", "convert it to GeoJSON") }
    }
    let isGeoJSON = ["Feature", "FeatureCollection"].contains(type) || JSONLine.geometries.contains(type ?? "")
    self.init(arrangement, isGeoJSON ? .geoJSON : arrangement == .lines ? .ndjson : .json, at: begin, in: sample)
  }

  /// RFC 7946 knows only WGS 84; its predecessor also had others.
  private static func check(coordinateSystem text: String) throws(CSVLayoutError) {
    let known = ["CRS84", "4326", "4979", "null"]
    guard !known.contains(where: text.contains) else { return }
    throw CSVLayoutError(
      reason: .unknownFormat,
      message: "the coordinates of this GeoJSON are not in WGS 84 but in \(quoted(text.utf8)); "
        + "convert it with ogr2ogr -t_srs EPSG:4326. The file was skipped.")
  }

  private static let report = unknown("a report of tracemill", "name the traces from which it was made")

  private static func unknown(_ name: String, _ cure: String = "one object per fix is read") -> CSVLayoutError {
    CSVLayoutError(reason: .unknownFormat, message: ForeignFormat(name, cure).message)
  }

  /// The first two lines that are not blank, if there are two.
  private static func firstLines(_ sample: [UInt8]) -> [[UInt8]] {
    let lines = sample.split(separator: 0x0A, maxSplits: 50).map { line in Array(line.drop { $0 <= 0x20 }) }
    return Array(lines.filter { !$0.isEmpty }.prefix(2))
  }
}

/// What a JSON file is called.
package enum JSONKind: String, Equatable, Sendable {
  case json = "JSON"
  case ndjson = "NDJSON"
  case geoJSON = "GeoJSON"
}

/// A JSON text, of which only the outermost members are examined.
private struct Text {
  let bytes: [UInt8]
  var position = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: byteOrderMark) { position = byteOrderMark.count }
  }

  /// The byte at the position; `nil` at the end.
  var sign: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Returns the new position.
  mutating func skipBlanks() -> Int {
    while let byte = sign, byte <= 0x20 { position += 1 }
    return position
  }

  /// Takes the name of the next member with its colon.
  mutating func memberName() -> String? {
    _ = skipBlanks()
    if sign == UInt8(ascii: ",") { position += 1 }
    _ = skipBlanks()
    let begin = position
    guard sign == UInt8(ascii: "\""), skipText() else { return nil }
    let name = String(decoding: bytes[begin + 1..<position - 1], as: UTF8.self)
    _ = skipBlanks()
    guard sign == UInt8(ascii: ":") else { return nil }
    position += 1
    return name
  }

  /// The offset of the first element of a list of objects, or of the end of an empty list.
  mutating func listOfObjects() -> Int? {
    position += 1
    let begin = skipBlanks()
    return sign == UInt8(ascii: "{") || sign == UInt8(ascii: "]") ? begin : nil
  }

  /// Passes over a text in quotes; `false` if its end is not there.
  private mutating func skipText() -> Bool {
    position += 1
    while let byte = sign, byte != UInt8(ascii: "\"") { position += byte == UInt8(ascii: "\\") ? 2 : 1 }
    position = min(position + 1, bytes.count)
    return position < bytes.count
  }

  /// Passes over a value; `false` if its end is not there.
  mutating func skipValue() -> Bool {
    var depth = 0
    while let byte = sign {
      switch byte {
      case UInt8(ascii: "\""):
        if !skipText() { return false }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return true }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: return true
      default: break
      }
      position += 1
    }
    return false
  }
}
