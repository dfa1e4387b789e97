internal import Geodesy
internal import RoadGraph

/// Consecutive rows of one chain with the likeliest sequence through them.
struct LatticeWindow {
  /// Which sequences are searched for at an end of the window.
  enum End {
    /// Sequences through any candidate on a road, because the chain begins or ends here.
    case open
    /// Only the likeliest sequence, because what follows is already decided or not yet known.
    case closed
  }

  var rows: [Int]
  /// One for each row.
  var states: [Int]
  var begin: End
  var end: End
}

/// The sequences through a window of the lattice that leave its likeliest one, in order of their probability.
///
/// For every candidate on another edge than the likeliest sequence's: the likeliest sequence through it, which joins
/// the best path to it and the best path from it. They are found by going through the window once in each direction.
/// Such a sequence leaves the likeliest one once and rejoins it once, because the best continuation beyond either point
/// is the likeliest sequence itself.
///
/// Sequences stay on roads and on paths of the map, except where the likeliest sequence does not.
///
/// - Complexity: O(*n · k²*) time and O(*n · k*) memory for *n* rows of *k* candidates.
/// - Source: max-marginals, as in Nilsson, Statistics and Computing 8 (1998), doi:10.1023/A:1008990218483.
struct RunnerUps {
  /// The part of a sequence that differs from the likeliest one.
  struct Deviation: Equatable {
    /// The positions of the rows in the window.
    var positions: Range<Int>
    /// One state for each of them.
    var states: [Int]
    /// How much less likely than the likeliest one, as a natural logarithm.
    var margin: Double
  }

  private let window: LatticeWindow
  /// The index of the window's first candidate.
  private let base: Int
  /// The log probability of the best sequence to each candidate, including its own emission, and its predecessor.
  private var before: [Double]
  private var from: [Int32]
  /// The log probability of the best sequence from each candidate on, without its own emission, and its successor.
  private var after: [Double]
  private var to: [Int32]
  /// Candidates whose sequence has been returned.
  private var isTold: [Bool]
  /// The remaining candidates, likeliest first.
  private var open: [(margin: Double, position: Int, state: Int)] = []
  private var next = 0

  /// - Parameters:
  ///   - mostMargin: sequences less likely than this are left out.
  ///   - leastWay: transitions of a row to a candidate that are at most this likely are not paths on the map.
  init(
    _ window: LatticeWindow, of lattice: Lattice, mostMargin: Double, leastWay: (LatticeRow, Candidate) -> Double
  ) {
    self.window = window
    guard let first = window.rows.first, let last = window.rows.last else {
      (base, before, after, from, to, isTold) = (0, [], [], [], [], [])
      return
    }
    base = lattice.rows[first].candidates.lowerBound
    let count = lattice.rows[last].candidates.upperBound - base
    before = [Double](repeating: -.infinity, count: count)
    after = before
    from = [Int32](repeating: -1, count: count)
    to = from
    isTold = [Bool](repeating: false, count: count)
    begin(lattice)
    for position in window.rows.indices.dropFirst() { goForward(to: position, lattice, leastWay) }
    end(lattice)
    for position in window.rows.indices.dropLast().reversed() { goBackward(to: position, lattice, leastWay) }
    findOpen(lattice, mostMargin)
  }

  /// The next less likely deviation; `nil` after the last.
  mutating func nextDeviation() -> Deviation? {
    while next < open.count {
      let (margin, position, state) = open[next]
      next += 1
      guard !isTold[state - base] else { continue }
      var (first, last) = (position, position)
      var states = [state]
      while first > 0, case let state = Int(from[states[states.count - 1] - base]), state != window.states[first - 1] {
        states.append(state)
        first -= 1
      }
      states.reverse()
      while last + 1 < window.rows.count, case let state = Int(to[states[states.count - 1] - base]),
        state != window.states[last + 1]
      {
        states.append(state)
        last += 1
      }
      for state in states { isTold[state - base] = true }
      return Deviation(positions: first..<last + 1, states: states, margin: margin)
    }
    return nil
  }

