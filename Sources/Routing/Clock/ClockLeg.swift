internal import Hierarchies
internal import RoadGraph
internal import RoadRules

/// One leg as a search by the clock sees it: where it begins and ends, and the paths that do not leave their roads.
struct ClockLeg {
  let clock: ClockCosts
  let timing: LegTiming
  private let starts: [LegStart]
  private let targets: [EdgePosition]
  private let rims: [TargetRim]
  let startGates: [ClockGate]
  let targetGates: [ClockGate]
  /// The cheapest path to each target on the start's own road.
  private let near: [LegPath?]

  init(
    from starts: [LegStart], to targets: [EdgePosition], _ timing: LegTiming, on roads: some ClockRoads
  ) {
    let (clock, states) = (roads.clock, roads.states)
    self.clock = clock
    self.timing = timing
    self.starts = starts
    self.targets = targets
    let rims = targets.map { TargetRim(of: $0, states: states, costs: clock.costs) }
    self.rims = rims
    startGates = Self.gates(of: starts, on: roads)
    targetGates = Self.gates(to: targets, rims, on: roads)
    near = targets.indices.map {
      Self.nearPath(from: starts, to: targets[$0], rims[$0], timing, states, clock)
    }
  }

  /// - Parameter cheapestOnly: only the cheapest of all paths is needed.
  func query(cheapestOnly: Bool) -> ClockQuery {
    let isForward = timing.direction == .departing
    return ClockQuery(
      direction: timing.direction, moment: timing.moment, begins: isForward ? startGates : targetGates,
      ends: isForward ? targetGates : startGates, endCount: isForward ? targets.count : starts.count,
      cheapestOnly: cheapestOnly, labels: timing.labels)
  }

  /// The least cost of a path that does not leave the roads of its ends.
  var leastNear: Int { near.lazy.compactMap(\.self).map { Int($0.cost) }.min() ?? .max }

  /// The least costs of beginning or of ending in some hours.
  func seeds(at side: ManyEndsSearch.Side, in window: HourWindow) -> [SearchSeed] {
    (side == .begins ? startGates : targetGates).map { gate in
      let time = gate.passage.leastTime(in: window, clock)
      return SearchSeed(vertex: gate.node, cost: time + window.leastCost(gate.elapsed, penalty: gate.penalty))
    }
  }

  /// The paths to the targets: those found, or those that do not leave the road where they are cheaper.
  ///
  /// - Parameter edges: along a finding, in the order of the drive, from the first behind the gate of the start to the
  ///   one before the target's.
  func paths(
    _ found: [ClockFinding?], on roads: some ClockRoads, edges: (ClockFinding) -> [EdgeID]
  ) -> [LegPath?] {
    var paths = near
    for finding in found.compactMap(\.self) {
      let isForward = timing.direction == .departing
      let gate = targetGates[isForward ? finding.end : finding.begin]
      let start = startGates[isForward ? finding.begin : finding.end].number
      guard finding.cost < paths[gate.number].map({ Int($0.cost) }) ?? .max, finding.cost < Int(RouteCost.never) else {
        continue
      }
      let rest = rims[gate.number].edges(behind: roads.state(of: gate.node), roads.states)
      let all = [starts[start].position.edge] + edges(finding) + rest
      paths[gate.number] = LegPath(
        clock.costs.graph.stretches(along: all, from: starts[start].position.offset, to: targets[gate.number].offset),
        cost: RouteCost(max(0, finding.cost)), elapsed: finding.elapsed)
    }
    return paths
  }

  // MARK: Gates

  private static func gates(of starts: [LegStart], on roads: some ClockRoads) -> [ClockGate] {
    let (clock, states) = (roads.clock, roads.states)
    let graph = clock.costs.graph
    var gates: [ClockGate] = []
    for (number, start) in starts.enumerated() {
      let edge = start.position.edge
      let state = StateID(edge.rawValue)
      guard
        let passage = ClockPassage(
          along: [edge], from: start.position.offset, to: graph.length(of: edge), at: state, states, clock)
      else { continue }
      for next in graph.edges(leaving: graph.head(of: edge)) where clock.costs.isUsable(next) {
        var turned = passage
        guard turned.add(clock.turn(from: state, onto: next, in: states)),
          let node = roads.node(of: states.next(after: state, onto: next))
        else { continue }
        gates.append(
          ClockGate(
            node: node, number: number, passage: turned, elapsed: start.elapsed,
            added: Int(start.cost) - start.elapsed))
      }
    }
    return gates
  }

