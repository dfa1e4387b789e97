import Geodesy
import Moments
import RandomNumbers
import RoadGraph
import Routing
import TestSupport
import Trips

@testable import Plans

/// Streets 200 m apart from west to east, and 100 m from north to south.
func grid() throws -> RoadSketch {
  try RoadSketch(
    """
    A---B---C---D
    |   |   |   |
    E---F---G---H
    |   |   |   |
    I---J---K---L
    """, metresPerCell: 50,
    roads: ["A-B-C-D", "E-F-G-H", "I-J-K-L", "A-E-I", "B-F-J", "C-G-K", "D-H-L"])
}

/// A path over some edges, from any edge on; it may turn round at each junction.
func randomWalk(_ count: Int, on graph: RoadGraph, using random: inout SplitMix64) -> [EdgeID] {
  var walk = [EdgeID(Int.random(in: 0..<graph.edgeCount, using: &random))]
  while walk.count < count {
    let next = graph.edges(leaving: graph.head(of: walk[walk.count - 1]))
    walk.append(next[next.index(next.startIndex, offsetBy: Int.random(in: 0..<next.count, using: &random))])
  }
  return walk
}

extension RoadGraph {
  /// The plan along one path per leg, with its waypoints at their ends.
  func plan(along legs: [[EdgeStretch]], maneuvers: [PlanManeuver] = []) -> Plan {
    let ends = [legs[0][0].beginPosition] + legs.map { $0[$0.count - 1].endPosition }
    let waypoints = ends.map { end in
      let there = place(at: end)
      return RouteWaypoint(
        waypoint: Waypoint(place: there),
        snapped: SnappedWaypoint(positions: [end], place: there, distance: 0, isOffRoad: false), position: end)
    }
    var router = Router(on: self)
    let route = router.route(along: legs, past: waypoints, RouteRequest(waypoints: []))
    return Plan(route, maneuvers: maneuvers, on: self)
  }
}

extension RoadSketch {
  /// The plan along some edges, legs apart by bars: `"AB BC | CD"`. It begins and ends within its first and last edge.
  func plan(along path: String, from begin: Metres = 0, shortOfEnd: Metres = 0, maneuvers: [PlanManeuver] = []) -> Plan
  {
    var legs = path.split(separator: "|").map { leg in
      leg.split(separator: " ").map { graph.whole(edge(String($0))) }
    }
    legs[0][0].begin = begin
    let last = legs.count - 1
    legs[last][legs[last].count - 1].end -= shortOfEnd
    return graph.plan(along: legs, maneuvers: maneuvers)
  }

  /// The plan through some places.
  func plan(through places: String) throws -> Plan {
    var router = Router(on: graph)
    let request = RouteRequest(waypoints: places.map { Waypoint(place: place($0)) })
    return Plan(try router.route(request), on: graph)
  }

  /// A trip held against a plan.
  func followed(_ trip: Trip, _ plan: Plan, departure: Timestamp? = nil) -> Followed {
    var fold = PlanFold(plan, on: graph, departure: departure)
    return fold.follow(trip)
  }

  func followed(_ drive: String, along path: String) -> Followed { followed(trip(drive), plan(along: path)) }
}

/// What became of a drive against its plan.
struct Followed {
  var positions: [PlanPosition?] = []
  var visits: [WaypointVisit] = []
  var excursions: [Excursion] = []
  var missed: [Int] = []

  mutating func add(_ update: PlanUpdate) {
    positions += update.positions
    visits += update.visits
    excursions += update.excursions
  }
}

extension PlanFold {
  /// Takes a whole trip, or a whole part of one.
  mutating func follow(_ trip: Trip) -> Followed {
    var followed = Followed()
    followed.add(take(TripUpdate(of: trip, leastSilence: FollowingSettings().shortestSilence)))
    followed.add(finish())
    followed.missed = missed
    return followed
  }
}
