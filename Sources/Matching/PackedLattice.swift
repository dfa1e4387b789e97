// Between two fixes a live trace keeps its rows in as little memory as they need: a fleet has tens of thousands of such
// traces, and a worker processes only one of them at a time. Its rows are then in the memory of the worker, which has
// room.
extension ForwardPass {
  /// With more rows than this, for example where a path stays undecided for long, copying them for each fix would cost
  /// more than their memory.
  private static var mostPacked: Int { 64 }

  /// Takes the memory of a worker.
  ///
  /// - Returns: whether the rows are in it.
  mutating func borrow(_ scratch: inout MatchingScratch) -> Bool {
    swap(&finder.memory, &scratch.finding)
    guard lattice.rows.count <= Self.mostPacked else { return false }
    swap(&lattice, &scratch.lattice)
    lattice.unpack(scratch.lattice)
    return true
  }

  /// Returns it.
  mutating func giveBack(_ scratch: inout MatchingScratch, withRows hasRows: Bool) {
    swap(&finder.memory, &scratch.finding)
    guard hasRows, lattice.rows.count <= Self.mostPacked else { return }
    scratch.lattice.pack(lattice)
    swap(&lattice, &scratch.lattice)
  }
}

extension ForwardPass {
  /// Releases the rows before the fix with a number, except for some to which the next row may still be joined, if there
  /// are enough to be worth the move.
  ///
  /// - Parameter settled: the number of the last fix whose row is never withdrawn.
  mutating func forget(keeping rows: Int, upTo number: Int, settled: Int) {
    guard let chain = chains.last else { return }
    // The row before a fix shows where it was thinned out.
    let after = chain.rows.firstIndex { lattice.rows[$0].fix.number >= number } ?? chain.rows.count
    let first = chain.rows[min(max(0, after - 1), max(0, chain.rows.count - 1 - rows))]
    guard first >= Self.rowsPerRelease, after > 0 || chains.count == 1 else { return }
    let isAlone = chains.dropLast().allSatisfy { $0.rows.last.map { lattice.rows[$0].fix.number < number } ?? true }
    guard isAlone else { return }
    firstUndecided = first
    forgetDecided()
    prune(settled: settled)
  }

  /// Looking through the candidates costs as much for one row as for a few.
  private static var rowsPerRelease: Int { 4 }

  /// Removes the candidates through which no path to the newest rows leads any more.
  private mutating func prune(settled: Int) {
    guard let chain = chains.last, chains.count == 1,
      var end = chain.rows.lastIndex(where: { lattice.rows[$0].fix.number <= settled })
    else { return }
    // The next row is joined to the newest one, or to the anchor. Paths to these and to later rows stay as they are.
    if let anchor, let place = chain.rows.lastIndex(of: anchor) { end = min(end, place) }
    lattice.prune(chain.rows[...end])
  }
}

extension Lattice {
  /// Removes the candidates of a chain's rows from which no path leads to the last row.
  mutating func prune(_ chain: ArraySlice<Int>) {
    guard let last = chain.last else { return }
    var isAlive = [Bool](repeating: true, count: candidates.count)
    for i in 0..<rows[last].candidates.lowerBound { isAlive[i] = false }
    for row in chain.dropFirst().reversed() {
      guard let previous = rows[row].previous else { continue }
      let (from, to) = (rows[previous].candidates.lowerBound, rows[row].candidates.lowerBound)
      for share in shares[rows[row].shares] where isAlive[to + Int(share.to)] { isAlive[from + Int(share.from)] = true }
      for state in rows[row].candidates where isAlive[state] && back[state] >= 0 { isAlive[Int(back[state])] = true }
    }
    remove(butThose: isAlive)
  }

