internal import Geodesy
internal import RoadGraph
internal import RoadRules

/// The roads and turns on which a search by the clock goes, between numbered states: *nodes*.
protocol ClockRoads {
  var clock: ClockCosts { get }
  var states: TurnStates { get }

  /// `nil` if the search cannot come there.
  func node(of state: StateID) -> UInt32?
  func state(of node: UInt32) -> StateID
  func edge(of node: UInt32) -> EdgeID
  /// Drives the edge of a node from a moment on and makes each of the turns behind it.
  func forEachStep(outOf node: UInt32, from moment: Int, _ body: ClockStep)
  /// Drives to the start of a node's edge by a moment: the edge before it and the turn.
  func forEachStep(into node: UInt32, by moment: Int, _ body: ClockStep)
}

/// Where a step leads, when, and its penalty.
typealias ClockStep = (_ node: UInt32, _ moment: Int, _ penalty: Int) -> Void

/// A lower bound on the cost between the start of a node's edge and the nearest end of a search.
protocol ClockBound: ~Copyable {
  /// - Parameters:
  ///   - elapsed: of the label. The bound may be for all paths that are there then or, for an arrival, before.
  ///   - penalty: of the label.
  /// - Returns: `nil` if no path leads there.
  mutating func leastCost(at node: UInt32, _ elapsed: Int, _ penalty: Int) -> Int?
}

/// All turns of the map, computed where the search comes.
struct PlainClockRoads: ClockRoads {
  let clock: ClockCosts
  let states: TurnStates

  private var graph: RoadGraph { clock.costs.graph }

  func node(of state: StateID) -> UInt32? { state.rawValue }
  func state(of node: UInt32) -> StateID { StateID(node) }
  func edge(of node: UInt32) -> EdgeID { states.edge(of: StateID(node)) }

  func forEachStep(outOf node: UInt32, from moment: Int, _ body: ClockStep) {
    let (state, edge) = (StateID(node), edge(of: node))
    guard let drive = clock.drive(on: edge) else { return }
    for next in graph.edges(leaving: graph.head(of: edge)) where clock.costs.isUsable(next) {
      let turn = clock.turn(from: state, onto: next, in: states)
      guard !turn.isNever else { continue }
      body(
        states.next(after: state, onto: next).rawValue, clock.exit(drive, on: edge, turn, from: moment),
        Int(drive.penalty) + Int(turn.penalty))
    }
  }

  func forEachStep(into node: UInt32, by moment: Int, _ body: ClockStep) {
    let (state, edge) = (StateID(node), edge(of: node))
    for back in graph.edges(leaving: graph.tail(of: edge)) where clock.costs.isUsable(back.reversed) {
      guard let drive = clock.drive(on: back.reversed) else { continue }
      for before in states.states(on: back.reversed) where states.next(after: before, onto: edge) == state {
        let turn = clock.turn(from: before, onto: edge, in: states)
        guard !turn.isNever else { continue }
        body(
          before.rawValue, clock.entry(drive, on: back.reversed, turn, by: moment),
          Int(drive.penalty) + Int(turn.penalty))
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

  func leastCost(at node: UInt32, _: Int, _: Int) -> Int? {
    let graph = roads.clock.costs.graph
    return Int(compass.leastCost(from: graph.place(of: graph.tail(of: roads.edge(of: node)))))
  }
}
