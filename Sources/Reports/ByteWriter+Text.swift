extension ByteWriter {
  /// A JSON string: quotes, backslashes and control characters escaped, all else as UTF-8.
  package mutating func jsonString(_ text: String) {
    let utf8 = text.utf8.span
    write(atMost: 6 * utf8.count + 2) { span, begin in
      span[begin] = UInt8(ascii: "\"")
      var end = begin + 1
      for index in utf8.indices { end = span.putJSON(utf8[index], at: end) }
      span[end] = UInt8(ascii: "\"")
      return end + 1
    }
  }

  /// A CSV field, quoted only where it must be: with a comma, a quote, a line break, or nothing in it. An empty field
  /// without quotes is a null.
  ///
  /// - Source: RFC 4180 §2, items 5–7.
  package mutating func csvField(_ text: String) {
    let utf8 = text.utf8.span
    guard needsQuotes(utf8) else { return bytes(utf8, in: utf8.indices) }
    byte(UInt8(ascii: "\""))
    for index in utf8.indices {
      if utf8[index] == UInt8(ascii: "\"") { byte(UInt8(ascii: "\"")) }
      byte(utf8[index])
    }
    byte(UInt8(ascii: "\""))
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

extension MutableSpan<UInt8> {
  /// One byte of a JSON string; returns where it ends.
  @inline(__always)
  fileprivate mutating func putJSON(_ byte: UInt8, at begin: Int) -> Int {
    let isPlain = byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    guard isPlain else { return putEscaped(byte, at: begin) }
    self[begin] = byte
    return begin + 1
  }

  private mutating func putEscaped(_ byte: UInt8, at begin: Int) -> Int {
    self[begin] = UInt8(ascii: "\\")
    if let short = shortEscape(of: byte) {
      self[begin + 1] = short
      return begin + 2
    }
    self[begin + 1] = UInt8(ascii: "u")
    self[begin + 2] = UInt8(ascii: "0")
    self[begin + 3] = UInt8(ascii: "0")
    self[begin + 4] = hexadecimalDigit(byte >> 4)
    self[begin + 5] = hexadecimalDigit(byte & 15)
    return begin + 6
  }
}

/// What follows the backslash where one character does.
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
