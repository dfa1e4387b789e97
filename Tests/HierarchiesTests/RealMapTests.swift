import Foundation
import Hierarchies
import MapImport
import RandomNumbers
import RoadGraph
import TestSupport
import Testing

@Suite(.enabled(if: isWholeRun, "\(whyNotNow)")) struct `The hierarchy of a real map` {
  @Test(arguments: [
    ("monaco-2021-04-21", TravelMode.car, EdgeOrder.Network.vehicles, 12_000),
    ("liechtenstein-2021-10-28", .car, .vehicles, 125_000), ("monaco-2021-04-21", .pedestrian, .unmotorised, 330_000),
  ])
  func `is small, and finds what a plain search finds`(
    name: String, mode: TravelMode, network: EdgeOrder.Network, triangles: Int
  ) throws {
    guard let extract = realData("osm/\(name).osm.pbf") else { return }
    let map = try RoadGraph(try importOSM(path: extract.path))
    let turns = Turns(of: map, for: mode)
    let order = EdgeOrder(of: map, for: network).order(ofVerticesOn: turns.edges)
    let hierarchy = Hierarchy(of: turns.sketch.graph, order: order)
    #expect(hierarchy.triangleCount < triangles)
    let metric = Metric(of: hierarchy, weights: turns.sketch.weights)
    var random = SplitMix64(seed: 5)
    var search = HierarchySearch(for: hierarchy)
    var toMany = ManyEndsSearch(for: hierarchy)
    for _ in 0..<2 {
      let begin = SearchSeed(vertex: .random(in: 0..<UInt32(order.count), using: &random), cost: 100)
      let costs = turns.sketch.costs(from: [begin])
      toMany.begin(.begins, [begin], on: hierarchy, metric)
      #expect((0..<UInt32(order.count)).allSatisfy { toMany.cost(at: $0, on: hierarchy, metric) == costs[Int($0)] })
      for _ in 0..<50 {
        let end = SearchSeed(vertex: .random(in: 0..<UInt32(order.count), using: &random), cost: -30)
        let found = search.path(from: [begin], to: [end], on: hierarchy, metric)
        #expect(found?.cost == costs[Int(end.vertex)].map { $0 - 30 })
        guard let found else { continue }
        var arcs: [UInt32] = []
        search.appendArcs(to: &arcs, on: hierarchy, metric)
        #expect(turns.sketch.drive(arcs, from: begin.vertex).map { $0.cost + 70 } == found.cost)
      }
    }
  }
}
