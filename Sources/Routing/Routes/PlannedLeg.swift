package import Geodesy
internal import PathSearch
package import RoadGraph
package import RoadRules

/// The leg of a planned route to which a vehicle returns: the remaining cost from each place where it can join.
///
/// The plan costs as much as when it was planned, whatever the law and the options say. The path back costs ``factor``
/// times as much, so that of two paths the one along the plan wins unless it is much longer. A turn of the plan may be
/// banned for a vehicle that joins just before it but not for one that came along the plan.
///
/// Shapes, for *n* elements of the leg:
///
///     joins     by state at the start of an edge; on the edge of an element, or on a road that may only be used to end
///               there and that leads to such an edge over others of its kind
///     tails     n rows, one entry per state on the element's edge
package struct PlannedLeg {
  let elements: [RouteElement]
  /// The factor on the cost of the path back, compared with the plan.
  let factor: Double
  let end: EdgePosition
  private let states: TurnStates
  private let costs: RoadCosts
  private var joins: [StateID: Join] = [:]
  /// From the end of a state's edge over roads that may only be used to end there.
  private var endings: [StateID: Ending] = [:]
  /// From the start of each element to the end of the leg.
  private var tails: [[StateID: Double]] = []
  private var numbers: [EdgeID: [Int]] = [:]

  private struct Join {
    var rest: Double
    /// The element joined there; `nil` if the path back continues.
    var element: Int?
    var isSettled = false
  }

  private struct Ending {
    var rest: Double
    var next: StateID
  }

  /// - Parameters:
  ///   - elements: of the leg; at least one.
  ///   - factor: 1 or more.
  ///   - costs: for the path back.
  package init(_ elements: [RouteElement], factor: Double, states: TurnStates, costs: RoadCosts) {
    self.elements = elements
    self.factor = factor
    self.states = states
    self.costs = costs
    end = elements[elements.count - 1].stretch.endPosition
    for (i, element) in elements.enumerated() { numbers[element.edge, default: []].append(i) }
    price()
    seed()
  }

  /// The remaining cost from the start of a state's edge; `nil` if it is neither on the plan nor leads there.
  subscript(state: StateID) -> Double? { joins[state]?.rest }

  // MARK: The plan

  private mutating func price() {
    tails = [[StateID: Double]](repeating: [:], count: elements.count)
    let planned = plannedStates()
    for i in elements.indices.reversed() {
      let driving = costs.plannedCost(of: elements[i].edge, from: elements[i].begin, to: elements[i].end)
      for state in states.states(on: elements[i].edge) {
        tails[i][state] = driving + restBehind(i, state, planned)
      }
    }
    self.planned = planned
  }

  private var planned: [StateID] = []

  /// The states of a vehicle that drives the whole leg.
  private func plannedStates() -> [StateID] {
    var found: [StateID] = []
    for element in elements {
      found.append(found.last.map { states.next(after: $0, onto: element.edge) } ?? StateID(element.edge.rawValue))
    }
    return found
  }

  /// The cost from the end of an element to the end of the leg, for a vehicle in a state.
  private func restBehind(_ element: Int, _ state: StateID, _ planned: [StateID]) -> Double {
    guard element + 1 < elements.count else { return 0 }
    let (edge, next) = (elements[element].edge, elements[element + 1].edge)
    var rest = (costs.duration(from: edge, onto: next) * 1000).rounded(.up)
    if state != planned[element], costs.isTurnBanned(from: state, onto: next, in: states),
      !costs.isTurnBanned(from: planned[element], onto: next, in: states)
    {
      guard costs.strictness == .yielding else { return .infinity }
      rest += RoadCosts.offence * 1000
    }
    return rest + (tails[element + 1][states.next(after: state, onto: next)] ?? .infinity)
  }

  // MARK: Where it can be joined

  /// The first element from which on the leg uses only roads that may be used only to end there.
  private var ending: Int { elements.count - elements.reversed().prefix { costs.isRestricted($0.edge) }.count }

  private mutating func seed() {
    for i in elements.indices {
      let before = i > 0 ? 0 : factor * Double(costs.cost(of: elements[0].edge, from: 0, to: elements[0].begin))
      if elements[i].begin > 0, costs.cost(of: elements[0].edge) == .never { continue }
      for (state, tail) in tails[i] where before + tail < joins[state]?.rest ?? .infinity {
        joins[state] = Join(rest: before + tail, element: i)
      }
    }
    grow()
  }

  /// Searches backwards from the leg's last roads, if these may only be used to end there.
  private mutating func grow() {
    var frontier = Frontier()
    for element in elements[ending...] {
      for state in states.states(on: element.edge) {
        if let join = joins[state] { frontier.insert(.init(cost: join.rest, label: state.index)) }
      }
    }
    while let entry = frontier.popMin() {
      let state = StateID(entry.label)
      guard let here = joins[state], !here.isSettled, here.rest == entry.cost else { continue }
      joins[state]?.isSettled = true
      let edge = states.edge(of: state)
      guard costs.isRestricted(edge) else { continue }
      for back in costs.graph.edges(leaving: costs.graph.tail(of: edge)) {
        for before in states.states(on: back.reversed) where states.next(after: before, onto: edge) == state {
          reach(before, before: state, at: here.rest, &frontier)
        }
      }
    }
  }

  private mutating func reach(_ before: StateID, before state: StateID, at rest: Double, _ frontier: inout Frontier) {
    let edge = states.edge(of: before)
    let turn = costs.cost(from: before, onto: states.edge(of: state), in: states, isEnding: true)
    guard costs.isUsable(edge), turn < .never else { return }
    let behind = rest + factor * Double(turn)
    if behind < endings[before]?.rest ?? .infinity { endings[before] = Ending(rest: behind, next: state) }
    let driving = costs.cost(of: edge)
    guard driving < .never, behind + factor * Double(driving) < joins[before]?.rest ?? .infinity else { return }
    joins[before] = Join(rest: behind + factor * Double(driving))
    frontier.insert(.init(cost: behind + factor * Double(driving), label: before.index))
  }
}

