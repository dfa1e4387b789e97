internal import PathSearch
internal import RoadGraph
internal import RoadRules

/// The states from which a target can be reached over roads that may only be used to end there, with the costs.
///
/// Contains every state on such a road that leads to the target only over such roads, and the states on adjacent open
/// roads: the rim. If the target is on an open road, it contains only the states on its edge.
///
/// - Complexity: O(*m* log *m*) for *m* states of the restricted roads around the target.
struct TargetRim {
  private var costs: [StateID: Entry] = [:]

  private struct Entry {
    /// From the start of the state's edge to the target.
    var cost: RouteCost
    /// From its end.
    var rest: RouteCost
    /// The next state; `nil` on the target's own edge.
    var next: StateID?
    var isSettled = false
  }

  init(of target: EdgePosition, states: TurnStates, costs: RoadCosts) {
    let cost = costs.cost(of: target.edge, from: 0, to: target.offset)
    guard cost < .never else { return }
    for state in states.states(on: target.edge) { self.costs[state] = Entry(cost: cost, rest: .never, next: nil) }
    guard costs.isRestricted(target.edge) else { return }
    grow(from: states.states(on: target.edge), states, costs)
  }

  /// The remaining cost from the start of a state's edge; `nil` if it does not belong to the rim.
  subscript(state: StateID) -> RouteCost? { costs[state]?.cost }

  /// The remaining cost from the end of a state's edge, if the path continues past it; `nil` if it does not belong to
  /// the rim or is the target's own.
  subscript(behind state: StateID) -> RouteCost? { costs[state].flatMap { $0.next == nil ? nil : $0.rest } }

  /// The edges after the edge of `state`, up to the target's.
  func edges(behind state: StateID, _ states: TurnStates) -> [EdgeID] {
    var edges: [EdgeID] = []
    var next = costs[state]?.next
    while let here = next {
      edges.append(states.edge(of: here))
      next = costs[here]?.next
    }
    return edges
  }

  /// In the order of states.
  func forEach(_ body: (StateID, RouteCost) -> Void) {
    for (state, entry) in costs.sorted(by: { $0.key < $1.key }) { body(state, entry.cost) }
  }

  /// The cheapest path along a start's own edge, or from its end over roads of the rim only.
  func nearPath(from starts: [LegStart], to target: EdgePosition, _ states: TurnStates, _ costs: RoadCosts) -> LegPath?
  {
    var best: LegPath?
    for start in starts {
      let (edge, offset) = (start.position.edge, start.position.offset)
      if edge == target.edge, offset <= target.offset {
        let cost = start.cost &+| costs.cost(of: edge, from: offset, to: target.offset)
        if cost < best?.cost ?? .never {
          best = LegPath([EdgeStretch(edge: edge, begin: offset, end: target.offset)], cost: cost)
        }
      }
      guard let rest = self[behind: StateID(edge.rawValue)] else { continue }
      let cost = start.costBehind(costs) &+| rest
      guard cost < best?.cost ?? .never else { continue }
      let edges = [edge] + self.edges(behind: StateID(edge.rawValue), states)
      best = LegPath(costs.graph.stretches(along: edges, from: offset, to: target.offset), cost: cost)
    }
    return best
  }

  private mutating func grow(from seeds: [StateID], _ states: TurnStates, _ costs: RoadCosts) {
    var frontier = Frontier()
    for seed in seeds { frontier.insert(seed, cost: self.costs[seed]?.cost ?? .never) }
    while let entry = frontier.popMin() {
      let state = StateID(entry.label)
      guard let here = self.costs[state], !here.isSettled else { continue }
      self.costs[state]?.isSettled = true
      let edge = states.edge(of: state)
      guard costs.isRestricted(edge) else { continue }
      for back in costs.graph.edges(leaving: costs.graph.tail(of: edge)) {
        for before in states.states(on: back.reversed) where states.next(after: before, onto: edge) == state {
          reach(before, before: state, at: here.cost, states, costs, &frontier)
        }
      }
    }
  }

  private mutating func reach(
    _ before: StateID, before state: StateID, at cost: RouteCost, _ states: TurnStates, _ costs: RoadCosts,
    _ frontier: inout Frontier
  ) {
    let edge = states.edge(of: before)
    guard costs.isUsable(edge) else { return }
    let turn = costs.cost(from: before, onto: states.edge(of: state), in: states, isEnding: true)
    let rest = cost &+| turn
    let cost = rest &+| costs.cost(of: edge)
    guard cost < self.costs[before]?.cost ?? .never else { return }
    self.costs[before] = Entry(cost: cost, rest: rest, next: state)
    frontier.insert(before, cost: cost)
  }
}

extension LabelHeap<WideEntry> {
  fileprivate mutating func insert(_ state: StateID, cost: RouteCost) {
    insert(WideEntry(cost: Double(cost), label: state.index))
  }
}
