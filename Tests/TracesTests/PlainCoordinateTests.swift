import Storage
import Testing

@testable import Traces

@Suite("Coordinates in the plain form")
struct PlainCoordinateTests {
  @Test(
    "A coordinate is the same with other text around it, with a plus and in parts",
    arguments: [
      "0.0", "-0.5", "9.", "47.1234567", "-179.9999999", "180.0000000", "180.0000001", "90.5", "999.9999999",
      "1.12345678", "12.3456789", "5.1234567",
    ])
  func inOtherForms(text: String) {
    let signed = text.hasPrefix("-") ? text : "+" + text
    #expect(reading(text) == reading(signed))
    #expect(reading(text) == reading(text + "e0"))
    #expect(reading("9\(text)9", dropping: 1) == reading(text))
  }

  @Test("The number of decimals and the sign decide the units")
  func units() {
    #expect(reading("47.5") == .unitsE7(475_000_000))
    #expect(reading("-9.0000001") == .unitsE7(-90_000_001))
    #expect(reading("180.0000001") == .outOfRange)
    #expect(reading("-") == .notANumber)
    #expect(reading("1.5.5") == .notANumber)
  }

  /// - Parameter margin: the number of bytes at each end that are not the coordinate's.
  private func reading(_ text: String, dropping margin: Int = 0) -> CoordinateReading {
    let bytes = Array(text.utf8)
    var cursor = ByteCursor(bytes.span, in: margin..<bytes.count - margin)
    return cursor.coordinate(limit: 180, NumberStyle())
  }
}