extension PlannedLeg {
  /// The cheapest path that stays on the edge of a start, or continues from it only over roads that may be used only to
  /// end there.
  func nearPath(from starts: [LegStart]) -> PathBack? {
    var best: PathBack?
    for start in starts {
      for back in [paths(along: start), endingPath(from: start)].flatMap(\.self)
      where back.weighedCost < best?.weighedCost ?? .infinity {
        best = back
      }
    }
    return best
  }

  private func paths(along start: LegStart) -> [PathBack] {
    let edge = start.position.edge
    return (numbers[edge] ?? []).compactMap { i in
      guard start.position.offset <= elements[i].end else { return nil }
      let joined = max(start.position.offset, elements[i].begin)
      let isOnPlan = joined == start.position.offset
      let before = isOnPlan ? start.cost : start.cost &+| costs.cost(of: edge, from: start.position.offset, to: joined)
      guard before < .never else { return nil }
      let rest =
        costs.plannedCost(of: edge, from: joined, to: elements[i].end)
        + restBehind(i, StateID(edge.rawValue), planned)
      return path([], start, i, at: joined, costing: factor * Double(before) + rest)
    }
  }

  private func endingPath(from start: LegStart) -> [PathBack] {
    let edge = start.position.edge
    guard let ending = endings[StateID(edge.rawValue)] else { return [] }
    let driving = start.cost &+| costs.cost(of: edge, from: start.position.offset, to: costs.graph.length(of: edge))
    guard driving < .never else { return [] }
    let cost = factor * Double(driving) + ending.rest
    return [path([edge], start, through: ending.next, costing: cost)].compactMap(\.self)
  }

  /// The path over some edges and on from a state's edge to the plan.
  ///
  /// - Parameter edges: all edges before the state's.
  func path(_ edges: [EdgeID], _ start: LegStart, through state: StateID, costing cost: Double) -> PathBack? {
    var edges = edges
    var here = state
    while let join = joins[here] {
      if let element = join.element { return path(edges, start, element, at: elements[element].begin, costing: cost) }
      edges.append(states.edge(of: here))
      guard let next = endings[here]?.next else { return nil }
      here = next
    }
    return nil
  }

  private func path(
    _ edges: [EdgeID], _ start: LegStart, _ element: Int, at offset: Metres, costing cost: Double
  ) -> PathBack? {
    guard cost < .infinity else { return nil }
    let path = costs.graph.stretches(
      along: edges + elements[element...].map(\.edge), from: start.position.offset, to: end.offset)
    return PathBack(path: path, stretchesBefore: edges.count, element: element, offset: offset, weighedCost: cost)
  }
}

extension RoadCosts {
  /// The cost of driving an edge of a plan, whatever the law and the options say.
  package func plannedCost(of edge: EdgeID, from begin: Metres, to end: Metres) -> Double {
    let length = graph.length(of: edge)
    let whole = costOfDriving(edge)
    return length > 0 ? (whole * max(0, end - begin) / length).rounded(.up) : whole
  }
}
