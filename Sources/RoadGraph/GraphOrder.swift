internal import Geodesy

/// The numbering of a finished graph and its adjacency.
///
/// Shapes:
///
///     nodes, segments, ways    old index at each new one; nodes and ways without segments are left out
///     newWay                   new index at each old one
///     heads                    the node each edge leads to, 2 × segments
///     firstOut, outEdges       the edges leaving node v are outEdges[firstOut[v] ..< firstOut[v + 1]]
struct GraphOrder {
  let nodes: [Int]
  let segments: [Int]
  let ways: [Int]
  let newWay: [UInt32]
  let heads: [NodeID]
  let firstOut: [UInt32]
  let outEdges: [EdgeID]
  /// The new index at each old segment.
  let newSegment: [UInt32]

  init(of network: RoadNetwork) {
    let (nodes, newNode) = Self.hilbertOrder(of: network)
    let segments = Self.order(of: network.segments, by: newNode)
    self.nodes = nodes
    self.segments = segments
    (ways, newWay) = Self.inOrderOfUse(segments.map { network.segments[$0].way }, count: network.ways.count)
    var newSegment = [UInt32](repeating: .max, count: segments.count)
    for (new, old) in segments.enumerated() { newSegment[old] = UInt32(new) }
    self.newSegment = newSegment
    let heads = segments.flatMap { old in
      [NodeID(newNode[network.segments[old].to]), NodeID(newNode[network.segments[old].from])]
    }
    self.heads = heads
    (firstOut, outEdges) = Self.adjacency(heads: heads, nodeCount: nodes.count)
  }

  func tail(of edge: EdgeID) -> NodeID { heads[edge.reversed.index] }
  func head(of edge: EdgeID) -> NodeID { heads[edge.index] }

  func edges(leaving node: NodeID) -> ArraySlice<EdgeID> {
    outEdges[Int(firstOut[node.index])..<Int(firstOut[node.index + 1])]
  }

  private static func hilbertOrder(of network: RoadNetwork) -> (nodes: [Int], newNode: [UInt32]) {
    var isUsed = [Bool](repeating: false, count: network.nodes.count)
    var bounds = Bounds.empty
    for segment in network.segments {
      for node in [segment.from, segment.to] {
        isUsed[node] = true
        let place = network.nodes[node].place
        bounds.include(latitudeE7: place.latitudeE7, longitudeE7: place.longitudeE7)
      }
    }
    let keys = network.nodes.indices.filter { isUsed[$0] }
      .map { (key: hilbertPosition(of: network.nodes[$0].place, in: bounds), old: $0) }
      .sorted { ($0.key, $0.old) < ($1.key, $1.old) }
    var newNode = [UInt32](repeating: .max, count: network.nodes.count)
    for (new, entry) in keys.enumerated() { newNode[entry.old] = UInt32(new) }
    return (keys.map(\.old), newNode)
  }

  private static func order(of segments: [RoadNetwork.Segment], by newNode: [UInt32]) -> [Int] {
    let keys = segments.indices.map { old in
      let ends = (newNode[segments[old].from], newNode[segments[old].to])
      return (low: min(ends.0, ends.1), high: max(ends.0, ends.1), old: old)
    }
    return keys.sorted { ($0.low, $0.high, $0.old) < ($1.low, $1.high, $1.old) }.map(\.old)
  }

  private static func inOrderOfUse(_ uses: [Int], count: Int) -> (order: [Int], new: [UInt32]) {
    var order: [Int] = []
    var new = [UInt32](repeating: .max, count: count)
    for old in uses where new[old] == .max {
      new[old] = UInt32(order.count)
      order.append(old)
    }
    return (order, new)
  }

  private static func adjacency(heads: [NodeID], nodeCount: Int) -> (first: [UInt32], edges: [EdgeID]) {
    var first = [UInt32](repeating: 0, count: nodeCount + 1)
    for edge in heads.indices { first[heads[edge ^ 1].index + 1] += 1 }
    for node in 0..<nodeCount { first[node + 1] += first[node] }
    var next = first
    var edges = [EdgeID](repeating: EdgeID(0), count: heads.count)
    for edge in heads.indices {
      let tail = heads[edge ^ 1].index
      edges[Int(next[tail])] = EdgeID(edge)
      next[tail] += 1
    }
    return (first, edges)
  }
}
