internal import Storage

/// A network without its dead ends and bends, that is, without nodes at which fewer than three segments meet.
///
/// A tree is attached to the node at which it leaves the rest. Of every chain of segments between two other nodes the
/// last one stays and represents the chain. The others are attached to the node at its start, the inner ones before the
/// first one: an inner one has only two turns in each direction, and makes one.
///
/// Shapes, for *n* nodes:
///
///     network     the same segments between the remaining nodes; attached segments begin and end at one node
///     nodes       the remaining nodes that have any segment, ascending
///     hanging     n rows of segments, in an order in which they may be contracted before all others of their node
struct SimplifiedNetwork {
  let network: PlacedNetwork
  let adjacency: Adjacency
  let nodes: [UInt32]
  private let firstHanging: [UInt32]
  private let hanging: [UInt32]

  init(of original: PlacedNetwork) {
    var simplification = Simplification(of: original)
    simplification.peelDeadEnds()
    simplification.shortenChains()
    let roots = simplification.roots
    let network = PlacedNetwork(
      places: original.places, from: original.from.map { roots[Int($0)] }, to: original.to.map { roots[Int($0)] },
      widths: original.widths)
    let loops = network.from.indices.filter { !simplification.isTaken[$0] && network.from[$0] == network.to[$0] }
    let order = simplification.taken + loops.map(UInt32.init)
    var next = FixedArray<UInt32>(repeating: 0, count: network.nodeCount + 1)
    for segment in order { next[network.from[Int(segment)] + 1] += 1 }
    for node in 0..<network.nodeCount { next[node + 1] += next[node] }
    firstHanging = next.array
    var hanging = FixedArray<UInt32>(repeating: 0, count: order.count)
    for segment in order {
      let node = network.from[Int(segment)]
      hanging[next[node]] = segment
      next[node] += 1
    }
    let adjacency = Adjacency(of: network)
    let first = firstHanging
    nodes = (0..<UInt32(network.nodeCount)).filter { node in
      !adjacency.entries(of: node).isEmpty || first[Int(node)] < first[Int(node) + 1]
    }
    self.hanging = hanging.array
    self.adjacency = adjacency
    self.network = network
  }

  func hanging(from node: UInt32) -> ArraySlice<UInt32> {
    hanging[Int(firstHanging[Int(node)])..<Int(firstHanging[Int(node) + 1])]
  }
}

/// Removes segments from a network and joins the nodes at their ends.
private struct Simplification {
  private let network: PlacedNetwork
  private let adjacency: Adjacency
  /// Removed segments, in the order in which they may be contracted.
  private(set) var taken: [UInt32] = []
  private(set) var isTaken: [Bool]
  /// The node with which each node was joined; itself if it remains.
  private(set) var roots: [UInt32]
  /// The number of segments left at each node.
  private var degrees: [UInt32]

  init(of network: PlacedNetwork) {
    self.network = network
    let adjacency = Adjacency(of: network)
    self.adjacency = adjacency
    isTaken = [Bool](repeating: false, count: network.segmentCount)
    roots = Array(0..<UInt32(network.nodeCount))
    degrees = roots.map { UInt32(adjacency.entries(of: $0).count) }
  }

  private func segments(leftAt node: UInt32) -> some Sequence<(node: UInt32, segment: UInt32)> {
    adjacency.entries(of: node).lazy.map { (adjacency.nodes[$0], adjacency.segments[$0]) }
      .filter { !isTaken[Int($0.segment)] }
  }

  private mutating func take(_ segment: UInt32) {
    isTaken[Int(segment)] = true
    taken.append(segment)
  }

  /// Segments that begin and end at one node come first, then the segments of trees, outer ones before inner ones.
  mutating func peelDeadEnds() {
    for i in 0..<network.segmentCount where network.from[i] == network.to[i] { take(UInt32(i)) }
    var queue = roots.filter { degrees[Int($0)] == 1 }
    var begun = 0
    while begun < queue.count {
      let node = queue[begun]
      begun += 1
      guard degrees[Int(node)] == 1, let (inner, segment) = segments(leftAt: node).first(where: { _ in true }) else {
        continue
      }
      take(segment)
      roots[Int(node)] = inner
      degrees[Int(node)] = 0
      degrees[Int(inner)] -= 1
      if degrees[Int(inner)] == 1 { queue.append(inner) }
    }
    for node in queue.reversed() { roots[Int(node)] = roots[Int(roots[Int(node)])] }
  }

  /// Chains of nodes with two segments become one segment each. Rings without any other node stay unchanged.
  mutating func shortenChains() {
    var ends = roots
    for node in 0..<UInt32(network.nodeCount) where degrees[Int(node)] > 2 {
      for (next, segment) in Array(segments(leftAt: node)) where degrees[Int(next)] == 2 && !isTaken[Int(segment)] {
        shortenChain(from: node, over: segment, to: next, &ends)
      }
    }
    for node in roots.indices { roots[node] = ends[Int(roots[node])] }
  }

  private mutating func shortenChain(
    from begin: UInt32, over first: UInt32, to next: UInt32, _ ends: inout [UInt32]
  ) {
    guard ends[Int(next)] == next else { return }
    var chain = [first]
    var bends: [UInt32] = []
    var node = next
    while degrees[Int(node)] == 2, node != begin {
      bends.append(node)
      let last = chain[chain.count - 1]
      guard let (following, segment) = segments(leftAt: node).first(where: { $0.segment != last }) else { break }
      chain.append(segment)
      node = following
    }
    for bend in bends { ends[Int(bend)] = begin }
    for segment in chain[1..<max(1, chain.count - 1)] { take(segment) }
    if chain.count > 1 { take(first) }
  }
}
