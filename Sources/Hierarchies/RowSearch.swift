internal import Geodesy
internal import Storage

/// A place where a path may begin: a vertex, its cost, and what it takes to be there.
package struct MeasuredSeed: Hashable, Sendable, BitwiseCopyable {
  package let seed: SearchSeed
  package let measures: PathMeasures

  package init(vertex: UInt32, cost: Int, measures: PathMeasures) {
    seed = SearchSeed(vertex: vertex, cost: cost)
    self.measures = measures
  }
}

/// The part of a hierarchy that leads down to some vertices: they and their ancestors, with the arcs between them.
///
/// Vertices are numbered from the highest rank down, and arcs that are never driven are left out.
///
/// Shapes, for *n* vertices of the hierarchy, *k* of the part, and *a* arcs:
///
///     numbers    n, by rank: the number in the part, `.max` for a vertex outside
///     first      k + 1; the arcs down to number i are first[i] ..< first[i + 1]
///     uppers     a, the number of the upper end, below i
///     weights    a
///     arcs       a, the arc of the hierarchy
///
/// - Source: the restriction of RPHAST: Delling, Goldberg & Werneck 2011, Faster Batched Shortest Paths in Road
///   Networks, doi:10.4230/OASIcs.ATMOS.2011.52.
package struct ManyEnds: Sendable {
  fileprivate let numbers: [UInt32]
  fileprivate let first: [UInt32]
  fileprivate let uppers: [UInt32]
  fileprivate let weights: [UInt32]
  fileprivate let arcs: [UInt32]

  /// - Complexity: O(*n* + *a*).
  package init(_ vertices: [UInt32], on hierarchy: Hierarchy, _ metric: Metric) {
    var numbers = [UInt32](repeating: .max, count: hierarchy.vertexCount)
    for vertex in vertices {
      var rank = hierarchy.ranks[Int(vertex)]
      while rank != .max, numbers[Int(rank)] == .max {
        numbers[Int(rank)] = 0
        rank = hierarchy.parents[Int(rank)]
      }
    }
    var first: [UInt32] = [0]
    var (uppers, weights, arcs): ([UInt32], [UInt32], [UInt32]) = ([], [], [])
    for rank in stride(from: numbers.count - 1, through: 0, by: -1) where numbers[rank] != .max {
      numbers[rank] = UInt32(first.count - 1)
      for arc in hierarchy.arcs(down: UInt32(rank)) {
        let weight = metric.path(of: arc).weight
        guard weight < .max else { continue }
        uppers.append(numbers[Int(hierarchy.uppers[arc])])
        weights.append(weight)
        arcs.append(UInt32(arc))
      }
      first.append(UInt32(arcs.count))
    }
    self.numbers = numbers
    self.first = first
    self.uppers = uppers
    self.weights = weights
    self.arcs = arcs
  }

  package var count: Int { first.count - 1 }

  /// The number of a vertex.
  ///
  /// - Precondition: the vertex is one of those of `init`.
  package func number(of vertex: UInt32, on hierarchy: Hierarchy) -> UInt32 {
    numbers[Int(hierarchy.ranks[Int(vertex)])]
  }
}

