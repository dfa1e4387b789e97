import Geodesy
import Moments
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing

@testable import Plans

@Suite struct `The rest of a plan` {
  private let town: RoadSketch
  private let plan: Plan

  init() throws {
    town = try grid()
    plan = town.plan(along: "AB BC | CG GF | FB", from: 50, shortOfEnd: 30)
  }

  @Test func `is as long as what is ahead, and leads through the waypoints ahead`() {
    var faults: [String] = []
    for progress in stride(from: 0, to: plan.length, by: 7) {
      guard let rest = plan.remainder(from: progress, on: town.graph) else {
        faults.append("none at \(progress)")
        continue
      }
      let ahead = plan.waypoints.filter { $0.progress > progress }.count
      if abs(rest.length - plan.length + progress) > 0.001 { faults.append("\(rest.length) at \(progress)") }
      if rest.paths.count != ahead || rest.waypoints.count != ahead + 1 { faults.append("waypoints at \(progress)") }
    }
    #expect(faults.isEmpty, "\(faults)")
  }

  @Test func `begins on the road of the plan, in its direction`() throws {
    let rest = try #require(plan.remainder(from: 100, on: town.graph))
    let begin = try #require(rest.requested.first?.snapped)
    // The plan begins 50 m behind A.
    #expect(begin.departures.map(\.edge) == [town.edge("AB")] && abs(begin.departures[0].offset - 150) < 0.01)
    #expect(town.spelled(rest.paths.joined().map(\.edge)) == "AB BC CG GF FB")
  }

  @Test func `of a waypoint that is reached is the next leg, and at the end there is none`() throws {
    let rest = try #require(plan.remainder(from: plan.waypoints[1].progress, on: town.graph))
    #expect(rest.paths.map { town.spelled($0.map(\.edge)) } == ["CG GF", "FB"])
    #expect(plan.remainder(from: plan.length + 1, on: town.graph) == nil)
  }

  @Test func `takes the time in traffic where that is known, and no time behind the end`() {
    var route = plan.route
    route.legs[1].elements[1].durationInTraffic = 500
    let times = PlanTimes(route)
    let slower = 500 - route.legs[1].elements[1].duration
    #expect(abs(times.duration - plan.duration - slower) < 1e-6)
    #expect(times.remaining(from: -5) == times.duration && abs(times.remaining(from: 1e6)) < 1e-6)
    // GF is 200 m long, and begins 450 m along the plan.
    #expect(abs(times.remaining(from: 500) - times.remaining(from: 600) - 250) < 1)
    let rest = stride(from: -10, through: plan.length + 10, by: 1).map { times.remaining(from: $0) }
    #expect(zip(rest, rest.dropFirst()).allSatisfy { $0 >= $1 })
  }

  @Test func `has no hindsight when it is over`() {
    var planner = Planner(router: Router(on: town.graph))
    let hindsight = planner.hindsight(
      of: plan, from: (plan.length + 1, RoadSketch.begin), arrival: RoadSketch.begin, stood: 0,
      in: KnownTraffic(RoadTimetable(), clock: nil), settings: PollSettings())
    #expect(hindsight == nil)
  }
}

@Suite struct `A poll` {
  @Test(arguments: [
    (60.0, 3600.0, true), (59, 3600, false), (30, 300, true), (29, 300, false), (0, 0, true), (-60, 300, false),
  ])
  func `tells of a minute, or of a tenth of a shorter way`(difference: Seconds, duration: Seconds, isEnough: Bool) {
    #expect(PollSettings().isEnough(difference, of: duration) == isEnough)
  }

  @Test func `is made at each interval from the first fix on the plan to its end`() throws {
    let town = try grid()
    let plan = town.plan(along: "AB BC")
    var settings = PollSettings()
    settings.interval = 10
    var fold = PollFold(plan, in: KnownTraffic(RoadTimetable(), clock: nil), settings: settings)
    var router = Router(on: town.graph)
    var told: [Int] = []
    // Off the plan it is told at once, and again when it was on it in between; on it there is nothing new.
    let fixes: [(second: Int, isOnPlan: Bool, progress: Metres)] = [
      (0, false, 0), (20, false, 0), (30, true, 0), (39, false, 0), (40, false, 0), (49, false, 0), (50, false, 0),
      (60, true, 100), (70, false, 100), (80, true, plan.length - 29), (99, false, 100),
    ]
    for (number, fix) in fixes.enumerated() {
      let time = RoadSketch.begin.adding(seconds: Double(fix.second))
      let position = plan.position(at: fix.progress, fix.isOnPlan, 0, from: nil, at: time)
      guard let poll = fold.take(number, time, position, using: &router) else { continue }
      #expect(poll.finding == .couldNotMatchOrigin && poll.fix == number && poll.route == nil)
      told.append(fix.second)
    }
    #expect(told == [40, 70])
  }
}

@Suite struct `What hinders a drive on its plan` {
  private let town: RoadSketch
  private let plan: Plan

  init() throws {
    town = try grid()
    plan = town.plan(along: "AB BC CD")
  }

  private func worst(in piece: ClosedRange<Metres>, after seconds: Seconds, _ timetable: RoadTimetable) -> String {
    let hindrances = Hindrances(KnownTraffic(timetable, clock: nil), on: town.graph)
    return hindrances.worst(on: plan, in: piece, at: RoadSketch.begin.adding(seconds: seconds)).map { "\($0)" } ?? "-"
  }

  @Test(arguments: [
    (0.0, 600.0, 15.0, "closedRoad"), (0, 600, 9, "trafficEvent"), (0, 600, 10, "closedRoad"),
    (0, 600, 20, "trafficEvent"), (0, 199, 15, "-"), (201, 399, 15, "closedRoad"), (201, 399, 25, "-"),
    (401, 600, 15, "trafficEvent"), (300, 300, 15, "closedRoad"),
  ])
  func `is the worst there and then: a road closed, or an event on it`(
    begin: Metres, end: Metres, seconds: Seconds, expected: String
  ) {
    var (timetable, closed) = (RoadTimetable(), RoadChange())
    closed.isClosed = true
    timetable.traffic.add(
      closed, to: [town.edge("BC")],
      Validity(from: RoadSketch.begin.adding(seconds: 10), to: RoadSketch.begin.adding(seconds: 20)))
    timetable.add(
      TrafficEvent(
        id: "1", kind: .works, severity: nil, description: "", edges: [town.edge("CD")], validity: Validity()))
    #expect(worst(in: begin...end, after: seconds, timetable) == expected)
  }

  @Test func `is no slow road, nor one that it does not drive, but one without access`() {
    var (slow, barred) = (RoadChange(), RoadChange())
    slow.speed = 1
    barred.access = .no
    var timetable = RoadTimetable()
    timetable.traffic.add(slow, to: [town.edge("AB")], Validity())
    timetable.traffic.add(barred, to: [town.edge("CB"), town.edge("FG")], Validity())
    #expect(worst(in: 0...600, after: 0, timetable) == "-")
    timetable.traffic.add(barred, to: [town.edge("AB")], Validity())
    #expect(worst(in: 0...600, after: 0, timetable) == "closedRoad")
  }
}
