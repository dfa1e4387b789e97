import Records
import Testing

@testable import Traces

struct EncodingTests {
  static let text =
    "vehicle;time;lat;lon\nMüller;2026-01-02T03:04:05Z;47,5;9,5\nMöller 🚚;2026-01-02T03:04:06Z;47,6;9,6\n"

  private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
  }

  @Test(arguments: [true, false])
  func `UTF-16 is read with a byte order mark and without one`(isBigEndian: Bool) {
    let bytes = Self.utf16(Self.text, isBigEndian: isBigEndian)
    let mark: [UInt8] = isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
    for file in [ReadFile(mark + bytes), ReadFile(bytes)] {
      #expect(file.traces.map(\.id) == ["Müller", "Möller 🚚"] && file.refusals.isEmpty, "\(file.complaints)")
      #expect(file.rows == ["2026-01-02T03:04:05Z 47.5 9.5", "2026-01-02T03:04:06Z 47.6 9.6"])
    }
  }

  @Test func `a long text in UTF-16 loses no character between chunks`() {
    let rows = (0..<30_000).map { "🚚\($0 % 7),47.5,9.5\n" }
    let bytes = Self.utf16("vehicle,lat,lon\n" + rows.joined(), isBigEndian: false)
    let file = ReadFile(bytes + [0x31])
    #expect(file.traces.map(\.id).prefix(7) == (0..<7).map { "🚚\($0)" }[...] && file.fixes.count >= 30_000)
    #expect(file.traces.count <= 8)
  }

  @Test func `names in Latin-1 stay different`() {
    let latin = Self.text.replacing(" 🚚", with: "")
    let file = ReadFile(latin.unicodeScalars.map { UInt8($0.value) })
    #expect(file.traces.map(\.id) == ["Müller", "Möller"])
    #expect(decodedText([0x80, 0x35]) == "€5" && decodedText([0xC3, 0xA9]) == "é")
  }
}
