import Hierarchies
import RandomNumbers
import Storage
import TestSupport

/// A directed graph at random with weights, and the plain truth about its cheapest paths.
struct RandomGraph {
  let graph: ArcGraph
  let weights: [UInt32]

  /// - Parameter costs: what an arc may weigh; `.max` for never.
  init(vertices: Int, arcs: Int, costs: [UInt32], seed: UInt64, bothWays: Bool = false) {
    var random = SplitMix64(seed: seed)
    var ends: [(Int, Int)] = []
    for _ in 0..<arcs {
      let tail = Int.random(in: 0..<vertices, using: &random)
      let isNear = Int.random(in: 0..<4, using: &random) > 0
      let head =
        isNear ? (tail + Int.random(in: 0...3, using: &random)) % vertices : .random(in: 0..<vertices, using: &random)
      ends.append((tail, head))
      if Int.random(in: 0..<8, using: &random) == 0 { ends.append((tail, head)) }
    }
    if bothWays { ends += ends.map { ($0.1, $0.0) } }
    self.init(vertices: vertices, ends: ends) { _ in costs[Int.random(in: 0..<costs.count, using: &random)] }
  }

  init(vertices: Int, ends: [(Int, Int)], weight: (Int) -> UInt32) {
    let sorted = ends.enumerated().sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element)
    var first = [UInt32](repeating: 0, count: vertices + 1)
    for (tail, _) in sorted { first[tail + 1] += 1 }
    for vertex in 0..<vertices { first[vertex + 1] += first[vertex] }
    graph = ArcGraph(firstArc: first, heads: sorted.map { UInt32($0.1) })
    weights = sorted.indices.map(weight)
  }

  /// The cost of the cheapest path from some seeds to every vertex; `nil` if there is none, by Bellman and Ford's
  /// method.
  func costs(from begins: [SearchSeed]) -> [Int?] {
    var costs = [Int?](repeating: nil, count: graph.vertexCount)
    for seed in begins { costs[Int(seed.vertex)] = min(costs[Int(seed.vertex)] ?? .max, seed.cost) }
    var changed = begins.map { Int($0.vertex) }
    while !changed.isEmpty {
      var next: Set<Int> = []
      for tail in changed {
        guard let cost = costs[tail] else { continue }
        for arc in graph.arcs(leaving: tail) where weights[arc] < .max {
          let head = Int(graph.heads[arc])
          guard cost + Int(weights[arc]) < costs[head] ?? .max else { continue }
          costs[head] = cost + Int(weights[arc])
          next.insert(head)
        }
      }
      changed = next.sorted()
    }
    return costs
  }

  /// The cost of the cheapest path from some begins to some ends over each vertex.
  func costs(over begins: [SearchSeed], _ ends: [SearchSeed]) -> [Int?] {
    let before = costs(from: begins)
    return (0..<graph.vertexCount).map { vertex in
      let behind = costs(from: [SearchSeed(vertex: UInt32(vertex), cost: 0)])
      let rest = ends.compactMap { end in behind[Int(end.vertex)].map { $0 + end.cost } }.min()
      return before[vertex].flatMap { before in rest.map { before + $0 } }
    }
  }

  /// The cost of driving some arcs from a vertex, and where they lead; `nil` if they do not join.
  func drive(_ arcs: [UInt32], from vertex: UInt32) -> (cost: Int, end: UInt32)? {
    var (cost, here) = (0, vertex)
    for arc in arcs {
      guard graph.arcs(leaving: Int(here)).contains(Int(arc)), weights[Int(arc)] < .max else { return nil }
      cost += Int(weights[Int(arc)])
      here = graph.heads[Int(arc)]
    }
    return (cost, here)
  }

  func shuffledOrder(seed: UInt64) -> [UInt32] {
    var random = SplitMix64(seed: seed)
    return (0..<UInt32(graph.vertexCount)).shuffled(using: &random)
  }
}
