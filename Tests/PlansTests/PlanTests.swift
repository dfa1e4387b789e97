import Geodesy
import Moments
import RoadGraph
import Routing
import TestSupport
import Testing
import Trips

@testable import Plans

@Suite struct `A plan` {
  /// AB and CD are 100 m long, BC is 80 m; 1, 2 and 3 are 20, 60 and 140 m from A.
  private let street: RoadSketch

  init() throws {
    street = try RoadSketch("A-1---2---B---3---C---------D", metresPerCell: 10, roads: ["A-B-C-D"])
  }

  @Test(arguments: [(-5.0, 1), (0, 1), (39, 1), (41, 2), (119, 2), (121, 2), (1e6, 2)])
  func `leads to the next waypoint ahead, and at its end to the last one`(progress: Metres, next: Int) throws {
    #expect(try street.plan(through: "123").nextWaypoint(after: progress) == next)
  }

  @Test func `has passed a waypoint when it is there`() throws {
    let plan = try street.plan(through: "123")
    #expect(plan.waypoints.map { $0.progress.rounded() } == [0, 40, 120])
    #expect(plan.nextWaypoint(after: plan.waypoints[1].progress) == 2)
  }

  @Test func `does not cut a road at a waypoint`() throws {
    let plan = try street.plan(through: "123")
    #expect(street.spelled(plan.steps.map(\.edge)) == "AB BC")
    #expect(plan.waypoints.map(\.leg) == [0, 0, 1])
  }

  @Test func `takes a time that never runs backwards, and meets the times of its waypoints`() throws {
    let plan = try street.plan(through: "123")
    for waypoint in plan.waypoints {
      #expect(abs(plan.duration(to: waypoint.progress) - waypoint.arrival) < 0.001, "\(waypoint.number)")
    }
    #expect(plan.duration(to: -10) == 0 && abs(plan.duration(to: 1e6) - plan.duration) < 1e-6)
    let times = stride(from: -10.0, through: plan.length + 10, by: 1).map { plan.duration(to: $0) }
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func `takes the time in traffic where that is known`() {
    var route = street.plan(along: "AB BC CD").route
    route.legs[0].elements[1].durationInTraffic = 500
    let plan = Plan(route, on: street.graph)
    let free = route.legs[0].elements[0].duration + route.legs[0].elements[2].duration
    #expect(abs(plan.duration - free - 500) < 1e-6)
    // Half of BC.
    #expect(abs(plan.duration(to: 140) - plan.duration(to: 100) - 250) < 1)
  }

  @Test func `leads along its roads in its direction only`() {
    let plan = street.plan(along: "AB BC CD")
    #expect(plan.leads(along: street.edge("BC")) && !plan.leads(along: street.edge("CB")))
  }

  @Test(arguments: [
    ("AB BC CD", "AB", "BC", 0.001, true), ("AB BC CD", "AB", "CD", 79, false), ("AB BC CD", "AB", "CD", 81, true),
    // Never backwards, unless it comes there again.
    ("AB BC CD", "CD", "AB", 1e6, false), ("AB BC CB BA AB", "BC", "AB", 1e6, true),
    ("AB BC CD", "AB", "BA", 1e6, false), ("AB BA AB", "AB", "AB", 101, true), ("AB BC CD", "AB", "AB", 1e6, false),
  ])
  func `leads from one road onto another within a length`(
    path: String, from: String, onto: String, length: Metres, expected: Bool
  ) {
    let plan = street.plan(along: path)
    #expect(plan.leads(from: street.edge(from), onto: street.edge(onto), within: length) == expected)
  }

  @Test(arguments: [(-5.0, 0), (0, 1), (99, 1), (100, 2), (199, 2), (200, nil), (280, nil)])
  func `has the first maneuver ahead, and none after the last one`(progress: Metres, maneuver: Int?) {
    let plan = street.plan(
      along: "AB BC CD", maneuvers: [0, 100, 200].map { PlanManeuver(progress: $0, isTurn: $0 == 100) })
    #expect(plan.position(at: progress, true, 0, from: nil, at: nil).nextManeuver == maneuver)
  }

  @Test(arguments: [-3600.0, -1, 0, 30, 86_400], [0.0, 90, 280])
  func `is late by what a vehicle is late now`(late: Seconds, progress: Metres) throws {
    let plan = street.plan(along: "AB BC CD")
    let now = RoadSketch.begin.adding(seconds: plan.duration(to: progress) + late)
    let position = plan.position(at: progress, true, 0, from: RoadSketch.begin, at: now)
    #expect(abs(try #require(position.delay) - late) < 0.01)
    let arrival = try #require(position.arrival)
    #expect(abs(arrival.seconds(since: RoadSketch.begin) - plan.duration - late) < 0.01)
    #expect(plan.position(at: progress, true, 0, from: nil, at: now).delay == nil)
    #expect(plan.position(at: progress, true, 0, from: RoadSketch.begin, at: nil).arrival == nil)
  }
}

@Suite struct `A plan of one place` {
  private let street: RoadSketch
  private let plan: Plan

  init() throws {
    street = try RoadSketch("A---------B", metresPerCell: 10, roads: ["A-B"])
    plan = street.graph.plan(along: [[EdgeStretch(edge: street.edge("AB"), begin: 30, end: 30)]])
  }

  @Test func `has no length and no time, and leads to its end`() {
    #expect(plan.length == 0 && plan.duration == 0 && plan.duration(to: 0) == 0)
    #expect(plan.nextWaypoint(after: 0) == 1 && plan.remainder(from: 0, on: street.graph) == nil)
    let position = plan.position(at: 0, true, 0, from: nil, at: nil)
    #expect(position.toDestination == 0 && position.toWaypoint == 0 && position.durationToDestination == 0)
  }

  @Test func `is as far away as that place`() {
    let (distance, progress) = plan.shape.nearest(to: street.place("A"), within: 0...0)
    #expect(abs(distance - 30) < 0.1 && progress == 0)
  }

  @Test func `is reached by whoever drives past it`() throws {
    let followed = street.followed(street.trip("AB"), plan)
    let visit = try #require(followed.visits.first)
    #expect(followed.visits.count == 1 && followed.missed.isEmpty)
    #expect(abs(try #require(visit.time).seconds(since: RoadSketch.begin) - 3) < 0.1 && visit.fix == 1)
    #expect(street.followed(street.trip("BA"), plan).positions.allSatisfy { $0?.isOnPlan == false })
  }
}
