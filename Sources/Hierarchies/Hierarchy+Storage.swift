package import RoadGraph
internal import Storage

extension Hierarchy {
  /// What a map stores of the hierarchy, for `GraphDraft.add(_:)`.
  package var sections: [AddedSection] {
    [
      AddedSection(.ranks, ranks, in: memory), AddedSection(.parents, parents, in: memory),
      AddedSection(.firstArcs, first, in: rows.memory), AddedSection(.upperEnds, uppers, in: rows.memory),
      AddedSection(.ownArcs, arcs, in: memory),
      AddedSection(.fingerprint, [UInt32(truncatingIfNeeded: fingerprint), UInt32(fingerprint >> 32)]),
    ]
  }

  /// The hierarchy stored in a map, used in place; `nil` if the map has none.
  ///
  /// - Throws: `RoadGraphError.damaged` if a section does not match its checksum or contradicts another one.
  /// - Complexity: O(size); reads all sections once. O(1) where a note says that the map was verified.
  package init?(storedIn map: RoadGraph) throws(RoadGraphError) {
    let key = try map.numbers(of: .fingerprint)
    guard !key.isEmpty else { return nil }
    guard key.count == 2 else { throw map.damage(in: .fingerprint) }
    ranks = try map.numbers(of: .ranks)
    parents = try map.numbers(of: .parents)
    rows = HierarchyRows(
      first: try map.numbers(of: .firstArcs), uppers: try map.numbers(of: .upperEnds), in: [map])
    arcs = try map.numbers(of: .ownArcs)
    fingerprint = UInt64(key[1]) << 32 | UInt64(key[0])
    memory = [map]
    if !map.isVerified, let section = contradiction { throw map.damage(in: section) }
  }

  /// The first section with a number that a search or a customisation cannot use.
  private var contradiction: AddedSection.Name? {
    let count = ranks.count
    guard parents.count == count else { return .parents }
    guard first.count == 2 * count + 1, first[0] == 0, first[2 * count] == uppers.count else { return .firstArcs }
    for row in 0..<2 * count where first[row] > first[row + 1] { return .firstArcs }
    if !areRanksDistinct { return .ranks }
    for rank in 0..<count {
      if parents[rank] != .max, parents[rank] <= rank || parents[rank] >= count { return .parents }
      if !isAscending(2 * rank, above: rank) || !isAscending(2 * rank + 1, above: rank) { return .upperEnds }
    }
    for arc in 0..<arcs.count where arcs[arc] != .max && arcs[arc] >= uppers.count { return .ownArcs }
    return nil
  }

  /// Whether each vertex has a rank of its own.
  private var areRanksDistinct: Bool {
    var isTaken = [Bool](repeating: false, count: ranks.count)
    for vertex in 0..<ranks.count {
      let rank = Int(ranks[vertex])
      guard rank < ranks.count, !isTaken[rank] else { return false }
      isTaken[rank] = true
    }
    return true
  }

  private func isAscending(_ row: Int, above rank: Int) -> Bool {
    var last = UInt32(rank)
    for arc in Int(first[row])..<Int(first[row + 1]) {
      guard uppers[arc] > last, uppers[arc] < ranks.count else { return false }
      last = uppers[arc]
    }
    return true
  }
}
