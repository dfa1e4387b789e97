internal import Storage

extension JSONValue {
  /// The single value in a text.
  ///
  /// - Source: RFC 8259.
  package init(parsing text: [UInt8]) throws(JSONError) {
    var reader = JSONReader(text.span)
    self = try reader.value()
    if let byte = reader.nextSign() { throw reader.error("behind the value stands \(quoted([byte]))") }
  }

  /// The values in a text, one after the other, as in NDJSON.
  package static func sequence(in text: [UInt8]) throws(JSONError) -> [JSONValue] {
    try numberedSequence(in: text).map(\.value)
  }

  /// The same values, each with the line on which it begins, from 1.
  package static func numberedSequence(in text: [UInt8]) throws(JSONError) -> [(line: Int, value: JSONValue)] {
    var reader = JSONReader(text.span)
    var values: [(line: Int, value: JSONValue)] = []
    var (line, counted) = (1, 0)
    while reader.nextSign() != nil {
      line += text[counted..<reader.position].count { $0 == 0x0A }
      counted = reader.position
      values.append((line, try reader.value()))
    }
    return values
  }
}

/// Why a text is not JSON, and where.
package struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// From 1.
  package let line: Int
  /// Counted in bytes, from 1.
  package let column: Int
  /// A clause.
  package let fault: String

  package var description: String { "line \(line), column \(column): \(fault)" }
}

/// Reads values from a text.
private struct JSONReader: ~Escapable {
  private let bytes: Span<UInt8>
  private var cursor: ByteCursor
  private var depth = 0

