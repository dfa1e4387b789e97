package import Geodesy
package import Moments

/// That a vehicle has come to stand at a waypoint of its plan, or has driven off from there.
package struct WaypointStand: Sendable {
  package enum Moment: String, CaseIterable, Sendable { case arrived, left }

  package let moment: Moment
  /// The number of the waypoint in its plan.
  package let number: Int
  /// When it came to stand, or drove off. Where nobody saw it drive off, that of the first fix elsewhere.
  package let time: Timestamp?
  /// Whether fixes show the moment.
  package let isSeen: Bool
  /// The first fix that stands, or the last one; or the first one elsewhere.
  package let fix: Int
  /// Where it stood, and how far from the waypoint as requested.
  package let place: Place
  package let distance: Metres
}
