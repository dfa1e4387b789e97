package import Geodesy
package import Moments
package import RoadGraph
internal import Trips

/// When a drive reached a waypoint of its plan.
package struct WaypointVisit: Sendable {
  /// The number of the waypoint in its plan.
  package var number: Int
  /// When it passed the waypoint's place on the road.
  package var time: Timestamp?
  /// The first fix there, or the last one before.
  package var fix: Int
  /// Where it was, and how far from the waypoint as requested.
  package var place: Place
  package var distance: Metres = 0
  /// The trip's edge, and the edge of the map; `nil` off the road.
  package var edge: Int?
  package var road: EdgeID?
  /// Not after a waypoint that comes later in the plan.
  package var isInOrder = true
  /// The record ends this far before it, about as far as the vehicle drove from one fix to the next; `nil` where it
  /// was passed.
  package var endsBefore: Metres?
  /// How long it stood there, if it did.
  package var dwell: Seconds?
  /// When it drove off after that; `nil` if the record ends before.
  package var departure: Timestamp?
  /// Whether the vehicle came along the plan, not by another road.
  package var isAlongPlan: Bool
  /// The first standstill there.
  var stood: Stop?
  /// The fixes around it, if the vehicle came along the plan.
  var stay: Stay?
  /// The vehicle has driven on from there, or past it.
  var hasLeft = false
}
