internal import Storage

/// Costs of cheapest paths from many vertices to several ends, one vertex at a time: ``ManyEndsSearch`` the other way
/// round. With the least weights that arcs ever have, they are tight bounds for a search whose weights change on the way.
///
/// The value is scratch of 12 bytes per vertex: keep one per worker.
///
/// - Complexity: O(arcs of the ancestors of the ends and of the vertices not asked for before); allocates nothing once
///   scratch has grown.
/// - Source: CH-Potentials: Strasser & Zeitz 2021, A Fast and Tight Heuristic for A* in Road Networks,
///   doi:10.4230/LIPIcs.SEA.2021.6.
package struct RemainingCosts: ~Copyable {
  private var backward: Labels
  private var costs: FixedArray<UInt32>
  private var stamps: FixedArray<UInt32>
  private var stamp: UInt32 = 0
  private var walk = TreeWalk()
  private var visited: [UInt32] = []
  private var pending: [UInt32] = []
  private var least = 0

  package init(for hierarchy: Hierarchy) {
    let count = hierarchy.vertexCount
    backward = Labels(vertexCount: count)
    costs = FixedArray(repeating: .max, count: count)
    stamps = FixedArray(repeating: 0, count: count)
  }

  /// Forgets the previous ends and searches upward from new ones.
  package mutating func begin(to ends: [SearchSeed], on hierarchy: Hierarchy, _ metric: Metric) {
    for rank in visited { backward.forget(rank) }
    visited.removeAll(keepingCapacity: true)
    advanceStamp()
    least = leastCost(of: ends) ?? 0
    for seed in ends {
      let rank = hierarchy.ranks[Int(seed.vertex)]
      if backward.sow(rank, cost: UInt32(clamping: seed.cost - least)) { walk.add(rank) }
    }
    while let rank = walk.next(on: hierarchy) {
      visited.append(rank)
      backward.relax(hierarchy.arcs(down: rank), at: rank, below: .max, hierarchy, metric)
    }
  }

  /// The cost of the cheapest path from a vertex to an end, or `nil` if no path leads there.
  package mutating func cost(from vertex: UInt32, on hierarchy: Hierarchy, _ metric: Metric) -> Int? {
    let begin = hierarchy.ranks[Int(vertex)]
    var rank = begin
    while rank != .max, stamps[rank] != stamp {
      pending.append(rank)
      rank = hierarchy.parents[Int(rank)]
    }
    while let rank = pending.popLast() { settle(rank, hierarchy, metric) }
    return costs[begin] < .max ? Int(costs[begin]) + least : nil
  }

  /// Computes the cost of a rank from the costs of its ancestors.
  private mutating func settle(_ rank: UInt32, _ hierarchy: Hierarchy, _ metric: Metric) {
    var cost = backward[rank]
    for arc in hierarchy.arcs(up: rank) {
      let (sum, overflow) = costs[hierarchy.uppers[arc]].addingReportingOverflow(metric.weights[arc])
      if !overflow, sum < cost { cost = sum }
    }
    costs[rank] = cost
    stamps[rank] = stamp
  }

  private mutating func advanceStamp() {
    stamp &+= 1
    guard stamp == 0 else { return }
    stamps.setAll(to: 0)
    stamp = 1
  }
}
