import Geodesy
import PathSearch
import RandomNumbers
import RoadGraph
import RoadRules
import TestSupport
import Testing

@Suite struct `Bounded path search` {
  private let everywhere = SearchLimit(length: 1e9, edges: 1_000_000)

  /// The edges of the cheapest path from the start of one edge to the end of another.
  private func course(
    _ sketch: RoadSketch, _ from: String, _ to: String, rules: TravelRules = TravelRules(mode: .car),
    limit: SearchLimit? = nil
  ) -> String {
    var search = PathSearch()
    search.open(on: sketch.graph, rules: rules)
    let target = search.place(
      EdgePosition(edge: sketch.edge(to), offset: sketch.graph.length(of: sketch.edge(to))))
    search.begin(
      from: search.place(EdgePosition(edge: sketch.edge(from), offset: 0)), within: limit ?? everywhere,
      metresPerPenalty: 100)
    search.addTarget(target)
    search.run()
    return sketch.spelled(search.edges(to: target))
  }

  @Test(arguments: [
    ("AB", "BC", "AB BC"), ("AB", "CD", "AB BC CD"), ("DC", "BA", "DC CB BA"), ("AB", "AB", "AB"),
    ("AB", "EF", "AB BE EF"),
  ])
  func `goes the short way`(from: String, to: String, edges: String) throws {
    let sketch = try RoadSketch(
      """
      A---B---C---D
          |       |
          E-------F
      """, roads: ["A-B-C-D-F-E-B"])
    #expect(course(sketch, from, to) == edges)
  }

  @Test(arguments: [
    ([], "AB BD DF"), (["ABD"], "AB BC CE ED DF"), (["ABD", "BCE", "CBD"], "AB BD DF"),
  ])
  func `goes round a forbidden turn, and takes one where there is no other way`(
    forbidden: [String], edges: String
  ) throws {
    let sketch = try RoadSketch(
      """
      A---B---C
          |   |
      F---D---E
      """, roads: ["A-B-C-E-D-F", "B-D"], forbidden: forbidden)
    #expect(course(sketch, "AB", "DF") == edges)
  }

  @Test func `prefers 300 m of lawful road to 20 m against a oneway street`() throws {
    let sketch = try RoadSketch(
      """
      A---B--C---F
          |  |
          |  |
          D--E
      """, metresPerCell: 10, roads: ["A-B", "C>B", "B-D-E-C", "C-F"])
    #expect(course(sketch, "AB", "CF") == "AB BD DE EC CF")
    var bold = TravelRules(mode: .car)
    bold.wrongWayEntry = 0
    bold.wrongWayPerMetre = 0
    #expect(course(sketch, "AB", "CF", rules: bold) == "AB BC CF")
  }

  @Test func `a mandatory turn bans all others`() throws {
    let sketch = try RoadSketch(
      """
          E
          |
      A---B---C
          |
          D
      """, roads: ["A-B-C", "E-B-D"], mandatory: ["ABC"])
    #expect(sketch.graph.isTurnBanned(onto: sketch.edge("BD"), for: .car) { $0 == 0 ? sketch.edge("AB") : nil })
    #expect(!sketch.graph.isTurnBanned(onto: sketch.edge("BC"), for: .car) { $0 == 0 ? sketch.edge("AB") : nil })
    #expect(!sketch.graph.isTurnBanned(onto: sketch.edge("BD"), for: .car) { $0 == 0 ? sketch.edge("EB") : nil })
  }

  @Test func `gives up at its limits`() throws {
    let sketch = try RoadSketch("A----B----C----D----E----F", metresPerCell: 100, roads: ["A-B-C-D-E-F"])
    #expect(course(sketch, "AB", "EF", limit: SearchLimit(length: 1_400, edges: 100)) == "")
    #expect(course(sketch, "AB", "EF", limit: SearchLimit(length: 2_100, edges: 100)) == "AB BC CD DE EF")
    #expect(course(sketch, "AB", "EF", limit: SearchLimit(length: 2_100, edges: 2)) == "")
  }

