package import Geodesy
package import RoadGraph

/// How one edge differs from the map.
package struct RoadChange: Hashable, Sendable {
  package var isClosed = false
  /// The speed of traffic; `nil` where none is known.
  package var speed: MetresPerSecond?
  /// Speeds are this times what they were.
  package var speedFactor = 1.0
  /// Costs, and not times, are this times what they were.
  package var costFactor = 1.0

  package init() {}

  /// Both at once: closed if either is, the slower speed, both factors.
  package func joined(with other: RoadChange) -> RoadChange {
    var joined = self
    joined.isClosed = isClosed || other.isClosed
    joined.speed = [speed, other.speed].compactMap { $0 }.min()
    joined.speedFactor *= other.speedFactor
    joined.costFactor *= other.costFactor
    return joined
  }
}

/// How the roads of a map differ from it at some time: traffic, closures, what a policy makes dearer.
///
/// - Complexity: a look-up of a hash table for each edge, and none where nothing differs.
package struct RoadChanges: Sendable {
  private var byEdge: [EdgeID: RoadChange] = [:]

  package init() {}

  package var isEmpty: Bool { byEdge.isEmpty }

  package subscript(edge: EdgeID) -> RoadChange? { byEdge.isEmpty ? nil : byEdge[edge] }

  /// No metre becomes cheaper than by this; a speed above the vehicle's own is none, so factors of speed above 1 count too.
  private(set) var leastCostFactor = 1.0

  package mutating func add(_ change: RoadChange, to edge: EdgeID) {
    let joined = byEdge[edge]?.joined(with: change) ?? change
    byEdge[edge] = joined
    leastCostFactor = min(leastCostFactor, joined.costFactor / max(1, joined.speedFactor))
  }
}
