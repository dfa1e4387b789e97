internal import Geodesy
internal import PathSearch
package import RoadGraph
package import RoadRules

/// A place to start from, and what it costs to be there.
package struct LegStart: Sendable {
  package var position: EdgePosition
  package var cost: RouteCost
  /// The time since the departure of the route, in milliseconds; 0 where no hour matters.
  package var elapsed: Int

  package init(position: EdgePosition, cost: RouteCost = 0, elapsed: Int = 0) {
    self.position = position
    self.cost = cost
    self.elapsed = elapsed
  }

  /// The cost at the end of the edge.
  func costBehind(_ costs: RoadCosts) -> RouteCost {
    cost &+| costs.cost(of: position.edge, from: position.offset, to: costs.graph.length(of: position.edge))
  }
}

/// The cheapest paths from one of some starts to each of some targets, by a search of the whole map: Dijkstra's
/// algorithm, directed by the straight line.
///
/// Labels belong to the starts of edges, by ``TurnStates``. Roads that may only be used to begin or end there are
/// entered only if the target is on them. Paths to the target through such roads are searched from the target first,
/// and the search from the start ends at their rim.
///
/// The value is scratch: keep one per worker.
///
/// - Complexity: O(*m* log *m*) for *m* states nearer than the targets; memory of 16 bytes per state of the map.
/// - Source: Dijkstra 1959; Hart, Nilsson & Raphael 1968.
package struct LegSearch: ~Copyable, Sendable {
  private let graph: RoadGraph
  package let states: TurnStates
  private var labels: [Label]
  private var stamp: UInt32 = 0
  private var frontier = Frontier()

  struct Label: BitwiseCopyable {
    var stamp: UInt32 = 0
    var cost: RouteCost = .never
    /// The previous state; itself at the start of the path.
    var parent: UInt32 = 0
    /// The number of the start; negative once settled.
    var start: Int32 = 0
  }

  package init(on graph: RoadGraph, states: TurnStates) {
    self.graph = graph
    self.states = states
    labels = []
  }

  /// - Parameter cheapestOnly: only the path to the cheapest target is needed; others may be missing or too long.
  /// - Returns: for each target the cheapest path from any start, including the cost of the start; `nil` if there is
  ///   none.
  package mutating func paths(
    from starts: [LegStart], to targets: [EdgePosition], costs: RoadCosts, cheapestOnly: Bool = false
  ) -> [LegPath?] {
    let rims = targets.map { TargetRim(of: $0, states: states, costs: costs) }
    let near = zip(targets, rims).map { target, rim in rim.nearPath(from: starts, to: target, states, costs) }
    var best = near.map { Found(cost: $0?.cost ?? .never) }
    run(from: starts, to: rims, toward: targets.map(graph.place), costs, &best, cheapestOnly: cheapestOnly)
    return best.indices.map { i in
      best[i].rim.map { path(best[i], $0, from: starts, to: targets[i], rims[i]) } ?? near[i]
    }
  }

  // MARK: The search

  /// The cheapest path to a target so far.
  private struct Found {
    var cost: RouteCost
    var start = 0
    /// The state at which it enters the rim of the target; `nil` if it stays within the rim.
    var rim: StateID?
  }

  private mutating func run(
    from starts: [LegStart], to rims: [TargetRim], toward places: [Place], _ costs: RoadCosts, _ best: inout [Found],
    cheapestOnly: Bool
  ) {
    begin()
    let compass = Compass(to: places, costs: costs)
    for (i, start) in starts.enumerated() { leave(start, number: i, costs, compass) }
    while let (state, label, least) = settleNext() {
      let enough = cheapestOnly ? best.reduce(.never) { min($0, $1.cost) } : best.reduce(0) { max($0, $1.cost) }
      guard least < Double(enough) else { break }
      for (i, rim) in rims.enumerated() {
        guard let rest = rim[state] else { continue }
        let cost = label.cost &+| rest
        if cost < best[i].cost { best[i] = Found(cost: cost, start: Int(label.start), rim: state) }
      }
      expand(state, label, costs, compass)
    }
  }

  /// The next state to settle, and a lower bound on the cost of paths through it.
  mutating func settleNext() -> (state: StateID, label: Label, least: Double)? {
    while let next = frontier.popMin() {
      let state = StateID(next.label)
      let label = labels[state.index]
      guard label.start >= 0 else { continue }
      labels[state.index].start = ~label.start
      return (state, label, next.cost)
    }
    return nil
  }

  mutating func begin() {
    frontier.removeAll()
    stamp &+= 1
    guard stamp == 0 || labels.isEmpty else { return }
    labels = [Label](repeating: Label(), count: states.count)
    stamp = 1
  }

  mutating func leave(_ start: LegStart, number: Int, _ costs: RoadCosts, _ compass: Compass) {
    let edge = start.position.edge
    let cost = start.costBehind(costs)
    guard cost < .never else { return }
    let state = StateID(edge.rawValue)
    for next in graph.edges(leaving: graph.head(of: edge)) {
      reach(next, from: state, at: cost, start: Int32(number), parent: nil, costs, compass)
    }
  }

  mutating func expand(_ state: StateID, _ label: Label, _ costs: RoadCosts, _ compass: Compass) {
    let edge = states.edge(of: state)
    let cost = label.cost &+| costs.cost(of: edge)
    guard cost < .never else { return }
    for next in graph.edges(leaving: graph.head(of: edge)) {
      reach(next, from: state, at: cost, start: label.start, parent: state, costs, compass)
    }
  }

  private mutating func reach(
    _ next: EdgeID, from state: StateID, at cost: RouteCost, start: Int32, parent: StateID?, _ costs: RoadCosts,
    _ compass: Compass
  ) {
    guard costs.isUsable(next) else { return }
    let cost = cost &+| costs.cost(from: state, onto: next, in: states)
    let reached = states.next(after: state, onto: next)
    let old = labels[reached.index]
    guard cost < (old.stamp == stamp ? old.cost : .never) else { return }
    labels[reached.index] = Label(
      stamp: stamp, cost: cost, parent: (parent ?? reached).rawValue, start: start)
    let ahead = compass.leastCost(from: graph.place(of: graph.tail(of: next)))
    frontier.insert(
      WideEntry(cost: Double(cost) + ahead, label: reached.index))
  }

  // MARK: Paths

  private func path(
    _ found: Found, _ rim: StateID, from starts: [LegStart], to target: EdgePosition, _ roads: TargetRim
  ) -> LegPath {
    let start = starts[found.start].position
    let edges = [start.edge] + edges(upTo: rim) + roads.edges(behind: rim, states)
    return LegPath(graph.stretches(along: edges, from: start.offset, to: target.offset), cost: found.cost)
  }

  /// The edges after the edge of the start, up to the edge of a state.
  func edges(upTo state: StateID) -> [EdgeID] {
    var back: [EdgeID] = []
    var here = state
    while true {
      back.append(states.edge(of: here))
      let parent = StateID(labels[here.index].parent)
      if parent == here { return back.reversed() }
      here = parent
    }
  }
}

/// A lower bound on the remaining cost from a place: the straight line to the nearest of some targets at the greatest
/// speed.
struct Compass {
  private let rulers: [LocalRuler]
  private let costPerMetre: Double

  /// - Parameter share: a factor on the bound.
  init(to places: [Place], costs: RoadCosts, share: Double = 1) {
    rulers = places.map { LocalRuler(at: $0) }
    costPerMetre = share * costs.leastCostPerMetre
  }

  /// A hundredth less than the straight line, since rulers differ.
  func leastCost(from place: Place) -> Double {
    var least = Metres.infinity
    for ruler in rulers { least = min(least, ruler.point(place).distance(to: .origin)) }
    return least * 0.99 * costPerMetre
  }
}
