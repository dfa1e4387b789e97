internal import Geodesy
internal import Storage

/// The search state of one edge.
struct Label: BitwiseCopyable {
  /// The cost at the start of the edge.
  var cost: Double
  var length: Metres
  var penalty: Double
  /// The number of the edge; see ``SearchGraph``.
  var number: UInt32
  /// The expected duration from the start of the search to the start of the edge, in seconds.
  var duration: Float
  fileprivate var parentIndex: Int32
  /// The number of the target on it; negative without a target.
  fileprivate var targetIndex: Int32
  var isSettled: Bool

  var target: Int? { targetIndex < 0 ? nil : Int(targetIndex) }
  /// The label from which the path came; `nil` if it came from the start.
  var parent: Int? { parentIndex < 0 ? nil : Int(parentIndex) }
  var isReached: Bool { cost < .infinity }
}

/// The labels of one search, indexed by the numbers of their edges. Incrementing a counter clears all slots.
struct LabelTable: ~Copyable {
  private var labels = GrowingArray<Label>()
  /// The index of a label in the upper half, valid if the lower half is the current stamp.
  private var slots = GrowingArray<UInt64>()
  private var stamp: UInt32 = 1

  var count: Int { labels.count }

  subscript(label: Int) -> Label { labels[label] }

  mutating func reset() {
    labels.removeAll()
    stamp &+= 1
    if stamp == 0 {
      slots.removeAll()
      stamp = 1
    }
  }

  /// Records that a target is on an edge. Returns another number if one was recorded before.
  mutating func markTarget(_ target: Int, on number: Int) -> Int {
    let label = index(of: number) ?? insert(number)
    if let known = labels[label].target { return known }
    labels[label].targetIndex = Int32(target)
    return target
  }

  func index(of number: Int) -> Int? {
    guard number < slots.count else { return nil }
    let entry = slots[number]
    return UInt32(truncatingIfNeeded: entry) == stamp ? Int(entry >> 32) : nil
  }

  /// Records a cheaper path to an edge.
  ///
  /// - Parameter label: the label of the edge, if it has one.
  /// - Returns: the label.
  mutating func improve(
    _ label: Int?, of number: Int, cost: Double, length: Metres, penalty: Double, duration: Float, parent: Int?
  ) -> Int {
    let label = label ?? insert(number)
    labels[label] = Label(
      cost: cost, length: length, penalty: penalty, number: UInt32(truncatingIfNeeded: number),
      duration: duration, parentIndex: Int32(truncatingIfNeeded: parent ?? -1), targetIndex: labels[label].targetIndex,
      isSettled: false)
    return label
  }

  /// Settles a label whose queue entry is the cheapest; false if a cheaper entry came before.
  mutating func settle(_ label: Int) -> Bool {
    guard !labels[label].isSettled else { return false }
    labels[label].isSettled = true
    return true
  }

  private mutating func insert(_ number: Int) -> Int {
    while slots.count <= number { slots.append(0) }
    slots[number] = UInt64(labels.count) << 32 | UInt64(stamp)
    labels.append(
      Label(
        cost: .infinity, length: 0, penalty: 0, number: UInt32(truncatingIfNeeded: number), duration: 0,
        parentIndex: -1, targetIndex: -1, isSettled: false))
    return labels.count - 1
  }
}
