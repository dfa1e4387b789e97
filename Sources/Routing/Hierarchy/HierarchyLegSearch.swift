package import Hierarchies
package import RoadGraph

/// The cheapest ways from one of some starts to each of some targets, by a hierarchy of the map's turns; the same costs
/// as those of ``LegSearch``.
///
/// The value is scratch: keep one per worker.
package struct HierarchyLegSearch: ~Copyable {
  private let graph: RoadGraph
  private let roads: RoutingHierarchy
  private var search: HierarchySearch
  private var begins: [SearchSeed] = []
  private var origins: [Int] = []
  private var ends: [SearchSeed] = []
  private var arcs: [UInt32] = []

  package init(on graph: RoadGraph, roads: RoutingHierarchy) {
    self.graph = graph
    self.roads = roads
    search = HierarchySearch(for: roads.hierarchy)
  }

  /// - Returns: for each target the cheapest way from any start, its cost included; `nil` where there is none.
  package mutating func paths(
    from starts: [LegStart], to targets: [EdgePosition], costs: RoadCosts, _ metric: borrowing Metric
  ) -> [LegPath?] {
    sow(starts, costs)
    var paths: [LegPath?] = []
    for target in targets { paths.append(path(from: starts, to: target, costs, metric)) }
    return paths
  }

  private var states: TurnStates { roads.turns.states }

  /// What can be driven onto from the starts' edges.
  private mutating func sow(_ starts: [LegStart], _ costs: RoadCosts) {
    begins.removeAll(keepingCapacity: true)
    origins.removeAll(keepingCapacity: true)
    for (i, start) in starts.enumerated() {
      let edge = start.position.edge
      let cost = start.cost &+| costs.cost(of: edge, from: start.position.offset, to: graph.length(of: edge))
      guard cost < .never else { continue }
      let state = StateID(edge.rawValue)
      for next in graph.edges(leaving: graph.head(of: edge)) where costs.isUsable(next) {
        let total = cost &+| costs.cost(from: state, onto: next, in: states)
        guard total < .never, let vertex = roads.turns.vertex(of: states.next(after: state, onto: next)) else {
          continue
        }
        begins.append(SearchSeed(vertex: vertex, cost: Int(total)))
        origins.append(i)
      }
    }
  }

  private mutating func path(
    from starts: [LegStart], to target: EdgePosition, _ costs: RoadCosts, _ metric: borrowing Metric
  ) -> LegPath? {
    let rim = TargetRim(of: target, states: states, costs: costs)
    let near = rim.nearPath(from: starts, to: target, states, costs)
    ends.removeAll(keepingCapacity: true)
    rim.forEach { state, cost in
      if let vertex = roads.turns.vertex(of: state) { ends.append(SearchSeed(vertex: vertex, cost: Int(cost))) }
    }
    guard let far = search.path(from: begins, to: ends, on: roads.hierarchy, metric),
      far.cost < near?.cost ?? .never
    else { return near }
    arcs.removeAll(keepingCapacity: true)
    search.appendArcs(to: &arcs, on: roads.hierarchy, metric)
    let start = starts[origins[far.begin]].position
    var edges = [start.edge, states.edge(of: roads.turns.stateOfVertex[Int(begins[far.begin].vertex)])]
    for arc in arcs { edges.append(states.edge(of: roads.turns.stateOfVertex[Int(roads.turns.arcs.heads[Int(arc)])])) }
    edges += rim.edges(behind: roads.turns.stateOfVertex[Int(ends[far.end].vertex)], states)
    return LegPath(edges: edges, begin: start.offset, end: target.offset, cost: RouteCost(far.cost))
  }
}
