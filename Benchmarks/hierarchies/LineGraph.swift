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
  let edges: [EdgeID]

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
    self.edges = edges
  }

  /// The order of contraction of the vertices, from that of the edges of all roads that cars may use.
  func order(on map: RoadGraph, settings: DissectionSettings) -> [UInt32] {
    var vertices = [UInt32](repeating: .max, count: map.edgeCount)
    for (vertex, edge) in edges.enumerated() { vertices[edge.index] = UInt32(vertex) }
    let segments = (0..<map.segmentCount).map { SegmentID($0) }
      .filter { vertices[$0.forward.index] != .max || vertices[$0.backward.index] != .max }
    let network = PlacedNetwork(
      places: (0..<map.nodeCount).map { map.place(of: NodeID($0)) },
      from: segments.map { map.tail(of: $0.forward).rawValue }, to: segments.map { map.head(of: $0.forward).rawValue })
    return dissectionOrder(of: network, settings: settings).compactMap { edge in
      let segment = segments[Int(edge / 2)]
      let vertex = vertices[edge % 2 == 0 ? segment.forward.index : segment.backward.index]
      return vertex == .max ? nil : vertex
    }
  }
}