  @Test(arguments: 1...40)
  func `finds the same costs as relaxing every turn until nothing improves`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let network = RoadNetwork.random(nodes: 12, roads: 24, forbiddenTurns: 8, using: &random)
    let graph = try RoadGraph(network)
    let rules = TravelRules(mode: .car)
    let start = EdgePosition(edge: EdgeID(Int.random(in: 0..<graph.edgeCount, using: &random)), offset: 0)
    let reference = ReferenceCosts(graph: graph, rules: rules, start: start, metresPerPenalty: 50)
    var search = PathSearch()
    search.open(on: graph, rules: rules)
    let targets = (0..<graph.edgeCount).map { EdgePosition(edge: EdgeID($0), offset: 0) }
    search.begin(from: search.place(start), within: everywhere, metresPerPenalty: 50)
    for target in targets { search.addTarget(search.place(target)) }
    search.run()
    for target in targets where target.edge != start.edge {
      let found = search.path(to: search.place(target)).map { $0.length + 50 * $0.penalty } ?? .infinity
      let expected = reference.costs[target.edge.index]
      #expect(found == expected || abs(found - expected) < 1e-6, "to edge \(target.edge.rawValue)")
    }
  }

  @Test func `finds the same on a graph and by rules that it did not search before`() throws {
    var random = SplitMix64(seed: 11)
    var bold = TravelRules(mode: .car)
    bold.wrongWayEntry = 0
    var used = PathSearch()
    for _ in 0..<20 {
      let graph = try RoadGraph(RoadNetwork.random(nodes: 12, roads: 24, forbiddenTurns: 8, using: &random))
      for rules in [TravelRules(mode: .car), bold, TravelRules(mode: .bicycle)] {
        let start = EdgePosition(edge: EdgeID(Int.random(in: 0..<graph.edgeCount, using: &random)), offset: 0)
        let end = EdgePosition(edge: EdgeID(Int.random(in: 0..<graph.edgeCount, using: &random)), offset: 1)
        var fresh = PathSearch()
        let expected = way(from: start, to: end, on: graph, rules, using: &fresh)
        #expect(way(from: start, to: end, on: graph, rules, using: &used) == expected)
      }
    }
  }

  private func way(
    from start: EdgePosition, to end: EdgePosition, on graph: RoadGraph, _ rules: TravelRules,
    using search: inout PathSearch
  ) -> [EdgeID] {
    search.open(on: graph, rules: rules)
    let target = search.place(end)
    search.begin(from: search.place(start), within: everywhere, metresPerPenalty: 50)
    search.addTarget(target)
    search.run()
    return search.edges(to: target)
  }

  @Test(arguments: 1...60)
  func `finds the same costs toward a goal, as far as each target may cost`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let graph = try RoadGraph(RoadNetwork.random(nodes: 30, roads: 60, forbiddenTurns: 0, using: &random))
    let rules = TravelRules(mode: .car)
    let start = EdgePosition(edge: EdgeID(Int.random(in: 0..<graph.edgeCount, using: &random)), offset: 0)
    let reference = ReferenceCosts(graph: graph, rules: rules, start: start, metresPerPenalty: 50)
    let middle = graph.place(of: NodeID(Int.random(in: 0..<graph.nodeCount, using: &random)))
    let ruler = LocalRuler(at: middle)
    var search = PathSearch()
    let near = (0..<graph.edgeCount).map { EdgeID($0) }.filter { $0 != start.edge }.compactMap { edge in
      let offset = graph.nearestOffset(to: middle, on: edge, from: 0, to: graph.length(of: edge)).offset
      let place = graph.place(on: edge, at: offset)
      return ruler.distance(middle, place) < 800 ? EdgePosition(edge: edge, offset: offset) : nil
    }
    let limits = near.map { _ in Double.random(in: 500...8_000, using: &random) }
    search.open(on: graph, rules: rules)
    search.begin(
      from: search.place(start), within: everywhere, metresPerPenalty: 50,
      toward: SearchGoal(around: ruler, radius: 800 + SearchGoal.rounding))
    for (target, limit) in zip(near, limits) { search.addTarget(search.place(target), limit: limit) }
    search.run()
    for (target, limit) in zip(near, limits) {
      let expected = reference.costs[target.edge.index]
      guard expected + target.offset <= limit else { continue }
      let found = search.path(to: search.place(target)).map { $0.length - target.offset + 50 * $0.penalty } ?? .infinity
      #expect(abs(found - expected) < 1e-6, "to edge \(target.edge.rawValue)")
    }
  }
}

