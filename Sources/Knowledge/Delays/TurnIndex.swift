internal import Geodesy
internal import RoadGraph

/// Numbers for all turns of a map, ascending by the edge from which and the edge onto which they lead.
///
/// Only junctions, signals and the like make a turn; where a road merely goes on there is none.
struct TurnIndex: Sendable {
  let graph: RoadGraph
  let mode: TravelMode
  /// The number of the first turn from each edge, and one more.
  private let firsts: [UInt32]
  /// What there is to wait for, by node.
  private let junctions: [Junction]

  private enum Junction: UInt8 {
    case none
    /// Signals or the like, and no other road.
    case obstacle
    case roads
  }

  init(of graph: RoadGraph, for mode: TravelMode) {
    self.graph = graph
    self.mode = mode
    var firsts: [UInt32] = [0]
    firsts.reserveCapacity(graph.edgeCount + 1)
    var sum: UInt32 = 0
    for edge in 0..<graph.edgeCount {
      sum += UInt32(graph.outRange(of: graph.head(of: EdgeID(edge))).count)
      firsts.append(sum)
    }
    self.firsts = firsts
    junctions = (0..<graph.nodeCount).map { Self.junction(NodeID($0), of: graph, for: mode) }
  }

  var count: Int { Int(firsts[graph.edgeCount]) }

  /// The number of a turn; `nil` if `onto` does not begin where `edge` ends.
  func number(from edge: EdgeID, onto next: EdgeID) -> Int? {
    let outs = graph.outRange(of: graph.head(of: edge))
    return outs.first { graph.outEdge(at: $0) == next }.map { Int(firsts[edge.index]) + $0 - outs.lowerBound }
  }

  /// The edges of a turn.
  func edges(of turn: Int) -> (from: EdgeID, onto: EdgeID) {
    var (low, high) = (0, graph.edgeCount)
    while high - low > 1 {
      let middle = (low + high) / 2
      if Int(firsts[middle]) <= turn { low = middle } else { high = middle }
    }
    while Int(firsts[low + 1]) <= turn { low += 1 }
    let outs = graph.outRange(of: graph.head(of: EdgeID(low)))
    return (EdgeID(low), graph.outEdge(at: outs.lowerBound + turn - Int(firsts[low])))
  }

  /// The numbers of the turns from an edge.
  func turns(from edge: EdgeID) -> Range<Int> { Int(firsts[edge.index])..<Int(firsts[edge.index + 1]) }

  /// Going from one edge to the next is a turn: others join or leave there, or there is something to wait for.
  func isTurn(from edge: EdgeID, onto next: EdgeID) -> Bool {
    next == edge.reversed || junctions[graph.head(of: edge).index] != .none
  }

  /// There is only one way on at the end of an edge: a stop line, where those who wait wait for the junction ahead.
  func isStopLine(_ edge: EdgeID) -> Bool { junctions[graph.head(of: edge).index] == .obstacle }

  /// By turn, the number of its kind.
  func kinds() -> [UInt8] {
    var kinds: [UInt8] = []
    kinds.reserveCapacity(count)
    for edge in (0..<graph.edgeCount).map({ EdgeID($0) }) {
      for next in graph.edges(leaving: graph.head(of: edge)) {
        kinds.append(UInt8(TurnKind(from: edge, onto: next, in: graph).number))
      }
    }
    return kinds
  }

  private static func junction(_ node: NodeID, of graph: RoadGraph, for mode: TravelMode) -> Junction {
    let roads = graph.edges(leaving: node).count {
      graph.access(of: $0)[mode] > .no || graph.access(of: $0.reversed)[mode] > .no
    }
    if roads > 2 { return .roads }
    return graph.flags(of: node).isDisjoint(with: TurnKind.obstacles) ? .none : .obstacle
  }
}
