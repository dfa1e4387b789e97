internal import Geodesy
internal import Hierarchies
package import RoadGraph
internal import RoadRules
internal import Storage

/// The cheapest paths by the clock, directed by a hierarchy whose weights are those of the hours of the drive.
///
/// First the hours are taken to be those of the departure, or of the arrival. If the cheapest path at their speeds is
/// through before they change, nothing is cheaper. Otherwise every path costs more than these hours take, and an A* search
/// finds the cheapest one, with what ``HourBound`` knows as its bounds. More hours are taken until it stays within them.
///
/// The value is scratch: keep one per worker.
///
/// - Source: CH-Potentials: Strasser & Zeitz 2021, doi:10.4230/LIPIcs.SEA.2021.6. Differs in: the weights are those of the
///   hours of the drive, and the search is not needed where they do not change.
package struct HourlyLegSearch: ~Copyable {
  private var search: ClockSearch
  private var fixed: HierarchySearch
  private var bound: HourBound
  private var arcs: [UInt32] = []
  /// The labels expanded by the last search of a single target.
  package private(set) var expandedCount = 0

  package init(on roads: RoutingHierarchy) {
    search = ClockSearch(nodeCount: roads.turns.arcs.vertexCount)
    fixed = HierarchySearch(for: roads.hierarchy)
    bound = HourBound(for: roads.hierarchy)
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
    var span = HourSpan(timing)
    let leg = ClockLeg(from: starts, to: targets, timing, on: TimedRoads(roads, in: span))
    expandedCount = 0
    let near = leg.leastNear
    if roads.clock.hasBonus {
      // What a path costs does not say how long it takes.
      return searched(leg, in: HourSpan(timing, holding: .max), below: near, on: roads)
    }
    let window = span.window(from: 0)
    let steady = fixed.path(
      from: leg.seeds(at: .begins, in: window), to: leg.seeds(at: .ends, in: window), below: near,
      on: roads.roads.hierarchy, roads.metric(in: window))
    if let steady, span.holds(steady.cost) { return paths(of: leg, steady, in: window, on: roads) }
    if steady == nil, near == .max || span.holds(near) {
      return leg.paths([], on: TimedRoads(roads, in: span)) { _ in [] }
    }
    while true {
      span.widen()
      let paths = searched(leg, in: span, below: near, on: roads)
      let cost = paths.lazy.compactMap(\.self).map { Int($0.cost) }.min()
      if span.holds(cost ?? .max) { return paths }
    }
  }

  /// The last path found while the hours do not change.
  private mutating func paths(
    of leg: ClockLeg, _ path: SearchedPath, in window: HourWindow, on roads: HourlyRoads
  ) -> [LegPath?] {
    arcs.removeAll(keepingCapacity: true)
    fixed.appendArcs(to: &arcs, on: roads.roads.hierarchy, roads.metric(in: window))
    let (start, target) = (leg.startGates[path.begin], leg.targetGates[path.end])
    let times = roads.times(in: window.classes[0])
    var penalty = start.penalty + target.penalty
    for arc in arcs where times.entries[Int(arc)].hasPenalty { penalty += roads.penalty(of: Int(arc)) }
    let isForward = leg.timing.direction == .departing
    let finding = ClockFinding(
      cost: path.cost, elapsed: path.cost - penalty, begin: isForward ? path.begin : path.end,
      end: isForward ? path.end : path.begin, label: .max)
    return leg.paths([finding], on: TimedRoads(roads, in: HourSpan(leg.timing))) { _ in
      [roads.edge(of: start.node)] + arcs.map { roads.edge(of: roads.head(of: Int($0))) }
    }
  }

  /// The cheapest paths of those that stay within some hours.
  private mutating func searched(
    _ leg: ClockLeg, in span: HourSpan, below: Int, on roads: HourlyRoads
  ) -> [LegPath?] {
    let roads = TimedRoads(roads, in: span)
    bound.begin(leg, in: span, on: roads.roads)
    let found = search.run(leg.query(cheapestOnly: true), on: roads, bound: &bound, below: min(below, span.limit))
    expandedCount += search.expandedCount
    return leg.paths(found, on: roads) { roads.edges(search.nodes(upTo: $0.label), leg.timing.direction) }
  }
}
