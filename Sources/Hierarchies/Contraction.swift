internal import Storage

/// Contracts vertices from the lowest rank up and finds all shortcuts that any weights may need.
///
/// When *v* is contracted, every arc from a higher vertex *u* down to *v* and every arc from *v* up to a higher *w*
/// give an arc from *u* to *w*. The directions are kept separate, so a pair of vertices without a path in one direction
/// has no arc in it. A line graph has many such pairs. The undirected supergraph would carry arcs for them that nothing
/// can drive.
///
/// Shapes, for *n* ranks:
///
///     first      2 n + 1; row 2 r are the arcs from r up, row 2 r + 1 the arcs from above down to r
///     uppers     the rank of the upper end, ascending within a row
///     parents    the next vertex on the way to the root of the elimination tree, `.max` at a root
///
/// - Complexity: O(number of lower triangles).
/// - Source: Dibbelt, Strasser & Wagner 2016, doi:10.1145/2886843; the elimination tree by Liu 1986,
///   doi:10.1145/6497.6499.
struct Contraction: ~Copyable {
  private var first: [UInt32] = [0]
  private var uppers: [UInt32] = []
  private var parents: FixedArray<UInt32>

  private var lists: LowerLists
  /// The vertex in whose row an upper end was last recorded, one for each direction.
  private var noted: FixedArray<UInt32>
  private var ancestors: FixedArray<UInt32>
  private var rows: [[UInt32]] = [[], []]

  init(of arcs: RankedArcs) {
    let count = (arcs.first.count - 1) / 2
    parents = FixedArray(repeating: .max, count: count)
    lists = LowerLists(vertexCount: count)
    noted = FixedArray(repeating: .max, count: 2 * count)
    ancestors = FixedArray(repeating: .max, count: count)
    first.reserveCapacity(2 * count + 1)
    uppers.reserveCapacity(3 * arcs.uppers.count)
    for vertex in 0..<count { visit(UInt32(vertex), with: arcs) }
  }

  /// The result. What was needed to find it is freed.
  consuming func finished() -> (first: [UInt32], uppers: [UInt32], parents: ColumnMemory<UInt32>) {
    (first, uppers, ColumnMemory(parents))
  }

  private mutating func visit(_ vertex: UInt32, with arcs: RankedArcs) {
    for row in 0..<2 {
      for i in arcs.first[2 * Int(vertex) + row]..<arcs.first[2 * Int(vertex) + row + 1] {
        note(arcs.uppers[Int(i)], row, at: vertex)
      }
    }
    var lower = lists.firstLower(of: vertex)
    while lower != LowerLists.none {
      let following = lists.lower(after: lower)
      inherit(from: lower, at: vertex)
      lower = following
    }
    var upper = LowerLists.none
    for row in 0..<2 {
      lists.cursors[2 * Int(vertex) + row] = UInt32(uppers.count)
      rows[row].sort()
      upper = min(upper, rows[row].first ?? LowerLists.none)
      uppers += rows[row]
      first.append(UInt32(uppers.count))
      rows[row].removeAll(keepingCapacity: true)
    }
    lists.put(vertex, under: upper)
  }

  private mutating func note(_ upper: UInt32, _ row: Int, at vertex: UInt32) {
    guard noted[2 * Int(upper) + row] != vertex else { return }
    noted[2 * Int(upper) + row] = vertex
    rows[row].append(upper)
  }

  /// Adds the arcs via `lower` that have `vertex` as their lower end.
  private mutating func inherit(from lower: UInt32, at vertex: UInt32) {
    let row = 2 * Int(lower)
    var up = lists.cursors[row]
    var down = lists.cursors[row + 1]
    let leadsUp = up < first[row + 1] && uppers[Int(up)] == vertex
    let comesDown = down < first[row + 2] && uppers[Int(down)] == vertex
    if leadsUp { up += 1 }
    if comesDown { down += 1 }
    if comesDown { for i in up..<first[row + 1] { note(uppers[Int(i)], 0, at: vertex) } }
    if leadsUp { for i in down..<first[row + 2] { note(uppers[Int(i)], 1, at: vertex) } }
    lists.cursors[row] = up
    lists.cursors[row + 1] = down
    let nextUp = up < first[row + 1] ? uppers[Int(up)] : LowerLists.none
    let nextDown = down < first[row + 2] ? uppers[Int(down)] : LowerLists.none
    lists.put(lower, under: min(nextUp, nextDown))
    hang(lower, under: vertex)
  }

  /// Makes the root of the tree that contains `lower` a child of `vertex`. Compresses paths on the way.
  private mutating func hang(_ lower: UInt32, under vertex: UInt32) {
    var root = lower
    while ancestors[root] != .max, ancestors[root] != vertex {
      let above = ancestors[root]
      ancestors[root] = vertex
      root = above
    }
    guard ancestors[root] == .max, root != vertex else { return }
    ancestors[root] = vertex
    parents[root] = vertex
  }
}