  /// Deeper nesting is refused, so that no text exhausts the stack.
  private static let mostDepth = 512

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
    cursor = ByteCursor(bytes)
    let mark = bytes.extracting(first: byteOrderMark.count)
    if mark.count == byteOrderMark.count, mark.indices.allSatisfy({ mark[$0] == byteOrderMark[$0] }) {
      cursor.position = byteOrderMark.count
    }
  }

  /// - Parameter place: an offset; by default the position of the reader.
  func error(_ fault: String, at place: Int? = nil) -> JSONError {
    let place = place ?? cursor.position
    let before = 0..<min(place, bytes.count)
    let lineBegin = before.last { bytes[$0] == 0x0A }.map { $0 + 1 } ?? 0
    return JSONError(line: 1 + before.count { bytes[$0] == 0x0A }, column: place - lineBegin + 1, fault: fault)
  }

  /// The offset of what comes next.
  var position: Int { cursor.position }

  /// The next byte that is not blank, without taking it.
  @_lifetime(self: copy self)
  mutating func nextSign() -> UInt8? {
    while let byte = cursor.peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { cursor.position += 1 }
    return cursor.peek
  }

  @_lifetime(self: copy self)
  mutating func value() throws(JSONError) -> JSONValue {
    switch nextSign() {
    case UInt8(ascii: "{"): return .object(try fields())
    case UInt8(ascii: "["): return .list(try elements())
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"): return try word("true", .flag(true))
    case UInt8(ascii: "f"): return try word("false", .flag(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case let byte? where byte == UInt8(ascii: "-") || byte &- 0x30 <= 9: return try number()
    case nil: throw error("a value is missing")
    case let byte?: throw error("no value begins with \(quoted([byte]))")
    }
  }

  @_lifetime(self: copy self)
  private mutating func word(_ word: String, _ value: JSONValue) throws(JSONError) -> JSONValue {
    for byte in word.utf8 where !cursor.skip(byte) { throw error("a value is missing") }
    return value
  }

  // MARK: Lists and objects

  @_lifetime(self: copy self)
  private mutating func elements() throws(JSONError) -> [JSONValue] {
    var elements: [JSONValue] = []
    try begin()
    while try !isClosed(by: UInt8(ascii: "]"), isFirst: elements.isEmpty) { elements.append(try value()) }
    return elements
  }

  @_lifetime(self: copy self)
  private mutating func fields() throws(JSONError) -> [JSONValue.Field] {
    var fields: [JSONValue.Field] = []
    try begin()
    while try !isClosed(by: UInt8(ascii: "}"), isFirst: fields.isEmpty) {
      guard nextSign() == UInt8(ascii: "\"") else { throw error("a name in quotes is missing") }
      let name = try text()
      guard nextSign() == UInt8(ascii: ":") else { throw error("a colon is missing") }
      cursor.position += 1
      fields.append(JSONValue.Field(name: name, value: try value()))
    }
    return fields
  }

  /// Takes the opening bracket.
  @_lifetime(self: copy self)
  private mutating func begin() throws(JSONError) {
    depth += 1
    if depth > Self.mostDepth { throw error("values are nested deeper than \(Self.mostDepth)") }
    cursor.position += 1
  }

  /// Takes the closing bracket, or the comma that must precede every element but the first.
  @_lifetime(self: copy self)
  private mutating func isClosed(by bracket: UInt8, isFirst: Bool) throws(JSONError) -> Bool {
    let sign = nextSign()
    if sign == bracket {
      cursor.position += 1
      depth -= 1
      return true
    }
    if isFirst { return false }
    guard sign == UInt8(ascii: ",") else { throw error("a comma or \(quoted([bracket])) is missing") }
    cursor.position += 1
    return false
  }

  // MARK: Numbers

  @_lifetime(self: copy self)
  private mutating func number() throws(JSONError) -> JSONValue {
    let begin = cursor.position
    _ = cursor.skip(UInt8(ascii: "-"))
    let isZero = cursor.peek == UInt8(ascii: "0")
    let wholeDigits = try digits()
    if isZero && wholeDigits > 1 { throw error("a number begins with a zero too many", at: begin) }
    var isWhole = true
    if cursor.skip(UInt8(ascii: ".")) {
      isWhole = false
      _ = try digits()
    }
    if let byte = cursor.peek, byte | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      cursor.position += 1
      if !cursor.skip(UInt8(ascii: "-")) { _ = cursor.skip(UInt8(ascii: "+")) }
      _ = try digits()
    }
    return try number(in: begin..<cursor.position, isWhole: isWhole)
  }

  /// Takes at least one digit.
  @_lifetime(self: copy self)
  private mutating func digits() throws(JSONError) -> Int {
    let begin = cursor.position
    while let byte = cursor.peek, byte &- 0x30 <= 9 { cursor.position += 1 }
    if cursor.position == begin { throw error("a digit is missing") }
    return cursor.position - begin
  }

  private func number(in range: Range<Int>, isWhole: Bool) throws(JSONError) -> JSONValue {
    if isWhole {
      var digits = ByteCursor(bytes, in: range)
      if let value = digits.wholeInteger() { return .integer(Int(value)) }
    }
    var decimal = ByteCursor(bytes, in: range)
    if let scanned = decimal.decimal(), scanned.digits.magnitude < 1 << 53, abs(scanned.exponent) <= 22 {
      return .number(scanned.value)  // exact
    }
    guard let value = Double(plainText(range)), value.isFinite else {
      throw error("the number is too large", at: range.lowerBound)
    }
    return .number(value)
  }

  // MARK: Texts

  /// Takes a text in quotes.
  @_lifetime(self: copy self)
  private mutating func text() throws(JSONError) -> String {
    cursor.position += 1
    let begin = cursor.position
    var hasEscapes = false
    while let byte = cursor.peek, byte != UInt8(ascii: "\"") {
      if byte < 0x20 { throw error("a control character stands in a text") }
      if byte == UInt8(ascii: "\\") { hasEscapes = true }
      cursor.position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    let range = begin..<cursor.position
    guard cursor.skip(UInt8(ascii: "\"")) else { throw error("a quote is not closed", at: begin - 1) }
    if hasEscapes { return try unescaped(range) }
    guard let text = String(validating: copy(of: range), as: UTF8.self) else {
      throw error("a text is no UTF-8", at: begin)
    }
    return text
  }

  private func copy(of range: Range<Int>) -> [UInt8] {
    range.map { bytes[$0] }
  }

  private func plainText(_ range: Range<Int>) -> String { String(decoding: copy(of: range), as: UTF8.self) }

  private func unescaped(_ range: Range<Int>) throws(JSONError) -> String {
    var text: [UInt8] = []
    var escape = ByteCursor(bytes, in: range)
    while let byte = escape.peek {
      escape.position += 1
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      let place = escape.position - 1
      guard let scalar = Self.takeEscaped(&escape) else { throw error("an escape in a text is none", at: place) }
      text.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
    }
    guard let text = String(validating: text, as: UTF8.self) else {
      throw error("a text is no UTF-8", at: range.lowerBound)
    }
    return text
  }

  /// Takes the character after a backslash.
  private static func takeEscaped(_ cursor: inout ByteCursor) -> Unicode.Scalar? {
    guard let letter = cursor.peek else { return nil }
    cursor.position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return takeUTF16(&cursor)
    default: return nil
    }
  }

  /// Takes the four digits after `\u`, and the low surrogate if the first is a high one.
  private static func takeUTF16(_ cursor: inout ByteCursor) -> Unicode.Scalar? {
    guard let first = takeHexadecimal(&cursor) else { return nil }
    guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
    guard cursor.skip(UInt8(ascii: "\\")), cursor.skip(UInt8(ascii: "u")), let second = takeHexadecimal(&cursor),
      UTF16.isTrailSurrogate(second)
    else { return nil }
    return Unicode.Scalar(0x10000 + UInt32(first & 0x3FF) << 10 + UInt32(second & 0x3FF))
  }

  private static func takeHexadecimal(_ cursor: inout ByteCursor) -> UInt16? {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let byte = cursor.peek, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      value = value << 4 | UInt16(digit)
      cursor.position += 1
    }
    return value
  }
}
