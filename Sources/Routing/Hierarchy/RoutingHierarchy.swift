package import Hierarchies
package import RoadGraph
package import RoadRules

/// The turns of a map's motor vehicles, contracted: what makes routes fast for any weights of them.
package struct RoutingHierarchy: Sendable {
  package let turns: TurnGraph
  package let hierarchy: Hierarchy

  /// The modes that share one hierarchy: they use nearly the same roads.
  package static let modes = EdgeOrder.Network.vehicles.modes

  /// The map keeps a hierarchy of its own.
  package static func isStored(in graph: RoadGraph) throws(RoadGraphError) -> Bool {
    try Hierarchy(storedIn: graph) != nil
  }

  /// The hierarchy that the map keeps, or else one made now; both are the same.
  ///
  /// - Throws: `RoadGraphError.damaged` where what the map keeps cannot be.
  /// - Complexity: O(*n*) with a hierarchy in the map; else that of ``dissectionOrder(of:settings:)``, some 4 s per
  ///   million segments.
  package init(of graph: RoadGraph) throws(RoadGraphError) {
    turns = TurnGraph(of: graph, states: TurnStates(of: graph), network: .vehicles)
    if let stored = try Hierarchy(storedIn: graph), stored.fingerprint == turns.arcs.fingerprint {
      hierarchy = stored
    } else {
      let order = try EdgeOrder(.vehicles, storedIn: graph) ?? EdgeOrder(of: graph, for: .vehicles)
      hierarchy = Hierarchy(of: turns.arcs, order: turns.contractionOrder(order))
    }
  }

  /// What `tracemill map build --hierarchy` adds to a map, for `RoadGraph.write(to:adding:)`.
  package static func sections(of graph: RoadGraph) async -> [AddedSection] {
    async let unmotorised = EdgeOrder(of: graph, for: .unmotorised).section
    let order = EdgeOrder(of: graph, for: .vehicles)
    let turns = TurnGraph(of: graph, states: TurnStates(of: graph), network: .vehicles)
    let hierarchy = Hierarchy(of: turns.arcs, order: turns.contractionOrder(order))
    return [order.section, await unmotorised] + hierarchy.sections
  }

  /// The weights of one profile and set of options, made ready for searches.
  package func metric(_ costs: RoadCosts) -> Metric { Metric(of: hierarchy, weights: turns.weights(costs)) }
}
