private import Foundation

/// The rows of a comma-separated file with a header row, read as bytes; quotes as in RFC 4180, semicolons and tabs as
/// well as commas, told by the header.
struct CSVRows {
  private let bytes: [UInt8]
  private let separator: UInt8
  private var columns: [String: Int] = [:]
  private var position = 0
  private var fields: [String] = []
  private var nextLine = 1
  /// The line on which the current row begins, from 1.
  private(set) var line = 0

  /// - Throws: ``MapImportError`` when the file cannot be read or a required column is missing.
  init(path: String, required: [String]) throws(MapImportError) {
    bytes = try Self.contents(path)
    let header = bytes.prefix { $0 != UInt8(ascii: "\n") }
    let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    separator = separators.first { header.contains($0) } ?? separators[0]
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    _ = next()
    let names = fields.map { $0.filter { $0 != " " }.lowercased() }
    columns = Dictionary(zip(names, names.indices), uniquingKeysWith: { first, _ in first })
    for column in required where columns[column] == nil { throw .missingColumn(path: path, column: column) }
  }

  private static func contents(_ path: String) throws(MapImportError) -> [UInt8] {
    guard path != "-" else { throw .standardInput }
    guard FileManager.default.fileExists(atPath: path) else { throw .notFound(path: path) }
    guard let contents = FileManager.default.contents(atPath: path) else {
      throw .unreadable(path: path, reason: "it is a folder, or reading it is not permitted")
    }
    return [UInt8](contents)
  }

  /// Steps to the next row that is not empty; `false` at the end.
  mutating func next() -> Bool {
    while position < bytes.count {
      line = nextLine
      readRow()
      if fields.count > 1 || fields.first?.isEmpty == false { return true }
    }
    return false
  }

  /// A column's text in the current row; `nil` when the column is absent or the field empty.
  func text(_ column: String) -> String? {
    guard let index = columns[column], index < fields.count, !fields[index].isEmpty else { return nil }
    return fields[index]
  }

  private mutating func readRow() {
    fields.removeAll(keepingCapacity: true)
    repeat { fields.append(readField()) } while take(separator)
    if position < bytes.count { position += 1 }
    nextLine += 1
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func readField() -> String {
    if position < bytes.count, bytes[position] == UInt8(ascii: "\"") { return readQuoted() }
    let start = position
    while position < bytes.count, bytes[position] != separator, bytes[position] != UInt8(ascii: "\n") { position += 1 }
    return trimmed(bytes[start..<position])
  }

  private func trimmed(_ field: ArraySlice<UInt8>) -> String {
    let isBlank: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
    var field = field.drop(while: isBlank)
    while let last = field.last, isBlank(last) { field.removeLast() }
    return String(decoding: field, as: UTF8.self)
  }

  private mutating func readQuoted() -> String {
    let quote = UInt8(ascii: "\"")
    var content: [UInt8] = []
    position += 1
    while position < bytes.count {
      if bytes[position] == quote {
        position += 1
        guard take(quote) else { break }
        content.append(quote)
      } else {
        if bytes[position] == UInt8(ascii: "\n") { nextLine += 1 }
        content.append(bytes[position])
        position += 1
      }
    }
    while position < bytes.count, bytes[position] != separator, bytes[position] != UInt8(ascii: "\n") { position += 1 }
    return String(decoding: content, as: UTF8.self)
  }
}
