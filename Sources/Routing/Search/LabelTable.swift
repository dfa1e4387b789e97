internal import Geodesy
internal import RoadGraph

/// What a search knows of one edge.
struct Label: BitwiseCopyable {
  var edge: EdgeID
  /// At the begin of the edge.
  var cost: Double
  var length: Metres
  var penalty: Double
  fileprivate var parentIndex: Int32
  /// The number of the target on it; negative where there is none.
  fileprivate var targetIndex: Int32
  var isSettled: Bool

  var target: Int? { targetIndex < 0 ? nil : Int(targetIndex) }
  /// The label the path came from; `nil` where it came from the start.
  var parent: Int? { parentIndex < 0 ? nil : Int(parentIndex) }
  var isReached: Bool { cost < .infinity }
}

/// The labels of one search, found by edge: an open-addressing hash table whose slots are forgotten by a counter.
struct LabelTable {
  private var labels: [Label] = []
  /// The number of a label in the upper half, valid where the lower one is the current stamp.
  private var slots: [UInt64] = []
  private var stamp: UInt32 = 0
  private var mask = 0

  init() { resize(to: 256) }

  var count: Int { labels.count }

  subscript(label: Int) -> Label { labels[label] }

  mutating func reset() {
    labels.removeAll(keepingCapacity: true)
    stamp &+= 1
    if stamp == 0 {
      slots = [UInt64](repeating: 0, count: slots.count)
      stamp = 1
    }
  }

  /// Notes that a target is on `edge`; another number where one was noted before.
  mutating func markTarget(_ target: Int, on edge: EdgeID) -> Int {
    let label = insert(edge)
    if let known = labels[label].target { return known }
    labels[label].targetIndex = Int32(target)
    return target
  }

  func index(of edge: EdgeID) -> Int? {
    var slot = Self.hash(edge) & mask
    while true {
      let entry = slots[slot]
      guard UInt32(truncatingIfNeeded: entry) == stamp else { return nil }
      let label = Int(entry >> 32)
      if labels[label].edge == edge { return label }
      slot = (slot + 1) & mask
    }
  }

  /// Takes a cheaper way to `edge`; `nil` when the known one is as good.
  mutating func improve(_ edge: EdgeID, cost: Double, length: Metres, penalty: Double, parent: Int?) -> Int? {
    let label = insert(edge)
    let known = labels[label]
    guard cost < known.cost, !known.isSettled else { return nil }
    labels[label] = Label(
      edge: edge, cost: cost, length: length, penalty: penalty, parentIndex: Int32(parent ?? -1),
      targetIndex: known.targetIndex, isSettled: false)
    return label
  }

  /// Fixes a label whose queue entry came up; false when a cheaper one came before.
  mutating func settle(_ label: Int) -> Bool {
    guard !labels[label].isSettled else { return false }
    labels[label].isSettled = true
    return true
  }

  private mutating func insert(_ edge: EdgeID) -> Int {
    if let known = index(of: edge) { return known }
    if labels.count * 2 > mask { grow() }
    labels.append(
      Label(
        edge: edge, cost: .infinity, length: 0, penalty: 0, parentIndex: -1, targetIndex: -1, isSettled: false))
    place(labels.count - 1)
    return labels.count - 1
  }

  private mutating func place(_ label: Int) {
    var slot = Self.hash(labels[label].edge) & mask
    while UInt32(truncatingIfNeeded: slots[slot]) == stamp { slot = (slot + 1) & mask }
    slots[slot] = UInt64(label) << 32 | UInt64(stamp)
  }

  private mutating func grow() {
    resize(to: 2 * (mask + 1))
    for label in labels.indices { place(label) }
  }

  private mutating func resize(to size: Int) {
    slots = [UInt64](repeating: 0, count: size)
    stamp = 1
    mask = size - 1
  }

  /// Fibonacci hashing: neighbouring ids spread over the table. Source: Knuth, TAOCP 3, §6.4.
  private static func hash(_ edge: EdgeID) -> Int {
    Int(truncatingIfNeeded: (UInt64(edge.rawValue) &* 0x9E37_79B9_7F4A_7C15) >> 40)
  }
}
