internal import Storage

/// Visits the ancestors of some vertices, each once, from the lowest rank up.
struct TreeWalk {
  /// The next vertex on the path from each seed, descending. There are few, and only one once the paths have met.
  private var tips: [UInt32] = []

  mutating func add(_ rank: UInt32) {
    var place = tips.count
    while place > 0, tips[place - 1] < rank { place -= 1 }
    if place > 0, tips[place - 1] == rank { return }
    tips.append(rank)
    for i in stride(from: tips.count - 1, to: place, by: -1) { tips[i] = tips[i - 1] }
    tips[place] = rank
  }

  mutating func next(on hierarchy: Hierarchy) -> UInt32? {
    guard let least = tips.popLast() else { return nil }
    let parent = hierarchy.parents[Int(least)]
    if parent != .max { add(parent) }
    return least
  }
}
