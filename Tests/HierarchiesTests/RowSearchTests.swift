import Hierarchies
import RandomNumbers
import TestSupport
import Testing

@Suite struct `A search of a row` {
  /// A path takes as long as it costs, and is three times as long.
  private func measures(_ cost: Int) -> PathMeasures { PathMeasures(duration: Double(cost), length: 3 * Double(cost)) }

  @Test(arguments: UInt64(1)...40, MetricForm.allCases)
  func `finds what a plain search finds, and adds up what the paths take`(seed: UInt64, form: MetricForm) {
    var random = SplitMix64(seed: seed &* 31)
    let vertices = Int.random(in: 1...60, using: &random)
    let weights: [UInt32] = seed % 2 == 0 ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] : [0, 5, .max]
    let sketch = RandomGraph(
      vertices: vertices, arcs: Int.random(in: 0...180, using: &random), costs: weights, seed: seed)
    let hierarchy = Hierarchy(of: sketch.graph, order: sketch.shuffledOrder(seed: seed + 5))
    let metric = form.metric(of: hierarchy, sketch, &random)
    let arcs = ArcMeasures(of: hierarchy, metric, own: sketch.weights.map { measures(Int($0)) })
    let wanted = (0..<Int.random(in: 0...12, using: &random)).map { _ in
      UInt32.random(in: 0..<UInt32(vertices), using: &random)
    }
    let ends = ManyEnds(wanted, on: hierarchy, metric)
    var search = RowSearch(for: hierarchy, to: ends)
    for _ in 0..<20 {
      let begins = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        let cost = Int.random(in: -20...20, using: &random)
        return MeasuredSeed(
          vertex: .random(in: 0..<UInt32(vertices), using: &random), cost: cost, measures: measures(cost))
      }
      let truth = sketch.costs(from: begins.map(\.seed))
      search.run(from: begins, to: ends, on: hierarchy, metric, arcs)
      for vertex in wanted {
        let found = search.path(to: ends.number(of: vertex, on: hierarchy))
        #expect(found?.cost == truth[Int(vertex)])
        if let found { #expect(found.measures == measures(found.cost)) }
      }
    }
  }

  @Test func `needs only the ends and their ancestors, and no arc that is never driven`() {
    let sketch = RandomGraph(vertices: 4, ends: [(0, 1), (1, 2), (2, 3), (3, 0)]) { $0 == 3 ? .max : 1 }
    let hierarchy = Hierarchy(of: sketch.graph, order: [0, 1, 2, 3])
    let metric = Metric(of: hierarchy, weights: sketch.weights)
    #expect(ManyEnds([3], on: hierarchy, metric).count == 1)
    #expect(ManyEnds([], on: hierarchy, metric).count == 0)
    let ends = ManyEnds([0, 3], on: hierarchy, metric)
    let arcs = ArcMeasures(of: hierarchy, metric, own: sketch.weights.map { _ in measures(1) })
    var search = RowSearch(for: hierarchy, to: ends)
    search.run(
      from: [MeasuredSeed(vertex: 3, cost: 0, measures: .none)], to: ends, on: hierarchy, metric, arcs)
    #expect(search.path(to: ends.number(of: 0, on: hierarchy)) == nil)
    #expect(search.path(to: ends.number(of: 3, on: hierarchy))?.cost == 0)
  }
}
