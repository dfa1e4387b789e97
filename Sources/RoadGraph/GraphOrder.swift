internal import Geodesy

/// The numbering of a finished graph and its adjacency.
///
/// It depends on the content of the network and not on the order of its nodes, ways and segments, as long as source ids
/// are unique and the segments of one way come in the order of the way.
///
/// Shapes:
///
///     nodes, segments, ways    old index at each new one; nodes and ways without segments are left out
///     segmentWays              new way of each new segment
///     heads                    the node each edge leads to, 2 × segments
///     firstOut, outEdges       the edges leaving node v are outEdges[firstOut[v] ..< firstOut[v + 1]]
struct GraphOrder {
  let nodes: [UInt32]
  let segments: [UInt32]
  let ways: [UInt32]
  let segmentWays: [UInt32]
  let heads: [NodeID]
  let firstOut: [UInt32]
  let outEdges: [EdgeID]

  init(of network: RoadNetwork) {
    nodes = Self.nodesAlongHilbertCurve(of: network)
    var newNode = [UInt32](repeating: .max, count: network.nodes.count)
    for new in nodes.indices { newNode[Int(nodes[new])] = UInt32(new) }
    segments = Self.segmentsByLowerNode(of: network, newNode)
    (ways, segmentWays) = Self.waysInOrderOfUse(by: segments, of: network)
    var heads: [NodeID] = []
    heads.reserveCapacity(2 * segments.count)
    for old in segments {
      heads.append(NodeID(newNode[network.segments[Int(old)].to]))
      heads.append(NodeID(newNode[network.segments[Int(old)].from]))
    }
    self.heads = heads
    (firstOut, outEdges) = Self.adjacency(heads: heads, nodeCount: nodes.count)
  }

  func head(of edge: EdgeID) -> NodeID { heads[edge.index] }

  func edges(leaving node: NodeID) -> ArraySlice<EdgeID> {
    outEdges[Int(firstOut[node.index])..<Int(firstOut[node.index + 1])]
  }

  /// The new segments of some old ones.
  func newSegments(of old: Set<UInt32>) -> [UInt32: SegmentID] {
    guard !old.isEmpty else { return [:] }
    var new: [UInt32: SegmentID] = [:]
    for i in segments.indices where old.contains(segments[i]) { new[segments[i]] = SegmentID(i) }
    return new
  }

  private static func nodesAlongHilbertCurve(of network: RoadNetwork) -> [UInt32] {
    var isUsed = [Bool](repeating: false, count: network.nodes.count)
    var bounds = Bounds.empty
    for i in network.segments.indices {
      isUsed[network.segments[i].from] = true
      isUsed[network.segments[i].to] = true
    }
    for node in isUsed.indices where isUsed[node] { bounds.include(network.nodes[node].place) }
    var keys: [UInt64] = []  // place on the curve, then old index
    for node in isUsed.indices where isUsed[node] {
      keys.append(UInt64(hilbertPosition(of: network.nodes[node].place, in: bounds)) << 32 | UInt64(node))
    }
    keys.sort()
    var order = keys.map { UInt32(truncatingIfNeeded: $0) }
    sortTies(of: &order, by: keys, in: network)
    return order
  }

  /// Sorts nodes of one cell of the curve by their source ids.
  private static func sortTies(of order: inout [UInt32], by keys: [UInt64], in network: RoadNetwork) {
    var start = 0
    while start < keys.count {
      var end = start + 1
      while end < keys.count, keys[end] >> 32 == keys[start] >> 32 { end += 1 }
      if end - start > 1 {
        order[start..<end].sort { a, b in
          (network.nodes[Int(a)].source.rawValue, a) < (network.nodes[Int(b)].source.rawValue, b)
        }
      }
      start = end
    }
  }

  private static func segmentsByLowerNode(of network: RoadNetwork, _ newNode: [UInt32]) -> [UInt32] {
    var keys: [(ends: UInt64, old: UInt32)] = []
    keys.reserveCapacity(network.segments.count)
    for old in network.segments.indices {
      let from = UInt64(newNode[network.segments[old].from])
      let to = UInt64(newNode[network.segments[old].to])
      keys.append((min(from, to) << 32 | max(from, to), UInt32(old)))
    }
    func wayID(_ old: UInt32) -> Int64 { network.ways[network.segments[Int(old)].way].id.rawValue }
    keys.sort { a, b in
      a.ends != b.ends ? a.ends < b.ends : (wayID(a.old), a.old) < (wayID(b.old), b.old)
    }
    return keys.map(\.old)
  }

  private static func waysInOrderOfUse(
    by segments: [UInt32], of network: RoadNetwork
  ) -> (order: [UInt32], ofSegments: [UInt32]) {
    var order: [UInt32] = []
    var new = [UInt32](repeating: .max, count: network.ways.count)
    let ofSegments = segments.map { segment in
      let old = network.segments[Int(segment)].way
      if new[old] == .max {
        new[old] = UInt32(order.count)
        order.append(UInt32(old))
      }
      return new[old]
    }
    return (order, ofSegments)
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
