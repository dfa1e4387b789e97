internal import Storage

/// Costs of cheapest paths from several begins to many ends, one end at a time.
///
/// The begins are searched upward once. The cost of an end follows from the costs of its ancestors, which are kept, so
/// ends near each other share nearly all of the work. The value is scratch of 20 bytes per vertex: keep one per worker.
///
/// - Complexity: O(arcs of the ancestors of the starts and of the ends not visited before); allocates nothing once
///   scratch has grown.
/// - Source: Strasser & Zeitz 2021, A Fast and Tight Heuristic for A* in Road Networks (lazy RPHAST),
///   doi:10.4230/LIPIcs.SEA.2021.6.
package struct ManyEndsSearch: ~Copyable {
  private var forward: Labels
  /// The cost of the cheapest path to each rank whose stamp is current, and the rank before it on that path if it is
  /// higher; itself if the path comes from below.
  private var costs: FixedArray<UInt32>
  private var higher: FixedArray<UInt32>
  private var stamps: FixedArray<UInt32>
  private var stamp: UInt32 = 0
  private var walk = TreeWalk()
  private var visited: [UInt32] = []
  private var pending: [UInt32] = []
  private var unpacking = Unpacking()
  private var least = 0

  package init(for hierarchy: Hierarchy) {
    let count = hierarchy.vertexCount
    forward = Labels(vertexCount: count)
    costs = FixedArray(repeating: .max, count: count)
    higher = FixedArray(repeating: .max, count: count)
    stamps = FixedArray(repeating: 0, count: count)
  }

  /// Forgets the previous begins and searches upward from new ones.
  package mutating func begin(from begins: [SearchSeed], on hierarchy: Hierarchy, _ metric: Metric) {
    for rank in visited { forward.forget(rank) }
    visited.removeAll(keepingCapacity: true)
    advanceStamp()
    least = leastCost(of: begins) ?? 0
    for seed in begins {
      let rank = hierarchy.ranks[Int(seed.vertex)]
      if forward.sow(rank, cost: UInt32(clamping: seed.cost - least)) { walk.add(rank) }
    }
    while let rank = walk.next(on: hierarchy) {
      visited.append(rank)
      forward.relax(hierarchy.arcs(up: rank), at: rank, below: .max, hierarchy, metric)
    }
  }

  /// The cost of the cheapest path from the starts to a vertex, or `nil` if no path leads there.
  package mutating func cost(to vertex: UInt32, on hierarchy: Hierarchy, _ metric: Metric) -> Int? {
    let end = hierarchy.ranks[Int(vertex)]
    var rank = end
    while rank != .max, stamps[rank] != stamp {
      pending.append(rank)
      rank = hierarchy.parents[Int(rank)]
    }
    while let rank = pending.popLast() { settle(rank, hierarchy, metric) }
    return costs[end] < .max ? Int(costs[end]) + least : nil
  }

  /// Appends the graph's arcs of the cheapest path to a vertex to `arcs`, in the order driven. Its cost must have been
  /// computed.
  package mutating func appendArcs(
    to vertex: UInt32, into arcs: inout [UInt32], on hierarchy: Hierarchy, _ metric: Metric
  ) {
    var rank = hierarchy.ranks[Int(vertex)]
    guard stamps[rank] == stamp, costs[rank] < .max else { return }
    unpacking.begin()
    while higher[rank] != rank {
      unpacking.add(from: higher[rank], to: rank, on: hierarchy)
      rank = higher[rank]
    }
    while forward.neighbours[rank] != rank {
      unpacking.add(from: forward.neighbours[rank], to: rank, on: hierarchy)
      rank = forward.neighbours[rank]
    }
    unpacking.run(metric, into: &arcs)
  }

  /// Computes the cost of a rank from the costs of its ancestors.
  private mutating func settle(_ rank: UInt32, _ hierarchy: Hierarchy, _ metric: Metric) {
    var cost = forward[rank]
    var origin = rank
    for arc in hierarchy.arcs(down: rank) {
      let upper = hierarchy.uppers[arc]
      let (sum, overflow) = costs[upper].addingReportingOverflow(metric.weights[arc])
      guard !overflow, sum < cost else { continue }
      cost = sum
      origin = upper
    }
    costs[rank] = cost
    higher[rank] = origin
    stamps[rank] = stamp
  }

  private mutating func advanceStamp() {
    stamp &+= 1
    guard stamp == 0 else { return }
    stamps.setAll(to: 0)
    stamp = 1
  }
}
