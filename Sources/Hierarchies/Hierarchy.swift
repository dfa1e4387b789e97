internal import Storage

/// A contraction hierarchy without weights: which shortcuts there are, and in which order vertices were contracted.
///
/// It depends only on the graph and the order. ``Metric`` gives its arcs weights, for one profile or many.
/// ``HierarchySearch`` finds cheapest paths with both.
///
/// Shapes, for *n* vertices, *m* arcs of the graph and *h* arcs of the hierarchy:
///
///     ranks      n, the place of each vertex in the order of contraction, 0 the first
///     parents    n, by rank: the rank of the parent in the elimination tree, above its own, `.max` at a root
///     first      2 n + 1; row 2 r are the arcs from rank r up, row 2 r + 1 the arcs from above down to r
///     uppers     h, the rank of the upper end of each arc, ascending within a row
///     arcs       m, the arc of the hierarchy that each arc of the graph is, `.max` for one from a vertex to itself
///
/// The upper ends of all arcs of a vertex are its ancestors in the tree: a search from a vertex is a walk to the root.
/// Memory: 16 bytes per vertex, 4 per arc of the graph and 4 per arc of the hierarchy.
///
/// - Source: Dibbelt, Strasser & Wagner, Customizable Contraction Hierarchies, 2016, doi:10.1145/2886843; on line graphs
///   Buchhold, Wagner, Zeitz & Zündorf, Customizable Contraction Hierarchies with Turn Costs, 2020,
///   doi:10.4230/OASIcs.ATMOS.2020.9; the tree for searches Bauer, Columbus, Rutter & Wagner 2016,
///   doi:10.1016/j.tcs.2016.07.003. Differs in: shortcuts are directed from the start.
package struct Hierarchy: Sendable {
  let ranks: Column<UInt32>
  let parents: Column<UInt32>
  let rows: HierarchyRows
  let arcs: Column<UInt32>
  /// The ``ArcGraph/fingerprint`` of the graph it was built from.
  package let fingerprint: UInt64
  /// The owners of the memory of `ranks`, `parents` and `arcs`.
  let memory: [any AnyObject & Sendable]

  var first: Column<UInt32> { rows.first }
  var uppers: Column<UInt32> { rows.uppers }

  package var vertexCount: Int { ranks.count }
  /// Arcs of the graph.
  package var originalArcCount: Int { arcs.count }
  /// Arcs of the hierarchy.
  package var arcCount: Int { rows.arcCount }

  /// - Parameter order: all vertices, in the order of contraction.
  package init(of graph: ArcGraph, order: [UInt32]) {
    precondition(order.count == graph.vertexCount, "an order names every vertex once")
    var ranks = [UInt32](repeating: .max, count: order.count)
    for (rank, vertex) in order.enumerated() { ranks[Int(vertex)] = UInt32(rank) }
    precondition(!ranks.contains(.max), "an order names every vertex once")
    let made = Contraction(of: RankedArcs(of: graph, ranks: ranks)).finished()
    let ranksMemory = ColumnMemory(ranks)
    let rows = HierarchyRows(first: ColumnMemory(made.first), uppers: ColumnMemory(made.uppers))
    var arcs = [UInt32](repeating: .max, count: graph.arcCount)
    for vertex in 0..<graph.vertexCount {
      for arc in graph.arcs(leaving: vertex) {
        let ends = (ranks[vertex], ranks[Int(graph.heads[arc])])
        if ends.0 != ends.1 { arcs[arc] = UInt32(rows.arc(from: ends.0, to: ends.1)) }
      }
    }
    let arcsMemory = ColumnMemory(arcs)
    self.ranks = ranksMemory.column
    parents = made.parents.column
    self.rows = rows
    self.arcs = arcsMemory.column
    fingerprint = graph.fingerprint
    memory = [ranksMemory, made.parents, arcsMemory]
  }

  /// The arc between two ranks.
  ///
  /// - Precondition: there is one.
  func arc(from tail: UInt32, to head: UInt32) -> Int { rows.arc(from: tail, to: head) }

  /// The arcs that lead from a rank to higher ones.
  func arcs(up rank: UInt32) -> Range<Int> { rows.arcs(up: rank) }

  /// The arcs that lead from higher ranks down to this one.
  func arcs(down rank: UInt32) -> Range<Int> { rows.arcs(down: rank) }
}

// The size of a hierarchy, in terms of the work it causes.

extension Hierarchy {
  /// Lower triangles: the additions of a customisation.
  package var triangleCount: Int {
    (0..<UInt32(vertexCount)).reduce(0) { $0 + arcs(up: $1).count * arcs(down: $1).count }
  }

  /// The greatest number of vertices on a path to the root.
  package var height: Int {
    var heights = [Int](repeating: 1, count: vertexCount)
    for rank in stride(from: vertexCount - 1, through: 0, by: -1) where parents[rank] != .max {
      heights[rank] = heights[Int(parents[rank])] + 1
    }
    return heights.max() ?? 0
  }
}
