import Foundation
import RandomNumbers
import Storage
import TestSupport
import Testing

@testable import Moments

struct TimeParsingTests {
  private func time(_ text: String, _ format: TimeFormat = .automatic) -> String? {
    let bytes = Array(text.utf8)
    return parseTime(ByteCursor(bytes.span), as: format)?.iso8601
  }

  @Test(arguments: [
    ("2011-04-03T04:50:55Z", "2011-04-03T04:50:55Z"),
    ("2011-04-03 04:50:55", "2011-04-03T04:50:55Z"),
    ("2011/04/03 04:50:55", "2011-04-03T04:50:55Z"),
    ("2011-04-03t04:50z", "2011-04-03T04:50:00Z"),
    ("2011-04-03T04:50:55.25Z", "2011-04-03T04:50:55.250Z"),
    ("2011-04-03T04:50:55,9996", "2011-04-03T04:50:56Z"),
    ("2011-04-03T04:50:55.123456789Z", "2011-04-03T04:50:55.123Z"),
    ("2011-04-03T04:50:55+02:00", "2011-04-03T02:50:55Z"),
    ("2011-04-03T04:50:55-0530", "2011-04-03T10:20:55Z"),
    ("2011-04-03 04:50:55+02", "2011-04-03T02:50:55Z"),
    ("2011-04-03 04:50:55 +0000", "2011-04-03T04:50:55Z"),
    ("2011-04-03 04:50:55 UTC", "2011-04-03T04:50:55Z"),
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
    ("2000-02-29T00:00:00Z", "2000-02-29T00:00:00Z"),
    ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
    ("1969-12-31T23:59:59.5Z", "1969-12-31T23:59:59.500Z"),
    ("1302151855", "2011-04-07T04:50:55Z"),
    ("1302151855.25", "2011-04-07T04:50:55.250Z"),
    ("1302151855250", "2011-04-07T04:50:55.250Z"),
    ("1302151855250499", "2011-04-07T04:50:55.250Z"),
    ("1302151855250000000", "2011-04-07T04:50:55.250Z"),
    ("1.302151855e9", "2011-04-07T04:50:55Z"),
    ("0", "1970-01-01T00:00:00Z"),
  ])
  func `times are understood`(text: String, expected: String) {
    #expect(time(text) == expected)
  }

  @Test(arguments: [
    "", " ", "yesterday", "2011-04-03", "2011-04-03T", "2011-04-03T24:00:00Z", "2011-04-03T04:60:00Z",
    "2011-04-03T04:50:61Z", "2011-13-01T00:00:00Z", "2011-00-01T00:00:00Z", "2011-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z", "2011-04-31T00:00:00Z", "2011-04/03T04:50:55Z", "2011-04-03T04:50:55.Z",
    "2011-04-03T04:50:55+2", "2011-04-03T04:50:55+02:", "2011-04-03T04:50:55+19:00", "2011-04-03T04:50:55Zulu",
    "03/04/2011 04:50:55", "12:30:00", "1302151855x", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+01:00", "nan",
    "1e300",
  ])
  func `what is not a time is refused`(text: String) {
    #expect(time(text) == nil)
  }

  @Test(arguments: [
    ("1302151855", TimeFormat.epochSeconds, "2011-04-07T04:50:55Z"),
    ("1302151855", .epochMilliseconds, "1970-01-16T01:42:31.855Z"),
    ("1302151855", .epochMicroseconds, "1970-01-01T00:21:42.152Z"),
    ("1302151855", .epochNanoseconds, "1970-01-01T00:00:01.302Z"),
  ])
  func `a stated format overrules the magnitude`(text: String, format: TimeFormat, expected: String) {
    #expect(time(text, format) == expected)
  }

  @Test func `a stated format refuses the others`() {
    #expect(time("1302151855", .iso8601) == nil)
    #expect(time("2011-04-03T04:50:55Z", .epochSeconds) == nil)
  }

  @Test func `every written time reads back`() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<20_000 {
      let milliseconds = Int64.random(in: -62_135_596_800_000...253_402_300_799_999, using: &random)
      let text = Timestamp(millisecondsSince1970: milliseconds).iso8601
      let bytes = Array(text.utf8)
      #expect(parseTime(ByteCursor(bytes.span))?.millisecondsSince1970 == milliseconds, "\(text)")
    }
  }

  @Test(arguments: [true, false])
  func `the plain forms read as their longer twins, also when damaged`(isWhole: Bool) {
    var random = SplitMix64(seed: 4)
    let marks = Array("0123456789:-/Tt Z.".utf8)
    for round in 0..<20_000 {
      let seconds = Int64.random(in: -62_135_596_800...253_402_300_799, using: &random)
      let milliseconds = 1000 * seconds + (isWhole ? 0 : Int64.random(in: 1...999, using: &random))
      var text = Array(Timestamp(millisecondsSince1970: milliseconds).iso8601.utf8.dropLast())
      if round % 2 == 1 {
        text[Int.random(in: 0..<text.count, using: &random)] = marks.randomElement(using: &random) ?? 0
      }
      let plain = text + Array("Z".utf8)
      let long = text + Array("+00:00".utf8)
      let read = parseTime(ByteCursor(plain.span))
      #expect(read == parseTime(ByteCursor(long.span)), "\(String(decoding: plain, as: UTF8.self))")
      if round % 2 == 0 { #expect(read?.millisecondsSince1970 == milliseconds) }
    }
  }

  @Test func `days are those of Foundation's calendar`() throws {
    let formatter = ISO8601DateFormatter()
    for day in stride(from: 0, to: 150 * 365, by: 17) {
      let date = Date(timeIntervalSince1970: Double(day - 70 * 365) * 86_400)
      let time = Timestamp(millisecondsSince1970: Int64(date.timeIntervalSince1970) * 1000)
      #expect(time.iso8601 == formatter.string(from: date))
    }
  }
}
