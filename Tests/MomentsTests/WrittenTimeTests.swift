import RandomNumbers
import Storage
import Testing

@testable import Moments

@Suite struct `A time as people and programs write it` {
  private func read(_ text: String, _ reading: TimeReading = TimeReading()) -> String {
    let bytes = Array(text.utf8)
    if let time = reading.time(ByteCursor(bytes.span)) { return time.iso8601 }
    switch reading.flaw(of: ByteCursor(bytes.span)) {
    case .unreadable: return "unreadable"
    case .implausible: return "implausible"
    case .unknownOrder: return "unknown order"
    case .skippedHour: return "skipped hour"
    case .repeatedHour(let first): return "repeated hour from \(first.iso8601)"
    case nil: return "read once, and not again"
    }
  }

  @Test(arguments: [
    "2026-05-04T07:05:09Z", "2026-5-4 7:05:09", "2026/05/04 07:05:09", "2026.05.04 07:05:09", "2026:05:04 07:05:09",
    "04.05.2026 07:05:09", "4.5.2026 7:05:09", "04.05.2026, 07:05:09", "04.05.2026 07:05:09 UTC",
    "20260504T070509Z", "20260504T070509", "20260504 070509", "20260504 07:05:09", "20260504070509",
    "2026-05-04 070509", "2026-05-04T070509", "04.05.2026 70509", "2026-05-04_07:05:09",
    "4 May 2026 07:05:09", "May 4, 2026 7:05:09 AM", "May 4, 2026, 7:05:09 am", "may 4 2026 07:05:09",
    "May 4, 2026 at 7:05:09\u{202F}AM", "May 4th, 2026 7:05:09 a.m.", "04-May-2026 07:05:09", "4. May 2026 07:05:09",
    "Mon, 04 May 2026 07:05:09 GMT", "Monday, 4 May 2026 07:05:09", "Mon May  4 07:05:09 2026",
    "Mon May  4 07:05:09 UTC 2026", "Mon May 04 2026 09:05:09 GMT+0200 (Central European Summer Time)",
    "2026-05-04 09:05:09 +02:00", "2026-5-4 9:05:09+0200", "04.05.2026 09:05:09 GMT+02:00", "20260504T010509-0600",
    "07:05:09 04.05.2026", "2026-05-04 7:05:09 AM",
  ])
  func `is the same moment in each form`(text: String) { #expect(read(text) == "2026-05-04T07:05:09Z") }

  @Test(arguments: [
    ("04.05.2026 07:05", "2026-05-04T07:05:00Z"), ("202605040705", "2026-05-04T07:05:00Z"),
    ("20260504T0705Z", "2026-05-04T07:05:00Z"), ("20260504070509.25", "2026-05-04T07:05:09.250Z"),
    ("2026-5-4 7:05:09,125", "2026-05-04T07:05:09.125Z"), ("2026-05-04 12:00:00 AM", "2026-05-04T00:00:00Z"),
    ("2026-05-04 12:30 PM", "2026-05-04T12:30:00Z"), ("2026-05-04 11:59:59 PM", "2026-05-04T23:59:59Z"),
    ("4 Sept 2026 07:05", "2026-09-04T07:05:00Z"), ("1302151855,25", "2011-04-07T04:50:55.250Z"),
    ("05/05/2026 07:05", "2026-05-05T07:05:00Z"), ("04.05.26 07:05:09", "2026-05-04T07:05:09Z"),
    ("24.11.26 08:15", "2026-11-24T08:15:00Z"), ("4.5.98 08:15:00.5", "1998-05-04T08:15:00.500Z"),
  ])
  func `keeps what is written of it`(text: String, expected: String) { #expect(read(text) == expected) }

  @Test(arguments: [
    // Nothing says which is the day, or the year.
    ("040526 070509", "unknown order"),
    ("04/05/2026 07:05:09", "unknown order"), ("4-5-2026 07:05:09", "unknown order"),
    ("13/05/2026 07:05", "unknown order"),
    // No such day, hour or month.
    ("31.04.2026 07:05:09", "unreadable"), ("14/13/2026 07:05:09", "unreadable"), ("2026-5-4 24:00:00", "unreadable"),
    ("2026-05-04 13:05:09 PM", "unreadable"), ("2026-05-04 0:05:09 AM", "unreadable"),
    ("4 Mai 2026 07:05", "unreadable"),
    ("Tue, 04 May 2026 07:05:09 GMT", "unreadable"), ("20261304070509", "unreadable"), ("202605042505", "unreadable"),
    // With points the day comes first, and no month is the 13th. CST is a zone of America, of China and of Cuba.
    ("040526", "implausible"), ("2026-05-04 07:05:09 CST", "unreadable"),
    ("04.13.26 07:05:09", "unreadable"), ("04.05.2 07:05:09", "unreadable"), ("04.05.260 07:05:09", "unreadable"),
    // Half of it.
    ("04.05.2026", "unreadable"), ("4 May 2026", "unreadable"), ("7:05:09 PM", "unreadable"),
    ("20260504", "implausible"),
    ("2026-05-04 07:05:09 PM PM", "unreadable"), ("2026-05-04 07:05:09 2026-05-04", "unreadable"),
    ("2026-05-04 705", "unreadable"), ("1,302,151,855", "unreadable"), ("2026-05-04 07:05:09 (home)", "unreadable"),
    // Not of any drive.
    ("1970-01-01T00:00:05Z", "implausible"), ("0", "implausible"), ("46146.2952", "implausible"),
    ("1980-01-05T23:59:59Z", "implausible"), ("2612-01-23T10:41:10Z", "implausible"), ("99999999999999", "implausible"),
    ("2101-01-01T00:00:00Z", "implausible"), ("1777880709000000000000", "implausible"),
  ])
  func `is refused where it may mean something else`(text: String, expected: String) { #expect(read(text) == expected) }

  @Test(arguments: [
    (TimeFormat.dayFirst, "04/05/2026 07:05:09", "2026-05-04T07:05:09Z"),
    (.monthFirst, "04/05/2026 7:05:09 PM", "2026-04-05T19:05:09Z"), (.monthFirst, "13/05/2026 07:05", "unreadable"),
    (.dayFirst, "05/13/2026 07:05", "unreadable"), (.dayFirst, "2026-05-04T07:05:09Z", "2026-05-04T07:05:09Z"),
    (.spreadsheetDays, "46146.295243055556", "2026-05-04T07:05:09Z"),
    (.spreadsheetDays, "46146,5", "2026-05-04T12:00:00Z"),
    (.spreadsheetDays, "25569", "1970-01-01T00:00:00Z"), (.spreadsheetDays, "noon", "unreadable"),
    (.epochSeconds, "5", "1970-01-01T00:00:05Z"), (.epochMilliseconds, "20260504070509", "implausible"),
    (.iso8601, "1970-01-01T00:00:05Z", "1970-01-01T00:00:05Z"), (.iso8601, "4 May 2026 07:05:09", "unreadable"),
  ])
  func `is read in the format that was stated`(format: TimeFormat, text: String, expected: String) {
    #expect(read(text, TimeReading(format)) == expected)
  }

  @Test(arguments: [
    ("%d.%m.%Y %H:%M:%S", "04.05.2026 07:05:09", "2026-05-04T07:05:09Z"),
    ("%d.%m.%Y %H:%M:%S", "04.05.2026 07:05:09.25", "2026-05-04T07:05:09.250Z"),
    ("%d.%m.%Y %H:%M:%S", "04.05.26 07:05:09", "unreadable"), ("%d.%m.%Y %H:%M", "04.05.2026 07:05:09", "unreadable"),
    ("%d%m%y %H%M%S", "040526 070509", "2026-05-04T07:05:09Z"),
    ("%y%j%H%M%S.%f", "26124070509.5", "2026-05-04T07:05:09.500Z"),
    ("%m/%d/%Y %I:%M %p", "5/4/2026 7:05 pm", "2026-05-04T19:05:00Z"),
    ("%a %b %e %T %Y", "Mon May  4 07:05:09 2026", "2026-05-04T07:05:09Z"),
    ("%FT%T%z", "2026-05-04T09:05:09+02:00", "2026-05-04T07:05:09Z"),
    ("%D at %R", "05/04/26 at 07:05", "2026-05-04T07:05:00Z"),
    ("t=%s", "t=1777878309", "2026-05-04T07:05:09Z"),
    ("100%% %Y-%m-%d %H", "100% 2026-05-04 07", "2026-05-04T07:00:00Z"),
    ("%Y-%m-%d %H:%M", "1969-05-04 07:05", "1969-05-04T07:05:00Z"), ("%Y%j%H", "202636607", "unreadable"),
  ])
  func `is read by a pattern`(pattern: String, text: String, expected: String) throws {
    #expect(read(text, TimeReading(try TimeFormat(pattern))) == expected)
  }

  @Test(arguments: [
    ("%Y-%m-%d", "lacks the hour"), ("%H:%M", "lacks the year"), ("%Y %H", "lacks the month and day"),
    ("%Y-%m-%d %I:%M", "lacks the %p beside %I"), ("%Y-%m-%d %Q", "has %Q"), ("%Y-%m-%d %H%", "has %, which"),
    ("%Y-%Y-%d %H", "says the same twice"),
    ("dd.MM.yyyy", "one of auto, iso, s, ms, us, ns, dmy, mdy, ymd, excel, or a pattern"),
  ])
  func `has no pattern that could not say when it was`(pattern: String, complaint: String) {
    #expect { try TimeFormat(pattern) } throws: { "\($0)".contains(complaint) }
  }

  @Test func `has every name that the formats list`() throws {
    for name in TimeFormat.names { #expect(try TimeFormat(name).name == name) }
    #expect(try TimeFormat("%F %T").name == "%F %T")
  }

  // MARK: Local times

  private static let vaduz = LocalClock("CET-1CEST,M3.5.0,M10.5.0/3")

  @Test(arguments: [
    ("2026-05-04 07:05:09", "2026-05-04T05:05:09Z"), ("2026-01-04 07:05:09", "2026-01-04T06:05:09Z"),
    ("2026-05-04 07:05:09Z", "2026-05-04T07:05:09Z"), ("2026-05-04 07:05:09 +03:00", "2026-05-04T04:05:09Z"),
    ("1777878309", "2026-05-04T07:05:09Z"), ("2026-03-29 01:59:59", "2026-03-29T00:59:59Z"),
    ("2026-03-29 02:00:00", "skipped hour"), ("2026-03-29 02:59:59", "skipped hour"),
    ("2026-03-29 03:00:00", "2026-03-29T01:00:00Z"), ("2026-10-25 01:59:59", "2026-10-24T23:59:59Z"),
    ("2026-10-25 02:00:00", "repeated hour from 2026-10-25T00:00:00Z"),
    ("2026-10-25 02:59:59", "repeated hour from 2026-10-25T00:59:59Z"), ("2026-10-25 03:00:00", "2026-10-25T02:00:00Z"),
  ])
  func `without an offset is that of the place's clocks`(text: String, expected: String) {
    #expect(read(text, TimeReading(clock: Self.vaduz)) == expected)
  }

  @Test(arguments: [
    "CET-1CEST,M3.5.0,M10.5.0/3", "CST6CDT,M3.2.0,M11.1.0", "AEST-10AEDT,M10.1.0,M4.1.0/3",
    "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
    "+05:45",
  ])
  func `shown by the clocks is one of the moments that they show so`(rule: String) throws {
    let clock = try #require(LocalClock(rule))
    var random = SplitMix64(seed: 11)
    for _ in 0..<5000 {
      let moment = Timestamp(
        millisecondsSince1970: Int64.random(in: 1_700_000_000...1_800_000_000, using: &random) * 1000)
      let shown = moment.millisecondsSince1970 + Int64(clock.time(moment).offsetInMinutes) * 60_000
      let moments = clock.moments(showing: shown)
      #expect(moments.contains(moment) && moments.count <= 2)
    }
  }

  // MARK: Every style

  private static let styles = [
    "%Y-%m-%d %H:%M:%S", "%d.%m.%Y %H:%M:%S", "%d.%m.%Y %I:%M:%S %p", "%e %b %Y %H:%M:%S", "%B %e, %Y %I:%M:%S %p",
    "%Y%m%dT%H%M%S", "%Y%m%d%H%M%S", "%Y/%m/%d %H:%M:%S", "%Y-%m-%d %H%M%S", "%d/%m/%Y %H:%M:%S", "%m/%d/%Y %H:%M:%S",
  ]

  @Test(arguments: styles)
  func `in any style is read as it was written, or refused`(style: String) throws {
    var random = SplitMix64(seed: 12)
    let pattern = TimeReading(try TimeFormat(style))
    for _ in 0..<2000 {
      let time = Timestamp(millisecondsSince1970: Int64.random(in: 316_000_000..<4_133_980_000, using: &random) * 1000)
      let text = StrayClock.text(time, style)
      let automatic = read(text)
      #expect(automatic == time.iso8601 || automatic == "unknown order" && style.contains("/%Y"), "\(text)")
      #expect(read(text, pattern) == time.iso8601, "\(text)")
    }
  }
}

/// Writes times in the directives of `strftime`, independently of the reader.
enum StrayClock {
  static func text(_ time: Timestamp, _ style: String) -> String {
    let iso = Array(time.iso8601)
    func part(_ begin: Int, _ count: Int) -> String { String(iso[begin..<begin + count]) }
    let month = Int(part(5, 2)) ?? 0
    let hour = Int(part(11, 2)) ?? 0
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ]
    let fields = [
      "%Y": part(0, 4), "%m": part(5, 2), "%d": part(8, 2), "%e": String(Int(part(8, 2)) ?? 0), "%H": part(11, 2),
      "%M": part(14, 2), "%S": part(17, 2), "%b": String(months[month - 1].prefix(3)), "%B": months[month - 1],
      "%p": hour < 12 ? "AM" : "PM", "%I": String((hour + 11) % 12 + 1),
    ]
    return fields.reduce(style) { $0.replacing($1.key, with: $1.value) }
  }
}
