private import FoundationEssentials
internal import GeoPackages
internal import Knowledge
internal import Storage

/// Whether the file at `path`, plain or gzipped, is a report written by tracemill, judged by its beginning.
///
/// A table is recognised by its columns: the first three match one of the tables, and the others are a subset or a
/// superset of that table's, so that reports of earlier and later versions are recognised. Documents are recognised by
/// their schema, GeoJSON by the table in the properties of the first feature, GPX by its creator, a GeoPackage by the
/// descriptions of its tables, an Arrow stream by its note, a page by its first lines. A report without rows is
/// recognised by its frame.
///
/// - Complexity: reads one chunk of the file; for GeoJSON, the first feature.
package func isReport(at path: String) -> Bool {
  guard FileKind(at: path) == .file, let stream = try? ByteStream(path: path) else { return false }
  let bytes = stream.peek(reportBeginSize)
  if ArrowMessage.isOwn(bytes) { return true }
  let begin = String(decoding: bytes, as: UTF8.self)
  if begin.hasPrefix("SQLite format 3\0") { return isOwnGeoPackage(at: path) }
  if begin.hasPrefix(featureFrame) { return isReport(features: stream) }
  return isReport(begin: begin)
}

/// Enough for every header and the names in the first row.
private let reportBeginSize = 16_384
/// Enough for the geometry of a first feature with a million places.
private let mostOfFeature = 1 << 25

private let featureFrame = "{\"type\":\"FeatureCollection\",\"features\":[\n"
private let gpxFrame = String(decoding: OutputFrame.gpx(of: "").prologue, as: UTF8.self)

private func isReport(begin: String) -> Bool {
  switch begin.utf8.first {
  case UInt8(ascii: "<"): begin.hasPrefix(gpxFrame) || begin.hasPrefix(OutputFrame.beginningOfPage)
  case UInt8(ascii: "{"): isReport(object: begin[...])
  case UInt8(ascii: "["): begin == "[\n\n]\n" || begin.hasPrefix("[\n{") && isReport(object: begin.dropFirst(2))
  default:
    isTable(begin.prefix { !$0.isNewline }.split(separator: ",", omittingEmptySubsequences: false))
  }
}

private func isReport(object: Substring) -> Bool {
  object.hasPrefix("{\"schema\":\"tracemill/") || isTable(names(ofObject: object))
}

private func isReport(features stream: ByteStream) -> Bool {
  let bytes = stream.peek(mostOfFeature)
  if bytes == Array((featureFrame + "\n]}\n").utf8) { return true }
  guard let found = bytes.firstRange(of: "\"properties\":{\"table\":\"".utf8) else { return false }
  let name = bytes[found.upperBound...].prefix { $0 != UInt8(ascii: "\"") }
  return tableNames.contains(String(decoding: name, as: UTF8.self))
}

private let tableNames = Set(
  TripTable.allCases.map(\.rawValue) + RouteTable.allCases.map(\.rawValue) + LearnedTable.allCases.map(\.rawValue))
private let tableColumns = schemas.map { schema in schema.columns.map(\.name) }
private let schemas =
  TripTable.allCases.map(\.schema) + RouteTable.allCases.map(\.schema) + LearnedTable.allCases.map(\.schema)

private func isTable(_ names: [Substring]) -> Bool {
  if names.elementsEqual(MatrixFormat.columns.lazy.map { $0[...] }) { return true }
  let names = names.map(String.init).filter { !$0.hasSuffix(LocalColumns.ending) }
  return tableColumns.contains { columns in
    guard names.count >= 3, names.prefix(3).elementsEqual(columns.prefix(3)) else { return false }
    return Set(names).isSubset(of: columns) || Set(columns).isSubset(of: names)
  }
}

/// The names of an object's own members, as far as the text goes.
private func names(ofObject text: Substring) -> [Substring] {
  var names: [Substring] = []
  var rest = text.dropFirst()
  while let end = endOfString(rest) {
    names.append(rest[..<end].dropFirst())
    rest = rest[end...].dropFirst()
    guard let next = endOfValue(rest) else { break }
    rest = rest[next...].dropFirst()
  }
  return names
}

/// The quote that closes the string at the beginning of `text`.
private func endOfString(_ text: Substring) -> Substring.Index? {
  guard text.first == "\"" else { return nil }
  var isEscaped = false
  return text.indices.dropFirst().first { index in
    defer { isEscaped = !isEscaped && text[index] == "\\" }
    return text[index] == "\"" && !isEscaped
  }
}

/// The comma after the value at the beginning of `text`, which follows a colon; `nil` for the last value of an object.
private func endOfValue(_ text: Substring) -> Substring.Index? {
  var depth = 0
  var index = text.startIndex
  while index < text.endIndex {
    switch text[index] {
    case "\"":
      guard let end = endOfString(text[index...]) else { return nil }
      index = end
    case "{", "[": depth += 1
    case "}", "]":
      depth -= 1
      if depth < 0 { return nil }
    case "," where depth == 0: return index
    default: break
    }
    index = text.index(after: index)
  }
  return nil
}
