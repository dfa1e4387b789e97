internal import Storage

/// The neighbours of each node over segments that do not begin and end at the same node.
///
/// Shapes, for *n* nodes and *s* such segments:
///
///     first       n + 1; the entries of node v are first[v] ..< first[v + 1], ascending by segment
///     nodes       2 s, the neighbour
///     segments    2 s, the segment that leads there
struct Adjacency {
  let first: [UInt32]
  let nodes: [UInt32]
  let segments: [UInt32]

  init(of network: PlacedNetwork) {
    var next = FixedArray<UInt32>(repeating: 0, count: network.nodeCount + 1)
    for i in 0..<network.segmentCount where network.from[i] != network.to[i] {
      next[network.from[i] + 1] += 1
      next[network.to[i] + 1] += 1
    }
    for node in 0..<network.nodeCount { next[node + 1] += next[node] }
    first = next.array
    var nodes = [UInt32](repeating: 0, count: Int(first.last ?? 0))
    var segments = nodes
    for i in 0..<network.segmentCount where network.from[i] != network.to[i] {
      for (node, other) in [(network.from[i], network.to[i]), (network.to[i], network.from[i])] {
        nodes[Int(next[node])] = other
        segments[Int(next[node])] = UInt32(i)
        next[node] += 1
      }
    }
    self.nodes = nodes
    self.segments = segments
  }

  func entries(of node: UInt32) -> Range<Int> { Int(first[Int(node)])..<Int(first[Int(node) + 1]) }
}
