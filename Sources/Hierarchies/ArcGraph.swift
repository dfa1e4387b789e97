internal import Storage

/// A directed graph in compressed rows. For turn costs its vertices are directed edges of the road, and its arcs are
/// turns.
///
/// Shapes, for *n* vertices and *m* arcs:
///
///     firstArc    n + 1, from 0 to m; the arcs of vertex v are firstArc[v] ..< firstArc[v + 1]
///     heads       m, the vertex each arc leads to
///
/// Parallel arcs and arcs from a vertex to itself are allowed. At most 2³¹ − 1 vertices and arcs.
package struct ArcGraph: Sendable, Equatable {
  package let firstArc: [UInt32]
  package let heads: [UInt32]

  /// - Precondition: the shapes above.
  package init(firstArc: [UInt32], heads: [UInt32]) {
    precondition(firstArc.first == 0 && firstArc.last.map(Int.init) == heads.count, "rows do not cover the arcs")
    precondition(heads.count < 1 << 31 && firstArc.count < 1 << 31, "too many arcs")
    self.firstArc = firstArc
    self.heads = heads
  }

  package var vertexCount: Int { firstArc.count - 1 }
  package var arcCount: Int { heads.count }

  package func arcs(leaving vertex: Int) -> Range<Int> { Int(firstArc[vertex])..<Int(firstArc[vertex + 1]) }

  /// Equal for equal arrays on every machine with this byte order. A stored ``Hierarchy`` recognises its graph by it.
  package var fingerprint: UInt64 {
    checksum(memoryOf: firstArc) ^ (checksum(memoryOf: heads) &* 0x9E37_79B9_7F4A_7C15)
  }
}
