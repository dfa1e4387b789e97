internal import Storage

/// Costs of cheapest paths between several seeds on one side and many vertices on the other, one vertex at a time.
///
/// The seeds are searched upward once. The cost of a vertex follows from the costs of its ancestors, which are kept, so
/// vertices near each other share nearly all of the work. With the least weights that arcs ever have, the costs are tight
/// bounds for a search whose weights change on the way. The value is scratch of 16 bytes per vertex: keep one per worker.
///
/// - Complexity: O(arcs of the ancestors of the seeds and of the vertices not asked for before); allocates nothing once
///   scratch has grown.
/// - Source: Strasser & Zeitz 2021, A Fast and Tight Heuristic for A* in Road Networks (lazy RPHAST, CH-Potentials),
///   doi:10.4230/LIPIcs.SEA.2021.6.
package struct ManyEndsSearch: ~Copyable {
  /// Where the seeds are.
  package enum Side: Sendable {
    case begins
    case ends
  }

  /// The cost of a rank, if the stamp is current.
  struct Known: BitwiseCopyable {
    var cost: UInt32
    var stamp: UInt32
  }

  private var seeded: Labels
  private var known: FixedArray<Known>
  private var stamp: UInt32 = 0
  private var walk = TreeWalk()
  private var visited: [UInt32] = []
  private var pending: [UInt32] = []
  private var least = 0
  private var side = Side.begins

  package init(for hierarchy: Hierarchy) {
    seeded = Labels(vertexCount: hierarchy.vertexCount)
    known = FixedArray(repeating: Known(cost: .max, stamp: 0), count: hierarchy.vertexCount)
  }

  /// Forgets the previous seeds and searches upward from new ones.
  package mutating func begin(_ side: Side, _ seeds: [SearchSeed], on hierarchy: Hierarchy, _ metric: Metric) {
    self.side = side
    for rank in visited { seeded.forget(rank) }
    visited.removeAll(keepingCapacity: true)
    advanceStamp()
    least = leastCost(of: seeds) ?? 0
    for seed in seeds {
      let rank = hierarchy.ranks[Int(seed.vertex)]
      if seeded.sow(rank, cost: UInt32(clamping: seed.cost - least)) { walk.add(rank) }
    }
    while let rank = walk.next(on: hierarchy) {
      visited.append(rank)
      let arcs = side == .begins ? hierarchy.arcs(up: rank) : hierarchy.arcs(down: rank)
      seeded.relax(arcs, at: rank, below: .max, hierarchy, metric)
    }
  }

  /// The cost of the cheapest path from the begins to a vertex, or from it to the ends; `nil` if there is none.
  package mutating func cost(at vertex: UInt32, on hierarchy: Hierarchy, _ metric: Metric) -> Int? {
    let place = hierarchy.ranks[Int(vertex)]
    var rank = place
    while rank != .max, known[rank].stamp != stamp {
      pending.append(rank)
      rank = hierarchy.parents[Int(rank)]
    }
    while let rank = pending.popLast() { settle(rank, hierarchy, metric) }
    let cost = known[place].cost
    return cost < .max ? Int(cost) + least : nil
  }

  /// Computes the cost of a rank from the costs of its ancestors.
  private mutating func settle(_ rank: UInt32, _ hierarchy: Hierarchy, _ metric: Metric) {
    var cost = seeded[rank]
    metric.forEach(in: side == .begins ? hierarchy.arcs(down: rank) : hierarchy.arcs(up: rank)) { arc, weight in
      let (sum, overflow) = known[hierarchy.uppers[arc]].cost.addingReportingOverflow(weight)
      if !overflow, sum < cost { cost = sum }
    }
    known[rank] = Known(cost: cost, stamp: stamp)
  }

  private mutating func advanceStamp() {
    stamp &+= 1
    guard stamp == 0 else { return }
    known.setAll(to: Known(cost: .max, stamp: 0))
    stamp = 1
  }
}
