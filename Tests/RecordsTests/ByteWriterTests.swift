import Foundation
import Moments
import RandomNumbers
import Testing

@testable import Records

private func bytes(_ write: (inout ByteWriter) -> Void) -> String {
  var writer = ByteWriter(capacity: 0)
  write(&writer)
  return String(decoding: writer.array, as: UTF8.self)
}

@Test(
  arguments: [
    (0, "0"), (7, "7"), (-7, "-7"), (10, "10"), (99, "99"), (100, "100"), (9_999, "9999"), (10_000, "10000"),
    (123_456_789, "123456789"), (.max, "9223372036854775807"), (.min, "-9223372036854775808"),
  ] as [(Int64, String)])
func `integers are written in full`(value: Int64, text: String) {
  #expect(bytes { $0.integer(value) } == text)
}

@Test(
  arguments: [
    (0, "0.0000000"), (1, "0.0000001"), (-1, "-0.0000001"), (-12_345_678, "-1.2345678"),
    (481_234_567, "48.1234567"), (1_800_000_000, "180.0000000"), (-1_800_000_000, "-180.0000000"),
    (90_000_000, "9.0000000"), (100_000, "0.0100000"),
  ] as [(Int64, String)])
func `coordinates keep seven decimals`(units: Int64, text: String) {
  #expect(bytes { $0.fixed(units, places: 7) } == text)
}

@Test(
  arguments: [
    (12.345, 2, "12.35"), (12.344, 2, "12.34"), (-12.345, 2, "-12.35"), (0.004, 2, "0.00"), (-0.004, 2, "0.00"),
    (-0.0, 2, "0.00"), (0.005, 2, "0.01"), (99.995, 1, "100.0"), (1, 4, "1.0000"), (0.98765, 4, "0.9877"),
    (1e15, 3, "1000000000000000.000"), (359.96, 1, "360.0"), (0.000_05, 5, "0.00005"),
  ])
func `decimals are rounded, halves away from zero`(value: Double, places: Int, text: String) throws {
  let units = try #require(fixedPoint(value, places: places))
  #expect(bytes { $0.fixed(units, places: places) } == text)
}

@Test func `seeded decimals agree with Foundation`() throws {
  var random = SplitMix64(seed: 7)
  for _ in 0..<2000 {
    let units = Int64.random(in: -9_999_999_999...9_999_999_999, using: &random)
    let text = bytes { $0.fixed(units, places: 3) }
    #expect(text == String(format: "%.3f", Double(units) / 1000))
  }
}

@Test func `numbers of every length are written in full`() {
  var random = SplitMix64(seed: 8)
  for _ in 0..<20_000 {
    let value = Int64(bitPattern: random.next()) >> Int64.random(in: 0..<64, using: &random)
    #expect(bytes { $0.integer(value) } == String(value))
    let places = Int.random(in: 1...7, using: &random)
    let digits = String(value.magnitude)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    let fixed = (value < 0 ? "-" : "") + padded.dropLast(places) + "." + padded.suffix(places)
    #expect(bytes { $0.fixed(value, places: places) } == fixed)
  }
}

@Test(
  arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (1_767_225_600_000, "2026-01-01T00:00:00.000Z"),
    (951_782_399_999, "2000-02-28T23:59:59.999Z"), (951_782_400_000, "2000-02-29T00:00:00.000Z"),
    (951_868_800_000, "2000-03-01T00:00:00.000Z"), (1_709_164_800_001, "2024-02-29T00:00:00.001Z"),
    (4_107_456_000_000, "2100-02-28T00:00:00.000Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
    (-1, "1969-12-31T23:59:59.999Z"), (-86_400_000, "1969-12-31T00:00:00.000Z"),
    (-2_203_977_600_000, "1900-02-28T00:00:00.000Z"), (-2_203_891_200_000, "1900-03-01T00:00:00.000Z"),
    (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    (1_767_225_600_050, "2026-01-01T00:00:00.050Z"),
  ] as [(Int64, String)])
func `times are ISO 8601 in UTC`(milliseconds: Int64, text: String) {
  #expect(bytes { $0.time(Timestamp(millisecondsSince1970: milliseconds)) } == text)
}

@Test(
  arguments: [
    (0, 0, "1970-01-01T00:00:00.000+00:00"), (0, 60, "1970-01-01T01:00:00.000+01:00"),
    (0, -210, "1969-12-31T20:30:00.000-03:30"), (1_767_225_600_050, 345, "2026-01-01T05:45:00.050+05:45"),
    (-62_167_219_200_000, 840, "0000-01-01T14:00:00.000+14:00"),
    (253_402_300_799_999, -720, "9999-12-31T11:59:59.999-12:00"),
  ] as [(Int64, Int, String)])
func `local times are ISO 8601 with their offset`(milliseconds: Int64, offset: Int, text: String) {
  let moment = Timestamp(millisecondsSince1970: milliseconds)
  #expect(bytes { $0.time(ZonedTime(moment: moment, offsetInMinutes: offset)) } == text)
}

@Test(arguments: 0...30)
func `values follow a fixed text at once`(length: Int) {
  let text = String("{\"a name that is rather long\":".prefix(length))
  let lead = FixedText(text)
  #expect(lead.isLonger == (length > 24))
  let begin = String(text.prefix(24))
  for value: Int64 in [0, -7, 10_000, 123_456_789, .max, .min] {
    #expect(bytes { $0.integer(value, after: lead) } == begin + String(value))
    for places in [1, 4, 7] {
      #expect(
        bytes { $0.fixed(value, places: places, after: lead) } == begin + bytes { $0.fixed(value, places: places) })
    }
  }
  #expect(bytes { $0.word(.false, after: lead) } == begin + "false")
  #expect(String(decoding: FixedText.rest(of: text), as: UTF8.self) == text.dropFirst(24))
}

