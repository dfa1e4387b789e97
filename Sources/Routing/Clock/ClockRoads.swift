internal import Geodesy
internal import RoadGraph
internal import RoadRules

/// The turns that a search by the clock may make, between numbered states: *nodes*.
protocol ClockRoads {
  var clock: ClockCosts { get }
  var states: TurnStates { get }
  var nodeCount: Int { get }

  /// `nil` if the search cannot come there.
  func node(of state: StateID) -> UInt32?
  func state(of node: UInt32) -> StateID
  func edge(of node: UInt32) -> EdgeID
  /// What driving the edge of a node takes; `nil` if it must not be driven.
  func drive(along node: UInt32) -> ClockDrive?
  func forEachTurn(outOf node: UInt32, _ body: (_ next: UInt32, ClockTurn) -> Void)
  func forEachTurn(into node: UInt32, _ body: (_ before: UInt32, ClockTurn) -> Void)
}

/// A lower bound on the cost between the start of a node's edge and the nearest end of a search.
protocol ClockBound: ~Copyable {
  /// - Parameter moment: of the label; the bound may be for all paths that are there then or, for an arrival, before.
  /// - Returns: `nil` if no path leads there.
  mutating func leastCost(at node: UInt32, _ moment: Int) -> Int?
}

/// All turns of the map, computed where the search comes.
struct PlainClockRoads: ClockRoads {
  let clock: ClockCosts
  let states: TurnStates

  private var graph: RoadGraph { clock.costs.graph }

  var nodeCount: Int { states.count }
  func node(of state: StateID) -> UInt32? { state.rawValue }
  func state(of node: UInt32) -> StateID { StateID(node) }
  func edge(of node: UInt32) -> EdgeID { states.edge(of: StateID(node)) }
  func drive(along node: UInt32) -> ClockDrive? { clock.drive(on: edge(of: node)) }

  func forEachTurn(outOf node: UInt32, _ body: (UInt32, ClockTurn) -> Void) {
    let state = StateID(node)
    for next in graph.edges(leaving: graph.head(of: states.edge(of: state))) where clock.costs.isUsable(next) {
      let turn = clock.turn(from: state, onto: next, in: states)
      if !turn.isNever { body(states.next(after: state, onto: next).rawValue, turn) }
    }
  }

  func forEachTurn(into node: UInt32, _ body: (UInt32, ClockTurn) -> Void) {
    let (state, edge) = (StateID(node), edge(of: node))
    for back in graph.edges(leaving: graph.tail(of: edge)) where clock.costs.isUsable(back.reversed) {
      for before in states.states(on: back.reversed) where states.next(after: before, onto: edge) == state {
        let turn = clock.turn(from: before, onto: edge, in: states)
        if !turn.isNever { body(before.rawValue, turn) }
      }
    }
  }
}

/// The straight line to the nearest end, at the greatest speed.
struct StraightBound: ClockBound {
  private let compass: Compass
  private let roads: PlainClockRoads

  init(to places: [Place], _ roads: PlainClockRoads) {
    compass = Compass(to: places, costs: roads.clock.costs)
    self.roads = roads
  }

  func leastCost(at node: UInt32, _: Int) -> Int? {
    let graph = roads.clock.costs.graph
    return Int(compass.leastCost(from: graph.place(of: graph.tail(of: roads.edge(of: node)))))
  }
}