extension `Bounded path search` {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `a bound on times leaves out no way that is within it`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let graph = try RoadGraph(RoadNetwork.random(nodes: 30, roads: 60, forbiddenTurns: 0, using: &random))
    let start = EdgePosition(edge: EdgeID(Int.random(in: 0..<graph.edgeCount, using: &random)), offset: 0)
    let middle = graph.place(of: NodeID(Int.random(in: 0..<graph.nodeCount, using: &random)))
    let goal = SearchGoal(around: LocalRuler(at: middle), radius: 100_000)
    let targets = (0..<graph.edgeCount).map { EdgePosition(edge: EdgeID($0), offset: 0) }
      .filter { $0.edge != start.edge }
    let bound = DurationBound(
      usual: Double.random(in: 20...600, using: &random), rounding: 1, spread: 0.3, knee: 3, most: 8, mostSlow: 1.5,
      metres: 50)
    func paths(_ durations: DurationBound?, within limit: Double) -> [FoundPath?] {
      var search = PathSearch()
      search.open(on: graph, rules: TravelRules(mode: .car))
      search.begin(
        from: search.place(start), within: SearchLimit(length: 1e9, edges: 1_000_000), metresPerPenalty: 50,
        toward: goal, durations: durations)
      for target in targets { search.addTarget(search.place(target), timedLimit: limit) }
      search.run()
      return targets.map { search.path(to: search.place($0)) }
    }
    func price(_ path: FoundPath) -> Double { path.length + 50 * path.penalty + bound.most(path.duration) }
    let all = paths(nil, within: .infinity)
    let prices = all.compactMap { $0.map(price) }.sorted()
    let limit = try #require(prices.isEmpty ? nil : prices[prices.count / 2])
    for (path, bounded) in zip(all, paths(bound, within: limit)) {
      guard let path, price(path) <= limit else { continue }
      #expect(bounded == path)
    }
  }
}

/// Costs to the start of every edge, by Bellman and Ford's method on pairs of edges.
private struct ReferenceCosts {
  private(set) var costs: [Double]

  init(graph: RoadGraph, rules: TravelRules, start: EdgePosition, metresPerPenalty: Double) {
    costs = [Double](repeating: .infinity, count: graph.edgeCount)
    var isChanged = true
    while isChanged {
      isChanged = false
      for edge in (0..<graph.edgeCount).map({ EdgeID($0) }) {
        // The start may also be come back to, so its edge is driven from its begin and from the start.
        let fromHere = edge == start.edge ? 0 : costs[edge.index]
        guard fromHere < .infinity else { continue }
        let isWrongWay = graph.access(of: edge)[rules.mode] == .no
        let length = graph.length(of: edge)
        let along =
          edge == start.edge ? length : length * (isWrongWay ? 1 + rules.wrongWayPerMetre * metresPerPenalty : 1)
        for next in graph.edges(leaving: graph.head(of: edge)) {
          var penalty = rules.entry(onto: next, from: graph.access(of: edge)[rules.mode], on: graph)
          penalty += rules.turning(from: edge, onto: next, on: graph)
          if graph.isTurnBanned(onto: next, for: .car, after: { $0 == 0 ? edge : nil }) { penalty += rules.bannedTurn }
          let cost = fromHere + along + penalty * metresPerPenalty
          if cost < costs[next.index] - 1e-9 {
            costs[next.index] = cost
            isChanged = true
          }
        }
      }
    }
  }
}
