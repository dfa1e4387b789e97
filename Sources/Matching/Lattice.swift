internal import Geodesy
internal import RoadGraph
internal import Routing

/// One fix of a chain with its candidates, and how they join those of the row before.
struct LatticeRow: Sendable {
  var fix: KeptFix
  /// Into the candidates.
  var candidates: Range<Int>
  /// The row it continues; `nil` where a chain begins.
  var previous: Int?
  /// From the row it continues.
  var step: TransitionStep?
  /// Into the transitions: |previous candidates| × |candidates| entries, a row per previous candidate.
  var transitions: Range<Int>
}

/// The hidden Markov model of one trace: candidates as states, rows as times.
///
/// Shapes, for rows of k₀, k₁, … candidates:
///
///     candidates, scores, forward, back    k₀ + k₁ + …
///     transitions                          k₀ k₁ + k₁ k₂ + …, −∞ where no path joins two candidates
struct Lattice: Sendable {
  var rows: [LatticeRow] = []
  var candidates: [Candidate] = []
  var transitions: [Double] = []
  /// The log probability of the likeliest path to each candidate.
  var scores: [Double] = []
  /// The log probability of all paths to each candidate.
  var forward: [Double] = []
  /// The candidate before it on the likeliest path; −1 at the begin of a chain.
  var back: [Int32] = []

  mutating func removeAll() {
    rows.removeAll(keepingCapacity: true)
    candidates.removeAll(keepingCapacity: true)
    transitions.removeAll(keepingCapacity: true)
    scores.removeAll(keepingCapacity: true)
    forward.removeAll(keepingCapacity: true)
    back.removeAll(keepingCapacity: true)
  }

  /// Begins a chain with `row`: every candidate is as likely as it explains the fix.
  mutating func begin(at row: Int, wrongWayPenalty: Double) {
    for i in rows[row].candidates {
      scores[i] = candidates[i].logEmission - (candidates[i].isWrongWay ? wrongWayPenalty : 0)
      forward[i] = scores[i]
      back[i] = -1
    }
    normalise(row)
  }

  /// Joins `row` to the row before it by the transitions just appended; false when no pair is joined.
  mutating func join(_ row: Int, to previous: Int, transitions range: Range<Int>) -> Bool {
    rows[row].previous = previous
    rows[row].transitions = range
    let from = rows[previous].candidates
    let to = rows[row].candidates
    var isJoined = false
    for (column, j) in to.enumerated() {
      var best = (score: -Double.infinity, from: -1)
      for (line, i) in from.enumerated() {
        let score = scores[i] + transitions[range.lowerBound + line * to.count + column]
        if score > best.score { best = (score, i) }
      }
      scores[j] = best.score + candidates[j].logEmission
      back[j] = Int32(best.from)
      forward[j] = logSumOfPaths(to: column, from: from, range, width: to.count) + candidates[j].logEmission
      isJoined = isJoined || best.from >= 0
    }
    if isJoined { normalise(row) } else { rows[row].previous = nil }
    return isJoined
  }

  private func logSumOfPaths(to column: Int, from: Range<Int>, _ range: Range<Int>, width: Int) -> Double {
    var sum = LogSum()
    for (line, i) in from.enumerated() { sum.add(forward[i] + transitions[range.lowerBound + line * width + column]) }
    return sum.value
  }

  /// Subtracts the greatest score of a row, so that scores of long traces stay small. Ratios within a row, which is
  /// all that matters, stay the same.
  private mutating func normalise(_ row: Int) {
    let range = rows[row].candidates
    let bestScore = scores[range].max() ?? 0
    let bestForward = forward[range].max() ?? 0
    for i in range {
      scores[i] -= bestScore
      forward[i] -= bestForward
    }
  }

  /// The likeliest candidate of the last row of a chain, the first of equals.
  func best(in row: Int) -> Int? {
    var best: Int?
    for i in rows[row].candidates where scores[i] > (best.map { scores[$0] } ?? -.infinity) { best = i }
    return best
  }

  /// The probability, given all fixes of the chain, that the vehicle was at each candidate: forward–backward.
  ///
  /// - Parameter chain: the rows of one chain, in order.
  /// - Returns: one entry for each candidate of each row, in order.
  /// - Source: Rabiner 1989, doi:10.1109/5.18626, §III.A.
  func posteriors(of chain: [Int]) -> [[Double]] {
    var result: [[Double]] = []
    var backward: [Double] = []
    for (position, row) in chain.enumerated().reversed() {
      let range = rows[row].candidates
      if position == chain.count - 1 {
        backward = [Double](repeating: 0, count: range.count)
      } else {
        backward = backwards(from: chain[position + 1], backward, to: range)
      }
      result.append(normalised(zip(range, backward).map { forward[$0] + $1 }))
    }
    return result.reversed()
  }

  private func backwards(from next: Int, _ backward: [Double], to range: Range<Int>) -> [Double] {
    let following = rows[next].candidates
    let transitionStart = rows[next].transitions.lowerBound
    var values = range.indices.map { line -> Double in
      var sum = LogSum()
      for (column, j) in following.enumerated() {
        sum.add(
          transitions[transitionStart + (line - range.lowerBound) * following.count + column]
            + candidates[j].logEmission + backward[column])
      }
      return sum.value
    }
    let greatest = values.max() ?? 0
    if greatest > -.infinity { for i in values.indices { values[i] -= greatest } }
    return values
  }
}

/// Log probabilities turned into probabilities that add up to 1.
private func normalised(_ logs: [Double]) -> [Double] {
  var sum = LogSum()
  for log in logs { sum.add(log) }
  return logs.map { sum.value > -.infinity ? exponential($0 - sum.value) : 0 }
}
