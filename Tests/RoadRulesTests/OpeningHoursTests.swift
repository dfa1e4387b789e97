import Moments
import RoadGraph
import RoadRules
import Testing

private func time(_ text: String) throws -> ZonedTime { try #require(ZonedTime(iso8601: text)) }

@Suite struct `Opening hours` {
  // 2026-03-02 is a Monday.
  @Test(arguments: [
    ("07:00-09:00", "2026-03-02T08:00:00+01:00", true),
    ("07:00-09:00", "2026-03-02T06:59:59+01:00", false),
    ("07:00-09:00", "2026-03-02T09:00:00+01:00", false),
    ("07:00-09:00", "2026-03-02T08:00:00Z", true),
    ("07:00-09:00", "2026-03-02T08:00:00-05:00", true),
    ("22:00-06:00", "2026-03-02T23:00:00Z", true),
    ("22:00-06:00", "2026-03-02T05:59:00Z", true),
    ("22:00-06:00", "2026-03-02T12:00:00Z", false),
    ("6:00-11:00", "2026-03-02T06:00:00Z", true),
    ("10:30:00-12:30:00", "2026-03-02T12:29:00Z", true),
    ("18:00+", "2026-03-02T23:59:00Z", true),
    ("Mo-Fr 07:00-09:00,16:00-18:00", "2026-03-02T17:00:00Z", true),
    ("Mo-Fr 07:45-09:15, 14:15-15:45", "2026-03-02T15:00:00Z", true),
    ("Mo-Fr 07:00-09:00", "2026-03-01T08:00:00Z", false),
    ("Mo-Fr 16:00-11:00;Sa 00:00-11:00", "2026-03-02T15:00:00Z", false),
    ("Mo-Fr 16:00-11:00;Sa 00:00-11:00", "2026-03-07T10:00:00Z", true),
    ("Mo-Fr 16:00-11:00;Sa 00:00-11:00", "2026-03-08T10:00:00Z", false),
    ("Fr-Mo 10:00-12:00", "2026-03-01T11:00:00Z", true),
    ("Fr-Mo 10:00-12:00", "2026-03-03T11:00:00Z", false),
    ("Sa,Su,PH 07:00-20:00", "2026-03-01T08:00:00Z", true),
    ("Sa14:00-24:00;Su", "2026-03-01T23:30:00Z", true),
    ("Mo-Fr 08:15-09:15; Mo-Fr 14:45-15:45", "2026-03-02T09:00:00Z", true),
    ("Mo-Sa 07:30-09:00, 17:00-19:30; PH off", "2026-03-02T18:00:00Z", true),
    ("Mo-Su 07:00-19:00; Su off", "2026-03-01T08:00:00Z", false),
    ("24/7", "2026-03-01T08:00:00Z", true),
    ("Nov 01 - Apr 8", "2026-03-02T08:00:00Z", true),
    ("Nov 01 - Apr 8", "2026-05-02T08:00:00Z", false),
    ("mar 15-Sep 15", "2026-03-15T00:00:00Z", true),
    ("Dec-May", "2026-05-31T08:00:00Z", true),
    ("Dec-May", "2026-06-01T08:00:00Z", false),
    ("2019 Nov 16-2020 Apr 30", "2020-01-05T08:00:00Z", true),
    ("2019 Nov 16-2020 Apr 30", "2021-01-05T08:00:00Z", false),
    ("2018 Oct 10-11 07:00-14:00", "2018-10-11T13:00:00Z", true),
    ("2018 Oct 10-11 07:00-14:00", "2018-10-12T13:00:00Z", false),
    ("Apr-Sep: Mo-Fr 10:00-12:00", "2026-04-01T11:00:00Z", true),
    ("2016 Apr 25 - 2016 Sep 26", "2016-09-26T22:00:00Z", true),
  ])
  func `hold by the clock and the calendar of the place`(text: String, at moment: String, holds: Bool) throws {
    let hours = try #require(OpeningHours(text))
    #expect(hours.holds(at: try time(moment)) == holds)
    #expect(hours.ignoresHolidays == text.contains("PH"))
  }

  @Test(arguments: [
    "", "off", "PH", "PH off", "sunrise-sunset", "Mo-Fr 17:00,19:00", "Mo-Fr 09:00-12:00, 15-17",
    "Mo-Fr 08:15-09:15 \"term times\"", "15.03. bis 15.09. Betretungsverbot", "week 01-10", "Mo[1] 08:00-10:00",
    "Mo-", "07:00-25:99", "10:30:15-12:30:00", "Mo-Fr, 07:00-09:00", "easter", "wet", "weight>7.5", "2019",
    "Mo 07:00-09:00 08:00",
  ])
  func `that are not wholly understood are none`(text: String) {
    #expect(OpeningHours(text) == nil)
  }
}

@Suite struct `A condition` {
  @Test(arguments: [
    ("(07:00-19:00)", RoadCondition.State.holds, [RoadCondition.Obstacle]()),
    ("07:00-19:00", .holds, []),
    ("(20:00-22:00)", .doesNotHold, []),
    ("(7:30-19:00 AND axles>3)", .unknown, [.measures]),
    ("(20:00-22:00 AND axles>3)", .doesNotHold, [.measures]),
    ("(7:30-19:00 AND weight>7.5)", .holds, []),
    ("weight <= 7.5 t", .doesNotHold, []),
    ("(height>=4)", .holds, []),
    ("length>12", .doesNotHold, []),
    ("width>2", .doesNotHold, []),
    ("axleload>8", .unknown, []),
    ("weight>heavy", .unknown, [.measures]),
    ("delivery", .unknown, [.circumstances]),
    ("(07:00-19:00 AND Mo-Fr)", .holds, []),
    ("wet", .unknown, [.circumstances]),
    ("FI:valtion_virka-auto", .unknown, [.circumstances]),
    ("(Mo-Fr 17:00,19:00)", .unknown, [.syntax]),
  ])
  func `holds when all of its parts do`(
    text: String, state: RoadCondition.State, obstacles: [RoadCondition.Obstacle]
  ) throws {
    let condition = RoadCondition(text)
    let vehicle = Vehicle([.weight: 12, .height: 4, .length: 12])
    let circumstances = Circumstances(at: try time("2026-03-02T08:00:00Z"), Traveller(.car, vehicle: vehicle))
    #expect(condition.state(in: circumstances) == state)
    #expect(condition.obstacles == obstacles)
  }

  @Test func `on hours is not known to hold where no time is asked for`() {
    let circumstances = Circumstances(at: nil, Traveller(.truck))
    #expect(RoadCondition("(07:00-19:00)").state(in: circumstances) == .unknown)
    #expect(RoadCondition("weight>7.5").state(in: circumstances) == .holds)
    #expect(RoadCondition("(07:00-19:00 AND weight>30)").state(in: circumstances) == .doesNotHold)
  }
}
