internal import Geodesy
package import RoadGraph
internal import Routing

/// What is left of a plan from a place along it.
struct PlanRemainder {
  /// One per leg.
  var paths: [[EdgeStretch]] = []
  /// One more than legs: the place, and the waypoints ahead.
  var waypoints: [RouteWaypoint] = []
  var length: Metres { paths.joined().reduce(0) { $0 + $1.length } }

  /// The waypoints of a request for another route through them. It begins on the plan's road, in its direction.
  var requested: [Waypoint] {
    waypoints.map { place in
      var waypoint = place.waypoint
      waypoint.snapped = place.snapped
      return waypoint
    }
  }
}

extension Plan {
  /// The edges of the plan.
  package var edges: some Sequence<EdgeID> { steps.lazy.map(\.edge) }

  /// The rest of the plan from a place along it, with the waypoints ahead; `nil` at its end.
  func remainder(from progress: Metres, on graph: RoadGraph) -> PlanRemainder? {
    let next = nextWaypoint(after: progress)
    guard next > 0 else { return nil }
    var rest = PlanRemainder()
    var begin = waypoints[next - 1].progress
    var first: [EdgeStretch] = []
    for element in route.legs[next - 1].elements {
      let skipped = max(0, progress - begin)
      begin += element.length
      guard skipped < element.length else { continue }
      var stretch = element.stretch
      stretch.begin += skipped
      first.append(stretch)
    }
    guard let position = first.first?.beginPosition else { return nil }
    rest.paths = [first] + route.legs[next...].map { $0.elements.map(\.stretch) }
    let place = graph.place(at: position)
    let snapped = SnappedWaypoint(positions: [position], place: place, distance: 0, isOffRoad: false)
    rest.waypoints =
      [RouteWaypoint(waypoint: Waypoint(place: place), snapped: snapped, position: position)]
      + route.waypoints[next...]
    return rest
  }
}
