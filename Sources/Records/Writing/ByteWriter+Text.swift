internal import Storage

extension ByteWriter {
  /// A JSON string: quotes, backslashes and control characters are escaped, everything else is UTF-8.
  package mutating func jsonString(_ text: String) {
    let utf8 = text.utf8.span
    byte(UInt8(ascii: "\""))
    if utf8.indices.allSatisfy({ isPlain(utf8[$0]) }) {
      buffer.append(text)
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
    let utf8 = text.utf8.span
    guard needsQuotes(utf8) else { return buffer.append(text) }
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

/// How texts of others stand in CSV.
package enum CSVTexts: Hashable, Sendable {
  /// As they are.
  case plain
  /// With an apostrophe before those that a spreadsheet would calculate.
  case safe
}

/// Whether a spreadsheet takes a text for a formula; a number with a sign is none.
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
  for index in utf8.indices {
    switch utf8[index] {
    case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\r"), UInt8(ascii: "\n"): return true
    default: continue
    }
  }
  return utf8.isEmpty
}

private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}
