/// A text of unstated encoding: UTF-8, or else Windows-1252, which includes the characters of Latin-1.
///
/// Every byte has its own character, so that two different names stay different.
package func decodedText(_ bytes: [UInt8]) -> String {
  if let text = try? UTF8Span(validating: bytes.span) { return String(copying: text) }
  var text = String.UnicodeScalarView()
  for byte in bytes {
    let code = (0x80...0x9F).contains(byte) ? windows1252[Int(byte) - 0x80] : UInt16(byte)
    text.append(Unicode.Scalar(code) ?? "\u{FFFD}")
  }
  return String(text)
}

/// The text of an id, without white space around it: a tab, a no-break space or a byte order mark.
package func idText(_ bytes: [UInt8]) -> String { trimmedID(decodedText(bytes)) }

/// An id without white space and invisible marks around it.
package func trimmedID(_ text: String) -> String {
  func isPart(_ scalar: Unicode.Scalar) -> Bool {
    // The properties of a character are looked up in a large table.
    if ("!"..."~").contains(scalar) { return true }
    return !scalar.properties.isWhitespace && !["\u{FEFF}", "\u{200B}", "\u{200E}", "\u{200F}"].contains(scalar)
  }
  let scalars = text.unicodeScalars
  guard let first = scalars.first, let last = scalars.last, !isPart(first) || !isPart(last) else { return text }
  guard let begin = scalars.firstIndex(where: isPart), let end = scalars.lastIndex(where: isPart) else { return "" }
  return String(scalars[begin...end])
}

/// Whether the bytes of a field contain no id. The first byte decides in nearly all cases.
@inline(__always)
package func isBlankID(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
  guard let first = range.first.map({ bytes[$0] }) else { return true }
  guard first <= 0x20 || first >= 0x80 else { return false }
  return isBlankText(bytes, range)
}

@inline(never)
private func isBlankText(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
  idText(range.map { bytes[$0] }).isEmpty
}

/// The characters of 0x80…0x9F; the codes that Windows-1252 leaves open are control characters, as in Latin-1.
///
/// - Source: WHATWG Encoding Standard, index windows-1252.
private let windows1252: [UInt16] = [
  0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
  0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
  0x017E, 0x0178,
]
