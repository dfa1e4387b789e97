internal import Storage

/// A vertex of a graph with the costs of the paths via it.
package struct ReachedVertex: Hashable, Sendable, BitwiseCopyable {
  package let vertex: UInt32
  /// The cost of the cheapest path from a start via the vertex to an end, above the least costs of both.
  fileprivate let sum: UInt32
  /// The cost from the start to the vertex, above the least.
  fileprivate let reached: UInt32

  fileprivate static func < (a: ReachedVertex, b: ReachedVertex) -> Bool {
    if a.sum != b.sum { return a.sum < b.sum }
    return a.reached != b.reached ? a.reached < b.reached : a.vertex < b.vertex
  }
}

/// Vertices with one common cheapest path via all of them: a plateau.
package struct Plateau: Sendable {
  /// The cost of the path: the seeds at both ends and all arcs between.
  package let cost: Int
  /// The cost of the path from the first to the last of the vertices.
  package let width: Int
  /// In the order of the distance from the start.
  package let vertices: ArraySlice<ReachedVertex>
}

/// Paths that are not the cheapest but the cheapest via some vertex.
///
/// All vertices are reached from the starts by a walk to the root and a sweep back down, and in the same way they reach
/// the ends. The cheapest path via a vertex joins the two. All vertices on a plateau, a stretch along which both trees
/// coincide, have the same sum, and are found by it. Every stretch of such a path that stays within the plateau, or
/// leaves it at one end only, is a cheapest path itself.
///
/// The value is scratch of 25 bytes per vertex: keep one per worker.
///
/// - Complexity: O(arcs of the vertices via which a path is cheap enough, and of their neighbours), and one look at
///   each vertex; O(*m* log *m*) for *m* such vertices. Beyond one-way roads some vertices near the bound may be
///   missed, because only the neighbours of the uppermost vertex of a part of the tree show what leads into it.
///
/// - Source: plateaus: Abraham, Delling, Goldberg & Werneck 2013, doi:10.1145/2444016.2444019, §4; the sweep: Delling,
///   Goldberg, Nowatzyk & Werneck 2013 (PHAST), doi:10.1016/j.jpdc.2012.02.007. Differs in: parts of the tree that no
///   such path can visit are skipped.
package struct ViaSearch: ~Copyable {
  private var forward: Labels
  private var backward: Labels
  /// A path may lead into the part of the tree below the vertex.
  private var isOpen: FixedArray<Bool>
  private var vertices: FixedArray<UInt32>
  private var walk = TreeWalk()
  private var visited: [UInt32] = []
  private var found: [ReachedVertex] = []
  private var unpacking = Unpacking()

  package init(for hierarchy: Hierarchy) {
    let count = hierarchy.vertexCount
    forward = Labels(vertexCount: count)
    backward = Labels(vertexCount: count)
    isOpen = FixedArray(repeating: false, count: count)
    vertices = FixedArray(repeating: 0, count: count)
    for vertex in 0..<count { vertices[hierarchy.ranks[vertex]] = UInt32(vertex) }
  }

  /// All plateaus via which a path from one of `begins` to one of `ends` costs at most `most`.
  ///
  /// - Parameter leastWidth: narrower plateaus are left out.
  package mutating func plateaus(
    from begins: [SearchSeed], to ends: [SearchSeed], costing most: Int, leastWidth: Int, on hierarchy: Hierarchy,
    _ metric: Metric
  ) -> [Plateau] {
    forget()
    guard let leastBegin = leastCost(of: begins), let leastEnd = leastCost(of: ends) else { return [] }
    let least = leastBegin + leastEnd
    guard most >= least else { return [] }
    climb(from: begins, leastBegin, to: ends, leastEnd, hierarchy, metric)
    found.removeAll(keepingCapacity: true)
    sweep(below: UInt32(clamping: most - least), hierarchy, metric)
    found.sort(by: <)
    var plateaus: [Plateau] = []
    var begin = 0
    while begin < found.count {
      var end = begin + 1
      while end < found.count, found[end].sum == found[begin].sum { end += 1 }
      let width = Int(found[end - 1].reached - found[begin].reached)
      if width >= leastWidth {
        plateaus.append(Plateau(cost: Int(found[begin].sum) + least, width: width, vertices: found[begin..<end]))
      }
      begin = end
    }
    return plateaus
  }

  /// Appends the graph's arcs of the cheapest path via a vertex of the last
  /// ``plateaus(from:to:costing:leastWidth:on:_:)`` to `arcs`, in the order driven.
  ///
  /// - Returns: the path's cost and seeds.
  package mutating func appendArcs(
    over via: ReachedVertex, from begins: [SearchSeed], to ends: [SearchSeed], into arcs: inout [UInt32],
    on hierarchy: Hierarchy, _ metric: Metric
  ) -> SearchedPath {
    var first = hierarchy.ranks[Int(via.vertex)]
    var last = first
    unpacking.begin()
    while forward.neighbours[first] != first {
      unpacking.add(from: forward.neighbours[first], to: first)
      first = forward.neighbours[first]
    }
    unpacking.run(metric, on: hierarchy, into: &arcs)
    while backward.neighbours[last] != last {
      unpacking.add(from: last, to: backward.neighbours[last])
      unpacking.run(metric, on: hierarchy, into: &arcs)
      last = backward.neighbours[last]
    }
    let least = (leastCost(of: begins) ?? 0) + (leastCost(of: ends) ?? 0)
    return SearchedPath(
      cost: Int(via.sum) + least, begin: cheapest(of: begins, at: first, hierarchy),
      end: cheapest(of: ends, at: last, hierarchy))
  }

  private mutating func forget() {
    for rank in visited {
      forward.forget(rank)
      backward.forget(rank)
      isOpen[rank] = false
    }
    visited.removeAll(keepingCapacity: true)
  }

  /// Walks up from all seeds.
  private mutating func climb(
    from begins: [SearchSeed], _ leastBegin: Int, to ends: [SearchSeed], _ leastEnd: Int, _ hierarchy: Hierarchy,
    _ metric: Metric
  ) {
    for seed in begins {
      let rank = hierarchy.ranks[Int(seed.vertex)]
      if forward.sow(rank, cost: UInt32(clamping: seed.cost - leastBegin)) { walk.add(rank) }
    }
    for seed in ends {
      let rank = hierarchy.ranks[Int(seed.vertex)]
      if backward.sow(rank, cost: UInt32(clamping: seed.cost - leastEnd)) { walk.add(rank) }
    }
    while let rank = walk.next(on: hierarchy) {
      visited.append(rank)
      isOpen[rank] = true
      forward.relax(hierarchy.arcs(up: rank), at: rank, below: .max, hierarchy, metric)
      backward.relax(hierarchy.arcs(down: rank), at: rank, below: .max, hierarchy, metric)
    }
  }

  /// Sweeps down to all vertices that a path below `bound` may visit. A path into the part of the tree below a vertex
  /// comes from a higher neighbour of that vertex or via the vertex itself; likewise for a path out of it.
  private mutating func sweep(below bound: UInt32, _ hierarchy: Hierarchy, _ metric: Metric) {
    for rank in stride(from: UInt32(hierarchy.vertexCount), to: 0, by: -1).lazy.map({ $0 - 1 }) {
      let parent = hierarchy.parents[Int(rank)]
      let isSeeded = isOpen[rank]
      guard isSeeded || parent != .max && isOpen[parent] else { continue }
      let nearestBefore = forward.pull(hierarchy.arcs(down: rank), to: rank, hierarchy, metric)
      let nearestBehind = backward.pull(hierarchy.arcs(up: rank), to: rank, hierarchy, metric)
      if !isSeeded {
        visited.append(rank)
        isOpen[rank] = nearestBefore &+| nearestBehind <= bound
      }
      let sum = forward[rank] &+| backward[rank]
      guard sum <= bound, sum < .max else { continue }
      found.append(ReachedVertex(vertex: vertices[rank], sum: sum, reached: forward[rank]))
    }
  }
}

infix operator &+| : AdditionPrecedence

/// The sum, or `.max` on overflow.
private func &+| (a: UInt32, b: UInt32) -> UInt32 {
  let (sum, overflow) = a.addingReportingOverflow(b)
  return overflow ? .max : sum
}
