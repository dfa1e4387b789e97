package import Storage

/// The objects of a JSON stream, in order: one per line, concatenated, or as the elements of a list.
///
/// Invalid JSON costs one object: its line if each object has a line of its own, otherwise its text up to the closing
/// bracket. Record separators (0x1E) may precede objects, as in GeoJSON text sequences, and end a broken object.
///
/// Memory: the largest object.
///
/// - Source: RFC 8259; RFC 7464 and RFC 8142 for sequences with record separators.
package struct JSONStream {
  /// Where objects end.
  package enum Arrangement: Equatable, Sendable {
    /// With their line.
    case lines
    /// With their bracket.
    case sequence
    /// With their bracket; the list itself ends with its own.
    case list
    /// With their line and the comma at its end; the list itself ends with its bracket.
    case listOfLines
    /// As the list elements or the object at the end of a path of member names from the start of a document.
    case path([String])
  }

  package struct Element: Equatable, Sendable {
    /// The line on which it begins, from 1.
    package let line: Int
    /// `nil` if it is broken.
    package let value: JSONValue?
    /// What is wrong with it, as a clause.
    package let fault: String?
  }

  private var buffer: RecordBuffer
  private let arrangement: Arrangement
  /// Whether anything follows the end of the list.
  package private(set) var hasMoreBehindList = false
  private var isEnded = false
  /// Finds the next list of a path.
  private var seeker: JSONSeeker?
  private var isInList = false
  private var isBehindObject = false

  /// In bytes. A longer object is refused.
  private static let longest = 1 << 28
  private static let separator: UInt8 = 0x1E

  package init(_ buffer: RecordBuffer, arrangement: Arrangement) {
    self.buffer = buffer
    self.arrangement = arrangement
    if case .path(let path) = arrangement { seeker = JSONSeeker(path) }
    isInList = arrangement == .list || arrangement == .listOfLines
  }

  /// How many names of the path led to the present element.
  package var followedNames: Int { seeker?.followed ?? 0 }

  /// Where the path broke off in the first document that has no such list; `nil` if all have it.
  package var pathBreak: JSONPathBreak? { seeker?.breakOff }

  /// The next object, or what is in its place; `nil` at the end.
  ///
  /// - Throws: the error of the stream, on every call.
  package mutating func next() throws(StorageError) -> Element? {
    while !isEnded {
      if isBehindObject {
        isBehindObject = false
        try seeker?.leave(&buffer)
      }
      if seeker != nil, !isInList {
        guard let finding = try seeker?.seek(in: &buffer) else { return nil }
        if finding == .object { return try takeWholeObject() }
        isInList = true
      }
      guard let sign = try nextSign() else { return nil }
      if isInList, sign == UInt8(ascii: "]") {
        try endList()
      } else {
        return try takeElement(sign)
      }
    }
    return nil
  }

  /// Takes the object that a path led to; the rest of its document is skipped before the next one.
  private mutating func takeWholeObject() throws(StorageError) -> Element {
    isBehindObject = true
    return try takeElement(UInt8(ascii: "{"))
  }

  /// The first byte of the next object; skips blanks, record separators and the commas of a list.
  private mutating func nextSign() throws(StorageError) -> UInt8? {
    while true {
      while buffer.begin < buffer.end {
        let byte = buffer.bytes[buffer.begin]
        if byte == 0x0A { buffer.line += 1 }
        let isComma = byte == UInt8(ascii: ",") && isInList
        if byte > 0x20 && !isComma && !isMark(byte) { return byte }
        buffer.begin += 1
      }
      if buffer.isAtEnd { return nil }
      try buffer.fill()
    }
  }

  /// Whether a byte belongs to the byte order mark of the stream.
  private func isMark(_ byte: UInt8) -> Bool { buffer.line == 1 && byteOrderMark.contains(byte) }

  private mutating func endList() throws(StorageError) {
    buffer.begin += 1
    guard seeker == nil else {
      isInList = false
      try seeker?.leave(&buffer, isListClosed: true)
      return
    }
    isEnded = true
    while let sign = try nextSign() {
      if sign == UInt8(ascii: "{") || sign == UInt8(ascii: "[") { hasMoreBehindList = true }
      buffer.begin += 1
    }
  }

  private mutating func takeElement(_ sign: UInt8) throws(StorageError) -> Element {
    let line = buffer.line
    let isObject = sign == UInt8(ascii: "{") || sign == UInt8(ascii: "[")
    var extent = Extent(arrangement: isObject ? arrangement : .lines, isScalarOfList: !isObject && isInList)
    while true {
      if let end = extent.end(in: buffer.span, from: buffer.begin) { return take(until: end, line, extent) }
      if buffer.isAtEnd { return take(until: buffer.end, line, extent) }
      guard buffer.end - buffer.begin <= Self.longest else { return cut(line) }
      try buffer.fill()
    }
  }

  private mutating func take(until end: Int, _ line: Int, _ extent: Extent) -> Element {
    let text = Array(buffer.bytes[buffer.begin..<end])
    buffer.line += text.count { $0 == 0x0A }
    buffer.begin = end
    do throws(JSONError) {
      let element = arrangement == .listOfLines ? Self.withoutListSigns(text) : text
      return Element(line: line, value: try JSONValue(parsing: element), fault: nil)
    } catch {
      let place = error.line > 1 ? "line \(line + error.line - 1), " : ""
      return Element(line: line, value: nil, fault: "not JSON: \(place)column \(error.column): \(error.fault)")
    }
  }

  /// A line of a list without the comma or the bracket of the list behind its object.
  private static func withoutListSigns(_ line: [UInt8]) -> [UInt8] {
    guard let last = line.lastIndex(where: { $0 == UInt8(ascii: "}") }) else { return line }
    let behind = line[(last + 1)...]
    let isOfList = behind.allSatisfy { $0 <= 0x20 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "]") }
    return isOfList ? Array(line[...last]) : line
  }

  private mutating func cut(_ line: Int) -> Element {
    isEnded = true
    return Element(
      line: line, value: nil, fault: "the object is longer than \(Self.longest) bytes; the rest of the file was skipped"
    )
  }
}

