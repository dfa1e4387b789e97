internal import Geodesy
internal import Hierarchies
package import RoadGraph
internal import RoadRules

/// The cheapest paths by the clock, directed by a hierarchy whose weights are the least of the hours of the drive.
///
/// First the path that is the cheapest at these weights is driven by the clock. If it takes no longer, nothing is
/// cheaper: so it is whenever no road of the drive changes its speed meanwhile. Otherwise its cost is the limit of an A*
/// search, and the hierarchy gives the lower bounds.
///
/// The hours are those from the departure on in which a path can end that costs no more than the one found. They are
/// guessed from the distance first, and more are taken until it is so.
///
/// The value is scratch: keep one per worker.
///
/// - Source: CH-Potentials: Strasser & Zeitz 2021, doi:10.4230/LIPIcs.SEA.2021.6. Differs in: the weights are those of the
///   hours of the drive, and the search is not needed where they are exact.
package struct HourlyLegSearch: ~Copyable {
  private var search: ClockSearch
  private var fixed: HierarchySearch
  /// Both are created when first needed.
  private var ahead: RemainingCosts?
  private var behind: ManyEndsSearch?
  private var arcs: [UInt32] = []
  /// The labels expanded by the last search of a single target.
  package private(set) var expandedCount = 0

  package init(on roads: RoutingHierarchy) {
    search = ClockSearch(nodeCount: roads.turns.arcs.vertexCount)
    fixed = HierarchySearch(for: roads.hierarchy)
  }

  /// See ``ClockLegSearch/paths(from:to:_:_:cheapestOnly:)``.
  package mutating func paths(
    from starts: [LegStart], to targets: [EdgePosition], _ timing: LegTiming, on roads: HourlyRoads, cheapestOnly: Bool
  ) -> [LegPath?] {
    guard cheapestOnly else {
      return targets.map { cheapest(from: starts, to: [$0], timing, on: roads)[0] }
    }
    return cheapest(from: starts, to: targets, timing, on: roads)
  }

  private mutating func cheapest(
    from starts: [LegStart], to targets: [EdgePosition], _ timing: LegTiming, on roads: HourlyRoads
  ) -> [LegPath?] {
    let clock = roads.clock
    let leg = ClockLeg(from: starts, to: targets, timing, on: roads)
    var span = HourSpan(
      timing, expecting: Self.guess(from: starts, to: targets, clock.costs.graph), wholeWeek: clock.hasBonus)
    while true {
      let (paths, cost) = paths(of: leg, in: span, on: roads)
      guard let cost, !span.holds(clock.mostTime(costing: cost)) else { return paths }
      span.widen(to: clock.mostTime(costing: cost))
    }
  }

  /// The straight line at 60 km/h, in milliseconds. Too few hours take a look at the hierarchy, too many a search.
  private static func guess(from starts: [LegStart], to targets: [EdgePosition], _ graph: RoadGraph) -> Int {
    guard let start = starts.first, let target = targets.first else { return 0 }
    let distance = groundDistance(graph.place(at: start.position), graph.place(at: target))
    return (starts.map(\.elapsed).max() ?? 0) + Int(distance * 60)
  }

  /// - Returns: the paths, and the cost within which they are the cheapest if the span holds it; `nil` if there is no
  ///   other path than those.
  private mutating func paths(
    of leg: ClockLeg, in span: HourSpan, on roads: HourlyRoads
  ) -> (paths: [LegPath?], cost: Int?) {
    expandedCount = 0
    let (hierarchy, window) = (roads.roads.hierarchy, span.window)
    let metric = roads.metric(in: window)
    let seeds = leg.seeds(in: window)
    let near = leg.leastNear
    guard let far = fixed.path(from: seeds.begins, to: seeds.ends, below: near, on: hierarchy, metric) else {
      return (leg.paths([], on: roads) { _ in [] }, near == .max ? nil : near)
    }
    if !span.holds(roads.clock.mostTime(costing: far.cost)) { return ([], far.cost) }
    arcs.removeAll(keepingCapacity: true)
    fixed.appendArcs(to: &arcs, on: hierarchy, metric)
    let driven = leg.drive(along: arcs, far, on: roads)
    if driven.cost <= far.cost {
      let edges = [roads.edge(of: seeds.begins[far.begin].vertex)] + arcs.map { roads.edge(of: roads.head(of: $0)) }
      return (leg.paths([driven], on: roads) { _ in edges }, driven.cost)
    }
    let found = search(leg, seeds, metric, below: min(near, driven.cost + 1), on: roads)
    let paths = leg.paths(found, on: roads) { roads.edges(search.nodes(upTo: $0.label), leg.timing.direction) }
    return (paths, paths.lazy.compactMap(\.self).map { Int($0.cost) }.min())
  }

  private mutating func search(
    _ leg: ClockLeg, _ seeds: (begins: [SearchSeed], ends: [SearchSeed]), _ metric: Metric, below: Int,
    on roads: HourlyRoads
  ) -> [ClockFinding?] {
    let hierarchy = roads.roads.hierarchy
    let query = leg.query(cheapestOnly: true)
    defer { expandedCount = search.expandedCount }
    switch leg.timing.direction {
    case .departing:
      var costs = ahead.take() ?? RemainingCosts(for: hierarchy)
      costs.begin(to: seeds.ends, on: hierarchy, metric)
      var bound = AheadBound(costs: costs, hierarchy: hierarchy, metric: metric)
      let found = search.run(query, on: roads, bound: &bound, below: below)
      ahead = bound.released()
      return found
    case .arriving:
      var costs = behind.take() ?? ManyEndsSearch(for: hierarchy)
      costs.begin(from: seeds.begins, on: hierarchy, metric)
      var bound = BehindBound(costs: costs, hierarchy: hierarchy, metric: metric)
      let found = search.run(query, on: roads, bound: &bound, below: below)
      behind = bound.released()
      return found
    }
  }
}

