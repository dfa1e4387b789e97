extension ByteWriter {
  /// A JSON string: quotes, backslashes and control characters escaped, all else as UTF-8.
  package mutating func jsonString(_ text: String) {
    let utf8 = text.utf8.span
    reserve(6 * utf8.count + 2)
    put(UInt8(ascii: "\""))
    for index in utf8.indices { jsonCharacter(utf8[index]) }
    put(UInt8(ascii: "\""))
  }

  @inline(__always)
  private mutating func jsonCharacter(_ byte: UInt8) {
    let isPlain = byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    if isPlain { put(byte) } else { escaped(byte) }
  }

  private mutating func escaped(_ byte: UInt8) {
    put(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): put(byte)
    case UInt8(ascii: "\n"): put(UInt8(ascii: "n"))
    case UInt8(ascii: "\r"): put(UInt8(ascii: "r"))
    case UInt8(ascii: "\t"): put(UInt8(ascii: "t"))
    default:
      put(UInt8(ascii: "u"))
      put(UInt8(ascii: "0"))
      put(UInt8(ascii: "0"))
      put(hexadecimalDigit(byte >> 4))
      put(hexadecimalDigit(byte & 15))
    }
  }

  /// A CSV field, quoted only where it must be: with a comma, a quote, a line break, or nothing in it. An empty field
  /// without quotes is a null.
  ///
  /// - Source: RFC 4180 §2, items 5–7.
  package mutating func csvField(_ text: String) {
    let utf8 = text.utf8.span
    guard needsQuotes(utf8) else { return self.text(text) }
    reserve(2 * utf8.count + 2)
    put(UInt8(ascii: "\""))
    for index in utf8.indices {
      if utf8[index] == UInt8(ascii: "\"") { put(UInt8(ascii: "\"")) }
      put(utf8[index])
    }
    put(UInt8(ascii: "\""))
  }

  /// Text between tags or in an attribute. Characters that XML 1.0 cannot hold, even escaped, become U+FFFD.
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
