internal import Geodesy
internal import RoadGraph

/// Finds the largest part of a road network in which every edge can reach every other lawfully and without turning
/// round. A drive inside it never gets stuck.
///
/// Memory, for *m* edges: 13 bytes for each while it works, 1 afterwards.
///
/// - Complexity: O(*m*) turns.
/// - Source: Tarjan, SIAM J. Computing 1972, doi:10.1137/0201010, on the line graph and without recursion.
struct StrongPart {
  private let turns: LawfulTurns
  /// The order in which edges were visited, from 1; 0 for edges not visited yet.
  private var order: [UInt32]
  /// The earliest edge that is known to be reachable and still pending.
  private var earliest: [UInt32]
  private var isPending: [Bool]
  private var pending: [EdgeID] = []
  private var path: [(edge: EdgeID, next: Int)] = []
  private var met: UInt32 = 0
  private var best: (edges: [EdgeID], length: UInt64) = ([], 0)

  private init(_ turns: LawfulTurns) {
    self.turns = turns
    order = [UInt32](repeating: 0, count: turns.graph.edgeCount)
    earliest = order
    isPending = [Bool](repeating: false, count: turns.graph.edgeCount)
  }

  /// Whether each edge belongs to the part with the greatest length.
  static func largest(of turns: LawfulTurns) -> [Bool] {
    var search = StrongPart(turns)
    for index in 0..<turns.graph.edgeCount where search.order[index] == 0 && turns.isOpen(EdgeID(index)) {
      search.explore(from: EdgeID(index))
    }
    var belongs = [Bool](repeating: false, count: turns.graph.edgeCount)
    for edge in search.best.edges { belongs[edge.index] = true }
    return belongs
  }

  private mutating func explore(from edge: EdgeID) {
    meet(edge)
    while let here = path.last?.edge {
      if let next = nextTurn() {
        if order[next.index] == 0 {
          meet(next)
        } else if isPending[next.index] {
          earliest[here.index] = min(earliest[here.index], order[next.index])
        }
      } else {
        leave(here)
      }
    }
  }

  private mutating func meet(_ edge: EdgeID) {
    met += 1
    order[edge.index] = met
    earliest[edge.index] = met
    isPending[edge.index] = true
    pending.append(edge)
    path.append((edge, turns.graph.outRange(of: turns.graph.head(of: edge)).lowerBound))
  }

  /// The next continuation from the last edge of the path; `nil` if none is left.
  private mutating func nextTurn() -> EdgeID? {
    let (edge, begin) = path[path.count - 1]
    for index in begin..<turns.graph.outRange(of: turns.graph.head(of: edge)).upperBound {
      let next = turns.graph.outEdge(at: index)
      guard turns.leads(from: edge, onto: next) else { continue }
      path[path.count - 1].next = index + 1
      return next
    }
    return nil
  }

  private mutating func leave(_ edge: EdgeID) {
    path.removeLast()
    if let before = path.last?.edge {
      earliest[before.index] = min(earliest[before.index], earliest[edge.index])
    }
    if earliest[edge.index] == order[edge.index] { closePart(at: edge) }
  }

  /// All edges visited since `edge` and still pending form one part with it.
  private mutating func closePart(at edge: EdgeID) {
    var first = pending.count - 1
    while pending[first] != edge { first -= 1 }
    let part = pending[first...]
    for member in part { isPending[member.index] = false }
    if part.count > 1 {
      let length = part.reduce(UInt64(0)) { $0 + UInt64(turns.graph.lengthInMillimetres(of: $1.segment)) }
      if length > best.length { best = (Array(part), length) }
    }
    pending.removeSubrange(first...)
  }
}
