import Hierarchies
import RandomNumbers
import TestSupport
import Testing

/// The kinds of weights that paths are checked with.
private let weightTables: [[UInt32]] = [
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [0], [0, 1], [1, .max], [0, 5, .max - 1, .max], [1 << 30, 1 << 31, 7],
]

@Suite struct `A search in a hierarchy` {
  @Test(arguments: UInt64(1)...60, MetricForm.allCases)
  func `finds what a plain search finds, along arcs that cost exactly that`(seed: UInt64, form: MetricForm) {
    var random = SplitMix64(seed: seed &* 77)
    let vertices = Int.random(in: 1...50, using: &random)
    let sketch = RandomGraph(
      vertices: vertices, arcs: Int.random(in: 0...160, using: &random),
      costs: weightTables[Int(seed) % weightTables.count], seed: seed)
    let hierarchy = Hierarchy(of: sketch.graph, order: sketch.shuffledOrder(seed: seed + 5))
    let metric = form.metric(of: hierarchy, sketch, &random)
    var search = HierarchySearch(for: hierarchy)
    for _ in 0..<40 {
      let begins = Self.seeds(vertices, &random)
      let ends = Self.seeds(vertices, &random)
      let costs = sketch.costs(from: begins)
      let truth = ends.compactMap { end in costs[Int(end.vertex)].map { $0 + end.cost } }.min()
      let found = search.path(from: begins, to: ends, on: hierarchy, metric)
      let isBeyond = Self.isBeyond(truth, begins, ends)
      #expect(found?.cost == (isBeyond ? nil : truth))
      guard let found else { continue }
      var arcs: [UInt32] = []
      search.appendArcs(to: &arcs, on: hierarchy, metric)
      let (begin, end) = (begins[found.begin], ends[found.end])
      let driven = sketch.drive(arcs, from: begin.vertex)
      #expect(driven.map { begin.cost + $0.cost + end.cost } == found.cost)
      #expect(driven?.end == end.vertex)
    }
  }

  @Test(arguments: UInt64(1)...30, MetricForm.allCases)
  func `to many ends finds the same`(seed: UInt64, form: MetricForm) {
    var random = SplitMix64(seed: seed &* 99)
    let vertices = Int.random(in: 1...50, using: &random)
    let sketch = RandomGraph(
      vertices: vertices, arcs: Int.random(in: 0...160, using: &random),
      costs: weightTables[Int(seed) % weightTables.count], seed: seed)
    let hierarchy = Hierarchy(of: sketch.graph, order: sketch.shuffledOrder(seed: seed + 5))
    let metric = form.metric(of: hierarchy, sketch, &random)
    var search = ManyEndsSearch(for: hierarchy)
    for _ in 0..<10 {
      let begins = Self.seeds(vertices, &random)
      let costs = sketch.costs(from: begins)
      search.begin(.begins, begins, on: hierarchy, metric)
      for _ in 0..<20 {
        let end = UInt32.random(in: 0..<UInt32(vertices), using: &random)
        let truth = costs[Int(end)]
        let isBeyond = Self.isBeyond(truth, begins, [SearchSeed(vertex: end, cost: 0)])
        let found = search.cost(at: end, on: hierarchy, metric)
        #expect(found == (isBeyond ? nil : truth))
      }
    }
  }

  /// All of them if every arc leads both ways; otherwise some may be missed or cost more, but not the cheapest.
  @Test(arguments: UInt64(1)...30, [false, true])
  func `over some vertex finds the cheapest path over it`(seed: UInt64, bothWays: Bool) {
    var random = SplitMix64(seed: seed &* 55)
    let vertices = Int.random(in: 1...50, using: &random)
    let sketch = RandomGraph(
      vertices: vertices, arcs: Int.random(in: 0...160, using: &random), costs: weightTables[Int(seed) % 4], seed: seed,
      bothWays: bothWays)
    let hierarchy = Hierarchy(of: sketch.graph, order: sketch.shuffledOrder(seed: seed + 5))
    let metric = Metric(of: hierarchy, weights: sketch.weights)
    var search = ViaSearch(for: hierarchy)
    for stretch in [12, 1_000_000_000, 0, 7] {
      let (begins, ends) = (Self.seeds(vertices, &random), Self.seeds(vertices, &random))
      let truth = sketch.costs(over: begins, ends)
      let most = (truth.compactMap { $0 }.min() ?? 0) + stretch
      var found = 0
      let plateaus = search.plateaus(from: begins, to: ends, costing: most, leastWidth: 0, on: hierarchy, metric)
      #expect(plateaus.map(\.cost).min() == truth.compactMap { $0 }.min())
      for plateau in plateaus {
        #expect(plateau.cost <= most)
        found += plateau.vertices.count
        for via in plateau.vertices {
          let least = truth[Int(via.vertex)]
          #expect(bothWays ? least == plateau.cost : least ?? .max <= plateau.cost)
          var arcs: [UInt32] = []
          let path = search.appendArcs(over: via, from: begins, to: ends, into: &arcs, on: hierarchy, metric)
          let driven = sketch.drive(arcs, from: begins[path.begin].vertex)
          #expect(driven.map { begins[path.begin].cost + $0.cost + ends[path.end].cost } == plateau.cost)
          #expect(driven?.end == ends[path.end].vertex && path.cost == plateau.cost)
        }
      }
      if bothWays { #expect(found == truth.count { $0 ?? .max <= most }) }
    }
  }

  @Test func `from nowhere or to nowhere finds nothing`() {
    let sketch = RandomGraph(vertices: 5, arcs: 20, costs: [1], seed: 3)
    let hierarchy = Hierarchy(of: sketch.graph, order: [0, 1, 2, 3, 4])
    let metric = Metric(of: hierarchy, weights: sketch.weights)
    var search = HierarchySearch(for: hierarchy)
    let seeds = [SearchSeed(vertex: 2, cost: 4)]
    #expect(search.path(from: [], to: seeds, on: hierarchy, metric) == nil)
    #expect(search.path(from: seeds, to: [], on: hierarchy, metric) == nil)
    var arcs: [UInt32] = []
    search.appendArcs(to: &arcs, on: hierarchy, metric)
    #expect(arcs.isEmpty)
    #expect(search.path(from: seeds, to: seeds, on: hierarchy, metric) == SearchedPath(cost: 8, begin: 0, end: 0))
  }

  private static func seeds(_ vertices: Int, _ random: inout SplitMix64) -> [SearchSeed] {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in
      SearchSeed(
        vertex: .random(in: 0..<UInt32(vertices), using: &random), cost: .random(in: -20...20, using: &random))
    }
  }

  /// The path costs more than a search adds up.
  private static func isBeyond(_ cost: Int?, _ begins: [SearchSeed], _ ends: [SearchSeed]) -> Bool {
    guard let cost, let begin = begins.map(\.cost).min(), let end = ends.map(\.cost).min() else { return false }
    return cost - begin - end >= Int(UInt32.max)
  }
}

@Suite struct `A metric` {
  @Test func `is the same made twice`() {
    let sketch = RandomGraph(vertices: 60, arcs: 250, costs: [0, 1, 2], seed: 8)
    let hierarchy = Hierarchy(of: sketch.graph, order: sketch.shuffledOrder(seed: 1))
    #expect(Metric(of: hierarchy, weights: sketch.weights) == Metric(of: hierarchy, weights: sketch.weights))
  }
}
