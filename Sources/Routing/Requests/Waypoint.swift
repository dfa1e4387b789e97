package import Geodesy
package import Moments
package import RoadRules

/// A place a route leads through.
package struct Waypoint: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// The vehicle halts there and may leave in the opposite direction.
    case stopover
    /// The vehicle does not halt and continues in the direction in which it arrived.
    case passThrough = "pass_through"
  }

  /// The side of the road on which the place must be when the vehicle arrives.
  package enum Side: String, CaseIterable, Sendable {
    case any
    /// The side of the kerb: right where traffic keeps to the right.
    case kerb
  }

  package var place: Place
  package var kind = Kind.stopover
  package var name = ""
  /// The direction of travel there; `nil` for either.
  package var heading: Degrees?
  package var side = Side.any
  /// Roads farther away are ignored; `nil` for the setting.
  package var radius: Metres?
  /// Its place on the road, where that is known already.
  package var snapped: SnappedWaypoint?

  package init(place: Place) { self.place = place }

  /// It is where the one before it is: a vehicle there has arrived already. Both are at one place on the road, also where
  /// roads to end on differ from roads to begin on, as beside a oneway that leads out of the map.
  func repeats(_ before: Waypoint) -> Bool {
    place == before.place && heading == before.heading && side == before.side && radius == before.radius
      && snapped == nil && before.snapped == nil
  }
}

/// The description of a wanted route.
package struct RouteRequest: Sendable {
  package var waypoints: [Waypoint]
  package var options: RouteOptions
  /// Return no route rather than one that violates an option or a rule.
  package var isStrict = false
  /// The number of other routes wanted besides the best one.
  package var alternatives = 0
  /// When the route begins; `nil` for a route without a time.
  package var departure: ZonedTime?
  /// When the route should end, if no ``departure`` is given. The state of the roads at that time applies, and the
  /// route departs earlier by its duration without traffic.
  package var arrival: ZonedTime?

  package init(waypoints: [Waypoint], options: RouteOptions = RouteOptions()) {
    self.waypoints = waypoints
    self.options = options
  }
}

/// How places are snapped to roads.
package struct RoutingSettings: Sendable {
  /// Roads farther than this from a waypoint are ignored.
  package var snapRadius: Metres = 1000
  /// A waypoint farther than this from its road is off the road.
  package var offRoadDistance: Metres = 30
  /// Roads from which or to which fewer edges than this can be driven are islands: another road within ``islandReach``
  /// is preferred. If there is no lawful path, this extends to islands of up to 1,000 edges, and to the whole radius.
  package var leastReach = 50
  /// How much farther than the nearest road another road that is not on an island may be.
  package var islandReach: Metres = 300
  /// A place on the road this near to a junction is at the junction: five decimals of a degree are off by up to 0.8 m.
  package var junctionReach: Metres = 1
  /// Directions that differ by more than this from a waypoint's heading are rejected.
  package var headingTolerance: Degrees = 60
  /// The greatest number of waypoints of one request.
  package var mostWaypoints = 32
  /// A second on the path back to a planned route costs as much as this many on the plan: of two equally long paths,
  /// the one with the longer part of the plan wins.
  package var pathBackFactor = 1.5

  package init() {}
}

/// Why there is no route. The texts are the codes in reports.
package enum RouteError: Error, Equatable, Sendable, CustomStringConvertible {
  case tooFewWaypoints
  case tooManyWaypoints(most: Int)
  /// Only vehicles pass through.
  case passThroughNotForMode
  /// The first and the last waypoint are stopovers.
  case passThroughAtEnd
  case couldNotMatch(waypoint: Int, of: Int)
  case noRoute(leg: Int)
  /// A line does not follow roads, beginning at one of its positions.
  case couldNotMatchLine(position: Int, place: Place)
  /// Less than half of a line is on roads, though its positions are near them: they are places to drive through.
  case lineOffRoads(covered: Double)
  /// A stop is not on its line, or only before the stop before it.
  case waypointOffLine(waypoint: Int, distance: Metres)
  /// There is a route, but it violates rules and the request is strict.
  case onlyViolating(leg: Int)

  package var code: String {
    switch self {
    case .tooFewWaypoints: "too_few_waypoints"
    case .tooManyWaypoints: "too_many_waypoints"
    case .passThroughNotForMode: "pass_through_not_for_mode"
    case .passThroughAtEnd: "pass_through_at_end"
    case .couldNotMatch(0, _): "could_not_match_origin"
    case .couldNotMatch(let waypoint, let count):
      waypoint == count - 1 ? "could_not_match_destination" : "could_not_match_waypoint"
    case .noRoute: "no_route"
    case .couldNotMatchLine, .lineOffRoads: "could_not_match_line"
    case .waypointOffLine: "waypoint_off_line"
    case .onlyViolating: "only_violating_route"
    }
  }

  package var description: String {
    switch self {
    case .tooFewWaypoints: "a route needs two waypoints at least"
    case .tooManyWaypoints(let most): "more than \(most) waypoints; --max-waypoints allows more"
    case .passThroughNotForMode: "pass-through points are for vehicles on roads; use stopovers"
    case .passThroughAtEnd: "the first and the last waypoint must be stopovers"
    case .couldNotMatch(let waypoint, _): "no road of this mode near waypoint \(waypoint + 1)"
    case .couldNotMatchLine(let position, let place):
      "the line does not follow roads of this mode from its position \(position + 1) on, at \(place)"
    case .lineOffRoads(let covered):
      "roads of this mode cover only \(Int((100 * covered).rounded())) % of the line; places to drive through are the "
        + "waypoints of a request"
    case .waypointOffLine(let waypoint, let distance):
      "waypoint \(waypoint + 1) is \(Int(distance.rounded())) m from the line\(waypoint > 0 ? " behind the one before it" : ""); "
        + "the waypoints of a line lie on it in order, within 60 m"
    case .noRoute(let leg): "no way from waypoint \(leg + 1) to waypoint \(leg + 2)"
    case .onlyViolating(let leg):
      "from waypoint \(leg + 1) to waypoint \(leg + 2) only ways that violate options or restrictions"
    }
  }
}
