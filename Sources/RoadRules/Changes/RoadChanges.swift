package import Geodesy
package import RoadGraph

/// How one edge differs from the map.
package struct RoadChange: Hashable, Sendable {
  /// How far the mode asked for may use it; `nil` for the map's own rule.
  package var access: Access?
  /// The speed limit in km/h; `nil` for the map's own.
  package var limit: Double?
  package var isClosed = false
  /// What of the vehicle the signs there do not allow; not empty is closed.
  package var misfit: Misfit = []
  /// The speed of traffic; `nil` where none is known.
  package var speed: MetresPerSecond?
  /// Speeds are this times what they were.
  package var speedFactor = 1.0
  /// Costs, and not times, are this times what they were.
  package var costFactor = 1.0

  package init() {}

  /// Not to be used, by a closure or since the vehicle does not fit.
  package var isShut: Bool { isClosed || !misfit.isEmpty }

  /// Both at once: closed if either is, the lesser access, limit and speed, both factors.
  package func joined(with other: RoadChange) -> RoadChange {
    var joined = self
    joined.isClosed = isClosed || other.isClosed
    joined.misfit.formUnion(other.misfit)
    joined.access = [access, other.access].compactMap { $0 }.min()
    joined.limit = [limit, other.limit].compactMap { $0 }.min()
    joined.speed = [speed, other.speed].compactMap { $0 }.min()
    joined.speedFactor *= other.speedFactor
    joined.costFactor *= other.costFactor
    return joined
  }
}

/// How the roads of a map differ from it at some time: traffic, closures, what a policy makes dearer.
///
/// - Complexity: a bit looked up for each edge, and a hash table for those that differ; a bit of memory for each edge.
package struct RoadChanges: Hashable, Sendable {
  private var byEdge: [EdgeID: RoadChange] = [:]
  /// The edges that have one: sooner asked than the table.
  private var touched = EdgeSet()

  package init() {}

  /// The numbers of the map's conditional turn restrictions that hold.
  package var restrictionsInForce: Set<Int> = []

  /// Nodes with signs that the vehicle does not fit.
  package private(set) var misfits: [NodeID: Misfit] = [:]

  package var isEmpty: Bool { byEdge.isEmpty && restrictionsInForce.isEmpty && misfits.isEmpty }

  package subscript(edge: EdgeID) -> RoadChange? { touched.contains(edge) ? byEdge[edge] : nil }

  /// No metre becomes cheaper than by this; a speed above the vehicle's own is none, so factors of speed above 1 count too.
  private(set) var leastCostFactor = 1.0

  /// Some edge has another access than in the map.
  package private(set) var changesAccess = false

  package mutating func add(_ change: RoadChange, to edge: EdgeID) {
    let joined = byEdge[edge]?.joined(with: change) ?? change
    byEdge[edge] = joined
    touched.insert(edge)
    changesAccess = changesAccess || joined.access != nil
    leastCostFactor = min(leastCostFactor, joined.costFactor / max(1, joined.speedFactor))
  }

  package mutating func add(_ misfit: Misfit, to node: NodeID) { misfits[node, default: []].formUnion(misfit) }
}

extension RoadChanges {
  /// Both at once.
  package func joined(with other: RoadChanges) -> RoadChanges {
    if isEmpty { return other }
    var joined = self
    for (edge, change) in other.byEdge { joined.add(change, to: edge) }
    joined.restrictionsInForce.formUnion(other.restrictionsInForce)
    for (node, misfit) in other.misfits { joined.add(misfit, to: node) }
    return joined
  }
}
