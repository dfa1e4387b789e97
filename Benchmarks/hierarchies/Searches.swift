import Foundation
import Hierarchies
import RandomNumbers

/// Searches between random vertices, and from one to many.
struct Searches {
  let turns: ArcGraph
  let hierarchy: Hierarchy
  let metric: Metric

  func measure(count: Int) {
    var random = SplitMix64(seed: 1)
    measurePaths(count: count, &random)
    for ends in [10, 100, 1000] { measureManyEnds(ends, count: max(1, count / ends), &random) }
  }

  private func seed(_ random: inout SplitMix64) -> SearchSeed {
    SearchSeed(vertex: .random(in: 0..<UInt32(turns.vertexCount), using: &random), cost: 0)
  }

  private func measurePaths(count: Int, _ random: inout SplitMix64) {
    var search = HierarchySearch(for: hierarchy)
    var arcs: [UInt32] = []
    var times: [Double] = []
    var unpackingTimes: [Double] = []
    var arcCount = 0
    var tried = 0
    while times.count < count, tried < 100 * count {
      let (begin, end) = ([seed(&random)], [seed(&random)])
      tried += 1
      let start = processorTime()
      let path = search.path(from: begin, to: end, on: hierarchy, metric)
      let middle = processorTime()
      arcs.removeAll(keepingCapacity: true)
      search.appendArcs(to: &arcs, on: hierarchy, metric)
      let finish = processorTime()
      guard path != nil else { continue }
      arcCount += arcs.count
      times.append(middle - start)
      unpackingTimes.append(finish - middle)
    }
    guard !times.isEmpty else { return print("no two vertices are joined by a path") }
    print("\(times.count) paths of \(tried) pairs, \(arcCount / times.count) turns on average")
    print("search \(spread(&times)); unpacking \(spread(&unpackingTimes))")
  }

  /// Ends with neighbouring numbers, which are near each other on the map, as the candidates of a trace are.
  private func measureManyEnds(_ ends: Int, count: Int, _ random: inout SplitMix64) {
    guard turns.vertexCount > 2 * ends else { return }
    var search = ManyEndsSearch(for: hierarchy)
    var times: [Double] = []
    for _ in 0..<count {
      let first = UInt32.random(in: 0..<UInt32(turns.vertexCount - 2 * ends), using: &random)
      let begin = [SearchSeed(vertex: first + UInt32(ends), cost: 0)]
      let start = processorTime()
      search.begin(.begins, begin, on: hierarchy, metric)
      for end in first..<first + UInt32(ends) { _ = search.cost(at: end, on: hierarchy, metric) }
      times.append((processorTime() - start) / Double(ends))
    }
    print("to \(ends) ends nearby, each: \(spread(&times))")
  }

  /// The median and what 95 of 100 stay below.
  private func spread(_ times: inout [Double]) -> String {
    times.sort()
    return String(format: "%.2f µs (95 %%: %.2f µs)", times[times.count / 2] * 1e6, times[times.count * 95 / 100] * 1e6)
  }
}
