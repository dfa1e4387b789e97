package import RoadGraph
package import Storage

/// A directed graph in compressed rows. For turn costs its vertices are directed edges of the road, and its arcs are
/// turns.
///
/// Shapes, for *n* vertices and *m* arcs:
///
///     firstArc    n + 1, from 0 to m; the arcs of vertex v are firstArc[v] ..< firstArc[v + 1]
///     heads       m, the vertex each arc leads to
///
/// Parallel arcs and arcs from a vertex to itself are allowed. At most 2³¹ − 1 vertices and arcs.
package struct ArcGraph: Sendable {
  package let firstArc: Column<UInt32>
  package let heads: Column<UInt32>
  /// Equal for equal graphs on every machine with this byte order. A stored ``Hierarchy`` recognises its graph by it.
  package let fingerprint: UInt64
  /// The owners of the columns' memory.
  private let memory: [any AnyObject & Sendable]

  /// - Precondition: the shapes above.
  package init(firstArc: [UInt32], heads: [UInt32]) {
    precondition(firstArc.first == 0 && firstArc.last.map(Int.init) == heads.count, "rows do not cover the arcs")
    precondition(heads.count < 1 << 31 && firstArc.count < 1 << 31, "too many arcs")
    fingerprint = checksum(memoryOf: firstArc) ^ (checksum(memoryOf: heads) &* 0x9E37_79B9_7F4A_7C15)
    let memory = (ColumnMemory(firstArc), ColumnMemory(heads))
    (self.firstArc, self.heads) = (memory.0.column, memory.1.column)
    self.memory = [memory.0, memory.1]
  }

  /// A graph in the memory of something else; `nil` if the columns have other shapes.
  ///
  /// - Parameter fingerprint: of these columns.
  package init?(
    firstArc: Column<UInt32>, heads: Column<UInt32>, fingerprint: UInt64, in memory: any AnyObject & Sendable
  ) {
    guard !firstArc.isEmpty, firstArc[firstArc.count - 1] == heads.count else { return nil }
    (self.firstArc, self.heads, self.fingerprint, self.memory) = (firstArc, heads, fingerprint, [memory])
  }

  /// What a map stores of the graph, for `GraphDraft.add(_:)`.
  package var sections: [AddedSection] {
    [AddedSection(.firstTurns, firstArc, in: memory), AddedSection(.turnHeads, heads, in: memory)]
  }

  package var vertexCount: Int { firstArc.count - 1 }
  package var arcCount: Int { heads.count }

  package func arcs(leaving vertex: Int) -> Range<Int> { Int(firstArc[vertex])..<Int(firstArc[vertex + 1]) }
}
