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
  /// All are created when first needed.
  private var ahead: RemainingCosts?
  private var laterAhead: RemainingCosts?
  private var behind: ManyEndsSearch?
  private var earlierBehind: ManyEndsSearch?
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
    let found = search(leg, in: span, below: min(near, driven.cost + 1), on: roads)
    let paths = leg.paths(found, on: roads) { roads.edges(search.nodes(upTo: $0.label), leg.timing.direction) }
    return (paths, paths.lazy.compactMap(\.self).map { Int($0.cost) }.min())
  }

  private mutating func search(
    _ leg: ClockLeg, in span: HourSpan, below: Int, on roads: HourlyRoads
  ) -> [ClockFinding?] {
    let query = leg.query(cheapestOnly: true)
    defer { expandedCount = search.expandedCount }
    switch leg.timing.direction {
    case .departing:
      var bound = AheadBound(
        outer: ahead.take() ?? RemainingCosts(for: roads.roads.hierarchy),
        inner: span.inner == nil ? nil : laterAhead.take() ?? RemainingCosts(for: roads.roads.hierarchy), span, leg,
        on: roads)
      let found = search.run(query, on: roads, bound: &bound, below: below)
      bound.release(&ahead, &laterAhead)
      return found
    case .arriving:
      var bound = BehindBound(
        outer: behind.take() ?? ManyEndsSearch(for: roads.roads.hierarchy),
        inner: span.inner == nil ? nil : earlierBehind.take() ?? ManyEndsSearch(for: roads.roads.hierarchy), span, leg,
        on: roads)
      let found = search.run(query, on: roads, bound: &bound, below: below)
      bound.release(&behind, &earlierBehind)
      return found
    }
  }
}

/// The least cost to the targets: at all hours of the span, and for labels in its later half at those.
private struct AheadBound: ~Copyable, ClockBound {
  private var outer: RemainingCosts
  private var inner: RemainingCosts?
  private let hierarchy: Hierarchy
  private let metric: Metric
  private let innerMetric: Metric
  private let split: Int

  init(
    outer: consuming RemainingCosts, inner: consuming RemainingCosts?, _ span: HourSpan, _ leg: ClockLeg,
    on roads: HourlyRoads
  ) {
    hierarchy = roads.roads.hierarchy
    metric = roads.metric(in: span.window)
    innerMetric = span.inner.map { roads.metric(in: $0.window) } ?? metric
    split = span.inner?.split ?? .max
    self.outer = outer
    self.inner = inner
    self.outer.begin(to: leg.seeds(in: span.window).ends, on: hierarchy, metric)
    if let later = span.inner {
      self.inner?.begin(to: leg.seeds(in: later.window).ends, on: hierarchy, innerMetric)
    }
  }

  mutating func leastCost(at node: UInt32, _ moment: Int) -> Int? {
    moment >= split
      ? inner?.cost(from: node, on: hierarchy, innerMetric) : outer.cost(from: node, on: hierarchy, metric)
  }

  /// Gives the scratch back.
  consuming func release(_ outer: inout RemainingCosts?, _ inner: inout RemainingCosts?) {
    outer = consume self.outer
    if self.inner != nil { inner = consume self.inner }
  }
}

/// The least cost from the starts: at all hours of the span, and for labels in its earlier half at those.
private struct BehindBound: ~Copyable, ClockBound {
  private var outer: ManyEndsSearch
  private var inner: ManyEndsSearch?
  private let hierarchy: Hierarchy
  private let metric: Metric
  private let innerMetric: Metric
  private let split: Int

  init(
    outer: consuming ManyEndsSearch, inner: consuming ManyEndsSearch?, _ span: HourSpan, _ leg: ClockLeg,
    on roads: HourlyRoads
  ) {
    hierarchy = roads.roads.hierarchy
    metric = roads.metric(in: span.window)
    innerMetric = span.inner.map { roads.metric(in: $0.window) } ?? metric
    split = span.inner?.split ?? .min
    self.outer = outer
    self.inner = inner
    self.outer.begin(from: leg.seeds(in: span.window).begins, on: hierarchy, metric)
    if let earlier = span.inner {
      self.inner?.begin(from: leg.seeds(in: earlier.window).begins, on: hierarchy, innerMetric)
    }
  }

  mutating func leastCost(at node: UInt32, _ moment: Int) -> Int? {
    moment <= split ? inner?.cost(to: node, on: hierarchy, innerMetric) : outer.cost(to: node, on: hierarchy, metric)
  }

  /// Gives the scratch back.
  consuming func release(_ outer: inout ManyEndsSearch?, _ inner: inout ManyEndsSearch?) {
    outer = consume self.outer
    if self.inner != nil { inner = consume self.inner }
  }
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
