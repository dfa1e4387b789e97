import Geodesy
import Moments
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing

@Suite struct `A rule of the map that holds at times` {
  @Test(arguments: [
    ("motor_vehicle:conditional=no @ (Mo-Fr 07:00-09:00)", "2026-03-02T08:00:00+01:00", long),
    ("motor_vehicle:conditional=no @ (Mo-Fr 07:00-09:00)", "2026-03-02T10:00:00+01:00", short),
    ("motor_vehicle:conditional=no @ (Mo-Fr 07:00-09:00)", "2026-03-02T08:00:00-05:00", long),
    ("motor_vehicle:conditional=no @ (Mo-Fr 07:00-09:00)", nil, short),
    ("access:conditional=destination @ (06:00-22:00)", "2026-03-02T08:00:00Z", long),
    ("hgv:conditional=no @ (00:00-24:00)", "2026-03-02T08:00:00Z", short),
    ("access:conditional=no @ (07:00-09:00)\nmotorcar:conditional=yes @ (07:00-09:00)", "2026-03-02T08:00:00Z", short),
    ("access:conditional=no @ (07:00-09:00)\nmotorcar=yes", "2026-03-02T08:00:00Z", short),
    ("access:conditional=no @ (07:00-09:00)\naccess=yes", "2026-03-02T08:00:00Z", long),
    ("access:conditional=no @ (07:00-09:00)\nbicycle=yes", "2026-03-02T08:00:00Z", long),
    ("access:conditional=no @ (7:30-19:00 AND axles>3)", "2026-03-02T08:00:00Z", short),
    ("access:conditional=no @ wet", "2026-03-02T08:00:00Z", short),
    ("maxspeed:conditional=5 @ (07:00-09:00)", "2026-03-02T08:00:00Z", long),
    ("maxspeed:conditional=5 @ (07:00-09:00)", "2026-03-02T09:00:00Z", short),
    ("oneway:conditional=-1 @ (07:00-09:00)", "2026-03-02T08:00:00Z", long),
    ("oneway:conditional=yes @ (07:00-09:00)", "2026-03-02T08:00:00Z", short),
  ])
  func `binds at those times and where a time is asked for`(lines: String, departure: String?, way: String) throws {
    let town = try Town(conditions: ["BC": lines])
    let route = try town.route(departure)
    #expect(town.spelled(route) == way)
    #expect(route.violations.isEmpty)
  }

  @Test(arguments: [
    ("2026-03-02T08:00:00+01:00", long), ("2026-03-02T10:00:00+01:00", short), (nil, short),
  ])
  func `may be a turn restriction`(departure: String?, way: String) throws {
    let town = try Town(restrictions: ["ABC": "(Mo-Fr 07:00-09:00)"])
    #expect(town.spelled(try town.route(departure)) == way)
  }

  @Test func `is a violation where it begins to hold before the vehicle is there`() throws {
    let closed = try Town(conditions: ["CD": "motor_vehicle:conditional=no @ (07:00-09:00)"])
    let route = try closed.route("2026-03-02T06:59:30Z")
    #expect(closed.spelled(route) == short)
    #expect(route.violations.map(\.kind.code) == ["closed_when_passing"])
    #expect(throws: RouteError.onlyViolating(leg: 0)) { try closed.route("2026-03-02T06:59:30Z", strict: true) }

    let restricted = try Town(restrictions: ["BCD": "(07:00-09:00)"])
    let turn = try restricted.route("2026-03-02T06:59:30Z")
    #expect(turn.violations.map(\.kind.code) == ["turn_restriction_when_passing"])
  }

  @Test func `is counted where it cannot be told`() throws {
    let town = try Town(
      conditions: [
        "AB": "access:conditional=no @ wet", "BC": "access:conditional=no @ (axles>3)",
        "CD": "vehicle:conditional=no @ sometimes, or not", "AE": "maxspeed:conditional=30 @ (22:00-06:00; PH off)",
      ])
    let rules = ConditionalRules(of: town.sketch.graph)
    #expect(rules.untold == [.circumstances: 1, .measures: 1, .syntax: 1])
    #expect(rules.withHolidays == 1 && rules.edgeCount == 8)
  }
}

@Suite struct `A route with a time` {
  @Test func `tells when it departs and arrives`() throws {
    let town = try Town()
    let route = try town.route("2026-03-02T08:00:00+01:00")
    let outline = RouteOutline(of: route)
    #expect(route.departure?.offsetText == "+01:00")
    #expect(route.durationInTraffic == route.duration && outline.legs[0].arrivalInTraffic == route.duration)
    let untimed = try town.route()
    #expect(untimed.durationInTraffic == nil && untimed.departure == nil && untimed.duration == route.duration)
  }

