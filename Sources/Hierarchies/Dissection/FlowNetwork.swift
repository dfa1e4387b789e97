internal import Storage

/// A part of a network with the same capacity both ways, and the smallest cut between two sets of its nodes.
///
/// Scratch for parts of up to a given size, to be reused.
///
/// - Source: Dinic 1970, Algorithm for solution of a problem of maximum flow in networks with power estimation.
struct FlowNetwork: ~Copyable {
  enum Terminal: UInt8, BitwiseCopyable { case none, source, sink }

  private(set) var nodeCount = 0
  private var first: FixedArray<UInt32>
  private var heads: FixedArray<UInt32>
  /// The entry of the same segment in the other direction.
  private var twins: FixedArray<UInt32>
  /// How much more each entry can take: the width of its segment less the flow over it, which is the negative of its
  /// twin's.
  private var rests: FixedArray<UInt8>
  private var widths: FixedArray<UInt8>
  private var terminals: FixedArray<Terminal>
  private var levels: FixedArray<UInt32>
  private var cursors: FixedArray<UInt32>
  private var queue: FixedArray<UInt32>
  private var path: [UInt32] = []

  static let unreached = UInt32.max

  init(nodes: Int, entries: Int) {
    first = FixedArray(repeating: 0, count: nodes + 1)
    heads = FixedArray(repeating: 0, count: entries)
    twins = FixedArray(repeating: 0, count: entries)
    rests = FixedArray(repeating: 0, count: entries)
    widths = FixedArray(repeating: 0, count: entries)
    terminals = FixedArray(repeating: .none, count: nodes)
    levels = FixedArray(repeating: 0, count: nodes)
    cursors = FixedArray(repeating: 0, count: nodes)
    queue = FixedArray(repeating: 0, count: nodes)
  }

  // MARK: Building

  mutating func removeAll() { nodeCount = 0 }

  /// Begins a node; its entries follow.
  mutating func addNode() {
    nodeCount += 1
    first[nodeCount] = first[nodeCount - 1]
  }

  /// Adds an entry to the last node and returns its number. Both entries of a segment have its width, at most 127.
  mutating func addEntry(to head: UInt32, width: UInt8) -> UInt32 {
    let entry = first[nodeCount]
    heads[entry] = head
    widths[entry] = width
    first[nodeCount] = entry + 1
    return entry
  }

  mutating func join(_ entry: UInt32, _ twin: UInt32) {
    twins[entry] = twin
    twins[twin] = entry
  }

  mutating func clearTerminals() { for node in 0..<nodeCount { terminals[node] = .none } }
  mutating func set(_ terminal: Terminal, at node: Int) { terminals[node] = terminal }

  // MARK: Flow

  /// The width of the smallest cut between sources and sinks, or `nil` if it is above `limit`.
  mutating func smallestCut(atMost limit: Int) -> Int? {
    for entry in 0..<Int(first[nodeCount]) { rests[entry] = widths[entry] }
    var total = 0
    while reachSinks() {
      total += fillLevels(atMost: limit - total)
      if total > limit { return nil }
    }
    return total
  }

  /// After a cut was found: whether a node is on the sources' side of the cut nearest to the sources.
  func isReached(_ node: Int) -> Bool { levels[node] != Self.unreached }

  /// Levels of a breadth-first search from the sources over entries with capacity left; false if no sink was reached.
  private mutating func reachSinks() -> Bool {
    var count = 0
    for node in 0..<nodeCount {
      cursors[node] = first[node]
      let isSource = terminals[node] == .source
      levels[node] = isSource ? 0 : Self.unreached
      if isSource {
        queue[count] = UInt32(node)
        count += 1
      }
    }
    var taken = 0
    var last = Self.unreached
    while taken < count {
      let node = queue[taken]
      taken += 1
      let level = levels[node] + 1
      guard level <= last else { break }
      for entry in first[node]..<first[node + 1] where rests[entry] > 0 {
        let head = heads[entry]
        guard levels[head] == Self.unreached else { continue }
        levels[head] = level
        if terminals[Int(head)] == .sink { last = level }
        queue[count] = head
        count += 1
      }
    }
    return last != Self.unreached
  }

  /// Fills paths of ascending levels until none is left, or the flow exceeds `limit`.
  private mutating func fillLevels(atMost limit: Int) -> Int {
    var added = 0
    for node in 0..<nodeCount where terminals[node] == .source {
      while fillPath(from: UInt32(node)) {
        added += 1
        if added > limit { return added }
      }
    }
    return added
  }

  private mutating func fillPath(from source: UInt32) -> Bool {
    path.removeAll(keepingCapacity: true)
    var node = source
    while true {
      if terminals[Int(node)] == .sink { break }
      if let entry = nextEntry(of: node) {
        path.append(entry)
        node = heads[entry]
        continue
      }
      guard let entry = path.popLast() else { return false }
      node = heads[twins[entry]]
      cursors[node] += 1
    }
    for entry in path {
      rests[entry] -= 1
      rests[twins[entry]] += 1
    }
    return true
  }

  private mutating func nextEntry(of node: UInt32) -> UInt32? {
    let level = levels[node] + 1
    var entry = cursors[node]
    let end = first[node + 1]
    while entry < end, rests[entry] == 0 || levels[heads[entry]] != level { entry += 1 }
    cursors[node] = entry
    return entry < end ? entry : nil
  }

  /// Makes ``isReached(_:)`` the sources' side of the cut nearest to the sinks.
  mutating func reachFromSinks() {
    var count = 0
    for node in 0..<nodeCount {
      let isSink = terminals[node] == .sink
      levels[node] = isSink ? Self.unreached : 0
      if isSink {
        queue[count] = UInt32(node)
        count += 1
      }
    }
    var taken = 0
    while taken < count {
      let node = queue[taken]
      taken += 1
      for entry in first[node]..<first[node + 1] where rests[twins[entry]] > 0 {
        let head = heads[entry]
        guard levels[head] != Self.unreached else { continue }
        levels[head] = Self.unreached
        queue[count] = head
        count += 1
      }
    }
  }
}
