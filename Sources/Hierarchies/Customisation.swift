internal import Storage

/// The weights of all arcs of a hierarchy and the middles of their paths, from the weights of the graph's arcs.
///
/// Keeps only the rows of the hierarchy. If the caller gives the hierarchy up, the rest is freed before the weights of
/// shortcuts are computed.
func customised(
  _ weights: consuming [UInt32], on hierarchy: consuming Hierarchy
) -> (weights: ColumnMemory<UInt32>, middles: ColumnMemory<UInt32>) {
  var customisation = Customisation(of: consume hierarchy, consume weights)
  customisation.run()
  return customisation.finished()
}

/// Finds the weights of shortcuts from the weights of lower arcs, from the lowest rank up.
///
/// When a vertex *u* is reached, all arcs of lower vertices have their weights. For each lower *v* with an arc from
/// *u*, the arcs up from *v* give arcs up from *u*. With an arc to *u*, the arcs down to *v* give arcs down to *u*.
/// Only arcs of *u* are written.
///
/// - Source: the basic customisation of Dibbelt, Strasser & Wagner 2016, doi:10.1145/2886843, §6.
private struct Customisation: ~Copyable {
  private let rows: HierarchyRows
  private var weights: FixedArray<UInt32>
  /// As ``ArcMiddle/number``.
  private var middles: FixedArray<UInt32>
  private var lists: LowerLists
  /// The arcs between the current vertex and each rank, up from the vertex and down to it, if they exist.
  private var arcUp: FixedArray<UInt32>
  private var arcDown: FixedArray<UInt32>

  /// Begins with the weights of the graph's own arcs, which are then freed; the least weight of parallel arcs.
  init(of hierarchy: consuming Hierarchy, _ original: consuming [UInt32]) {
    rows = hierarchy.rows
    var weights = FixedArray<UInt32>(repeating: .max, count: rows.arcCount)
    var middles = FixedArray(repeating: ArcMiddle.none.number, count: rows.arcCount)
    for arc in 0..<hierarchy.arcs.count {
      let own = hierarchy.arcs[arc]
      if own != .max, original[arc] < weights[own] {
        weights[own] = original[arc]
        middles[Int(own)] = ArcMiddle(arc: UInt32(arc)).number
      }
    }
    _ = consume original
    _ = consume hierarchy
    self.weights = weights
    self.middles = middles
    lists = LowerLists(vertexCount: rows.vertexCount)
    arcUp = FixedArray(repeating: 0, count: rows.vertexCount)
    arcDown = FixedArray(repeating: 0, count: rows.vertexCount)
  }

  /// The weights and middles of all arcs.
  consuming func finished() -> (weights: ColumnMemory<UInt32>, middles: ColumnMemory<UInt32>) {
    (ColumnMemory(weights), ColumnMemory(middles))
  }

  mutating func run() {
    for vertex in 0..<UInt32(rows.vertexCount) { visit(vertex) }
  }

  private mutating func visit(_ vertex: UInt32) {
    let (up, down) = (rows.arcs(up: vertex), rows.arcs(down: vertex))
    var lower = lists.firstLower(of: vertex)
    if lower != LowerLists.none {
      for arc in up { arcUp[rows.uppers[arc]] = UInt32(arc) }
      for arc in down { arcDown[rows.uppers[arc]] = UInt32(arc) }
    }
    while lower != LowerLists.none {
      let following = lists.lower(after: lower)
      passTriangles(of: lower, at: vertex)
      lower = following
    }
    lists.cursors[2 * Int(vertex)] = UInt32(up.lowerBound)
    lists.cursors[2 * Int(vertex) + 1] = UInt32(down.lowerBound)
    put(vertex, up, down)
  }

  private mutating func put(_ vertex: UInt32, _ up: Range<Int>, _ down: Range<Int>) {
    let nextUp = up.isEmpty ? LowerLists.none : rows.uppers[up.lowerBound]
    let nextDown = down.isEmpty ? LowerLists.none : rows.uppers[down.lowerBound]
    lists.put(vertex, under: min(nextUp, nextDown))
  }

  private mutating func passTriangles(of lower: UInt32, at vertex: UInt32) {
    let row = 2 * Int(lower)
    var up = Int(lists.cursors[row])..<rows.arcs(up: lower).upperBound
    var down = Int(lists.cursors[row + 1])..<rows.arcs(down: lower).upperBound
    var fromVertex: Int?
    var toVertex: Int?
    if let arc = up.first, rows.uppers[arc] == vertex {
      toVertex = arc
      up.removeFirst()
    }
    if let arc = down.first, rows.uppers[arc] == vertex {
      fromVertex = arc
      down.removeFirst()
    }
    let middle = ArcMiddle(lower, under: vertex)
    if let fromVertex, weights[fromVertex] != .max { improveUp(after: fromVertex, up, by: middle) }
    if let toVertex, weights[toVertex] != .max { improveDown(before: toVertex, down, by: middle) }
    lists.cursors[row] = UInt32(up.lowerBound)
    lists.cursors[row + 1] = UInt32(down.lowerBound)
    put(lower, up, down)
  }

  /// From the current vertex down `first`, and then up.
  private mutating func improveUp(after first: Int, _ arcs: Range<Int>, by middle: ArcMiddle) {
    let weight = weights[first]
    for arc in arcs where weights[arc] != .max {
      improve(Int(arcUp[rows.uppers[arc]]), weight, weights[arc], by: middle)
    }
  }

  /// From above down, and then up `second` to the current vertex.
  private mutating func improveDown(before second: Int, _ arcs: Range<Int>, by middle: ArcMiddle) {
    let weight = weights[second]
    for arc in arcs where weights[arc] != .max {
      improve(Int(arcDown[rows.uppers[arc]]), weight, weights[arc], by: middle)
    }
  }

  /// If two paths cost the same, an arc of the graph is kept, else the path via the lower vertex.
  @inline(__always)
  private mutating func improve(_ arc: Int, _ a: UInt32, _ b: UInt32, by middle: ArcMiddle) {
    let (sum, overflow) = a.addingReportingOverflow(b)
    let known = weights[arc]
    guard !overflow, sum <= known, sum != .max else { return }
    guard sum < known || middle.precedes(ArcMiddle(number: middles[arc])) else { return }
    weights[arc] = sum
    middles[arc] = middle.number
  }
}