/// Finds where an element ends, as its bytes arrive.
private struct Extent {
  let arrangement: JSONStream.Arrangement
  private var seen = 0
  private var depth = 0
  private var isInText = false
  private var isEscaped = false

  /// A text, a number or a word among the elements of a list, which ends before a comma or the end of the list.
  private let isScalarOfList: Bool

  init(arrangement: JSONStream.Arrangement, isScalarOfList: Bool) {
    self.arrangement = arrangement
    self.isScalarOfList = isScalarOfList
  }

  /// The offset after an element that begins at `begin`; `nil` if its end has not arrived yet.
  mutating func end(in bytes: Span<UInt8>, from begin: Int) -> Int? {
    while begin + seen < bytes.count {
      let byte = bytes[begin + seen]
      if byte == 0x1E { return begin + seen }
      if isScalarOfList {
        if endsScalar(byte) { return begin + seen }
        seen += 1
        continue
      }
      if arrangement == .lines || arrangement == .listOfLines {
        if byte == 0x0A { return begin + seen }
      } else if closes(byte) {
        return begin + seen + 1
      }
      seen += 1
    }
    return nil
  }

  /// Whether a byte ends a scalar. A stray quote costs a line here as well.
  private mutating func endsScalar(_ byte: UInt8) -> Bool {
    if byte == 0x0A { return true }
    if byte == UInt8(ascii: "\"") && !isEscaped { isInText.toggle() }
    isEscaped = isInText && byte == UInt8(ascii: "\\") && !isEscaped
    return !isInText && (byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]"))
  }

  /// Whether a byte is the bracket that closes the element. No text extends over a line end, so that a stray quote
  /// costs a line and not the file.
  private mutating func closes(_ byte: UInt8) -> Bool {
    if isInText {
      if byte == 0x0A || byte == UInt8(ascii: "\"") && !isEscaped { isInText = false }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      return false
    }
    switch byte {
    case UInt8(ascii: "\""): (isInText, isEscaped) = (true, false)
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      return depth <= 0
    default: break
    }
    return false
  }
}
