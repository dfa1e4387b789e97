package import RoadGraph

/// What a route minimises.
package enum Optimisation: String, CaseIterable, Sendable {
  /// Duration.
  case fastest
  /// Length, with reasonable costs of turns.
  case shortest
  /// The mean of both.
  case balanced
}

/// A feature that a route can avoid. Raw values are the names in options and reports.
package enum AvoidedFeature: String, CaseIterable, Sendable {
  case tollRoads = "toll_roads"
  case ferries
  case motorways
  case tunnels
  case unpavedRoads = "unpaved_roads"
  case carPoolLanes = "car_pool_lanes"
  case uTurns = "u_turns"
  case difficultTurns = "difficult_turns"

  /// The place among all features; its bit in ``AvoidedFeatures``.
  fileprivate var number: Int {
    switch self {
    case .tollRoads: 0
    case .ferries: 1
    case .motorways: 2
    case .tunnels: 3
    case .unpavedRoads: 4
    case .carPoolLanes: 5
    case .uTurns: 6
    case .difficultTurns: 7
    }
  }
}

/// The features that a route avoids.
package struct AvoidedFeatures: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }
  package init(_ feature: AvoidedFeature) {
    self.rawValue = 1 << UInt16(feature.number)
  }
  package func contains(_ feature: AvoidedFeature) -> Bool { contains(AvoidedFeatures(feature)) }
}

/// The options of a route, apart from its waypoints.
package struct RouteOptions: Hashable, Sendable {
  package var mode: TravelMode = .car
  /// Missing measures take the default of the mode.
  package var vehicle = Vehicle()
  package var optimisation = Optimisation.fastest
  package var avoid: AvoidedFeatures = []
  /// Edges to avoid besides those features: in areas, and named ones.
  package var avoidedEdges = EdgeSet()

  package init() {}

  package var traveller: Traveller { Traveller(mode, vehicle: vehicle) }
}

/// A set of edges of one map.
package struct EdgeSet: Hashable, Sendable {
  private var words: [UInt64] = []
  package private(set) var isEmpty = true

  package init() {}

  package mutating func insert(_ edge: EdgeID) {
    let word = edge.index / 64
    while word >= words.count { words.append(0) }
    words[word] |= 1 << UInt64(edge.index % 64)
    isEmpty = false
  }

  package func contains(_ edge: EdgeID) -> Bool {
    let word = edge.index / 64
    return word < words.count && words[word] >> UInt64(edge.index % 64) & 1 != 0
  }
}