/// The least cost to the targets.
private struct AheadBound: ~Copyable, ClockBound {
  private var costs: RemainingCosts
  private let hierarchy: Hierarchy
  private let metric: Metric

  init(costs: consuming RemainingCosts, hierarchy: Hierarchy, metric: Metric) {
    self.costs = costs
    self.hierarchy = hierarchy
    self.metric = metric
  }

  mutating func leastCost(at node: UInt32, _: Int) -> Int? { costs.cost(from: node, on: hierarchy, metric) }

  consuming func released() -> RemainingCosts { costs }
}

/// The least cost from the starts.
private struct BehindBound: ~Copyable, ClockBound {
  private var costs: ManyEndsSearch
  private let hierarchy: Hierarchy
  private let metric: Metric

  init(costs: consuming ManyEndsSearch, hierarchy: Hierarchy, metric: Metric) {
    self.costs = costs
    self.hierarchy = hierarchy
    self.metric = metric
  }

  mutating func leastCost(at node: UInt32, _: Int) -> Int? { costs.cost(to: node, on: hierarchy, metric) }

  consuming func released() -> ManyEndsSearch { costs }
}

extension ClockLeg {
  /// The least costs of beginning and of ending at some hours.
  fileprivate func seeds(in window: HourWindow) -> (begins: [SearchSeed], ends: [SearchSeed]) {
    func seeds(_ gates: [ClockGate]) -> [SearchSeed] {
      gates.map { SearchSeed(vertex: $0.node, cost: leastCost(of: $0, in: window)) }
    }
    return (seeds(startGates), seeds(targetGates))
  }

  /// Drives a path of the hierarchy by the clock.
  fileprivate func drive(along arcs: [UInt32], _ path: SearchedPath, on roads: HourlyRoads) -> ClockFinding {
    let (start, target) = (startGates[path.begin], targetGates[path.end])
    let isForward = timing.direction == .departing
    let query = query(cheapestOnly: true)
    var moment = query.seed(isForward ? start : target, clock)
    var penalty = start.penalty + target.penalty
    for arc in isForward ? arcs : arcs.reversed() {
      let (tail, turn) = (roads.tail(of: arc), roads.turn(at: arc))
      let drive = roads.drive(along: tail) ?? .never
      let (edge, length) = (roads.edge(of: tail), Int(drive.length))
      penalty += Int(drive.penalty) + Int(turn.penalty)
      if isForward {
        moment = clock.exit(turn, from: clock.exit(drive, on: edge, driving: length, from: moment))
      } else {
        moment = clock.entry(drive, on: edge, driving: length, by: clock.entry(turn, by: moment))
      }
    }
    let elapsed = query.elapsed(at: query.moment(after: isForward ? target : start, from: moment, clock))
    return ClockFinding(
      cost: elapsed >> clock.halvings + penalty, elapsed: elapsed, begin: isForward ? path.begin : path.end,
      end: isForward ? path.end : path.begin, label: .max)
  }
}
