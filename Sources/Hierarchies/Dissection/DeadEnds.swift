internal import Storage

/// Takes trees off a network, dead end by dead end, and leaves its core.
///
/// Shapes, for *n* nodes:
///
///     core        the nodes left that have any segment, ascending
///     first       n + 1; the segments that hang from core node v are segments[first[v] ..< first[v + 1]]
///     segments    those of the trees, outer ones before inner ones, and those that begin and end at one node
struct DeadEnds {
  private(set) var core: [UInt32] = []
  private(set) var isCore: [Bool]
  let first: [UInt32]
  let segments: [UInt32]

  init(of network: PlacedNetwork, _ adjacency: Adjacency) {
    let peeled = Self.peel(network.nodeCount, adjacency)
    var roots = FixedArray<UInt32>(repeating: .max, count: network.nodeCount)
    isCore = [Bool](repeating: true, count: network.nodeCount)
    for node in 0..<network.nodeCount { roots[node] = UInt32(node) }
    for step in peeled.reversed() {
      roots[step.node] = roots[step.inner]
      isCore[Int(step.node)] = false
    }
    let loops = (0..<network.segmentCount).lazy.filter { network.from[$0] == network.to[$0] }
      .map { (segment: UInt32($0), node: network.from[$0]) }
    let items = Array(loops) + peeled.map { ($0.segment, $0.node) }
    var next = FixedArray<UInt32>(repeating: 0, count: network.nodeCount + 1)
    for item in items { next[roots[item.node] + 1] += 1 }
    for node in 0..<network.nodeCount { next[node + 1] += next[node] }
    first = next.array
    var segments = FixedArray<UInt32>(repeating: 0, count: items.count)
    for item in items {
      let root = roots[item.node]
      segments[next[root]] = item.segment
      next[root] += 1
    }
    self.segments = segments.array
    for node in 0..<UInt32(network.nodeCount) where isCore[Int(node)] {
      if !adjacency.entries(of: node).isEmpty || !hanging(from: node).isEmpty { core.append(node) }
    }
  }

  func hanging(from node: UInt32) -> Range<Int> { Int(first[Int(node)])..<Int(first[Int(node) + 1]) }

  /// Nodes with one segment left, each with that segment and the node that it leads to, in the order taken off.
  private static func peel(
    _ nodeCount: Int, _ adjacency: Adjacency
  ) -> [(node: UInt32, segment: UInt32, inner: UInt32)] {
    var degrees = FixedArray<UInt32>(repeating: 0, count: nodeCount)
    var isTaken = FixedArray<Bool>(repeating: false, count: nodeCount)
    var queue: [UInt32] = []
    for node in 0..<UInt32(nodeCount) {
      degrees[node] = UInt32(adjacency.entries(of: node).count)
      if degrees[node] == 1 { queue.append(node) }
    }
    var steps: [(node: UInt32, segment: UInt32, inner: UInt32)] = []
    var taken = 0
    while taken < queue.count {
      let node = queue[taken]
      taken += 1
      guard degrees[node] == 1,
        let entry = adjacency.entries(of: node).first(where: { !isTaken[adjacency.nodes[$0]] })
      else { continue }
      let inner = adjacency.nodes[entry]
      isTaken[node] = true
      steps.append((node, adjacency.segments[entry], inner))
      degrees[inner] -= 1
      if degrees[inner] == 1 { queue.append(inner) }
    }
    return steps
  }
}