/// Costs and measures of the cheapest paths from several begins to all of ``ManyEnds``: one row of a matrix.
///
/// The begins are searched upward by a walk to the root, then all ends are swept from the highest rank down. The value
/// is scratch of 28 bytes per vertex and 24 per end and ancestor: keep one per worker.
///
/// - Complexity: O(arcs of the ancestors of the begins + arcs of the ends); allocates nothing once scratch has grown.
/// - Source: RPHAST: Delling, Goldberg & Werneck 2011, doi:10.4230/OASIcs.ATMOS.2011.52.
package struct RowSearch: ~Copyable {
  private var forward: FixedArray<UInt32>
  /// Of the cheapest path up to each visited rank: the rank before the last arc, and this arc; itself and the number of
  /// the seed at the start.
  private var before: FixedArray<UInt32>
  private var last: FixedArray<UInt32>
  private var measuresUp: FixedArray<PathMeasures>
  private var walk = TreeWalk()
  private var visited: [UInt32] = []
  private var least = 0
  private var costs: FixedArray<UInt32>
  private var measures: FixedArray<PathMeasures>

  package init(for hierarchy: Hierarchy, to ends: ManyEnds) {
    let count = hierarchy.vertexCount
    forward = FixedArray(repeating: .max, count: count)
    before = FixedArray(repeating: .max, count: count)
    last = FixedArray(repeating: .max, count: count)
    measuresUp = FixedArray(repeating: .none, count: count)
    costs = FixedArray(repeating: .max, count: ends.count)
    measures = FixedArray(repeating: .none, count: ends.count)
  }

  /// Finds the cheapest paths from some begins.
  package mutating func run(
    from begins: [MeasuredSeed], to ends: ManyEnds, on hierarchy: Hierarchy, _ metric: Metric, _ arcs: ArcMeasures
  ) {
    // Not `setAll`, which copies each element through a table of functions across rooms: 6 % of a matrix.
    for number in 0..<costs.count { costs[number] = .max }
    guard let least = begins.lazy.map(\.seed.cost).min() else { return }
    self.least = least
    sow(begins, hierarchy)
    climb(begins, hierarchy, metric, arcs)
    for rank in visited {
      let number = ends.numbers[Int(rank)]
      if number != .max {
        costs[number] = forward[rank]
        measures[number] = measuresUp[rank]
      }
      forward[rank] = .max
    }
    sweep(ends, arcs)
  }

  /// The cost of the cheapest path to an end, and what it takes; `nil` if no path leads there. Paths that cost at least
  /// `UInt32.max` more than the cheapest begin are not found.
  package func path(to number: UInt32) -> (cost: Int, measures: PathMeasures)? {
    let cost = costs[number]
    return cost == .max ? nil : (Int(cost) + least, measures[number])
  }

  private mutating func sow(_ begins: [MeasuredSeed], _ hierarchy: Hierarchy) {
    for (i, begin) in begins.enumerated() {
      let rank = hierarchy.ranks[Int(begin.seed.vertex)]
      let cost = UInt32(clamping: begin.seed.cost - least)
      guard cost < forward[rank] else { continue }
      forward[rank] = cost
      before[rank] = rank
      last[rank] = UInt32(i)
      walk.add(rank)
    }
  }

  private mutating func climb(
    _ begins: [MeasuredSeed], _ hierarchy: Hierarchy, _ metric: Metric, _ arcs: ArcMeasures
  ) {
    visited.removeAll(keepingCapacity: true)
    while let rank = walk.next(on: hierarchy) {
      visited.append(rank)
      let cost = forward[rank]
      guard cost < .max else { continue }
      let from = before[rank]
      let measuresHere =
        from == rank ? begins[Int(last[rank])].measures : measuresUp[from] + arcs[last[rank]]
      measuresUp[rank] = measuresHere
      metric.forEach(in: hierarchy.arcs(up: rank)) { arc, weight in
        let upper = hierarchy.uppers[arc]
        guard weight < .max - cost, cost + weight < forward[upper] else { return }
        let sum = cost + weight
        forward[upper] = sum
        before[upper] = rank
        last[upper] = UInt32(arc)
      }
    }
  }

  private mutating func sweep(_ ends: ManyEnds, _ arcs: ArcMeasures) {
    let (first, uppers, weights) = (ends.first.span, ends.uppers.span, ends.weights.span)
    for number in 0..<ends.count {
      var cost = costs[number]
      var best = -1
      for i in Int(first[number])..<Int(first[number + 1]) {
        let (sum, overflow) = costs[uppers[i]].addingReportingOverflow(weights[i])
        guard !overflow, sum < cost else { continue }
        cost = sum
        best = i
      }
      guard best >= 0 else { continue }
      costs[number] = cost
      measures[number] = measures[uppers[best]] + arcs[ends.arcs[best]]
    }
  }
}
