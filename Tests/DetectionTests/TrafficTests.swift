import Geodesy
import Matching
import Moments
import Plans
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing
import Traces
import Trips

@testable import Detection

/// Two long streets, and five across; the road to K has no way round. Digits are waypoints.
private func sketched() throws -> RoadSketch {
  try RoadSketch(
    """
    A-1------2-B--------3-C---4------D--------5-E---------K
    |          |          |          |          |
    |          |          |          |          |
    |          |          |          |          |
    F-6--------G--------7-H----------I--8-------J
    """, metresPerCell: 20,
    roads: ["A-B-C-D-E-K", "F-G-H-I-J", "A-F", "B-G", "C-H", "D-I", "E-J"])
}

/// Rows of a file of traffic.
private struct Jam {
  var edges: String
  var speed: Double? = 1
  var isClosed = false
  /// Seconds from the begin of the drive.
  var from: Double?
  var to: Double?
}

/// A drive held against its plan in traffic.
private struct Held {
  let town: RoadSketch
  let plan: Plan
  let trip: Trip
  var outcome: PlanOutcome
  let found: [Event]
  let traffic: KnownTraffic

  init(
    _ drive: String, against places: String, _ jams: [Jam],
    adjust: (RoadSketch, inout RouteOptions) -> Void = { _, _ in }
  ) throws {
    let town = try sketched()
    self.town = town
    let waypoints = places.split(separator: " ").map { word in
      var waypoint = Waypoint(place: town.place(word.last ?? " "))
      if word.first == ">" { waypoint.kind = .passThrough }
      return waypoint
    }
    var planner = Planner(router: Router(on: town.graph))
    var options = RouteOptions()
    adjust(town, &options)
    plan = Plan(try planner.router.route(RouteRequest(waypoints: waypoints, options: options)), on: town.graph)
    trip = town.trip(drive)
    outcome = PlanOutcome(id: "plan", plan, fit: nil)
    var timetable = RoadTimetable()
    for jam in jams {
      var change = RoadChange()
      change.speed = jam.speed
      change.isClosed = jam.isClosed
      func time(_ seconds: Double?) -> Timestamp? { seconds.map { RoadSketch.begin.adding(seconds: $0) } }
      timetable.traffic.add(
        change, to: jam.edges.split(separator: " ").map { town.edge(String($0)) },
        Validity(from: time(jam.from), to: time(jam.to)))
    }
    for (number, jam) in jams.enumerated() where jam.speed != 1 && !jam.isClosed {
      timetable.add(
        TrafficEvent(
          id: "\(number)", kind: .works, severity: nil, description: "",
          edges: Set(jam.edges.split(separator: " ").map { town.edge(String($0)) }), validity: Validity()))
    }
    traffic = KnownTraffic(timetable, clock: nil)
    found = Detection.events(
      of: trip, against: &outcome, on: town.graph, hindrances: Hindrances(traffic, on: town.graph))
  }

  func polls(every seconds: Double = 10, _ adjust: (inout PollSettings) -> Void = { _ in }) -> [RoutePoll] {
    var planner = Planner(router: Router(on: town.graph))
    var settings = PollSettings()
    settings.interval = seconds
    settings.leastDifference = 5
    adjust(&settings)
    return planner.polls(
      of: plan, trip.matched.trace.fixes, at: outcome.positions, in: traffic, settings: settings)
  }

  /// `better_route 20 BC CH HI`: what was found, after how many seconds, and the edges of the route.
  func spelled(_ polls: [RoutePoll]) -> [String] {
    polls.map { poll in
      let edges = (poll.route?.path ?? []).map(\.edge).reduce(into: [EdgeID]()) {
        if $0.last != $1 { $0.append($1) }
      }
      let seconds = Int(poll.time.seconds(since: RoadSketch.begin))
      return "\(poll.finding.rawValue) \(seconds)" + (edges.isEmpty ? "" : " " + town.spelled(edges))
    }
  }
}

@Suite struct `A drive against its plan in traffic` {
  /// A jam on the plan that begins after 15 s.
  private let jam = Jam(edges: "CD", from: 15)
  private let onPlan = "AB BC CD DE EK"

  @Test func `is offered the route past a jam from the moment when the jam is known`() throws {
    let held = try Held(onPlan, against: "1 5", [jam])
    let polls = held.polls()
    // The first fix on the plan is that after 2 s. Past B there is another way, which is told once: the route and what it
    // gains stay the same.
    #expect(polls.map(\.finding) == [.betterRoute, .betterRoute])
    #expect(held.spelled(polls).dropFirst() == ["better_route 32 BC CH HI ID DE"])
    #expect(polls[0].time == RoadSketch.begin.adding(seconds: 22))
    let route = try #require(polls[1].route)
    // 220 m at 1 m/s in place of 25 km/h, against 160 m and two turns more.
    #expect(abs(route.lengthDifference - 160) < 0.1)
    #expect(route.arrivalDifference < -140 && route.arrivalDifference > -155)
    #expect(route.arrival == polls[1].time.adding(seconds: route.duration))
    #expect(!route.isPlanClosed)
  }

