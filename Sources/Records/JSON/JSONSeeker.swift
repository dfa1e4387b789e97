internal import Storage

/// Walks into JSON documents along the names of members, to a list or an object, and skips everything around it.
///
/// Documents may follow one another. What is skipped is not kept.
///
/// Memory: a chunk.
struct JSONSeeker {
  /// The names that lead to the target.
  let path: [String]
  /// How many of them have been followed in this document.
  private(set) var followed = 0
  /// The names found where the path first broke off, and how far it had led; `nil` if it never broke off.
  private(set) var breakOff: JSONPathBreak?
  /// The brackets of this document that are open.
  private var depth = 0

  private static let mostNames = 12
  private static let longestName = 200

  init(_ path: [String]) {
    self.path = path
  }

  enum Finding { case list, object }

  /// Moves to the first element of the next list, or to the object, to which the path leads as far as lists allow.
  ///
  /// - Returns: `nil` at the end of the stream.
  mutating func seek(in buffer: inout RecordBuffer) throws(StorageError) -> Finding? {
    while let sign = try buffer.nextSign() {
      switch sign {
      case UInt8(ascii: "["):
        buffer.begin += 1
        depth += 1
        return .list
      case UInt8(ascii: "{") where followed == path.count: return .object
      case UInt8(ascii: "{"):
        buffer.begin += 1
        depth += 1
        if try enter(path[followed], in: &buffer) { followed += 1 } else { reset() }
      case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"): buffer.begin += 1
      default:
        if depth > 0, breakOff == nil { breakOff = JSONPathBreak(followed: followed, names: []) }
        try skipValue(in: &buffer)
        try leave(&buffer)
      }
    }
    return nil
  }

  /// Passes over the rest of the document, after the list with its bracket or the object was taken.
  mutating func leave(_ buffer: inout RecordBuffer, isListClosed: Bool = false) throws(StorageError) {
    if isListClosed { depth -= 1 }
    while depth > 0, let sign = try buffer.nextSign() {
      switch sign {
      case UInt8(ascii: "\""): _ = try takeText(in: &buffer)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        buffer.begin += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        buffer.begin += 1
      default: buffer.begin += 1
      }
    }
    reset()
  }

  private mutating func reset() { (followed, depth) = (0, 0) }

  /// Moves to the value of a member of the object whose bracket was taken; to the end of the document if it has no such
  /// member.
  private mutating func enter(_ name: String, in buffer: inout RecordBuffer) throws(StorageError) -> Bool {
    var names: [String] = []
    while let sign = try buffer.nextSign(), sign != UInt8(ascii: "}") {
      guard sign == UInt8(ascii: "\"") else {
        buffer.begin += 1
        continue
      }
      let found = try takeText(in: &buffer)
      guard try buffer.nextSign() == UInt8(ascii: ":") else { continue }
      buffer.begin += 1
      if found == name { return true }
      if names.count < Self.mostNames { names.append(found) }
      try skipValue(in: &buffer)
    }
    if breakOff == nil { breakOff = JSONPathBreak(followed: followed, names: names) }
    try leave(&buffer)
    return false
  }

  private func skipValue(in buffer: inout RecordBuffer) throws(StorageError) {
    var open = 0
    while let sign = try buffer.nextSign() {
      switch sign {
      case UInt8(ascii: "\""): _ = try takeText(in: &buffer)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open += 1
        buffer.begin += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if open == 0 { return }
        open -= 1
        buffer.begin += 1
      case UInt8(ascii: ",") where open == 0: return
      default: buffer.begin += 1
      }
    }
  }

  /// Takes a text with its quotes; of a long one, only the beginning is returned.
  private func takeText(in buffer: inout RecordBuffer) throws(StorageError) -> String {
    buffer.begin += 1
    var text: [UInt8] = []
    var isEscaped = false
    while let byte = try buffer.peek() {
      buffer.begin += 1
      if byte == 0x0A { buffer.line += 1 }
      if byte == UInt8(ascii: "\""), !isEscaped { break }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      if text.count < Self.longestName { text.append(byte) }
    }
    return decodedText(text)
  }
}

/// Where a path into JSON documents ends early.
package struct JSONPathBreak: Equatable, Sendable {
  /// The number of names that were found.
  package let followed: Int
  /// The names found there instead; empty if there is no object.
  package let names: [String]

  package init(followed: Int, names: [String]) {
    self.followed = followed
    self.names = names
  }
}

extension RecordBuffer {
  /// The next byte, which is not taken; `nil` at the end.
  mutating func peek() throws(StorageError) -> UInt8? {
    while begin == end {
      if isAtEnd { return nil }
      try fill()
    }
    return bytes[begin]
  }

  /// The next byte that is neither blank, nor a record separator, nor part of the byte order mark of the stream.
  mutating func nextSign() throws(StorageError) -> UInt8? {
    while let byte = try peek() {
      if byte > 0x20, !(line == 1 && byteOrderMark.contains(byte)) { return byte }
      if byte == 0x0A { line += 1 }
      begin += 1
    }
    return nil
  }
}
