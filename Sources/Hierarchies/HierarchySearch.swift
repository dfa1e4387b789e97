internal import Storage

/// A place where a path may begin or end: a vertex and its cost.
package struct SearchSeed: Hashable, Sendable, BitwiseCopyable {
  package let vertex: UInt32
  /// May be negative, as for the rest of a last edge that is not driven.
  package var cost: Int

  package init(vertex: UInt32, cost: Int) {
    self.vertex = vertex
    self.cost = cost
  }
}

/// A cheapest path found by a search.
package struct SearchedPath: Hashable, Sendable, BitwiseCopyable {
  /// The cost of the seeds at both ends and all arcs between.
  package var cost: Int
  /// The index of its start.
  package var begin: Int
  /// The index of its end.
  package var end: Int

  package init(cost: Int, begin: Int, end: Int) {
    self.cost = cost
    self.begin = begin
    self.end = end
  }
}

/// Cheapest paths between several begins and several ends: two walks to the root of the elimination tree.
///
/// Every vertex that a search may meet is an ancestor of a seed. All of them are visited from the lowest rank up, so
/// there is no queue. The value is scratch of 16 bytes per vertex: keep one per worker.
///
/// - Complexity: O(arcs of the ancestors of all seeds); allocates nothing once scratch has grown.
/// - Source: Dibbelt, Strasser & Wagner 2016, doi:10.1145/2886843, §7.2.
package struct HierarchySearch: ~Copyable {
  private var forward: Labels
  private var backward: Labels
  private var walk = TreeWalk()
  private var best = UInt32.max
  private var meeting = UInt32.max
  private var unpacking = Unpacking()

  package init(for hierarchy: Hierarchy) {
    forward = Labels(vertexCount: hierarchy.vertexCount)
    backward = Labels(vertexCount: hierarchy.vertexCount)
  }

  /// The cheapest path from one of `begins` to one of `ends`, or `nil` if no path joins them.
  ///
  /// A path may be a single vertex that is both start and end. Paths that cost at least `UInt32.max` more than the
  /// least costs of both ends are not found.
  ///
  /// - Parameter bound: only a path that costs less is searched for.
  package mutating func path(
    from begins: [SearchSeed], to ends: [SearchSeed], below bound: Int? = nil, on hierarchy: Hierarchy, _ metric: Metric
  ) -> SearchedPath? {
    meeting = .max
    guard let least = leastCost(of: begins), let leastEnd = leastCost(of: ends) else { return nil }
    best = bound.map { UInt32(clamping: $0 - least - leastEnd) } ?? .max
    if best == 0 { return nil }
    for seed in begins {
      let rank = hierarchy.ranks[Int(seed.vertex)]
      if forward.sow(rank, cost: UInt32(clamping: seed.cost - least)) { walk.add(rank) }
    }
    for seed in ends {
      let rank = hierarchy.ranks[Int(seed.vertex)]
      if backward.sow(rank, cost: UInt32(clamping: seed.cost - leastEnd)) { walk.add(rank) }
    }
    while let rank = walk.next(on: hierarchy) { visit(rank, hierarchy, metric) }
    guard meeting != .max else { return nil }
    return SearchedPath(
      cost: Int(best) + least + leastEnd, begin: cheapest(of: begins, at: forward.seed(of: meeting), hierarchy),
      end: cheapest(of: ends, at: backward.seed(of: meeting), hierarchy))
  }

  /// Appends the graph's arcs of the last path found to `arcs`, in the order driven.
  package mutating func appendArcs(to arcs: inout [UInt32], on hierarchy: Hierarchy, _ metric: Metric) {
    guard meeting != .max else { return }
    unpacking.begin()
    var rank = meeting
    while forward.neighbours[rank] != rank {
      unpacking.add(from: forward.neighbours[rank], to: rank)
      rank = forward.neighbours[rank]
    }
    unpacking.run(metric, on: hierarchy, into: &arcs)
    rank = meeting
    while backward.neighbours[rank] != rank {
      unpacking.add(from: rank, to: backward.neighbours[rank])
      unpacking.run(metric, on: hierarchy, into: &arcs)
      rank = backward.neighbours[rank]
    }
  }

  private mutating func visit(_ rank: UInt32, _ hierarchy: Hierarchy, _ metric: Metric) {
    let (sum, overflow) = forward[rank].addingReportingOverflow(backward[rank])
    if !overflow, sum < best {
      best = sum
      meeting = rank
    }
    forward.relax(hierarchy.arcs(up: rank), at: rank, below: best, hierarchy, metric)
    backward.relax(hierarchy.arcs(down: rank), at: rank, below: best, hierarchy, metric)
    forward.forget(rank)
    backward.forget(rank)
  }
}

/// The cheapest seed at a rank.
func cheapest(of seeds: [SearchSeed], at rank: UInt32, _ hierarchy: Hierarchy) -> Int {
  var cheapest: Int?
  for (i, seed) in seeds.enumerated() where hierarchy.ranks[Int(seed.vertex)] == rank {
    if let known = cheapest, seeds[known].cost <= seed.cost { continue }
    cheapest = i
  }
  return cheapest ?? 0
}

func leastCost(of seeds: [SearchSeed]) -> Int? { seeds.min { $0.cost < $1.cost }?.cost }
