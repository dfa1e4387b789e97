internal import Storage

/// The arcs of a hierarchy by the rank of their lower end. A customisation reads nothing else of the hierarchy once the
/// weights of the graph's arcs are set.
///
/// Shapes: `first` and `uppers` of ``Hierarchy``.
struct HierarchyRows {
  let first: Column<UInt32>
  let uppers: Column<UInt32>
  /// The owners of the columns' memory.
  let memory: [any AnyObject & Sendable]

  init(first: ColumnMemory<UInt32>, uppers: ColumnMemory<UInt32>) {
    self.init(first: first.column, uppers: uppers.column, in: [first, uppers])
  }

  init(first: Column<UInt32>, uppers: Column<UInt32>, in memory: [any AnyObject & Sendable]) {
    self.first = first
    self.uppers = uppers
    self.memory = memory
  }

  var vertexCount: Int { first.count / 2 }
  var arcCount: Int { uppers.count }

  func arc(from tail: UInt32, to head: UInt32) -> Int {
    let row = tail < head ? 2 * Int(tail) : 2 * Int(head) + 1
    return uppers.firstIndex(notBefore: max(tail, head), in: Int(first[row])..<Int(first[row + 1]))
  }

  func arcs(up rank: UInt32) -> Range<Int> { Int(first[2 * Int(rank)])..<Int(first[2 * Int(rank) + 1]) }
  func arcs(down rank: UInt32) -> Range<Int> { Int(first[2 * Int(rank) + 1])..<Int(first[2 * Int(rank) + 2]) }
}
