/// Rows of a chain whose likeliest states are final.
struct DecidedRows {
  var breakBefore: BreakReason?
  /// Whether there were rows of the same chain before.
  var continues: Bool
  /// Whether the chain ends with them.
  var isEnd: Bool
  var rows: ArraySlice<Int>
  /// One for each row.
  var states: ArraySlice<Int>
}

// Memory of long traces: where all paths that may still turn out the likeliest share a past, that past is decided, and
// its rows are released.
//
// - Source: the survivor paths of a trellis merge; Forney, Proc. IEEE 61 (1973), doi:10.1109/PROC.1973.9030, §III.
extension ForwardPass {
  /// The decided rows of the chains, up to where nothing that follows can change them, with their posteriors.
  ///
  /// - Parameters:
  ///   - isLast: nothing follows; everything is decided then.
  ///   - unsettled: how many of the newest rows stay undecided; by default as the settings say.
  mutating func decide(isLast: Bool, keeping unsettled: Int? = nil) -> [DecidedRows] {
    var decided: [DecidedRows] = []
    firstUndecided = lattice.rows.count
    for number in chains.indices {
      let chain = chains[number]
      let states = lattice.likeliestStates(of: chain.rows)
      let isEnd = isLast || number + 1 < chains.count
      let end = isEnd ? chain.rows.count : settledCount(of: chain, likeliest: states, unsettled)
      let begin = chain.isBegun ? 1 : 0
      if !isEnd { firstUndecided = chain.rows[max(end, 1) - 1] }
      guard end > begin || isEnd && chain.isBegun else { continue }
      lattice.findPosteriors(of: chain.rows)
      decided.append(
        DecidedRows(
          breakBefore: chain.breakBefore, continues: chain.isBegun, isEnd: isEnd, rows: chain.rows[begin..<end],
          states: states[begin..<end]))
      if !isEnd { chains[number].isBegun = true }
    }
    return decided
  }

  /// The number of rows of the last chain on which all paths agree that may still turn out the likeliest.
  ///
  /// Posteriors settle later than paths, so the newest rows are never settled. If a chain gets too long without
  /// agreement, the likeliest path decides it, and all others are dropped.
  private mutating func settledCount(of chain: Chain, likeliest states: [Int], _ unsettled: Int?) -> Int {
    let most = chain.rows.count - (unsettled ?? settings.window.unsettledRows)
    guard most > 0 else { return 0 }
    // Outliers may still be skipped, back to the anchor.
    let newest = anchor.flatMap { chain.rows.lastIndex(of: $0) } ?? chain.rows.count - 1
    if let meeting = lattice.meetingPosition(of: chain.rows[...newest], beam: settings.search.beam), meeting > 0 {
      return min(meeting + 1, most)
    }
    guard chain.rows.count >= settings.window.mostRows else { return 0 }
    anchor = nil
    lattice.giveUpPaths(of: chain.rows, otherThanThrough: states[most - 1], at: most - 1)
    return most
  }

  /// Releases the decided rows, except for the last row of a chain that continues.
  mutating func forgetDecided() {
    let first = firstUndecided
    firstUndecided = 0
    guard first > 0 else { return }
    lattice.forget(before: first)
    guard var chain = chains.last, let last = chain.rows.last, last >= first else {
      chains.removeAll(keepingCapacity: true)
      anchor = nil
      return
    }
    chain.rows = chain.rows.filter { $0 >= first }.map { $0 - first }
    chains = [chain]
    anchor = anchor.map { $0 - first }
  }

  /// The distances of the rows from the likeliest path, in standard deviations; from the nearest road if that path is
  /// off the road.
  func residuals(of rows: some Sequence<Int>, _ states: some Sequence<Int>) -> [Double] {
    zip(rows, states).map { number, state in
      let row = lattice.rows[number]
      let place = lattice.candidates[state].isOffRoad ? row.candidates.lowerBound : state
      return lattice.candidates[place].distance / row.fix.sigma
    }
  }

  /// The residuals of the undecided rows.
  func residuals() -> [Double] {
    chains.flatMap { chain in
      let begin = chain.isBegun ? 1 : 0
      return residuals(of: chain.rows.dropFirst(begin), lattice.likeliestStates(of: chain.rows).dropFirst(begin))
    }
  }
}

extension Lattice {
  /// The position in a chain of the newest row at which all paths to the candidates of its last row coincide.
  func meetingPosition(of chain: ArraySlice<Int>, beam: Double) -> Int? {
    guard let last = chain.last else { return nil }
    var states = rows[last].candidates.filter { scores[$0] > -beam }
    var position = chain.endIndex - 1
    while states.count > 1, position > chain.startIndex {
      position -= 1
      var before: [Int] = []
      for state in states where back[state] >= 0 && !before.contains(Int(back[state])) {
        before.append(Int(back[state]))
      }
      states = before
    }
    return states.count == 1 ? position : nil
  }

  /// Rules out the candidates of a chain's last row whose path does not lead through `state`, a candidate of the row at
  /// `position`.
  fileprivate mutating func giveUpPaths(of chain: [Int], otherThanThrough state: Int, at position: Int) {
    guard let last = chain.last else { return }
    for candidate in rows[last].candidates {
      var here = candidate
      for _ in position..<chain.count - 1 where here >= 0 { here = Int(back[here]) }
      guard here != state else { continue }
      scores[candidate] = -.infinity
      forward[candidate] = -.infinity
    }
  }

  /// Removes all rows before `first`, which then begins its chain.
  mutating func forget(before first: Int) {
    guard first < rows.count else { return removeAll() }
    let candidate = rows[first].candidates.lowerBound
    rows.removeSubrange(..<first)
    rows[0].previous = nil
    let transition = rows.lazy.compactMap { $0.previous == nil ? nil : $0.transitions }.min() ?? transitions.count
    let share = rows.lazy.compactMap { $0.previous == nil ? nil : $0.shares.lowerBound }.min() ?? shares.count
    for i in rows.indices {
      let range = rows[i].candidates
      rows[i].candidates = range.lowerBound - candidate..<range.upperBound - candidate
      rows[i].previous = rows[i].previous.map { $0 - first }
      rows[i].transitions = max(0, rows[i].transitions - transition)
      rows[i].shares = max(0, rows[i].shares.lowerBound - share)..<max(0, rows[i].shares.upperBound - share)
    }
    candidates.removeSubrange(..<candidate)
    scores.removeSubrange(..<candidate)
    forward.removeSubrange(..<candidate)
    transitions.removeSubrange(..<transition)
    shares.removeSubrange(..<share)
    posteriors.removeAll(keepingCapacity: true)
    back.removeSubrange(..<candidate)
    let begun = rows[0].candidates.upperBound
    for i in back.indices { back[i] = i < begun || back[i] < 0 ? -1 : back[i] - Int32(candidate) }
  }
}
