internal import Geodesy
internal import RoadGraph
internal import Routing

/// One fix of a chain with its candidates, and how they join those of the row before.
struct LatticeRow: Sendable {
  var fix: KeptFix
  /// How much of a witness of its own the fix is.
  var weight: Double
  /// Into the candidates; the last one is off the road.
  var candidates: Range<Int>
  /// The row it continues; `nil` where a chain begins.
  var previous: Int?
  /// From the row it continues.
  var step: TransitionStep?
  /// Where its transitions begin: |previous candidates| × |candidates| entries, a row per previous candidate.
  var transitions: Int
  /// The log probability of the likeliest path to this row; scores are relative to it.
  var level: Double
}

/// The hidden Markov model of one trace: candidates as states, rows as times.
///
/// Shapes, for rows of k₀, k₁, … candidates:
///
///     candidates, scores, forward, back, posteriors    k₀ + k₁ + …
///     transitions                                      k₀ k₁ + k₁ k₂ + …, −∞ where nothing joins two candidates
struct Lattice: Sendable {
  var rows: [LatticeRow] = []
  var candidates: [Candidate] = []
  var transitions: [Double] = []
  /// The log probability of the likeliest path to each candidate, relative to the likeliest of its row.
  var scores: [Double] = []
  /// The log probability of all paths to each candidate, up to a constant of its row.
  var forward: [Double] = []
  /// The candidate before it on the likeliest path; −1 at the begin of a chain.
  var back: [Int32] = []
  /// The probability of each candidate given the whole chain; see ``findPosteriors(of:)``.
  var posteriors: [Double] = []

  mutating func removeAll() {
    rows.removeAll(keepingCapacity: true)
    candidates.removeAll(keepingCapacity: true)
    transitions.removeAll(keepingCapacity: true)
    scores.removeAll(keepingCapacity: true)
    forward.removeAll(keepingCapacity: true)
    back.removeAll(keepingCapacity: true)
    posteriors.removeAll(keepingCapacity: true)
  }

  /// Appends a row for the candidates from `first` on.
  mutating func addRow(_ fix: KeptFix, weight: Double, from first: Int) -> Int {
    let range = first..<candidates.count
    rows.append(
      LatticeRow(fix: fix, weight: weight, candidates: range, previous: nil, step: nil, transitions: 0, level: 0))
    for _ in range {
      scores.append(-.infinity)
      forward.append(-.infinity)
      back.append(-1)
    }
    return rows.count - 1
  }

  /// Begins a chain with `row`: every candidate is as likely as it explains the fix.
  mutating func begin(at row: Int, rules: TravelRules, offRoad: Double) {
    for i in rows[row].candidates {
      let candidate = candidates[i]
      let penalty = candidate.isOffRoad ? offRoad : candidate.isWrongWay ? rules.wrongWayEntry : 0
      scores[i] = candidate.logEmission - penalty
      forward[i] = scores[i]
      back[i] = -1
    }
    rows[row].previous = nil
    rows[row].level = normalise(row)
  }

  /// Joins `row` to an earlier row by the transitions that begin at `first`.
  mutating func join(_ row: Int, to previous: Int, transitions first: Int) {
    let from = rows[previous].candidates
    let to = rows[row].candidates
    for j in to {
      var best = (score: -Double.infinity, from: -1)
      var sum = LogSum()
      var entry = first + j - to.lowerBound
      for i in from {
        let log = transitions[entry]
        entry += to.count
        guard log > -.infinity else { continue }
        let score = scores[i] + log
        if score > best.score { best = (score, i) }
        sum.add(forward[i] + log)
      }
      scores[j] = best.score + candidates[j].logEmission
      forward[j] = sum.value + candidates[j].logEmission
      back[j] = Int32(best.from)
    }
    rows[row].previous = previous
    rows[row].transitions = first
    rows[row].level = rows[previous].level + normalise(row)
  }

  /// Subtracts the greatest score of a row, so that scores of long traces stay small, and returns it. Ratios within a
  /// row, which is all that matters, stay the same.
  private mutating func normalise(_ row: Int) -> Double {
    var (bestScore, bestForward) = (-Double.infinity, -Double.infinity)
    for i in rows[row].candidates {
      bestScore = max(bestScore, scores[i])
      bestForward = max(bestForward, forward[i])
    }
    guard bestScore > -.infinity else { return 0 }
    for i in rows[row].candidates {
      scores[i] -= bestScore
      forward[i] -= bestForward
    }
    return bestScore
  }

  /// The likeliest candidate of the last row of a chain, the first of equals.
  func best(in row: Int) -> Int? {
    var best: Int?
    for i in rows[row].candidates where scores[i] > (best.map { scores[$0] } ?? -.infinity) { best = i }
    return best
  }

  /// The candidate of each row of a chain on the likeliest path.
  func likeliestStates(of chain: [Int]) -> [Int] {
    var states: [Int] = []
    var state = chain.last.flatMap { best(in: $0) }
    while let here = state {
      states.append(here)
      state = back[here] < 0 ? nil : Int(back[here])
    }
    return states.reversed()
  }

  /// Finds the probability, given all fixes of the chain, that the vehicle was at each candidate: forward–backward.
  ///
  /// - Parameter chain: the rows of one chain, in order.
  /// - Source: Rabiner 1989, doi:10.1109/5.18626, §III.A.
  mutating func findPosteriors(of chain: [Int]) {
    if posteriors.count < candidates.count {
      posteriors.append(contentsOf: repeatElement(0, count: candidates.count - posteriors.count))
    }
    guard let last = chain.last else { return }
    for i in rows[last].candidates { posteriors[i] = 0 }
    for position in chain.indices.dropLast().reversed() { findBackward(of: chain[position], from: chain[position + 1]) }
    for row in chain { turnIntoProbabilities(row) }
  }

  /// The log probabilities of all that follows `row`, into its posteriors, from those of the row that follows.
  private mutating func findBackward(of row: Int, from next: Int) {
    let following = rows[next].candidates
    var entry = rows[next].transitions
    var greatest = -Double.infinity
    for i in rows[row].candidates {
      var sum = LogSum()
      for j in following {
        sum.add(transitions[entry] + candidates[j].logEmission + posteriors[j])
        entry += 1
      }
      posteriors[i] = sum.value
      greatest = max(greatest, sum.value)
    }
    guard greatest > -.infinity else { return }
    for i in rows[row].candidates { posteriors[i] -= greatest }
  }

  private mutating func turnIntoProbabilities(_ row: Int) {
    var sum = LogSum()
    for i in rows[row].candidates {
      posteriors[i] += forward[i]
      sum.add(posteriors[i])
    }
    let total = sum.value
    for i in rows[row].candidates { posteriors[i] = total > -.infinity ? exponential(posteriors[i] - total) : 0 }
  }
}
