internal import Geodesy
internal import RoadGraph

/// The speed of one driver with nothing in the way: as usual for the class of the road, and never above the limit.
struct CruisingSpeed: Sendable {
  let mode: TravelMode
  /// The share of the allowed speed that this driver uses, 0…1.
  let eagerness: Double

  /// Careful drivers stay up to a fifth below the limit, and nobody exceeds it: speeding is not simulated.
  static let eagernesses = 0.8...1.0

  func speed(on edge: EdgeID, of graph: RoadGraph) -> MetresPerSecond {
    let limit = graph.speedLimit(of: edge)?.kmh.map(Double.init) ?? .infinity
    return min(limit, Self.usual(on: graph.roadClass(of: edge)), fastest) * eagerness / 3.6
  }

  /// On open ground: at the pace of a car park, or on foot.
  var offRoad: MetresPerSecond { min(15, fastest) * eagerness / 3.6 }

  /// The speed for which the vehicle is built or approved, in km/h: for trucks and buses the limits of speed limiters,
  /// EU directive 92/6/EEC (90 and 100 km/h); mopeds of class L1e reach 45 km/h, EU regulation 168/2013.
  private var fastest: Double {
    switch mode {
    case .car, .taxi, .motorcycle: 130
    case .truck: 90
    case .bus: 100
    case .scooter: 45
    case .bicycle: 18
    case .pedestrian: 5
    }
  }

  /// The usual speed on a free road of a class, in km/h: round numbers at or below what European rules allow there.
  private static func usual(on roadClass: RoadClass) -> Double {
    switch roadClass {
    case .motorway: 120
    case .trunk: 100
    case .primary: 90
    case .secondary: 80
    case .tertiary: 70
    case .motorwayLink, .trunkLink, .unclassified: 60
    case .primaryLink, .secondaryLink, .tertiaryLink, .busway: 45
    case .residential, .road: 40
    case .service, .track, .ferry: 20
    case .livingStreet, .cycleway: 15
    case .pedestrian, .footway, .bridleway, .path: 6
    case .steps: 3
    }
  }
}
