package import Geodesy
package import Moments
package import RoadGraph
package import RoadRules

/// A planned way through some waypoints.
package struct Route: Sendable {
  package var options: RouteOptions
  package var waypoints: [RouteWaypoint]
  /// One per pair of neighbouring waypoints.
  package var legs: [RouteLeg]
  package var cost: RouteCost
  /// `nil` where no time was asked for.
  package var departure: ZonedTime?
  /// What happens in traffic where it leads, in the order of the route.
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
  /// In the traffic and with the changes at the times of passing; `nil` where nothing differs from the map.
  package var durationInTraffic: Seconds? { total(legs.map(\.durationInTraffic)) }
}

extension Route {
  /// Gives the waypoints of a route that was had from its handle what they were asked for with.
  ///
  /// - Parameter waypoints: one for each; else nothing is done.
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

/// The sum; `nil` where any of them is.
func total(_ durations: [Seconds?]) -> Seconds? {
  durations.reduce(0) { sum, next in sum.flatMap { sum in next.map { sum + $0 } } }
}

/// A traffic event, and where on a route it is.
package struct RouteEvent: Sendable {
  package var event: TrafficEvent
  package var leg: Int
  /// Counted through all legs.
  package var elements: Range<Int>
}

/// A waypoint and where a route passes it.
package struct RouteWaypoint: Sendable {
  package var waypoint: Waypoint
  package var snapped: SnappedWaypoint
  /// Where the route arrives; for the first one, where it leaves.
  package var position: EdgePosition

  package init(waypoint: Waypoint, snapped: SnappedWaypoint, position: EdgePosition) {
    self.waypoint = waypoint
    self.snapped = snapped
    self.position = position
  }
}

/// The way from one waypoint to the next.
package struct RouteLeg: Sendable {
  package var elements: [RouteElement]
  package var violations: [Violation]

  package var length: Metres { elements.reduce(0) { $0 + $1.length } }
  package var duration: Seconds { elements.reduce(0) { $0 + $1.duration } }
  /// See ``Route/durationInTraffic``.
  package var durationInTraffic: Seconds? { total(elements.map(\.durationInTraffic)) }
}

/// A stretch of one edge that a route drives.
package struct RouteElement: EdgeTraversal, Hashable, Sendable {
  package var stretch: EdgeStretch
  /// Without traffic, turning onto it included.
  package var duration: Seconds
  /// At the time of passing; see ``Route/durationInTraffic``.
  package var durationInTraffic: Seconds?
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
    /// A sign that a measure of the vehicle exceeds.
    case limit(Vehicle.Measure)
    /// A road where what the vehicle carries is forbidden.
    case hazardousGoods
    /// Through a road that may only be used to begin or end there.
    case throughTraffic
    /// Open at the departure, and closed when the vehicle comes there.
    case closedWhenPassing
    /// A turn restriction that does not hold at the departure, but does when the vehicle comes there.
    case restrictedWhenPassing
    /// Turned back where the road goes on.
    case uTurn

    /// At a node and not along a road: two in a row are two.
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
  /// The elements of its leg, in order; for a turn the one turned onto.
  package var elements: Range<Int>
}
