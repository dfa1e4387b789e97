internal import Records
internal import Storage

/// Finds where a JSON document has a list of fixes, whatever its names.
struct JSONListFinder {
  /// The names that lead to the first list whose first element has a latitude; `nil` if there is no such list, if it
  /// has a name by which such lists are known, or if the document itself has a latitude before it.
  ///
  /// - Parameter begin: where the document begins, with a brace.
  static func pathToFixes(in sample: [UInt8], from begin: Int, besides known: Set<String>) -> [String]? {
    var finder = JSONListFinder(sample, begin, known)
    // Search results get a message of their own.
    guard let path = finder.search(), !path.isEmpty, path[0] != "hits" else { return nil }
    return path
  }

  private let bytes: [UInt8]
  private let known: Set<String>
  private var position: Int
  /// The names of the open objects and lists; `nil` for elements of lists.
  private var names: [String?] = []
  private var isList: [Bool] = []
  private var name: String?
  private static let deepest = 12

  private init(_ bytes: [UInt8], _ position: Int, _ known: Set<String>) {
    (self.bytes, self.position, self.known) = (bytes, position, known)
  }

  private mutating func search() -> [String]? {
    while position < bytes.count, names.count < Self.deepest {
      switch bytes[position] {
      case UInt8(ascii: "\""): takeText()
      case UInt8(ascii: "{"):
        if isList.last == true, beginsFix() { return names.compactMap(\.self) }
        open(isList: false)
      case UInt8(ascii: "["):
        if names.count == 1, let name, known.contains(name.lowercased()) { return nil }
        open(isList: true)
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if names.popLast() != nil { isList.removeLast() }
        if names.isEmpty { return nil }
        name = nil
        position += 1
      case UInt8(ascii: ","):
        name = nil
        position += 1
      default: position += 1
      }
      if names.count == 1, let name, Self.isLatitude(name) { return nil }
    }
    return nil
  }

  private mutating func open(isList: Bool) {
    names.append(name)
    self.isList.append(isList)
    name = nil
    position += 1
  }

  /// Takes a text, which is the name of a member if a colon follows.
  private mutating func takeText() {
    let begin = position + 1
    position = begin
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = min(position, bytes.count)
    position = end + 1
    while position < bytes.count, bytes[position] <= 0x20 { position += 1 }
    guard position < bytes.count, bytes[position] == UInt8(ascii: ":"), begin <= end else { return }
    name = String(decoding: bytes[begin..<end], as: UTF8.self)
    position += 1
  }

  /// Whether the object at the position is whole and has a latitude.
  private func beginsFix() -> Bool {
    var (depth, index, isInText) = (0, position, false)
    while index < bytes.count, index - position < 1 << 14 {
      let byte = bytes[index]
      if isInText {
        if byte == UInt8(ascii: "\\") { index += 1 } else if byte == UInt8(ascii: "\"") { isInText = false }
      } else if byte == UInt8(ascii: "\"") {
        isInText = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        depth -= 1
        if depth == 0 { return isFix(Array(bytes[position...index])) }
      }
      index += 1
    }
    return false
  }

  private func isFix(_ object: [UInt8]) -> Bool {
    guard let value = try? JSONValue(parsing: object) else { return false }
    let row = JSONRow(value, line: 1)
    return row.fields.contains { Self.isLatitude($0.name) && Double($0.text) != nil }
  }

  private static func isLatitude(_ name: String) -> Bool {
    name != "y" && ColumnVocabulary.rank(of: HeaderName(name), as: .latitude) != nil
  }
}
