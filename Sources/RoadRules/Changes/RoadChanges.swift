package import Geodesy
package import RoadGraph

/// The differences of one edge from the map.
package struct RoadChange: Hashable, Sendable {
  /// How far the current mode may use it; `nil` for the map's own rule.
  package var access: Access?
  /// The speed limit in km/h; `nil` for the map's own limit.
  package var limit: Double?
  package var isClosed = false
  /// The measures of the vehicle that signs do not allow there. If it is not empty, the edge is closed.
  package var misfit: Misfit = []
  /// The speed of live traffic; `nil` if it is unknown.
  package var speed: MetresPerSecond?
  /// The usual speed of traffic at this hour; `nil` if it is unknown. Live traffic beats it, also where it is faster.
  package var usualSpeed: MetresPerSecond?
  /// A factor on speeds.
  package var speedFactor = 1.0
  /// A factor on costs, but not on durations.
  package var costFactor = 1.0

  package init() {}

  /// Not usable, because it is closed or the vehicle does not fit.
  package var isShut: Bool { isClosed || !misfit.isEmpty }

  /// Both changes: closed if either is, the more restrictive access, the lower limit and speed, both factors.
  package func joined(with other: RoadChange) -> RoadChange {
    var joined = self
    joined.isClosed = isClosed || other.isClosed
    joined.misfit.formUnion(other.misfit)
    joined.access = [access, other.access].compactMap { $0 }.min()
    joined.limit = [limit, other.limit].compactMap { $0 }.min()
    joined.speed = [speed, other.speed].compactMap { $0 }.min()
    joined.usualSpeed = [usualSpeed, other.usualSpeed].compactMap { $0 }.min()
    joined.speedFactor *= other.speedFactor
    joined.costFactor *= other.costFactor
    return joined
  }
}

/// The differences of the roads from the map at some time: traffic, closures, and what a policy makes more expensive.
///
/// - Complexity: one bit looked up for each edge, and a hash table for edges that differ; one bit of memory per edge.
package struct RoadChanges: Hashable, Sendable {
  private var byEdge: [EdgeID: RoadChange] = [:]
  /// The edges with a change: faster to check than the table.
  private var touched = EdgeSet()

  package init() {}

  /// The numbers of the map's conditional turn restrictions that hold.
  package var restrictionsInForce: Set<Int> = []

  /// Nodes with signs that exclude the vehicle.
  package private(set) var misfits: [NodeID: Misfit] = [:]

  /// Nodes whose signs let the vehicle pass only to end behind them.
  package private(set) var gates: Set<NodeID> = []

  package var isEmpty: Bool {
    byEdge.isEmpty && restrictionsInForce.isEmpty && misfits.isEmpty && gates.isEmpty
  }

  package subscript(edge: EdgeID) -> RoadChange? { touched.contains(edge) ? byEdge[edge] : nil }

  /// A lower bound on how much cheaper a metre becomes. Speeds above the vehicle's own have no effect, but factors of
  /// speed above 1 do.
  private(set) var leastCostFactor = 1.0

  /// Some edge has a different access than in the map.
  package private(set) var changesAccess = false

  package mutating func add(_ change: RoadChange, to edge: EdgeID) {
    let joined = byEdge[edge]?.joined(with: change) ?? change
    byEdge[edge] = joined
    touched.insert(edge)
    changesAccess = changesAccess || joined.access != nil
    leastCostFactor = min(leastCostFactor, joined.costFactor / max(1, joined.speedFactor))
  }

  package mutating func add(_ misfit: Misfit, to node: NodeID) { misfits[node, default: []].formUnion(misfit) }

  package mutating func addGate(at node: NodeID) { gates.insert(node) }
}

extension RoadChanges {
  /// Both sets of changes.
  package func joined(with other: RoadChanges) -> RoadChanges {
    if isEmpty { return other }
    var joined = self
    for (edge, change) in other.byEdge { joined.add(change, to: edge) }
    joined.restrictionsInForce.formUnion(other.restrictionsInForce)
    for (node, misfit) in other.misfits { joined.add(misfit, to: node) }
    joined.gates.formUnion(other.gates)
    return joined
  }
}
