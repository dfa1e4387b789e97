import Detection
import Geodesy
import Guidance
import Matching
import Moments
import Plans
import RoadGraph
import Routing
import TestSupport
import Testing
import Traces
import Trips

/// Two long streets, and five across. Digits are waypoints.
func planTown() throws -> RoadSketch {
  try RoadSketch(
    """
    A-1------2-B--------3-C---4------D--------5-E0---------K
    |          |          |          |          |
    |          |          |          |          |
    |          |          |          |          |
    F-6--------G--------7-H----------I--8-------J
    """, metresPerCell: 20,
    roads: ["A-B-C-D-E-K", "F-G-H-I-J", "A-F", "B-G", "C-H", "D-I", "E-J"])
}

extension RoadSketch {
  /// The route through some places, halts between blanks, those with `>` passed through.
  func plan(_ places: String) throws -> Plan {
    let waypoints = places.split(separator: " ").map { word in
      var waypoint = Waypoint(place: place(word.last ?? " "))
      if word.first == ">" { waypoint.kind = .passThrough }
      return waypoint
    }
    var router = Router(on: graph)
    let route = try router.route(RouteRequest(waypoints: waypoints))
    let maneuvers = itinerary(of: route, on: graph).maneuvers.map {
      PlanManeuver(progress: $0.distance, isTurn: $0.type != .depart && $0.type != .arrive)
    }
    return Plan(route, maneuvers: maneuvers, on: graph)
  }

  /// The plan along some edges, with halts at bars: `"AB BC | CD"`.
  func plan(along path: String) -> Plan {
    let legs = path.split(separator: "|").map { leg in
      leg.split(separator: " ").map { graph.whole(edge(String($0))) }
    }
    let ends = [legs[0][0].beginPosition] + legs.map { $0[$0.count - 1].endPosition }
    let waypoints = ends.map { end in
      let there = graph.place(at: end)
      return RouteWaypoint(
        waypoint: Waypoint(place: there),
        snapped: SnappedWaypoint(positions: [end], place: there, distance: 0, isOffRoad: false), position: end)
    }
    var router = Router(on: graph)
    return Plan(router.route(along: legs, past: waypoints, RouteRequest(waypoints: [])), on: graph)
  }

  /// The drive of a path that stands for a minute at each of some places along its streets.
  func trip(_ path: String, standingAfter lengths: [Metres], period: Seconds = 2) -> Trip {
    var drive = SketchDrive()
    drive.period = period
    drive.stands = lengths.map { (after: $0, duration: 60) }
    return trip(path, drive)
  }

  /// What a drive does against a plan: `reached 1`, `missed 2`, `destination 3`, `deviation turned_off BC-DE`. Without
  /// what is told at once: `arrived 1`, `left 1`.
  func held(
    _ drive: String, against plan: String, _ settings: DetectionSettings = DetectionSettings()
  ) throws -> (events: [String], outcome: PlanOutcome) {
    try held(trip(drive), against: plan, settings)
  }

  func held(
    _ trip: Trip, against plan: String, _ settings: DetectionSettings = DetectionSettings()
  ) throws -> (events: [String], outcome: PlanOutcome) {
    var outcome = PlanOutcome(id: "plan", try self.plan(plan), fit: nil)
    let found = Detection.events(of: trip, against: &outcome, on: graph, settings: settings)
    return (found.filter { !($0.payload is MilestoneStand) }.map(spelled), outcome)
  }

  /// What is told at once of a drive: `arrived 1`, `left 1`.
  func told(_ trip: Trip, against plan: String, _ settings: DetectionSettings = DetectionSettings()) throws -> [Event] {
    var outcome = PlanOutcome(id: "plan", try self.plan(plan), fit: nil)
    let found = Detection.events(of: trip, against: &outcome, on: graph, settings: settings)
    return found.filter { $0.payload is MilestoneStand }
  }

  func spelled(_ event: Event) -> String {
    switch event.payload {
    case let milestone as Milestone:
      let word = milestone.isReached ? (milestone.isDestination ? "destination" : "reached") : "missed"
      return "\(word) \(milestone.number)" + (milestone.visit?.isInOrder == false ? " out of order" : "")
    case let milestone as MilestoneStand: return "\(milestone.stand.moment.rawValue) \(milestone.stand.number)"
    case let deviation as Deviation:
      return "deviation \(deviation.cause.rawValue)" + (deviation.hasReturned ? "" : ", never back")
    default: return event.type.rawValue
    }
  }
}
