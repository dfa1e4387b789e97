package import Hierarchies
package import RoadGraph
package import RoadRules

/// The contracted turns of a map's motor vehicles, or of bicycles and pedestrians, which make routing fast for any
/// weights. Maps may store those of motor vehicles.
package struct RoutingHierarchy: Sendable {
  package let turns: TurnGraph
  package let hierarchy: Hierarchy

  /// The modes that share the hierarchy stored in maps, because they use nearly the same roads.
  package static let modes = EdgeOrder.Network.vehicles.modes

  /// The map has a hierarchy stored in it.
  package static func isStored(in graph: RoadGraph) throws(RoadGraphError) -> Bool {
    try Hierarchy(storedIn: graph) != nil
  }

  /// The hierarchy of a mode: the one stored in the map, or else one computed now, which is equal.
  ///
  /// - Throws: `RoadGraphError.damaged` if the stored hierarchy is invalid.
  /// - Complexity: O(*n*) with a hierarchy in the map; otherwise as ``dissectionOrder(of:settings:)``, some 4 s per
  ///   million segments.
  package init(of graph: RoadGraph, for mode: TravelMode = .car) throws(RoadGraphError) {
    let network: EdgeOrder.Network = Self.modes.contains(mode) ? .vehicles : .unmotorised
    turns = TurnGraph(of: graph, states: TurnStates(of: graph), network: network)
    if network == .vehicles, let stored = try Hierarchy(storedIn: graph),
      stored.fingerprint == turns.arcs.fingerprint
    {
      hierarchy = stored
    } else {
      let order = try EdgeOrder(network, storedIn: graph) ?? EdgeOrder(of: graph, for: network)
      hierarchy = Hierarchy(of: turns.arcs, order: turns.contractionOrder(order))
    }
  }

  /// The sections that `tracemill map build --hierarchy` adds to a map, for `GraphDraft.add(_:)`.
  package static func sections(of graph: RoadGraph) async -> [AddedSection] {
    async let unmotorised = EdgeOrder(of: graph, for: .unmotorised).section
    let order = EdgeOrder(of: graph, for: .vehicles)
    let turns = TurnGraph(of: graph, states: TurnStates(of: graph), network: .vehicles)
    let hierarchy = Hierarchy(of: turns.arcs, order: turns.contractionOrder(order))
    return [order.section, await unmotorised] + hierarchy.sections
  }

  /// The weights of one profile and set of options, customised for searches.
  package func metric(_ costs: RoadCosts) -> Metric { Metric(of: hierarchy, weights: turns.weights(costs)) }
}
