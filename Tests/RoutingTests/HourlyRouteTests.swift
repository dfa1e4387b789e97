import Geodesy
import Moments
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing

/// The usual times of a town, with a jam on BC on workdays from 17:00 to 18:00.
private func learned(in town: Town, jamKmh: Double = 3, turns: [(String, String, Double)] = []) -> LearnedTimes {
  let (classes, graph) = (WeekClasses.usual, town.sketch.graph)
  var speeds = [UInt16](repeating: 3600, count: graph.edgeCount * classes.count)
  for edge in town.edges("BC") { speeds[edge.index * classes.count + 17] = UInt16(jamKmh * 100) }
  let pairs = turns.map { (from: town.sketch.edge($0.0), onto: town.sketch.edge($0.1), seconds: $0.2) }
    .sorted { ($0.from.rawValue, $0.onto.rawValue) < ($1.from.rawValue, $1.onto.rawValue) }
  return LearnedTimes(
    classes: classes, speeds: speeds, turns: pairs.map { ($0.from, $0.onto) },
    delays: pairs.flatMap { pair in (0..<classes.count).map { $0 == 17 ? UInt16(pair.seconds * 10) : 0 } })
}

private func town(_ change: (inout Town) -> Void = { _ in }) throws -> Town {
  var town = try Town()
  town.timetable.learned = learned(in: town)
  change(&town)
  return town
}

@Suite struct `A route by the hours of the week` {
  @Test(arguments: [
    ("2026-03-02T16:30:00+01:00", short), ("2026-03-02T17:10:00+01:00", long), ("2026-03-02T18:00:00+01:00", short),
    // Four minutes before five, the vehicle is through; half a minute before, it is not.
    ("2026-03-02T16:56:00+01:00", short), ("2026-03-02T16:59:30+01:00", long),
    // On Sunday there is no jam, and no hour is known without a time.
    ("2026-03-01T17:10:00+01:00", short), (nil, short),
    // The clock of the request is that of the place.
    ("2026-03-02T17:10:00+00:00", long), ("2026-03-02T16:10:00Z", short),
  ])
  func `keeps clear of a jam where it gets there while it lasts`(departure: String?, way: String) throws {
    let town = try town()
    #expect(town.spelled(try town.route(departure)) == way)
  }

  @Test(arguments: [(1.05, long), (0.9, short), (20.0, short)])
  func `heeds a policy that makes roads more expensive, and no hours with one that makes them cheaper`(
    factor: Double, way: String
  ) throws {
    let town = try town { town in
      var change = RoadChange()
      change.costFactor = factor
      town.timetable.policy.add(change, to: town.edges("EF"), Validity())
    }
    #expect(town.spelled(try town.route("2026-03-02T17:10:00Z")) == way)
  }

  @Test(arguments: [
    ("2026-03-02T16:10:00Z", long), ("2026-03-02T12:10:00-04:00", long), ("2026-03-02T17:10:00Z", short),
    ("2026-08-03T15:10:00Z", long), ("2026-08-03T16:10:00Z", short),
  ])
  func `counts the hours by the clocks of the place where they are known, whatever the offset of the request`(
    departure: String, way: String
  ) throws {
    let rome = LocalClock("CET-1CEST,M3.5.0,M10.5.0/3")
    let town = try town { $0.timetable.learned?.clock = rome }
    let route = try town.route(departure)
    #expect(town.spelled(route) == way)
    #expect(abs((route.durationInTraffic ?? 0) - route.length / 10) < 0.1)
    let back = try town.route(arrival: departure)
    #expect(town.spelled(back) == way)
  }

  @Test func `takes what the roads take at the hours in which they are reached`() throws {
    let town = try town { $0.timetable.learned = learned(in: $0, jamKmh: 24) }
    let free = try town.route("2026-03-02T16:30:00Z")
    // 1,100 m and what is left of the crossings at 36 km/h; the profile's times for turns are in the speeds.
    #expect(abs((free.durationInTraffic ?? 0) - free.length / 10) < 0.1)
    let jammed = try town.route("2026-03-02T17:30:00Z")
    #expect(town.spelled(jammed) == short)
    let slow = jammed.legs[0].elements.first { town.edges("BC").contains($0.edge) }
    #expect(abs((slow?.durationInTraffic ?? 0) - (slow?.length ?? 0) / (24 / 3.6)) < 0.01)
    #expect(jammed.duration == free.duration)
  }

