internal import Storage

extension ByteWriter {
  /// A JSON string: quotes, backslashes and control characters are escaped, everything else is UTF-8.
  package mutating func jsonString(_ text: String) {
    byte(UInt8(ascii: "\""))
    let begin = count
    buffer.append(text)
    if !isPlain(buffer.utf8.extracting(begin..<count)) {
      buffer.removeAll(after: begin)
      for byte in text.utf8 { json(byte) }
    }
    byte(UInt8(ascii: "\""))
  }

  package mutating func jsonString(_ utf8: Span<UInt8>) {
    byte(UInt8(ascii: "\""))
    if isPlain(utf8) {
      buffer.append(utf8)
    } else {
      for index in utf8.indices { json(utf8[index]) }
    }
    byte(UInt8(ascii: "\""))
  }

  /// One byte of a JSON string.
  private mutating func json(_ byte: UInt8) {
    if isPlain(byte) { return self.byte(byte) }
    self.byte(UInt8(ascii: "\\"))
    if let short = shortEscape(of: byte) { return self.byte(short) }
    self.byte(UInt8(ascii: "u"))
    self.byte(UInt8(ascii: "0"))
    self.byte(UInt8(ascii: "0"))
    self.byte(hexadecimalDigit(byte >> 4))
    self.byte(hexadecimalDigit(byte & 15))
  }

  /// A CSV field, quoted only if it contains a comma, a quote or a line break, or is empty. An empty field without
  /// quotes is a null.
  ///
  /// - Source: RFC 4180 §2, items 5–7.
  package mutating func csvField(_ text: String) {
    let utf8 = Array(text.utf8)  // not `text.utf8.span`: see ``ByteBuffer/append(_:)``
    csvField(utf8.span)
  }

  package mutating func csvField(_ utf8: Span<UInt8>) {
    guard needsQuotes(utf8) else { return buffer.append(utf8) }
    byte(UInt8(ascii: "\""))
    for index in utf8.indices {
      if utf8[index] == UInt8(ascii: "\"") { byte(UInt8(ascii: "\"")) }
      byte(utf8[index])
    }
    byte(UInt8(ascii: "\""))
  }

  /// A text of others in a CSV field that may be opened in a spreadsheet.
  package mutating func csvField(_ text: String, _ texts: CSVTexts) {
    csvField(texts == .safe && isFormula(text) ? "'" + text : text)
  }

  package mutating func csvField(_ utf8: Span<UInt8>, _ texts: CSVTexts) {
    guard texts == .safe else { return csvField(utf8) }
    csvField(String(decoding: utf8.indices.map { utf8[$0] }, as: UTF8.self), texts)
  }

  /// Text between tags or in an attribute. Characters that XML 1.0 cannot contain, even escaped, become U+FFFD.
  ///
  /// - Source: XML 1.0, §2.2 (Char) and §2.11 (a bare carriage return would be read as a line feed).
  package mutating func xmlText(_ text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": self.text("&amp;")
      case "<": self.text("&lt;")
      case ">": self.text("&gt;")
      case "\"": self.text("&quot;")
      case "\r", "\n", "\t": self.text("&#\(scalar.value);")
      case "\u{0}"..."\u{1F}", "\u{FFFE}"..."\u{FFFF}": self.text("\u{FFFD}")
      default: self.text(String(scalar))
      }
    }
  }
}

/// How foreign texts are written to CSV.
package enum CSVTexts: Hashable, Sendable {
  /// As they are.
  case plain
  /// With an apostrophe before texts that a spreadsheet would evaluate.
  case safe
}

/// Whether a spreadsheet takes a text for a formula; a signed number is safe.
///
/// - Source: OWASP, "CSV Injection": `=`, `+`, `-`, `@`, tab and carriage return at the beginning.
private func isFormula(_ text: String) -> Bool {
  switch text.utf8.first {
  case UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: "\t"), UInt8(ascii: "\r"): true
  case UInt8(ascii: "+"), UInt8(ascii: "-"): !isDecimalNumber(text.utf8.dropFirst())
  default: false
  }
}

/// `3`, `3.5`, `.5`, `3.5E14`; not `0x10`, `inf` or nothing.
private func isDecimalNumber(_ text: Substring.UTF8View) -> Bool {
  let isPlain = text.allSatisfy { (0x30...0x39).contains($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }
  return isPlain && Double(Substring(text)) != nil && text.first.map { $0 != 0x2B && $0 != 0x2D } == true
}

/// Needs no escape in a JSON string.
@inline(__always)
private func isPlain(_ utf8: borrowing Span<UInt8>) -> Bool {
  utf8.hasNone(isMarked: { $0.hasByte(below: 0x20) | $0.has(0x22) | $0.has(0x5C) }, or: { !isPlain($0) })
}

/// The same for one byte.
private func isPlain(_ byte: UInt8) -> Bool {
  byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
}

/// The character after the backslash, for bytes with a short escape.
private func shortEscape(of byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "\""), UInt8(ascii: "\\"): byte
  case UInt8(ascii: "\n"): UInt8(ascii: "n")
  case UInt8(ascii: "\r"): UInt8(ascii: "r")
  case UInt8(ascii: "\t"): UInt8(ascii: "t")
  default: nil
  }
}

private func needsQuotes(_ utf8: borrowing Span<UInt8>) -> Bool {
  if utf8.isEmpty { return true }
  return !utf8.hasNone(
    isMarked: { $0.has(0x2C) | $0.has(0x22) | $0.has(0x0D) | $0.has(0x0A) },
    or: { $0 == 0x2C || $0 == 0x22 || $0 == 0x0D || $0 == 0x0A })
}

extension Span<UInt8> {
  /// Whether no byte is special: looked for in words of eight, and byte by byte in shorter texts.
  @inline(__always)
  fileprivate func hasNone(isMarked: (UInt64) -> UInt64, or isSpecial: (UInt8) -> Bool) -> Bool {
    guard count >= 8 else {
      for index in indices where isSpecial(self[index]) { return false }
      return true
    }
    var marks: UInt64 = 0
    for offset in stride(from: 0, to: count - 8, by: 8) { marks |= isMarked(word(at: offset)) }
    return marks | isMarked(word(at: count - 8)) == 0
  }
}

/// Eight bytes at once: a result is not zero if one of the bytes is as asked for.
///
/// - Source: Warren, Hacker's Delight, 2nd ed. 2012, §6-1.
extension UInt64 {
  @inline(__always)
  fileprivate func has(_ byte: UInt64) -> UInt64 { (self ^ byte &* 0x0101_0101_0101_0101).hasByte(below: 1) }

  /// - Parameter least: 1 … 128.
  @inline(__always)
  fileprivate func hasByte(below least: UInt64) -> UInt64 {
    (self &- least &* 0x0101_0101_0101_0101) & ~self & 0x8080_8080_8080_8080
  }
}

private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}
