package import Geodesy
package import RoadGraph

/// A waypoint's place on the road.
///
/// On a road there is one position for each direction that may be driven. At a junction a route may begin and end on
/// every road that meets there.
package struct SnappedWaypoint: Sendable {
  /// Where a route may begin. At a junction: the starts of the edges that leave it.
  package var departures: [EdgePosition]
  /// Where a route may end. At a junction: the ends of the edges that lead to it.
  package var arrivals: [EdgePosition]
  package var place: Place
  /// From the waypoint.
  package var distance: Metres
  /// Farther from the road than ``RoutingSettings/offRoadDistance``: the rest is a straight line.
  package var isOffRoad: Bool
  /// Whether a nearer road was skipped because it is on an island; `nil` if the place was given.
  package var isPastIsland: Bool?

  package init(
    departures: [EdgePosition], arrivals: [EdgePosition], place: Place, distance: Metres, isOffRoad: Bool
  ) {
    self.departures = departures
    self.arrivals = arrivals
    self.place = place
    self.distance = distance
    self.isOffRoad = isOffRoad
  }

  /// A place where a route may begin and end at the same positions.
  package init(positions: [EdgePosition], place: Place, distance: Metres, isOffRoad: Bool) {
    self.init(departures: positions, arrivals: positions, place: place, distance: distance, isOffRoad: isOffRoad)
  }
}

/// Whether a route must be able to leave a waypoint, and to arrive at it.
struct WaypointUse {
  let isLeft: Bool
  let isArrivedAt: Bool

  init(waypoint: Int, of count: Int) {
    isLeft = waypoint < count - 1
    isArrivedAt = waypoint > 0
  }
}