  private mutating func remove(butThose isAlive: [Bool]) {
    // The new number of each candidate, or of the next one that stays.
    var numbers = [Int](repeating: 0, count: candidates.count + 1)
    for i in candidates.indices { numbers[i + 1] = numbers[i] + (isAlive[i] ? 1 : 0) }
    removeShares(butThose: isAlive, numbers)
    candidates.keep(isAlive)
    scores.keep(isAlive)
    forward.keep(isAlive)
    back.keep(isAlive)
    for i in back.indices where back[i] >= 0 { back[i] = Int32(numbers[Int(back[i])]) }
    posteriors.removeAll(keepingCapacity: true)
    for i in rows.indices {
      rows[i].candidates = numbers[rows[i].candidates.lowerBound]..<numbers[rows[i].candidates.upperBound]
    }
  }

  private mutating func removeShares(butThose isAlive: [Bool], _ numbers: [Int]) {
    var kept: [TransitionShare] = []
    kept.reserveCapacity(shares.count)
    for i in rows.indices {
      let first = kept.count
      let to = rows[i].candidates.lowerBound
      // A skipped row may have continued one that has been removed.
      let previous = rows[i].previous.flatMap { $0 >= 0 ? $0 : nil }
      let from = previous.map { rows[$0].candidates.lowerBound } ?? 0
      for share in shares[rows[i].shares] where previous != nil {
        let (a, b) = (from + Int(share.from), to + Int(share.to))
        guard isAlive[a], isAlive[b] else { continue }
        kept.append(
          TransitionShare(from: numbers[a] - numbers[from], to: numbers[b] - numbers[to], value: share.value))
      }
      rows[i].shares = first..<kept.count
    }
    shares = kept
  }
}

extension Lattice {
  /// Copies what the next rows need of another lattice: all but the transitions, which only whole traces look at again.
  fileprivate mutating func pack(_ other: Lattice) {
    rows.fit(other.rows)
    for i in rows.indices { rows[i].transitions = 0 }
    candidates.fit(other.candidates)
    scores.fit(other.scores)
    forward.fit(other.forward)
    back.fit(other.back)
    shares.fit(other.shares)
    transitions = []
    posteriors = []
  }

  /// Copies a lattice into memory with room. It may have had too many rows to be packed before, and then still knows
  /// where its transitions were.
  fileprivate mutating func unpack(_ packed: Lattice) {
    rows.become(packed.rows)
    for i in rows.indices { rows[i].transitions = 0 }
    candidates.become(packed.candidates)
    scores.become(packed.scores)
    forward.become(packed.forward)
    back.become(packed.back)
    shares.become(packed.shares)
    transitions.removeAll(keepingCapacity: true)
    posteriors.removeAll(keepingCapacity: true)
  }

  /// Removes the rows from one on, which are the newest.
  mutating func truncate(to count: Int) {
    guard count < rows.count else { return }
    candidates.removeSubrange(rows[count].candidates.lowerBound...)
    rows.removeSubrange(count...)
    scores.removeSubrange(candidates.count...)
    forward.removeSubrange(candidates.count...)
    back.removeSubrange(candidates.count...)
    let end = rows.lazy.map(\.shares.upperBound).max() ?? 0
    shares.removeSubrange(end...)
  }
}

extension Array {
  /// Becomes a copy of another array, in its own memory if that is neither too small nor much too large.
  fileprivate mutating func fit(_ other: [Element]) {
    if capacity < other.count || capacity > other.count + other.count / 4 + 8 {
      self = []
      reserveCapacity(other.count + other.count / 16)
      append(contentsOf: other)
    } else {
      become(other)
    }
  }

  /// Becomes a copy of another array, in its own memory.
  fileprivate mutating func become(_ other: [Element]) { replaceSubrange(startIndex..., with: other) }

  /// Removes the elements of which it is not said that they stay.
  fileprivate mutating func keep(_ isKept: [Bool]) {
    var count = 0
    var elements = mutableSpan
    for i in elements.indices where isKept[i] {
      if count < i { elements[count] = elements[i] }
      count += 1
    }
    removeSubrange(count...)
  }
}
