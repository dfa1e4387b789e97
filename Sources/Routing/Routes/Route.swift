package import Geodesy
package import RoadGraph

/// A planned way through some waypoints.
package struct Route: Sendable {
  package var options: RouteOptions
  package var waypoints: [RouteWaypoint]
  /// One per pair of neighbouring waypoints.
  package var legs: [RouteLeg]
  package var cost: RouteCost

  package var length: Metres { legs.reduce(0) { $0 + $1.length } }
  package var duration: Seconds { legs.reduce(0) { $0 + $1.duration } }
  package var violations: [Violation] { legs.flatMap(\.violations) }
}

/// A waypoint and where a route passes it.
package struct RouteWaypoint: Sendable {
  package var waypoint: Waypoint
  package var snapped: SnappedWaypoint
  /// Where the route arrives; for the first one, where it leaves.
  package var position: EdgePosition
}

/// The way from one waypoint to the next.
package struct RouteLeg: Sendable {
  package var elements: [RouteElement]
  package var violations: [Violation]

  package var length: Metres { elements.reduce(0) { $0 + $1.length } }
  package var duration: Seconds { elements.reduce(0) { $0 + $1.duration } }
}

/// A stretch of one edge that a route drives.
package struct RouteElement: Hashable, Sendable {
  package var edge: EdgeID
  /// Where on the edge it begins and ends.
  package var begin: Metres
  package var end: Metres
  /// On an empty road, turning onto it included.
  package var duration: Seconds

  package var length: Metres { end - begin }
}

/// What a route does that it was asked not to do, or that the law forbids, and where.
package struct Violation: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case avoided(AvoidedFeature)
    /// An avoided edge or area.
    case avoidedRoad
    case turnRestriction
    case closedBarrier
    /// A road closed to the mode.
    case noAccess
    /// A road closed for the time being.
    case closure
    /// Through a road that may only be used to begin or end there.
    case throughTraffic
    /// Turned back where the road goes on.
    case uTurn

    /// At a node and not along a road: two in a row are two.
    package var isOfTurn: Bool {
      switch self {
      case .turnRestriction, .closedBarrier, .uTurn, .avoided(.uTurns), .avoided(.difficultTurns): true
      default: false
      }
    }

    /// The code in reports.
    package var code: String {
      switch self {
      case .avoided(let feature): feature.rawValue
      case .avoidedRoad: "avoided_road"
      case .turnRestriction: "turn_restriction"
      case .closedBarrier: "closed_barrier"
      case .noAccess: "no_access"
      case .closure: "closure"
      case .throughTraffic: "through_traffic"
      case .uTurn: "u_turn"
      }
    }
  }

  package var kind: Kind
  /// The elements of its leg, in order; for a turn the one turned onto.
  package var elements: Range<Int>
}