  @Test func `arrives in time where no traffic is`() throws {
    let town = try Town()
    let route = try town.route(arrival: "2026-03-02T08:00:00Z")
    let departure = try #require(route.departure)
    #expect(departure.adding(seconds: route.duration).moment.iso8601 == "2026-03-02T08:00:00Z")
  }

  @Test func `is the same at another time, with the durations of that time`() throws {
    var town = try Town()
    let planned = try town.route()
    town.timetable.traffic.add(jam(kmh: 5), to: town.edges("BC"), Validity())
    var router = Router(on: town.sketch.graph, timetable: town.timetable)
    let route = router.refreshed(planned, departure: ZonedTime(iso8601: "2026-03-02T08:00:00Z"))
    #expect(town.spelled(route) == short)
    #expect(abs((route.durationInTraffic ?? 0) - route.duration - (300 / (5 / 3.6) - 300 / (25 / 3.6))) < 0.1)
  }
}

private func jam(kmh: Double) -> RoadChange {
  var change = RoadChange()
  change.speed = kmh / 3.6
  return change
}

private func closure() -> RoadChange {
  var change = RoadChange()
  change.isClosed = true
  return change
}

@Suite struct `Traffic` {
  @Test(arguments: [
    (TrafficMode.optimal, "2026-03-02T08:00:00Z", long, false),
    (.optimal, "2026-03-02T10:00:00Z", short, false),
    (.keep, "2026-03-02T08:00:00Z", short, true),
    (.ignore, "2026-03-02T08:00:00Z", short, false),
  ])
  func `is driven around, kept to or ignored`(
    mode: TrafficMode, departure: String, way: String, isDelayed: Bool
  ) throws {
    var town = try Town()
    let (from, to) = (ZonedTime(iso8601: "2026-03-02T07:00:00Z"), ZonedTime(iso8601: "2026-03-02T09:00:00Z"))
    town.timetable.traffic.add(jam(kmh: 3), to: town.edges("BC"), Validity(from: from?.moment, to: to?.moment))
    town.timetable.trafficMode = mode
    let route = try town.route(departure)
    #expect(town.spelled(route) == way)
    #expect(((route.durationInTraffic ?? 0) > route.duration + 1) == isDelayed)
    #expect(abs(route.duration - (try Town().route(departure)).duration) < 1 || way == long)
  }

  @Test func `counts when a road is passed`() throws {
    var town = try Town()
    // 400 m at 25 km/h take 57.6 s: the vehicle comes to BC a moment after the jam is over.
    let end = ZonedTime(iso8601: "2026-03-02T08:00:57Z")
    town.timetable.traffic.add(jam(kmh: 3), to: town.edges("BC"), Validity(to: end?.moment))
    town.timetable.trafficMode = .keep
    let passing = try town.route("2026-03-02T08:00:00Z")
    #expect(passing.durationInTraffic == passing.duration)
    let sooner = try town.route("2026-03-02T07:59:58Z")
    #expect((sooner.durationInTraffic ?? 0) > sooner.duration + 100)
  }

  @Test func `tells its events where they are passed`() throws {
    var town = try Town()
    town.timetable.add(
      TrafficEvent(
        id: "w1", kind: .works, severity: .minor, description: "new pipes", edges: Set(town.edges("AB BC EF")),
        validity: Validity()))
    let route = try town.route("2026-03-02T08:00:00Z")
    #expect(town.spelled(route) == short)
    #expect(route.events.map(\.event.id) == ["w1"])
    let elements = route.legs[0].elements[route.events[0].elements]
    #expect(town.sketch.spelled(elements.filter { $0.length > 1 }.map(\.edge)) == "AB BC")
  }
}

@Suite struct `A closed road` {
  @Test func `is driven around while it is closed`() throws {
    var town = try Town()
    town.timetable.policy.add(closure(), to: town.edges("BC CB"), Validity(hours: OpeningHours("07:00-09:00")))
    #expect(town.spelled(try town.route("2026-03-02T08:00:00Z")) == long)
    #expect(town.spelled(try town.route("2026-03-02T10:00:00Z")) == short)
    #expect(town.spelled(try town.route()) == short)
  }

  @Test func `is driven where nothing else leads there, and told`() throws {
    var town = try Town()
    town.timetable.policy.add(closure(), to: town.edges("BC EF"), Validity())
    let route = try town.route()
    #expect(town.spelled(route) == short)
    #expect(route.violations.map(\.kind.code) == ["closure"])
  }
}
