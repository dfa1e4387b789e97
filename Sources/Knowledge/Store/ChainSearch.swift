internal import Geodesy
internal import RoadGraph

/// Finds the edges of a map that run along a line of another map.
///
/// A depth-first search from the roads at the start of the line. Every point of the chain is within 5 m of the line and
/// leads the same way within 30°, and the chain is as long as the line, within 5 % and 2 m.
struct ChainSearch {
  private let graph: RoadGraph
  private let line: OldLine
  private let way: Int64
  private var chain: [EdgeStretch] = []
  /// Edges that may still be tried, so that no tangle of roads takes long.
  private var budget = 300

  /// - Parameter way: the id of the way of the line; roads of the same way are tried first.
  init(along shape: [Place], ofWay way: Int64, on graph: RoadGraph) {
    self.graph = graph
    self.way = way
    line = OldLine(shape)
  }

  /// The parts of edges along the line, in order; `nil` if there are none.
  mutating func run() -> [EdgeStretch]? {
    for start in starts() where continues(along: start.edge, from: start.offset, progress: 0) { return chain }
    return nil
  }

  /// The roads at the start of the line, same way first, then by distance.
  private func starts() -> [EdgePosition] {
    var (roads, scratch) = ([NearbyRoad](), NearbyScratch())
    let place = line.ruler.place(line.first)
    graph.roads(near: place, within: OldLine.tolerance, into: &roads, using: &scratch)
    let positions = roads.flatMap { road in
      let length = graph.length(of: road.segment.forward)
      return [
        EdgePosition(edge: road.segment.forward, offset: road.offset),
        EdgePosition(edge: road.segment.backward, offset: length - road.offset),
      ]
    }
    let usable = positions.filter { graph.length(of: $0.edge) - $0.offset >= 0.5 }
    return usable.filter { isSameWay($0.edge) } + usable.filter { !isSameWay($0.edge) }
  }

  private func isSameWay(_ edge: EdgeID) -> Bool { graph.way(of: edge).rawValue == way }

  /// Adds an edge to the chain, and what follows it.
  ///
  /// - Returns: whether the chain now ends where the line does; otherwise it is as before.
  private mutating func continues(along edge: EdgeID, from offset: Metres, progress: Metres) -> Bool {
    guard budget > 0 else { return false }
    budget -= 1
    guard let walk = walk(edge, from: offset, progress: progress) else { return false }
    chain.append(EdgeStretch(edge: edge, begin: offset, end: walk.end))
    switch walk.outcome {
    case .ended: if isLongEnough { return true }
    case .reached(let progress):
      for next in following(edge) where continues(along: next, from: 0, progress: progress) { return true }
      let isNearEnd = line.length - progress <= OldLine.tolerance && isLongEnough
      if isNearEnd { return true }
    }
    chain.removeLast()
    return false
  }

  private var isLongEnough: Bool {
    let length = chain.reduce(0) { $0 + $1.length }
    return abs(length - line.length) <= OldLine.mayDiffer(line.length)
  }

  /// The edges after one, same way first, ascending.
  private func following(_ edge: EdgeID) -> [EdgeID] {
    let next = graph.edges(leaving: graph.head(of: edge)).filter { $0 != edge.reversed }
    return next.filter(isSameWay) + next.filter { !isSameWay($0) }
  }

  private enum Outcome {
    /// The line ends on the edge.
    case ended
    /// The edge ends first, at so many metres of the line.
    case reached(Metres)
  }

  /// Goes along an edge as long as it stays at the line.
  private func walk(_ edge: EdgeID, from offset: Metres, progress: Metres) -> (end: Metres, outcome: Outcome)? {
    let length = graph.length(of: edge)
    let points = graph.shape(of: EdgeStretch(edge: edge, begin: offset, end: length)).map { line.ruler.point($0) }
    var (along, progress) = (offset, progress)
    for (begin, end) in zip(points, points.dropFirst()) {
      let piece = begin.distance(to: end)
      if let rest = lineEnds(on: begin, end, piece, progress) {
        guard stays(begin, end, upTo: rest / max(piece, 1e-9), &progress) else { return nil }
        return (min(along + rest, length), .ended)
      }
      guard stays(begin, end, upTo: 1, &progress) else { return nil }
      along += piece
    }
    return (length, .reached(progress))
  }

  /// The metres of a piece before the end of the line, if the line ends beside it.
  private func lineEnds(on begin: LocalPoint, _ end: LocalPoint, _ piece: Metres, _ progress: Metres) -> Metres? {
    let foot = project(line.last, onto: begin, end)
    let rest = line.length - progress
    let along = foot.fraction * piece
    let isBeyond = foot.fraction == 1 && line.last.distance(to: end) > 1
    guard foot.distance <= OldLine.tolerance, !isBeyond, abs(along - rest) <= OldLine.mayDiffer(rest) else {
      return nil
    }
    return along
  }

  /// Whether the points of a piece, at most 5 m apart, are at the line.
  private func stays(
    _ begin: LocalPoint, _ end: LocalPoint, upTo last: Double, _ progress: inout Metres
  ) -> Bool {
    let piece = begin.distance(to: end) * last
    let bearing = begin.distance(to: end) >= 1 ? Geodesy.bearing(from: begin, to: end) : nil
    let parts = max(1, Int((piece / OldLine.tolerance).rounded(.up)))
    for part in 1...parts {
      let fraction = last * Double(part) / Double(parts)
      let point = LocalPoint(
        x: begin.x + fraction * (end.x - begin.x), y: begin.y + fraction * (end.y - begin.y))
      let reach = piece / Double(parts) + 2 * OldLine.tolerance
      guard let next = line.progress(of: point, bearing: bearing, in: progress...max(progress, progress + reach)) else {
        return false
      }
      progress = next
    }
    return true
  }
}
