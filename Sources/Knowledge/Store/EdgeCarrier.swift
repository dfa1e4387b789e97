internal import Geodesy
internal import RoadGraph
internal import Storage
private import Synchronization

/// An edge of another map, as parts of edges of this one.
struct CarriedEdge: Sendable {
  /// At least one, joined head to tail.
  let stretches: [EdgeStretch]
  /// The same edge of both maps; otherwise it was found by its line.
  let isSame: Bool
  /// From metres of the old edge to metres of the chain.
  let scale: Double

  init(_ stretches: [EdgeStretch], oldLength: Metres, isSame: Bool) {
    self.stretches = stretches
    self.isSame = isSame
    let length = stretches.reduce(0) { $0 + $1.length }
    scale = oldLength > 0 ? length / oldLength : 1
  }
}

/// Finds the edges of one map on another, each once.
///
/// An edge with the same way, nodes and direction and about the same length is the same. Where a road was split, joined
/// or drawn anew, the edges along its line take its place. Other edges are lost.
final class EdgeCarrier: Sendable {
  let pieces: MapPieces
  let graph: RoadGraph
  /// All edges, by way and then by number.
  private let edgesByWay: [UInt32]
  private let found = Mutex<[EdgeID: CarriedEdge?]>([:])

  init(_ pieces: MapPieces, to graph: RoadGraph) {
    self.pieces = pieces
    self.graph = graph
    let ways = (0..<graph.edgeCount).map { graph.way(of: EdgeID($0)).rawValue }
    edgesByWay = (0..<UInt32(graph.edgeCount)).sorted { (ways[Int($0)], $0) < (ways[Int($1)], $1) }
  }

  /// - Returns: `nil` if the edge is lost.
  func carried(_ edge: EdgeID) -> CarriedEdge? {
    if let known = found.withLock({ $0[edge] }) { return known }
    let carried = pieces.contains(edge) ? same(edge) ?? alongLine(of: edge) : nil
    found.withLock { $0[edge] = .some(carried) }
    return carried
  }

  private func same(_ edge: EdgeID) -> CarriedEdge? {
    let length = pieces.length(of: edge)
    let candidates = edges(ofWay: pieces.way(of: edge)).filter { candidate in
      candidate.isForward == edge.isForward && abs(graph.length(of: candidate) - length) <= 0.02 * length + 1
        && hasSameEnds(candidate, edge)
    }
    let middle = OldLine(pieces.shape(of: edge)).middle
    let ranked = candidates.map { candidate in
      (
        distance: groundDistance(graph.place(on: candidate, at: graph.length(of: candidate) / 2), middle),
        edge: candidate
      )
    }
    guard let best = ranked.min(by: { ($0.distance, $0.edge) < ($1.distance, $1.edge) }) else { return nil }
    return CarriedEdge([graph.whole(best.edge)], oldLength: length, isSame: true)
  }

  /// The same nodes; on maps without ids of nodes, ends at the same places.
  private func hasSameEnds(_ new: EdgeID, _ old: EdgeID) -> Bool {
    let (tail, head) = (graph.tail(of: new), graph.head(of: new))
    if let nodes = pieces.nodes(of: old), let from = graph.source(of: tail), let to = graph.source(of: head) {
      return nodes == (from.rawValue, to.rawValue)
    }
    let shape = pieces.shape(of: old)
    return groundDistance(shape[0], graph.place(of: tail)) <= OldLine.tolerance
      && groundDistance(shape[shape.count - 1], graph.place(of: head)) <= OldLine.tolerance
  }

  private func alongLine(of edge: EdgeID) -> CarriedEdge? {
    var search = ChainSearch(along: pieces.shape(of: edge), ofWay: pieces.way(of: edge), on: graph)
    return search.run().map { CarriedEdge($0, oldLength: pieces.length(of: edge), isSame: false) }
  }

  private func edges(ofWay way: Int64) -> [EdgeID] {
    let first = edgesByWay.partitioningIndex { graph.way(of: EdgeID($0)).rawValue >= way }
    return edgesByWay[first...].prefix { graph.way(of: EdgeID($0)).rawValue == way }.map { EdgeID($0) }
  }
}

extension OldLine {
  /// The place half way along it.
  fileprivate var middle: Place {
    var rest = length / 2
    for (begin, end) in zip(points, points.dropFirst()) {
      let piece = begin.distance(to: end)
      if rest <= piece, piece > 0 {
        let fraction = rest / piece
        return ruler.place(
          LocalPoint(x: begin.x + fraction * (end.x - begin.x), y: begin.y + fraction * (end.y - begin.y)))
      }
      rest -= piece
    }
    return ruler.place(last)
  }
}
