// Rows that are withdrawn, and paths that are ended, while a trace is being recorded.
extension ForwardPass {
  /// Withdraws the undecided rows of the fixes after one, which turn out to belong to a standing vehicle.
  mutating func rewind(to number: Int) {
    while let chain = chains.last {
      let decided = chain.isBegun ? 1 : 0
      let rest = chain.rows.lastIndex { lattice.rows[$0].fix.number <= number }.map { $0 + 1 } ?? 0
      guard rest < chain.rows.count else { break }
      chains[chains.count - 1].rows.removeSubrange(max(rest, decided)...)
      guard chains[chains.count - 1].rows.isEmpty else { break }
      torn = chain.breakBefore
      chains.removeLast()
    }
    lattice.truncate(to: chains.last?.rows.last.map { $0 + 1 } ?? 0)
    last = chains.last?.rows.last.map { lattice.rows[$0].fix }
    passedOver = PassedOver()
    if let anchor, chains.last?.rows.contains(anchor) != true { self.anchor = nil }
  }

  /// The number of the fix of the newest row.
  var newestRow: Int? { chains.last?.rows.last.map { lattice.rows[$0].fix.number } }

  /// The number of rows of the last chain that belong to fixes after one; `nil` if an earlier chain has such rows.
  func countOfRows(after number: Int) -> Int? {
    for chain in chains.dropLast() {
      if let last = chain.rows.last, lattice.rows[last].fix.number > number { return nil }
    }
    return chains.last?.rows.count { lattice.rows[$0].fix.number > number } ?? 0
  }

  /// Whether the last chain has so few undecided rows besides the newest ones that nothing can be decided.
  func isDecided(but newest: Int) -> Bool {
    guard let chain = chains.last, chains.count == 1 else { return chains.isEmpty }
    return chain.rows.count - newest <= (chain.isBegun ? 1 : 0)
  }

  /// Drops all rows; a new path begins after them.
  mutating func endChains() {
    chains.removeAll(keepingCapacity: true)
    lattice.removeAll()
    (anchor, firstUndecided, torn) = (nil, 0, nil)
    passedOver = PassedOver()
  }
}
