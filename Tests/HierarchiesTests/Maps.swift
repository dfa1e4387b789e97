import Foundation
import Geodesy
import Hierarchies
import RandomNumbers
import RoadGraph
import TestSupport

/// The turns that all vehicles of a mode may take on a map, without U-turns; arcs weigh metres.
struct Turns {
  let sketch: RandomGraph
  let edges: [UInt32]

  init(of map: RoadGraph, for mode: TravelMode = .car) {
    let edges = (0..<map.edgeCount).map { EdgeID($0) }.filter { map.access(of: $0)[mode] != .no }
    var vertices: [EdgeID: Int] = [:]
    for (vertex, edge) in edges.enumerated() { vertices[edge] = vertex }
    var ends: [(Int, Int)] = []
    for (vertex, edge) in edges.enumerated() {
      for next in map.edges(leaving: map.head(of: edge)) where next != edge.reversed {
        if let head = vertices[next] { ends.append((vertex, head)) }
      }
    }
    let heads = ends.map { edges[$0.1] }
    sketch = RandomGraph(vertices: edges.count, ends: ends) { map.lengthInMillimetres(of: heads[$0].segment) }
    self.edges = edges.map(\.rawValue)
  }
}

/// A random town, small enough to damage each of its bytes.
func randomMap(seed: UInt64, nodes: Int = 30, roads: Int = 60) throws -> RoadGraph {
  var random = SplitMix64(seed: seed)
  return try RoadGraph(.random(nodes: nodes, roads: roads, forbiddenTurns: 0, using: &random))
}