  @Test func `is told again when the better route gains another time`() throws {
    // The jam grows after 40 s.
    let grown = try Held(
      onPlan, against: "1 5", [Jam(edges: "CD", speed: 2, from: 15, to: 40), Jam(edges: "CD", from: 40)])
    let polls = grown.polls().suffix(2)
    #expect(grown.spelled(Array(polls)) == ["better_route 32 BC CH HI ID DE", "better_route 42 BC CH HI ID DE"])
    let (first, second) = (try #require(polls.first?.route), try #require(polls.last?.route))
    #expect(second.arrivalDifference < first.arrivalDifference - 60)
  }

  @Test func `is asked at each interval only`() throws {
    let held = try Held(onPlan, against: "1 5", [jam])
    #expect(held.polls(every: 25).map { Int($0.time.seconds(since: RoadSketch.begin)) } == [28])
    #expect(held.polls(every: 600).isEmpty)
  }

  @Test func `is told nothing without news, nor when it has arrived`() throws {
    #expect(try Held(onPlan, against: "1 5", []).polls().isEmpty)
    // A jam that is over before the first poll, one that comes too late, and one behind the destination.
    for jam in [Jam(edges: "CD", to: 9), Jam(edges: "CD", from: 99), Jam(edges: "EK")] {
      #expect(try Held(onPlan, against: "1 5", [jam]).polls().isEmpty)
    }
  }

  @Test(arguments: [
    (seconds: 100.0, share: 100.0, expected: true), (100_000, 0.5, true), (100_000, 100, false), (0, 0.5, false),
    (100, 0, false),
  ])
  func `hears of a route that is better by the smaller difference; of none if either is 0`(
    seconds: Double, share: Double, expected: Bool
  ) throws {
    let polls = try Held(onPlan, against: "1 5", [jam]).polls {
      $0.leastDifference = seconds
      $0.leastDifferenceShare = share
    }
    #expect(polls.contains { $0.finding == .betterRoute } == expected)
  }

  @Test(arguments: [("1 4 5"), ("1 >4 5")])
  func `is led through its remaining waypoints`(plan: String) throws {
    let held = try Held(onPlan, against: plan, [Jam(edges: "BC", from: 5)])
    // The last waypoint before the jam's end lies on CD.
    #expect(
      held.spelled(held.polls()) == ["better_route 12 AB BG GH HC CD DE"])
  }

  @Test func `is never turned round on its road`() throws {
    // Behind the junction B only BC goes on.
    let held = try Held(onPlan, against: "1 5", [Jam(edges: "CD DE", from: 25)])
    let polls = held.polls()
    #expect(held.spelled(polls).allSatisfy { !$0.contains("CB") && !$0.contains("BA") })
    #expect(held.spelled(polls).contains { $0.hasPrefix("better_route 32 BC CH") })
  }

  @Test func `keeps the options of its plan`() throws {
    let held = try Held(onPlan, against: "1 5", [jam]) { town, options in
      options.avoidedEdges.insert(town.edge("CH"))
    }
    #expect(held.spelled(held.polls()) == ["better_route 22 AB BG GH HI ID DE"])
  }

  @Test func `is offered any way past a closed road, even a slow one`() throws {
    let held = try Held(
      onPlan, against: "1 5",
      [Jam(edges: "CD", speed: nil, isClosed: true, from: 5), Jam(edges: "HI", speed: 0.5)])
    let polls = held.polls()
    let first = try #require(polls.first?.route)
    #expect(polls.first?.finding == .betterRoute && first.isPlanClosed && first.arrivalDifference > 300)
  }

  @Test func `hears once that it arrives later where there is no other way`() throws {
    let held = try Held(onPlan, against: "1 K", [Jam(edges: "EK", from: 25)])
    let polls = held.polls()
    #expect(held.spelled(polls) == ["eta_refreshed 32 BC CD DE EK"])
    let route = try #require(polls.first?.route)
    #expect(route.arrivalDifference > 150 && route.lengthDifference == 0)
  }

  @Test func `off its plan cannot be matched to it, and hears so once`() throws {
    let held = try Held("AB BG GH HI ID DE EK", against: "1 5", [Jam(edges: "EK")])
    let lost = held.spelled(held.polls()).filter { $0.hasPrefix("could_not_match_origin") }
    #expect(lost == ["could_not_match_origin 32"])
    let events = Detection.events(of: held.polls(), on: held.trip)
    #expect(events[0].type == .couldNotMatchOrigin && events[0].detail == "the vehicle is off its plan")
    #expect(events[0].road == held.town.edge("GH"))
  }

