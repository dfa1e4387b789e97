/// What a drive makes of its plan.
package enum DriveKind: String, CaseIterable, Sendable {
  /// Drives it as it is.
  case keeps
  /// Turns off it, drives about elsewhere, and comes back by the cheapest way.
  case leaves
  /// Takes a way of its own from one place of a leg to another, and skips the plan between them.
  case cuts
  /// Leaves out one waypoint.
  case skips
  /// Visits two neighbouring waypoints in the opposite order.
  case reorders
  /// Turns off it and never comes back.
  case abandons
  /// Turns round and drives it backwards; ends there, or turns round once more and continues.
  case reverses

  /// The number of waypoints of a plan that leaves room for it.
  var leastWaypoints: Int {
    switch self {
    case .keeps, .leaves, .cuts, .abandons, .reverses: 2
    case .skips: 3
    case .reorders: 4
    }
  }

  /// The number of drives tried for one plan: where waypoints change, there are few different ones.
  var variations: Int {
    switch self {
    case .keeps: 1
    case .skips, .reorders: 2
    case .leaves, .cuts, .abandons, .reverses: 20
    }
  }
}
