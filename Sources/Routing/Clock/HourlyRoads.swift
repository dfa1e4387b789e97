internal import Hierarchies
internal import RoadGraph
package import RoadRules
private import Synchronization

/// A hierarchy's turns with what they and the roads take at any hour, shared by all workers.
///
/// For the searches it keeps the hierarchy with the least weights of some hours. They are computed when first needed, and
/// the last few are kept. Only the request decides which are used, so the number of workers makes no difference.
///
/// Shapes, for *e* edges, *n* vertices and *m* turns:
///
///     drives     e, fixedSpeed 0 for an edge that must not be driven
///     turns      m
///     firstIn    n + 1; the turns into vertex v are arcsIn[firstIn[v] ..< firstIn[v + 1]]
///     arcsIn     m
///     tails      m, the vertex each turn leads out of
package final class HourlyRoads: ClockRoads, Sendable {
  package let clock: ClockCosts
  let roads: RoutingHierarchy
  private let drives: [ClockDrive]
  private let turns: [ClockTurn]
  private let edges: [UInt32]
  private let firstIn: [UInt32]
  private let arcsIn: [UInt32]
  private let tails: [UInt32]
  private let windows = Mutex<[(window: HourWindow, metric: Metric)]>([])

  /// - Complexity: O(edges + turns).
  package init(_ roads: RoutingHierarchy, _ clock: ClockCosts) {
    self.clock = clock
    self.roads = roads
    let (graph, states) = (clock.costs.graph, roads.turns.states)
    drives = (0..<graph.edgeCount).map { clock.drive(on: EdgeID($0)) ?? .never }
    edges = roads.turns.stateOfVertex.map { states.edge(of: $0).rawValue }
    let arcs = roads.turns.arcs
    var turns = [ClockTurn](repeating: .never, count: arcs.arcCount)
    var tails = [UInt32](repeating: 0, count: arcs.arcCount)
    var firstIn = [UInt32](repeating: 0, count: arcs.vertexCount + 1)
    for (vertex, state) in roads.turns.stateOfVertex.enumerated() {
      for arc in arcs.arcs(leaving: vertex) {
        let next = EdgeID(edges[Int(arcs.heads[arc])])
        tails[arc] = UInt32(vertex)
        firstIn[Int(arcs.heads[arc]) + 1] += 1
        if !drives[Int(edges[vertex])].isNever, clock.costs.isUsable(next) {
          turns[arc] = clock.turn(from: state, onto: next, in: states)
        }
      }
    }
    for i in 1..<firstIn.count { firstIn[i] += firstIn[i - 1] }
    var filled = firstIn
    var arcsIn = [UInt32](repeating: 0, count: arcs.arcCount)
    for arc in 0..<arcs.arcCount {
      let head = Int(arcs.heads[arc])
      arcsIn[Int(filled[head])] = UInt32(arc)
      filled[head] += 1
    }
    self.turns = turns
    self.tails = tails
    self.firstIn = firstIn
    self.arcsIn = arcsIn
  }

  var states: TurnStates { roads.turns.states }
  var nodeCount: Int { edges.count }
  func node(of state: StateID) -> UInt32? { roads.turns.vertex(of: state) }
  func state(of node: UInt32) -> StateID { roads.turns.stateOfVertex[Int(node)] }
  func edge(of node: UInt32) -> EdgeID { EdgeID(edges[Int(node)]) }

  func drive(along node: UInt32) -> ClockDrive? {
    let drive = drives[Int(edges[Int(node)])]
    return drive.isNever ? nil : drive
  }

  func turn(at arc: UInt32) -> ClockTurn { turns[Int(arc)] }
  func tail(of arc: UInt32) -> UInt32 { tails[Int(arc)] }
  func head(of arc: UInt32) -> UInt32 { roads.turns.arcs.heads[Int(arc)] }

  func forEachTurn(outOf node: UInt32, _ body: (UInt32, ClockTurn) -> Void) {
    for arc in roads.turns.arcs.arcs(leaving: Int(node)) where !turns[arc].isNever {
      body(roads.turns.arcs.heads[arc], turns[arc])
    }
  }

  func forEachTurn(into node: UInt32, _ body: (UInt32, ClockTurn) -> Void) {
    for i in Int(firstIn[Int(node)])..<Int(firstIn[Int(node) + 1]) {
      let arc = Int(arcsIn[i])
      if !turns[arc].isNever { body(tails[arc], turns[arc]) }
    }
  }

  // MARK: Hours

  /// The hierarchy with the least weights at some hours.
  ///
  /// - Complexity: as ``Hierarchies/Metric/init(of:weights:)`` when first asked for.
  func metric(in window: HourWindow) -> Metric {
    windows.withLock { windows in
      if let known = windows.firstIndex(where: { $0.window == window }) {
        let found = windows.remove(at: known)
        windows.append(found)
        return found.metric
      }
      let metric = Metric(of: roads.hierarchy, weights: weights(in: window))
      if windows.count >= mostWindows { windows.removeFirst() }
      windows.append((window, metric))
      return metric
    }
  }

  /// Each takes 12 bytes per arc of the hierarchy; all together some 2 GB.
  private var mostWindows: Int { max(4, min(72, 2_000_000_000 / (12 * max(1, roads.hierarchy.arcCount)))) }

  private func weights(in window: HourWindow) -> [RouteCost] {
    var weights = [RouteCost](repeating: .never, count: turns.count)
    for vertex in edges.indices {
      guard let drive = drive(along: UInt32(vertex)) else { continue }
      let edge = EdgeID(edges[vertex])
      let driving = clock.leastTime(drive, on: edge, driving: Int(drive.length), in: window)
      for arc in roads.turns.arcs.arcs(leaving: vertex) where !turns[arc].isNever {
        let time = driving + clock.leastTime(turns[arc], in: window)
        let cost = time >> clock.halvings + Int(drive.penalty) + Int(turns[arc].penalty)
        weights[arc] = RouteCost(clamping: cost)
      }
    }
    return weights
  }
}