  @Test func `changes its speed on the way when the hour changes`() throws {
    let town = try town { $0.timetable.learned = learned(in: $0, jamKmh: 12) }
    let route = try town.route("2026-03-02T17:59:00Z")
    let elements = route.legs[0].elements
    let jam = try #require(elements.firstIndex { town.edges("BC").contains($0.edge) })
    let before = elements[..<jam].reduce(0) { $0 + ($1.durationInTraffic ?? 0) }
    let inJam = (60 - before) * 12 / 3.6
    let expected = 60 - before + (elements[jam].length - inJam) / 10
    #expect(abs((elements[jam].durationInTraffic ?? 0) - expected) < 0.01)
  }

  @Test func `leaves as late as it may to arrive in time`() throws {
    let town = try town()
    for arrival in ["2026-03-02T16:59:00Z", "2026-03-02T17:01:10Z", "2026-03-02T17:30:00Z", "2026-03-02T18:01:00Z"] {
      let route = try town.route(arrival: arrival)
      let departure = try #require(route.departure)
      let moment = try #require(ZonedTime(iso8601: arrival)).moment
      let arrives = departure.adding(seconds: route.durationInTraffic ?? 0).moment
      #expect(arrives <= moment && moment.seconds(since: arrives) < 0.01)
      #expect(town.spelled(route) == (arrival == "2026-03-02T17:30:00Z" ? long : town.spelled(route)))
      let later = try town.route(departure.adding(seconds: 1).moment.iso8601)
      #expect(later.departure.map { $0.adding(seconds: later.durationInTraffic ?? 0).moment > moment } == true)
    }
  }

  @Test func `believes live traffic rather than what is usual, also where it is faster`() throws {
    let town = try town { town in
      var live = RoadChange()
      live.speed = 30 / 3.6
      town.timetable.traffic.add(live, to: town.edges("BC"), Validity())
    }
    #expect(town.spelled(try town.route("2026-03-02T17:10:00Z")) == short)
  }

  @Test func `waits at a crossing no longer than who comes when the delay is over`() throws {
    let town = try town { town in
      town.timetable.learned = learned(in: town, jamKmh: 36, turns: [("AB", "BC", 300)])
    }
    #expect(town.spelled(try town.route("2026-03-02T17:10:00Z")) == long)
    // Half a minute before six, the queue ends while the vehicle stands in it.
    let route = try town.route("2026-03-02T17:59:20Z")
    #expect(town.spelled(route) == short)
    let crossing = try #require(route.legs[0].elements.first { town.edges("BC").contains($0.edge) })
    #expect((crossing.durationInTraffic ?? 0) < 10 + crossing.length / 10)
  }

  @Test func `knows the usual times of a place without its zone only by clocks of their own`() throws {
    var timetable = try town().timetable
    #expect(timetable.withoutHours.learned == nil)
    timetable.learned?.clock = .utc
    #expect(timetable.withoutHours.learned != nil && timetable.withoutTraffic.learned == nil)
  }

  @Test func `ignores what was learned where traffic is ignored and for those who cannot know it`() throws {
    let ignoring = try town { $0.timetable.trafficMode = .ignore }
    #expect(ignoring.spelled(try ignoring.route("2026-03-02T17:10:00Z")) == short)
    let ofBicycles = try town { $0.timetable.learned?.modes = [.bicycle] }
    #expect(ofBicycles.spelled(try ofBicycles.route("2026-03-02T17:10:00Z", mode: .bicycle)) == long)
    #expect(ofBicycles.spelled(try ofBicycles.route("2026-03-02T17:10:00Z")) == short)
    let town = try town()
    #expect(town.spelled(try town.route("2026-03-02T17:10:00Z", mode: .bicycle)) == short)
    #expect(town.spelled(try town.route("2026-03-02T17:10:00Z", mode: .taxi)) == long)
  }
}

