import Geodesy
import Hierarchies
import RoadGraph

/// The turns of the cars of a map: what a hierarchy is measured on.
///
/// Vertices are the edges that cars may drive, arcs lead to the next edges, except back on the same road where another
/// way leads on. An arc weighs the length of the edge that it leads to, in millimetres.
struct LineGraph {
  let graph: ArcGraph
  let weights: [UInt32]
  /// The edge of each vertex.
  let edges: [UInt32]

  init(of map: RoadGraph) {
    var vertices = [UInt32](repeating: .max, count: map.edgeCount)
    var edges: [EdgeID] = []
    for edge in (0..<map.edgeCount).map({ EdgeID($0) }) where map.access(of: edge)[.car] != .no {
      vertices[edge.index] = UInt32(edges.count)
      edges.append(edge)
    }
    var first: [UInt32] = [0]
    var heads: [UInt32] = []
    for edge in edges {
      let next = map.edges(leaving: map.head(of: edge)).filter { vertices[$0.index] != .max }
      let onward = next.filter { $0 != edge.reversed }
      for edge in onward.isEmpty ? Array(next) : onward { heads.append(vertices[edge.index]) }
      first.append(UInt32(heads.count))
    }
    graph = ArcGraph(firstArc: first, heads: heads)
    weights = heads.map { map.lengthInMillimetres(of: edges[Int($0)].segment) }
    self.edges = edges.map(\.rawValue)
  }
}
