package import Hierarchies
package import RoadGraph
package import RoadRules
internal import Storage

/// The cheapest paths from one of some starts to each of some targets, by a hierarchy of the map's turns. It finds the
/// same costs as ``LegSearch``.
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
  /// Created when first needed.
  private var vias: ViaSearch?

  package init(on graph: RoadGraph, roads: RoutingHierarchy) {
    self.graph = graph
    self.roads = roads
    search = HierarchySearch(for: roads.hierarchy)
  }

  /// - Parameter cheapestOnly: paths to later targets that are not cheaper than the path to an earlier one are left
  ///   out.
  /// - Returns: for each target the cheapest path from any start, including the cost of the start; `nil` if there is
  ///   none.
  package mutating func paths(
    from starts: [LegStart], to targets: [EdgePosition], costs: RoadCosts, _ metric: borrowing Metric,
    cheapestOnly: Bool = false
  ) -> [LegPath?] {
    sow(starts, costs)
    var paths: [LegPath?] = []
    var bound = RouteCost.never
    for target in targets {
      let path = path(from: starts, to: target, below: bound, costs, metric)
      if cheapestOnly, let path { bound = path.cost }
      paths.append(path)
    }
    return paths
  }

  private var states: TurnStates { roads.turns.states }

  /// Seeds the search with the turns out of the starts' edges.
  private mutating func sow(_ starts: [LegStart], _ costs: RoadCosts) {
    begins.removeAll(keepingCapacity: true)
    origins.removeAll(keepingCapacity: true)
    for (i, start) in starts.enumerated() {
      let edge = start.position.edge
      let cost = start.costBehind(costs)
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
    from starts: [LegStart], to target: EdgePosition, below bound: RouteCost, _ costs: RoadCosts,
    _ metric: borrowing Metric
  ) -> LegPath? {
    let rim = TargetRim(of: target, states: states, costs: costs)
    let near = rim.nearPath(from: starts, to: target, states, costs).flatMap { $0.cost < bound ? $0 : nil }
    ends.removeAll(keepingCapacity: true)
    rim.forEach { state, cost in
      if let vertex = roads.turns.vertex(of: state) { ends.append(SearchSeed(vertex: vertex, cost: Int(cost))) }
    }
    let least = Int(near?.cost ?? bound)
    guard let far = search.path(from: begins, to: ends, below: least, on: roads.hierarchy, metric) else { return near }
    arcs.removeAll(keepingCapacity: true)
    search.appendArcs(to: &arcs, on: roads.hierarchy, metric)
    return path(along: far, from: starts, to: target, rim)
  }

  /// The path along the arcs found, from the start's edge to the target's edge.
  private func path(
    along far: SearchedPath, from starts: [LegStart], to target: EdgePosition, _ rim: TargetRim
  ) -> LegPath {
    let start = starts[origins[far.begin]].position
    var edges = [start.edge, states.edge(of: roads.turns.stateOfVertex[Int(begins[far.begin].vertex)])]
    for arc in arcs { edges.append(states.edge(of: roads.turns.stateOfVertex[Int(roads.turns.arcs.heads[Int(arc)])])) }
    edges += rim.edges(behind: roads.turns.stateOfVertex[Int(ends[far.end].vertex)], states)
    return LegPath(
      graph.stretches(along: edges, from: start.offset, to: target.offset), cost: RouteCost(far.cost))
  }
}

/// Which paths besides the cheapest one are searched for.
struct DetourLimits {
  /// The greatest cost.
  var cost: RouteCost
  /// The least distance, as a cost, between places that such a path joins in the cheapest way.
  var plateau: RouteCost
  /// The number of paths, the most promising ones first.
  var count: Int
}

extension HierarchyLegSearch {
  /// Paths from one of some starts to one of some targets that are the cheapest via some place, the most promising
  /// first: those that cost little and are the cheapest between places far apart.
  ///
  /// Paths that enter a road and come back along it are left out. The cheapest path of all may be among them.
  mutating func detours(
    from starts: [LegStart], to targets: [EdgePosition], within limits: DetourLimits, costs: RoadCosts, _ metric: Metric
  ) -> [LegPath] {
    sow(starts, costs)
    let rims = targets.map { TargetRim(of: $0, states: states, costs: costs) }
    ends.removeAll(keepingCapacity: true)
    var targetOfEnd: [Int] = []
    for (i, rim) in rims.enumerated() {
      rim.forEach { state, cost in
        guard let vertex = roads.turns.vertex(of: state) else { return }
        ends.append(SearchSeed(vertex: vertex, cost: Int(cost)))
        targetOfEnd.append(i)
      }
    }
    var search = vias.take() ?? ViaSearch(for: roads.hierarchy)
    let plateaus = search.plateaus(
      from: begins, to: ends, costing: Int(limits.cost), leastWidth: Int(limits.plateau), on: roads.hierarchy, metric)
    var paths: [LegPath] = []
    for plateau in plateaus.sorted(by: { 2 * $0.cost - $0.width < 2 * $1.cost - $1.width }) {
      if paths.count == limits.count { break }
      guard !turnsBack(plateau), let via = plateau.vertices.first else { continue }
      arcs.removeAll(keepingCapacity: true)
      let far = search.appendArcs(over: via, from: begins, to: ends, into: &arcs, on: roads.hierarchy, metric)
      let target = targetOfEnd[far.end]
      paths.append(path(along: far, from: starts, to: targets[target], rims[target]))
    }
    vias = consume search
    return paths
  }

  /// It contains both directions of a road.
  private func turnsBack(_ plateau: Plateau) -> Bool {
    let edges = Set(plateau.vertices.map { states.edge(of: roads.turns.stateOfVertex[Int($0.vertex)]) })
    return edges.contains { edges.contains($0.reversed) }
  }
}
