internal import Storage

/// Visits the ancestors of some vertices, each once, from the lowest rank up.
struct TreeWalk {
  /// The next vertex on the path from each seed. There are few, and only one once the paths have met.
  private var tips: [UInt32] = []

  mutating func add(_ rank: UInt32) { tips.append(rank) }

  mutating func next(on hierarchy: Hierarchy) -> UInt32? {
    guard var least = tips.first else { return nil }
    for tip in tips where tip < least { least = tip }
    let parent = hierarchy.parents[Int(least)]
    if tips.count == 1, parent != .max {
      tips[0] = parent
      return least
    }
    advance(from: least, to: parent)
    return least
  }

  /// Moves all tips at `rank` to its parent, where they become one. Indexed, because a loop over the elements would
  /// retain the array and copy it.
  private mutating func advance(from rank: UInt32, to parent: UInt32) {
    var isThere = parent == .max || tips.contains(parent)
    var kept = 0
    for i in tips.indices {
      let tip = tips[i]
      if tip == rank, isThere { continue }
      tips[kept] = tip == rank ? parent : tip
      if tip == rank { isThere = true }
      kept += 1
    }
    tips.removeLast(tips.count - kept)
  }
}
