public import Storage

/// The edges that a search has reached and not settled, cheapest first: a heap whose nodes have four children.
///
/// A wide heap is flat, and the children of a node share a cache line. Equal costs are ordered by label, so results do
/// not depend on the order of insertion.
///
/// Not chosen: the double-ended heap of swift-collections. It took 11 % more time on the Chicago traces, and releases
/// its memory with every search.
@usableFromInline package struct LabelHeap<Entry: FrontierEntry>: ~Copyable, Sendable {
  @usableFromInline var heap = GrowingArray<Entry>()

  package init() {}

  @inlinable package mutating func removeAll() { heap.removeAll() }

  @inlinable package mutating func insert(_ entry: Entry) {
    heap.append(entry)
    var hole = heap.count - 1
    while hole > 0 {
      let parent = (hole - 1) >> 2
      guard entry < heap[parent] else { break }
      heap[hole] = heap[parent]
      hole = parent
    }
    heap[hole] = entry
  }

  @inlinable package mutating func popMin() -> Entry? {
    guard !heap.isEmpty else { return nil }
    let (least, last) = (heap[0], heap[heap.count - 1])
    heap.truncate(to: heap.count - 1)
    if !heap.isEmpty { sink(last) }
    return least
  }

  /// Moves `entry` down from the root to its place.
  @inlinable mutating func sink(_ entry: Entry) {
    var hole = 0
    while true {
      let first = 4 * hole + 1
      guard first < heap.count else { break }
      var (place, least) = (first, heap[first])
      for child in first + 1..<min(first + 4, heap.count) {
        let other = heap[child]
        (place, least) = other < least ? (child, other) : (place, least)
      }
      guard least < entry else { break }
      heap[hole] = least
      hole = place
    }
    heap[hole] = entry
  }
}

/// A cost and a label, ordered by the cost and then by the label.
@usableFromInline package protocol FrontierEntry: BitwiseCopyable, Sendable {
  static func < (a: Self, b: Self) -> Bool
}

/// A cost and any label as one number, so that one comparison without a branch orders both: the bit patterns of
/// non-negative numbers are in the order of the numbers.
@usableFromInline package struct WideEntry: FrontierEntry {
  @usableFromInline let key: UInt128

  /// - Precondition: `cost` is not negative.
  @inlinable package init(cost: Double, label: Int) {
    key = UInt128(cost.bitPattern) << 64 | UInt128(truncatingIfNeeded: label)
  }

  @inlinable package var cost: Double { Double(bitPattern: UInt64(truncatingIfNeeded: key >> 64)) }
  @inlinable package var label: Int { Int(truncatingIfNeeded: key) }

  @inlinable package static func < (a: WideEntry, b: WideEntry) -> Bool { a.key < b.key }
}

/// The same in half the space: costs are rounded down, by less than a micrometre in a kilometre.
@usableFromInline package struct NarrowEntry: FrontierEntry {
  @usableFromInline let key: UInt64

  /// The number of distinct labels.
  @usableFromInline package static let mostLabels = 1 << 20
  @usableFromInline static let mask = UInt64(mostLabels - 1)

  /// - Precondition: `cost` is not negative, and `label` is less than ``mostLabels``.
  @inlinable package init(cost: Double, label: Int) {
    key = cost.bitPattern & ~Self.mask | UInt64(truncatingIfNeeded: label)
  }

  @inlinable package var cost: Double { Double(bitPattern: key & ~Self.mask) }
  @inlinable package var label: Int { Int(truncatingIfNeeded: key & Self.mask) }

  @inlinable package static func < (a: NarrowEntry, b: NarrowEntry) -> Bool { a.key < b.key }
}

/// For labels up to the number of edges of a map.
package typealias Frontier = LabelHeap<WideEntry>
