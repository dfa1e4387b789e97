internal import Storage

/// The arcs of a graph by the rank of their lower end, with upward and downward arcs separate.
///
/// Shapes, for *n* ranks:
///
///     first    2 n + 1; row 2 r are the arcs from r up, row 2 r + 1 the arcs from above down to r
///     uppers   the rank of the upper end, in no order, repeated for parallel arcs
///
/// Arcs from a vertex to itself are left out, because no shortest path uses them.
struct RankedArcs {
  let first: [UInt32]
  let uppers: [UInt32]

  init(of graph: ArcGraph, ranks: [UInt32]) {
    var next = FixedArray<UInt32>(repeating: 0, count: 2 * graph.vertexCount + 1)
    Self.forEachArc(of: graph, ranks) { row, _ in next[row + 1] += 1 }
    for row in 1..<max(1, next.count) { next[row] += next[row - 1] }
    first = next.array
    var uppers = FixedArray<UInt32>(repeating: 0, count: Int(first.last ?? 0))
    Self.forEachArc(of: graph, ranks) { row, upper in
      uppers[next[row]] = upper
      next[row] += 1
    }
    self.uppers = uppers.array
  }

  private static func forEachArc(of graph: ArcGraph, _ ranks: [UInt32], _ body: (Int, UInt32) -> Void) {
    for vertex in 0..<graph.vertexCount {
      let tail = ranks[vertex]
      for arc in graph.arcs(leaving: vertex) {
        let head = ranks[Int(graph.heads[arc])]
        if tail < head { body(2 * Int(tail), head) }
        if head < tail { body(2 * Int(head) + 1, tail) }
      }
    }
  }
}
