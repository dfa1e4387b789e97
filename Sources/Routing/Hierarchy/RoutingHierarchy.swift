package import Hierarchies
package import RoadGraph

/// The turns of a map's motor vehicles, contracted: what makes routes fast for any weights of them.
package struct RoutingHierarchy: Sendable {
  package let turns: TurnGraph
  package let hierarchy: Hierarchy

  /// The modes that share one hierarchy: they use nearly the same roads.
  package static let modes: [TravelMode] = [.car, .truck, .bus, .taxi, .motorcycle, .scooter]

  /// - Complexity: that of ``dissectionOrder(of:settings:)``; seconds to minutes.
  package init(of graph: RoadGraph) {
    turns = TurnGraph(of: graph, states: TurnStates(of: graph), modes: Self.modes)
    hierarchy = Hierarchy(of: turns.arcs, order: turns.contractionOrder(on: graph))
  }

  /// The weights of one profile and set of options, made ready for searches.
  package func metric(_ costs: RoadCosts) -> Metric { Metric(of: hierarchy, weights: turns.weights(costs)) }
}
