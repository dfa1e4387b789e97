/// A text whose encoding nobody states: UTF-8, or else Windows-1252, of which Latin-1 is a part.
///
/// Every byte has its own character, so that two different names stay different.
package func decodedText(_ bytes: [UInt8]) -> String {
  if let text = String(validating: bytes, as: UTF8.self) { return text }
  var text = String.UnicodeScalarView()
  for byte in bytes {
    let code = (0x80...0x9F).contains(byte) ? windows1252[Int(byte) - 0x80] : UInt16(byte)
    text.append(Unicode.Scalar(code) ?? "\u{FFFD}")
  }
  return String(text)
}

/// The characters of 0x80…0x9F; those that Windows-1252 leaves open are control characters, as in Latin-1.
///
/// - Source: WHATWG Encoding Standard, index windows-1252.
private let windows1252: [UInt16] = [
  0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D,
  0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,
  0x017E, 0x0178,
]
