import Moments
import Testing

@Suite struct `The clock of a place` {
  private func shown(_ clock: String, _ time: String) throws -> String {
    let moment = try #require(ZonedTime(iso8601: time)).moment
    return try #require(LocalClock(clock)).time(moment).offsetText
  }

  @Test(arguments: [
    ("Z", "+00:00"), ("UTC", "+00:00"), ("+01:00", "+01:00"), ("-0330", "-03:30"), ("+09", "+09:00"),
    ("EST5", "-05:00"), ("<+0545>-5:45", "+05:45"),
  ])
  func `is a plain offset`(clock: String, offset: String) throws {
    #expect(try shown(clock, "2026-07-01T12:00:00Z") == offset)
    #expect(try shown(clock, "2026-01-01T12:00:00Z") == offset)
  }

  @Test(arguments: [
    // Central Europe: last Sunday of March and October, at 01:00 UTC.
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59Z", "+01:00"),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", "+02:00"),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z", "+02:00"),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", "+01:00"),
    // Chicago: second Sunday of March and first of November, at 02:00 local.
    ("CST6CDT,M3.2.0,M11.1.0", "2026-03-08T07:59:59Z", "-06:00"),
    ("CST6CDT,M3.2.0,M11.1.0", "2026-03-08T08:00:00Z", "-05:00"),
    ("CST6CDT,M3.2.0,M11.1.0", "2026-11-01T06:59:59Z", "-05:00"),
    ("CST6CDT,M3.2.0,M11.1.0", "2026-11-01T07:00:00Z", "-06:00"),
    // Melbourne: summer over the turn of the year.
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-01-01T00:00:00Z", "+11:00"),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-07-01T00:00:00Z", "+10:00"),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-04-04T15:59:59Z", "+11:00"),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-04-04T16:00:00Z", "+10:00"),
    // Lord Howe: half an hour.
    ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "2026-01-01T00:00:00Z", "+11:00"),
  ])
  func `changes with summer`(clock: String, time: String, offset: String) throws {
    #expect(try shown(clock, time) == offset)
  }

  @Test(arguments: [
    "", "Europe/Vaduz", "CET", "UTC+2", "GMT-3", "+1", "+25:00", "+01:75", "CET-1CEST", "CET-1CEST,M3.5.0",
    "CET-1CEST,J60,J300",
    "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0/x", "CET-1,M3.5.0,M10.5.0",
  ])
  func `is nothing else`(text: String) { #expect(LocalClock(text) == nil) }
}