@Test func `times of one minute and of others are written in any order, with quotes and without`() {
  var random = SplitMix64(seed: 9)
  var writer = ByteWriter()
  for _ in 0..<2000 {
    let milliseconds = Int64.random(in: -200_000...200_000, using: &random)
    writer.removeAll()
    writer.time(Timestamp(millisecondsSince1970: milliseconds))
    writer.quotedTime(Timestamp(millisecondsSince1970: milliseconds))
    let second = ((milliseconds % 60_000) + 60_000) % 60_000
    let minute = (milliseconds - second) / 60_000
    let clock = String(
      format: "%02d:%02d:%06.3f", ((minute + 1440) % 1440) / 60, ((minute + 60) % 60), Double(second) / 1000)
    let expected = (minute < 0 ? "1969-12-31T" : "1970-01-01T") + clock + "Z"
    let written = writer.array
    #expect(String(decoding: written, as: UTF8.self) == expected + "\"" + expected + "\"")
  }
}

@Test func `every day of eight hundred years has its date`() {
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = .gmt
  for day in stride(from: -141_000, through: 150_000, by: 7) {
    let date = calendar.dateComponents(
      [.year, .month, .day], from: Date(timeIntervalSince1970: Double(day) * 86_400))
    let text = bytes { $0.time(Timestamp(millisecondsSince1970: Int64(day) * 86_400_000)) }
    let expected = String(format: "%04d-%02d-%02d", date.year ?? 0, date.month ?? 0, date.day ?? 0)
    // Foundation changes to the Julian calendar before 1582-10-15.
    #expect(text.hasPrefix(expected), "day \(day)")
  }
}

@Test(
  arguments: [
    ("", "\"\""), ("plain", "plain"), ("a,b", "\"a,b\""), ("say \"hi\"", "\"say \"\"hi\"\"\""),
    ("two\nlines", "\"two\nlines\""),
    ("\r", "\"\r\""), (" space ", " space "), ("Straße; Ø", "Straße; Ø"), ("'", "'"),
  ])
func `CSV fields are quoted where they must be`(text: String, field: String) {
  #expect(bytes { $0.csvField(text) } == field)
}

@Test(
  arguments: [
    ("", #""""#), ("\"\\/", #""\"\\/""#), ("a\nb\tc\r", #""a\nb\tc\r""#),
    ("\u{0}\u{1F}\u{7F}", "\"\\u0000\\u001f\u{7F}\""),
    ("Ø 🚗\u{2028}", "\"Ø 🚗\u{2028}\""),
  ])
func `JSON strings escape what they must`(text: String, escaped: String) {
  #expect(bytes { $0.jsonString(text) } == escaped)
}

@Test(
  arguments: [
    ("Fish & Chips <\"van\">", "Fish &amp; Chips &lt;&quot;van&quot;&gt;"), ("a\r\n\tb", "a&#13;&#10;&#9;b"),
    ("bell\u{7} \u{FFFE}", "bell\u{FFFD} \u{FFFD}"), ("Ø 🚗", "Ø 🚗"),
  ])
func `XML text escapes what it must and replaces what it cannot hold`(text: String, escaped: String) {
  #expect(bytes { $0.xmlText(text) } == escaped)
}

@Suite struct `Short texts` {
  /// The text is the last thing that the function writes.
  @inline(never)
  private func bracket(_ bytes: inout ByteWriter) {
    bytes.integer(7)
    bytes.text("]")
  }

  @inline(never)
  private func field(_ text: String, _ bytes: inout ByteWriter) { bytes.csvField(text) }

  @Test(arguments: 0...64)
  func `are whole where the bytes grow`(capacity: Int) {
    var bytes = ByteWriter(capacity: capacity)
    for _ in 0..<1000 {
      bracket(&bytes)
      field("a b", &bytes)
    }
    let written = bytes.array
    #expect(String(decoding: written, as: UTF8.self) == String(repeating: "7]a b", count: 1000))
  }
}

@Test func `all numbers of up to five digits are written in full, as they are and as degrees`() {
  let wrong = (-99_999...99_999).filter { (number: Int) in
    let degrees = (number < 0 ? "-" : "") + "\(number.magnitude).0000001"
    let written = bytes { bytes in
      bytes.integer(Int64(number))
      bytes.fixed(Int64(number) * 10_000_000 + Int64(number < 0 ? -1 : 1), places: 7)
    }
    return written != "\(number)" + degrees
  }
  #expect(wrong == [])
}