  // MARK: The two directions

  private mutating func begin(_ lattice: Lattice) {
    for state in lattice.rows[window.rows[0]].candidates where isAllowed(state, at: 0, window.begin, lattice) {
      before[state - base] = window.begin == .open ? lattice.scores[state] : 0
    }
  }

  private mutating func end(_ lattice: Lattice) {
    let last = window.rows.count - 1
    for state in lattice.rows[window.rows[last]].candidates where isAllowed(state, at: last, window.end, lattice) {
      after[state - base] = 0
    }
  }

  private func isAllowed(_ state: Int, at position: Int, _ end: LatticeWindow.End, _ lattice: Lattice) -> Bool {
    state == window.states[position] || end == .open && !lattice.candidates[state].isOffRoad
  }

  private mutating func goForward(
    to position: Int, _ lattice: Lattice, _ leastWay: (LatticeRow, Candidate) -> Double
  ) {
    forEachMove(to: position, lattice, leastWay) { this, i, j, log in
      let score = this.before[i] + log
      let isBetter = score > this.before[j]
      guard isBetter || score == this.before[j] && i + this.base == this.window.states[position - 1] else { return }
      this.before[j] = score
      this.from[j] = Int32(i + this.base)
    }
    for j in lattice.rows[window.rows[position]].candidates { before[j - base] += lattice.candidates[j].logEmission }
  }

  private mutating func goBackward(
    to position: Int, _ lattice: Lattice, _ leastWay: (LatticeRow, Candidate) -> Double
  ) {
    forEachMove(to: position + 1, lattice, leastWay) { this, i, j, log in
      let score = log + lattice.candidates[j + this.base].logEmission + this.after[j]
      let isBetter = score > this.after[i]
      guard isBetter || score == this.after[i] && j + this.base == this.window.states[position + 1] else { return }
      this.after[i] = score
      this.to[i] = Int32(j + this.base)
    }
  }

  /// Calls `body` for all transitions between a row and the previous one.
  ///
  /// - Parameter body: takes the two candidates, counted from the window's first, and the transition.
  private mutating func forEachMove(
    to position: Int, _ lattice: Lattice, _ leastWay: (LatticeRow, Candidate) -> Double,
    _ body: (inout RunnerUps, Int, Int, Double) -> Void
  ) {
    let row = lattice.rows[window.rows[position]]
    let sources = lattice.rows[window.rows[position - 1]].candidates
    let (bestSource, bestTarget) = (window.states[position - 1], window.states[position])
    for j in row.candidates {
      let candidate = lattice.candidates[j]
      guard j == bestTarget || !candidate.isOffRoad else { continue }
      let least = candidate.isOffRoad ? .infinity : leastWay(row, candidate)
      for i in sources {
        let log = lattice.transitions[
          row.transitions + (i - sources.lowerBound) * row.candidates.count + j - row.candidates.lowerBound]
        let isWay = log > least && !lattice.candidates[i].isOffRoad
        guard isWay || i == bestSource && j == bestTarget else { continue }
        body(&self, i - base, j - base, log)
      }
    }
  }

  private mutating func findOpen(_ lattice: Lattice, _ mostMargin: Double) {
    guard let begin = window.states.first else { return }
    let best = before[begin - base] + after[begin - base]
    for (position, row) in window.rows.enumerated() {
      let likeliest = lattice.candidates[window.states[position]]
      for state in lattice.rows[row].candidates where !lattice.candidates[state].isOffRoad {
        let margin = best - before[state - base] - after[state - base]
        guard margin < .infinity, margin <= mostMargin,
          likeliest.isOffRoad || lattice.candidates[state].position.edge != likeliest.position.edge
        else { continue }
        open.append((max(0, margin), position, state))
      }
    }
    open.sort { ($0.margin, $0.position, $0.state) < ($1.margin, $1.position, $1.state) }
  }
}