  @Test func `has events with the difference in time and length`() throws {
    let held = try Held(onPlan, against: "1 5", [jam])
    let events = Detection.events(of: held.polls(), on: held.trip)
    #expect(events.map(\.type) == [.betterRoute, .betterRoute])
    #expect(events[1].detail == "arrives 147 s earlier; 160 m longer")
    #expect(events[1].road == held.town.edge("BC") && events[1].edge == 1)
  }

  @Test(arguments: [
    (Jam(edges: "CD", speed: nil, isClosed: true), DeviationCause.closedRoad),
    (Jam(edges: "CD", speed: nil, isClosed: true, from: 5, to: 40), .closedRoad),
    // Open again when the drive leaves the plan, not on its side of the road, and not on the piece left out.
    (Jam(edges: "CD", speed: nil, isClosed: true, to: 9), .turnedOff),
    (Jam(edges: "DC", speed: nil, isClosed: true), .turnedOff),
    (Jam(edges: "EK AB", speed: nil, isClosed: true), .turnedOff),
    (Jam(edges: "BC", speed: 20), .trafficEvent),
    (Jam(edges: "HI", speed: 20), .turnedOff),
  ])
  fileprivate func `leaves its plan because of a closed road or an event on it`(jam: Jam, cause: DeviationCause) throws
  {
    let held = try Held("AB BG GH HI ID DE EK", against: "1 5", [jam])
    let found = held.found.compactMap { ($0.payload as? Deviation)?.cause }
    #expect(found == [cause])
  }

  @Test func `left its plan in a gap of the record if it was not seen leaving`() throws {
    let town = try sketched()
    let plan = try Held(onPlan, against: "1 5", []).plan
    var causes: [DeviationCause] = []
    for wait in [0.0, 60] {
      var trip = town.trip("AB BG GH HI ID DE EK")
      // The last fix on AB is that at 22 s.
      trip.wait(wait, before: 12)
      var outcome = PlanOutcome(id: "plan", plan, fit: nil)
      let found = Detection.events(of: trip, against: &outcome, on: town.graph)
      causes += found.compactMap { ($0.payload as? Deviation)?.cause }
    }
    #expect(causes == [.turnedOff, .gap])
  }

  @Test func `expects to arrive by the traffic that is known at each fix`() throws {
    var held = try Held(onPlan, against: "1 5", [Jam(edges: "CD", from: 15, to: 31)])
    let before = held.outcome.positions.map { $0?.arrival }
    var planner = Planner(router: Router(on: held.town.graph))
    planner.expectArrivals(&held.outcome, at: held.trip.matched.trace.fixes, in: held.traffic)
    for (number, position) in held.outcome.positions.enumerated() {
      let (arrival, usual) = (try #require(position?.arrival), try #require(before[number]))
      // 220 m at 1 m/s and not at 25 km/h; a fix every 2 s.
      let more = (15..<31).contains(2 * number) ? 220 - 220 * 3.6 / 25 : 0
      #expect(abs(arrival.seconds(since: usual) - more) < 1, "fix \(number)")
      let late = try #require(position?.delay)
      #expect(abs(late - arrival.seconds(since: RoadSketch.begin) + held.plan.duration) < 0.01)
    }
  }

  @Test func `loses what the best routes would have saved`() throws {
    let held = try Held(onPlan, against: "1 5", [jam])
    func hindsight(_ traffic: KnownTraffic) throws -> Hindsight {
      var planner = Planner(router: Router(on: held.town.graph))
      let found = planner.hindsight(
        of: held.plan, from: (0, RoadSketch.begin), arrival: RoadSketch.begin.adding(seconds: 400), stood: 20,
        in: traffic, settings: PollSettings())
      return try #require(found)
    }
    let jammed = try hindsight(held.traffic)
    #expect(jammed.duration == 380)
    // At the start nobody knew of the jam; the plan was the best route, and took 188 s more than it says.
    #expect(abs(try #require(jammed.bestKnown) - held.plan.duration - 188.3) < 1)
    // Round the block: 160 m and some turns more.
    #expect(abs(try #require(jammed.best) - held.plan.duration - 41) < 4)
    #expect((jammed.loss ?? 0) > (jammed.lossToKnown ?? .infinity))
    let free = try hindsight(try Held(onPlan, against: "1 5", []).traffic)
    #expect(free.best == free.bestKnown && abs((free.best ?? 0) - held.plan.duration) < 0.1)
    // The route that was best by what was known is closed when the vehicle gets there.
    let closed = try hindsight(
      try Held(onPlan, against: "1 5", [Jam(edges: "CD", speed: nil, isClosed: true, from: 15)]).traffic)
    #expect(closed.bestKnown == nil && closed.lossToKnown == nil && closed.best == jammed.best)
  }
}
