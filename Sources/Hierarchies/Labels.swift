internal import Storage

/// The labels that a walk to the root gives each rank: the cost from the seeds, and the rank before.
struct Labels: ~Copyable {
  /// `.max` less the cost, 0 if no path is known: of a large map, only the memory of what is met is ever touched.
  private var savings: FixedArray<UInt32>
  /// The rank from which the cost comes; a seed has itself. Valid only where a cost was set since the last seeds.
  private(set) var neighbours: FixedArray<UInt32>

  init(vertexCount: Int) {
    savings = FixedArray(zeros: vertexCount)
    neighbours = FixedArray(zeros: vertexCount)
  }

  /// The cost; `.max` if no path is known.
  subscript(rank: UInt32) -> UInt32 { ~savings[rank] }

  /// Begins at a rank; false if a cost as low was known.
  mutating func sow(_ rank: UInt32, cost: UInt32) -> Bool {
    guard ~cost > savings[rank] else { return false }
    savings[rank] = ~cost
    neighbours[rank] = rank
    return true
  }

  mutating func forget(_ rank: UInt32) { savings[rank] = 0 }

  /// Relaxes some arcs of `rank`, as long as the cost stays below `bound`.
  @inline(__always)
  mutating func relax(
    _ arcs: Range<Int>, at rank: UInt32, below bound: UInt32, _ hierarchy: Hierarchy, _ metric: Metric
  ) {
    let cost = self[rank]
    guard cost < bound else { return }
    metric.forEach(in: arcs) { arc, weight in
      guard weight < bound - cost else { return }
      let upper = hierarchy.uppers[arc]
      let saving = ~(cost + weight)
      guard saving > savings[upper] else { return }
      savings[upper] = saving
      neighbours[upper] = rank
    }
  }

  /// Takes the least cost over some arcs from higher ranks.
  ///
  /// - Returns: the least cost at their upper ends.
  @inline(__always)
  mutating func pull(_ arcs: Range<Int>, to rank: UInt32, _ hierarchy: Hierarchy, _ metric: Metric) -> UInt32 {
    var least = UInt32.max
    metric.forEach(in: arcs) { arc, weight in
      let upper = hierarchy.uppers[arc]
      least = min(least, self[upper])
      let (sum, overflow) = self[upper].addingReportingOverflow(weight)
      guard !overflow, sum < self[rank] else { return }
      savings[rank] = ~sum
      neighbours[rank] = upper
    }
    return least
  }

  /// The seed at the start of the path to a rank.
  func seed(of rank: UInt32) -> UInt32 {
    var rank = rank
    while neighbours[rank] != rank { rank = neighbours[rank] }
    return rank
  }
}
