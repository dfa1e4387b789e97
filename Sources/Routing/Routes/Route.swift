package import Geodesy
package import Moments
public import RoadGraph
package import RoadRules

/// A planned route through waypoints.
package struct Route: Sendable {
  package var options: RouteOptions
  package var waypoints: [RouteWaypoint]
  /// One per pair of neighbouring waypoints.
  package var legs: [RouteLeg]
  package var cost: RouteCost
  /// `nil` if no time was given.
  package var departure: ZonedTime?
  /// The traffic events on the route, in its order.
  package var events: [RouteEvent] = []

  package init(
    options: RouteOptions, waypoints: [RouteWaypoint], legs: [RouteLeg], cost: RouteCost, departure: ZonedTime? = nil,
    events: [RouteEvent] = []
  ) {
    self.options = options
    self.waypoints = waypoints
    self.legs = legs
    self.cost = cost
    self.departure = departure
    self.events = events
  }

  package var length: Metres { legs.reduce(0) { $0 + $1.length } }
  package var duration: Seconds { legs.reduce(0) { $0 + $1.duration } }
  package var violations: [Violation] { legs.flatMap(\.violations) }
  /// With traffic and changes at the times of passing; `nil` if nothing differs from the map.
  package var durationInTraffic: Seconds? { total(legs.map(\.durationInTraffic)) }
}

extension Route {
  /// Gives the waypoints of a route restored from its handle their original attributes.
  ///
  /// - Parameter waypoints: one for each; otherwise nothing is changed.
  package mutating func restore(_ waypoints: [Waypoint], settings: RoutingSettings) {
    guard waypoints.count == self.waypoints.count else { return }
    for (i, waypoint) in waypoints.enumerated() {
      let distance = groundDistance(waypoint.place, self.waypoints[i].snapped.place)
      self.waypoints[i].waypoint = waypoint
      self.waypoints[i].snapped.distance = distance
      self.waypoints[i].snapped.isOffRoad = distance > settings.offRoadDistance
    }
  }
}

/// The sum; `nil` if any of them is.
func total(_ durations: some Sequence<Seconds?>) -> Seconds? {
  var sum: Seconds = 0
  for duration in durations {
    guard let duration else { return nil }
    sum += duration
  }
  return sum
}

/// A traffic event, and its place on a route.
package struct RouteEvent: Sendable {
  package let event: TrafficEvent
  package var leg: Int
  /// Counted through all legs.
  package var elements: Range<Int>
}

/// A waypoint, and the place where a route passes it.
package struct RouteWaypoint: Sendable {
  package var waypoint: Waypoint
  package var snapped: SnappedWaypoint
  /// The place of arrival; for the first waypoint, the place of departure.
  package var position: EdgePosition

  package init(waypoint: Waypoint, snapped: SnappedWaypoint, position: EdgePosition) {
    self.waypoint = waypoint
    self.snapped = snapped
    self.position = position
  }
}

/// The part of a route from one waypoint to the next.
package struct RouteLeg: Sendable {
  /// How the vehicle comes onto the first element.
  package enum Approach: Hashable, Sendable {
    /// The route begins there.
    case beginning
    /// On the road on which the leg before it ends, onward or back.
    case onRoad
    /// By a turn at the junction where the leg before it ends.
    case turning(from: EdgeID)

    var turnedFrom: EdgeID? {
      if case .turning(let edge) = self { edge } else { nil }
    }
  }

  package var elements: [RouteElement]
  package let approach: Approach
  package var violations: [Violation]

  package var length: Metres { elements.reduce(0) { $0 + $1.length } }
  package var duration: Seconds { elements.reduce(0) { $0 + $1.duration } }
  /// See ``Route/durationInTraffic``.
  package var durationInTraffic: Seconds? { total(elements.lazy.map(\.durationInTraffic)) }
}

/// A stretch of one edge that a route drives.
@usableFromInline package struct RouteElement: EdgeTraversal, Hashable, Sendable {
  @usableFromInline package var stretch: EdgeStretch
  /// Without traffic, turning onto it included.
  package var duration: Seconds
  /// At the time of passing; see ``Route/durationInTraffic``.
  package var durationInTraffic: Seconds?
}

/// Something a route does although the request or the law forbids it, and where.
package struct Violation: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case avoided(AvoidedFeature)
    /// An avoided edge or area.
    case avoidedRoad
    case turnRestriction
    case closedBarrier
    /// A road closed to the mode.
    case noAccess
    /// A road that is temporarily closed.
    case closure
    /// A sign that a measure of the vehicle exceeds.
    case limit(Vehicle.Measure)
    /// A road on which the goods of the vehicle are forbidden.
    case hazardousGoods
    /// Through traffic on a road that may only be used to begin or end there.
    case throughTraffic
    /// Open at departure, and closed when the vehicle gets there.
    case closedWhenPassing
    /// A turn restriction that is not in force at departure, but is when the vehicle gets there.
    case restrictedWhenPassing
    /// A U-turn where the road continues.
    case uTurn

    /// It concerns a node and not a road: two in a row are two violations.
    package var isOfTurn: Bool {
      switch self {
      case .turnRestriction, .restrictedWhenPassing, .closedBarrier, .uTurn, .avoided(.uTurns),
        .avoided(.difficultTurns):
        true
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
      case .limit(let measure): measure.rawValue + "_limit"
      case .hazardousGoods: "hazardous_goods"
      case .throughTraffic: "through_traffic"
      case .closedWhenPassing: "closed_when_passing"
      case .restrictedWhenPassing: "turn_restriction_when_passing"
      case .uTurn: "u_turn"
      }
    }
  }

  package var kind: Kind
  /// The elements of its leg, in order; for a turn the element turned onto.
  package var elements: Range<Int>
}