  private static func gates(to targets: [EdgePosition], _ rims: [TargetRim], on roads: some ClockRoads) -> [ClockGate] {
    var gates: [ClockGate] = []
    for (number, (target, rim)) in zip(targets, rims).enumerated() {
      rim.forEach { state, _ in
        let edges = [roads.states.edge(of: state)] + rim.edges(behind: state, roads.states)
        guard let node = roads.node(of: state),
          let passage = ClockPassage(
            along: edges, from: 0, to: target.offset, at: state, roads.states, roads.clock, isEnding: true)
        else { return }
        gates.append(ClockGate(node: node, number: number, passage: passage))
      }
    }
    return gates
  }

  /// The cheapest path along a start's own edge, or from its end over roads of the rim only.
  private static func nearPath(
    from starts: [LegStart], to target: EdgePosition, _ rim: TargetRim, _ timing: LegTiming, _ states: TurnStates,
    _ clock: ClockCosts
  ) -> LegPath? {
    var best: LegPath?
    for start in starts {
      let (edge, state) = (start.position.edge, StateID(start.position.edge.rawValue))
      var ways: [[EdgeID]] = []
      if edge == target.edge, start.position.offset <= target.offset { ways.append([edge]) }
      if rim[behind: state] != nil { ways.append([edge] + rim.edges(behind: state, states)) }
      for way in ways {
        guard
          let passage = ClockPassage(
            along: way, from: start.position.offset, to: target.offset, at: state, states, clock, isEnding: true)
        else { continue }
        let gate = ClockGate(
          node: 0, number: 0, passage: passage, elapsed: start.elapsed,
          added: Int(start.cost) - start.elapsed)
        let query = ClockQuery(
          direction: timing.direction, moment: timing.moment, begins: [], ends: [], endCount: 0, cheapestOnly: true)
        let elapsed = query.elapsed(at: query.seed(gate, clock))
        let cost = elapsed + gate.penalty
        guard cost < best.map({ Int($0.cost) }) ?? Int(RouteCost.never) else { continue }
        best = LegPath(
          clock.costs.graph.stretches(along: way, from: start.position.offset, to: target.offset),
          cost: RouteCost(max(0, cost)), elapsed: elapsed)
      }
    }
    return best
  }
}

extension ClockRoads {
  /// The edges of some nodes in the order of the drive.
  func edges(_ nodes: [UInt32], _ direction: ClockDirection) -> [EdgeID] {
    let edges = nodes.map(edge)
    return direction == .departing ? edges : edges.reversed()
  }
}

/// The cheapest paths by the clock, by a search of the whole map directed by the straight line.
///
/// The value is scratch: keep one per worker.
struct ClockLegSearch: ~Copyable, Sendable {
  private let states: TurnStates
  private var search: ClockSearch
  /// The labels expanded by the last search.
  var expandedCount: Int { search.expandedCount }

  init(states: TurnStates) {
    self.states = states
    search = ClockSearch(nodeCount: states.count)
  }

  /// - Parameters:
  ///   - clock: the costs of ``LegTiming``'s learned times.
  ///   - cheapestOnly: only the path to the cheapest target is needed; others may be missing or too long.
  /// - Returns: for each target the cheapest path from any start, including the cost of the start; `nil` if there is
  ///   none.
  mutating func paths(
    from starts: [LegStart], to targets: [EdgePosition], _ timing: LegTiming, _ clock: ClockCosts, cheapestOnly: Bool
  ) -> [LegPath?] {
    let graph = clock.costs.graph
    let roads = PlainClockRoads(clock: clock, states: states)
    let leg = ClockLeg(from: starts, to: targets, timing, on: roads)
    let goals = timing.direction == .departing ? targets : starts.map(\.position)
    var bound = StraightBound(to: goals.map(graph.place), roads)
    let found = search.run(
      leg.query(cheapestOnly: cheapestOnly), on: roads, bound: &bound, below: cheapestOnly ? leg.leastNear : .max)
    return leg.paths(found, on: roads) {
      roads.edges(search.nodes(upTo: $0.label), timing.direction)
    }
  }
}
