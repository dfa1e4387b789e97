import Moments
import Testing

@Suite struct `A window of times` {
  private let vaduz = LocalClock("CET-1CEST,M3.5.0,M10.5.0/3") ?? .utc

  private func written(_ window: TimeWindow) -> String {
    "\(window.begin?.iso8601 ?? "-") \(window.end?.iso8601 ?? "-")"
  }

  @Test func `is read in the zone of the place`() throws {
    let window = try TimeWindow(from: "2026-11-20T06:00", to: "2026-11-20T07:30:15+00:00", clock: vaduz)
    #expect(written(window) == "2026-11-20T05:00:00Z 2026-11-20T07:30:15Z")
    #expect(written(try TimeWindow(from: nil, to: nil, clock: vaduz)) == "- -")
  }

  @Test func `includes the day that ends it`() throws {
    let window = try TimeWindow(from: "2026-03-28", to: "2026-03-29", clock: vaduz)
    #expect(written(window) == "2026-03-27T23:00:00Z 2026-03-29T22:00:00Z")
  }

  @Test(arguments: [
    ("2026-03-29", "2026-03-28T23:00:00Z 2026-03-29T22:00:00Z"),  // 23 hours
    ("2026-10-25", "2026-10-24T22:00:00Z 2026-10-25T23:00:00Z"),  // 25 hours
  ])
  func `of a day follows the clocks`(day: String, expected: String) throws {
    let date = try #require(CivilDate(iso8601: day))
    #expect(written(TimeWindow(of: date, clock: vaduz)) == expected)
  }

  @Test func `of a day without midnight begins behind it`() throws {
    // The clocks of Cairo are put forward at midnight of the last Friday in April.
    let cairo = try #require(LocalClock("EET-2EEST,M4.5.5/0,M10.5.4/24"))
    let window = TimeWindow(of: CivilDate(year: 2026, month: 4, day: 24), clock: cairo)
    #expect(written(window) == "2026-04-23T22:00:00Z 2026-04-24T21:00:00Z")
  }

  @Test(
    arguments: [
      ("2026-02-30", nil, "from of --when is a time such as"), ("six", nil, "from of --when is a time such as"),
      (nil, "20.11.2026", "to of --when is a time such as"),
      ("2026-11-21", "2026-11-20", "to=2026-11-20 of --when is not after"),
      ("2026-11-20T06:00", "2026-11-20T06:00", "to=2026-11-20T06:00 of --when is not after"),
      ("2026-10-25T02:30", nil, "from of --when: the clocks show 2026-10-25T02:30 twice"),
      ("2026-03-29T02:30", nil, "from of --when: the clocks skip 2026-03-29T02:30"),
    ] as [(String?, String?, String)])
  func `that makes no sense is refused`(from: String?, to: String?, sentence: String) {
    #expect {
      _ = try TimeWindow(from: from, to: to, clock: vaduz)
    } throws: {
      ($0 as? TimeWindowError)?.description.hasPrefix(sentence) == true
    }
  }

  @Test(arguments: [
    ("today", "2026-11-22"), ("yesterday", "2026-11-21"), ("2026-02-28", "2026-02-28"),
  ])
  func `is of a day by its name`(name: String, expected: String) throws {
    // Half past midnight in Vaduz, half an hour before it in UTC.
    let now = try #require(ZonedTime(iso8601: "2026-11-22T00:30:00+01:00")).moment
    #expect(try CivilDate(named: name, now: now, clock: vaduz).iso8601 == expected)
  }

  @Test func `is not of a day that no calendar has`() {
    #expect(throws: TimeWindowError.notADay("2026-02-30")) {
      try CivilDate(named: "2026-02-30", now: Timestamp(millisecondsSince1970: 0), clock: .utc)
    }
  }
}