@Suite struct `A tour by the hours of the week` {
  /// GA is so slow that who leaves G at noon is at A after five.
  @Test(arguments: [("2026-03-02T07:00:00Z", short), ("2026-03-02T12:00:00Z", long), ("2026-02-28T12:00:00Z", short)])
  func `is planned round a jam that it meets five hours later`(departure: String, way: String) throws {
    let sketch = try RoadSketch(
      """
      ----E----------F
      |   |          |
      |   |          |
      G---A---B--C---D
      """, metresPerCell: 100, roads: ["G-A", "A-B", "B-C", "C-D", "A-E", "E-F", "F-D"])
    let classes = WeekClasses.usual
    var speeds = [UInt16](repeating: 3600, count: sketch.graph.edgeCount * classes.count)
    for hour in 0..<classes.count { speeds[sketch.edge("GA").index * classes.count + hour] = 8 }
    speeds[sketch.edge("BC").index * classes.count + 17] = 300
    var timetable = RoadTimetable()
    timetable.learned = LearnedTimes(classes: classes, speeds: speeds)
    var router = Router(on: sketch.graph, timetable: timetable)
    var request = RouteRequest(waypoints: "GAD".map { Waypoint(place: sketch.place($0)) })
    for i in request.waypoints.indices { request.waypoints[i].radius = 60 }
    request.departure = ZonedTime(iso8601: departure)
    let route = try router.route(request)
    #expect(sketch.spelled(route.legs[1].elements.filter { $0.length > 1 }.map(\.edge)) == way)
    // The same tour by its arrival leaves no earlier.
    let arrival = try #require(request.departure).adding(seconds: route.durationInTraffic ?? 0)
    request.departure = nil
    request.arrival = arrival
    let back = try router.route(request)
    #expect(back.departure.map { $0.moment >= ZonedTime(iso8601: departure)!.moment } == true)
    #expect(back.departure.map { $0.adding(seconds: back.durationInTraffic ?? 0).moment <= arrival.moment } == true)
  }
}

@Suite struct `Alternatives by the hours of the week` {
  @Test(arguments: [false, true])
  func `are measured by the hour in which they are driven`(isPrepared: Bool) throws {
    var town = try town()
    town.timetable.learned = learned(in: town, jamKmh: 14)
    let roads = isPrepared ? try RoutingHierarchy(of: town.sketch.graph) : nil
    let costs = RoadCosts(graph: town.sketch.graph, options: RouteOptions())
    var router = Router(
      on: town.sketch.graph, timetable: town.timetable,
      prepared: roads.flatMap { PreparedRoads(roads: $0, costs: costs) })
    func ways(_ departure: String) throws -> [String] {
      var request = RouteRequest(waypoints: "AD".map { Waypoint(place: town.sketch.place($0)) })
      for i in request.waypoints.indices { request.waypoints[i].radius = 60 }
      request.departure = ZonedTime(iso8601: departure)
      return try router.routes(request, alternatives: 2).map(town.spelled)
    }
    // At half past four the long way takes more than 1.4 times as long; in the jam the short way is nearly as quick.
    #expect(try ways("2026-03-02T16:30:00Z") == [short])
    #expect(try ways("2026-03-02T17:10:00Z") == [short, long])
  }
}

@Suite struct `A matrix by the hours of the week` {
  @Test func `holds what the routes of its pairs take at the departure`() throws {
    let town = try town()
    var router = Router(on: town.sketch.graph, timetable: town.timetable)
    let places = "ADF".map { Waypoint(place: town.sketch.place($0)) }
    var request = RouteRequest(waypoints: [])
    request.departure = ZonedTime(iso8601: "2026-03-02T17:10:00Z")
    let matrix = RouteMatrix(to: places, request, using: &router)
    var search = MatrixSearch(of: matrix)
    for from in places {
      for (cell, to) in zip(search.row(from: from, using: &router), places) {
        request.waypoints = [from, to]
        let route = try router.route(request)
        let duration = try #require(route.durationInTraffic)
        #expect(cell == .found(duration: duration, length: route.length, isLawful: true))
      }
    }
  }
}
