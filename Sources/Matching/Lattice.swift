internal import Geodesy
private import Glibc
internal import RoadGraph
internal import RoadRules

/// One fix of a chain with its candidates, and how they join the candidates of the previous row.
struct LatticeRow: Sendable {
  var fix: KeptFix
  /// How much the fix is independent evidence.
  var weight: Double
  /// Into the candidates; the last one is off the road.
  var candidates: Range<Int>
  /// The row it continues; `nil` at the start of a chain.
  var previous: Int?
  /// From the row it continues.
  var step: TransitionStep?
  /// Where its transitions begin: |previous candidates| × |candidates| entries, a row per previous candidate.
  var transitions: Int
  /// The range of its transitions in the lattice's shares.
  var shares = 0..<0
  /// The log probability of the likeliest path to this row; scores are relative to it.
  var level: Double
}

/// The probability that a vehicle at one candidate came from one of the previous row, given all fixes up to its own.
///
/// Only shares that matter are kept: nearly all of twenty candidates are reached from only one or two.
///
/// 12 bytes, where a `Double` beside two numbers would take 16: a live trace keeps hundreds.
struct TransitionShare: BitwiseCopyable {
  /// Of the candidates of their rows, each counted from the first.
  let from: UInt16
  let to: UInt16
  private var low: UInt32 = 0
  private var high: UInt32 = 0

  init(from: Int, to: Int, value: Double) {
    self.from = UInt16(from)
    self.to = UInt16(to)
    self.value = value
  }

  /// 0 … 1.
  var value: Double {
    get { Double(bitPattern: UInt64(high) << 32 | UInt64(low)) }
    set {
      low = UInt32(truncatingIfNeeded: newValue.bitPattern)
      high = UInt32(truncatingIfNeeded: newValue.bitPattern >> 32)
    }
  }
}

/// What is known of a candidate while its row is joined; all without its emission.
private struct LatticeColumn: BitwiseCopyable {
  /// The log probability of the likeliest path to it.
  var score = -Double.infinity
  /// The log probability of all paths to it; at first of the greatest part of them.
  var all = -Double.infinity
  /// The sum of the parts, as shares of the greatest one; then its inverse.
  var sum = 0.0
  /// The previous candidate on the likeliest path.
  var back: Int32 = -1
}

/// The hidden Markov model of one trace: candidates as states, rows as times.
///
/// Shapes, for rows of k₀, k₁, … candidates:
///
///     candidates, scores, forward, back, posteriors    k₀ + k₁ + …
///     transitions                                      k₀ k₁ + k₁ k₂ + …, −∞ where nothing joins two candidates
///     shares                                           of the transitions that matter, row by row
struct Lattice: Sendable {
  var rows: [LatticeRow] = []
  var candidates: [Candidate] = []
  var transitions: [Double] = []
  /// Of each row ordered by the first candidate, then by the second.
  var shares: [TransitionShare] = []
  /// The log probability of the likeliest path to each candidate, relative to the likeliest candidate of its row.
  var scores: [Double] = []
  /// The log probability of all paths to each candidate, up to a constant of its row.
  var forward: [Double] = []
  /// The previous candidate on the likeliest path; −1 at the start of a chain.
  var back: [Int32] = []
  /// The probability of each candidate given the whole chain; see ``findPosteriors(of:)``.
  var posteriors: [Double] = []

  /// While a row is joined: its candidates.
  private var columns: [LatticeColumn] = []

  /// Parts of a sum that are e¹⁵ times smaller than the greatest part do not change the first six digits, and are left
  /// out.
  static let negligible = 15.0

  mutating func removeAll() {
    rows.removeAll(keepingCapacity: true)
    candidates.removeAll(keepingCapacity: true)
    transitions.removeAll(keepingCapacity: true)
    shares.removeAll(keepingCapacity: true)
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
    scores.append(copies: range.count, of: -.infinity)
    forward.append(copies: range.count, of: -.infinity)
    back.append(copies: range.count, of: -1)
    return rows.count - 1
  }

  /// Begins a chain with `row`: the likelihood of every candidate is its emission.
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

  /// Whether the likeliest path to a row left the road just before the row that precedes it.
  func leftRoad(before row: Int) -> Bool {
    guard let likeliest = rows[row].candidates.max(by: { scores[$0] < scores[$1] }), back[likeliest] >= 0 else {
      return false
    }
    let last = Int(back[likeliest])
    return candidates[last].isOffRoad && back[last] >= 0 && !candidates[Int(back[last])].isOffRoad
  }

  /// Joins `row` to an earlier row by the transitions that begin at `first`.
  ///
  /// - Precondition: all rows before it are joined.
  mutating func join(_ row: Int, to previous: Int, transitions first: Int) {
    let (from, to) = (rows[previous].candidates, rows[row].candidates)
    columns.removeAll(keepingCapacity: true)
    columns.append(copies: to.count, of: LatticeColumn())
    let firstShare = shares.count
    Self.findLikeliestWays(from, transitions, first, scores, forward, &columns)
    Self.findShares(from, transitions, first, forward, &shares, &columns)
    rows[row].shares = firstShare..<shares.count
    Self.fill(to, columns, candidates, &scores, &forward, &back)
    rows[row].previous = previous
    rows[row].transitions = first
    rows[row].level = rows[previous].level + normalise(row)
  }

  /// Gives the candidates of a row what their columns have found.
  private static func fill(
    _ row: Range<Int>, _ columns: [LatticeColumn], _ candidates: [Candidate], _ scores: inout [Double],
    _ forward: inout [Double], _ back: inout [Int32]
  ) {
    let columns = columns.span
    let candidates = candidates.span
    var scores = scores.mutableSpan
    var forward = forward.mutableSpan
    var back = back.mutableSpan
    for k in columns.indices {
      let i = row.lowerBound + k
      let (column, emission) = (columns[k], candidates[i].logEmission)
      scores[i] = column.score + emission
      forward[i] = column.all + emission
      back[i] = column.back
    }
  }

  /// Finds, for each candidate of a row, the likeliest path via the previous row, the first of equals, and the greatest
  /// part of the sum over all paths; both without its emission.
  private static func findLikeliestWays(
    _ from: Range<Int>, _ transitions: [Double], _ first: Int, _ scores: [Double], _ forward: [Double],
    _ columns: inout [LatticeColumn]
  ) {
    var columns = columns.mutableSpan
    let transitions = transitions.span
    let scores = scores.span
    let forward = forward.span
    var begin = first
    for i in from {
      let (score, all) = (scores[i], forward[i])
      let line = transitions.extracting(begin..<begin + columns.count)
      begin += columns.count
      guard score > -.infinity else { continue }
      for k in line.indices {
        let log = line[k]
        if score + log > columns[k].score {
          columns[k].score = score + log
          columns[k].back = Int32(truncatingIfNeeded: i)
        }
        columns[k].all = max(columns[k].all, all + log)
      }
    }
  }

  /// Appends the shares of a row's transitions, and finds the log probability of all paths to each of its candidates from the
  /// greatest part of the sum.
  private static func findShares(
    _ from: Range<Int>, _ transitions: [Double], _ first: Int, _ forward: [Double],
    _ shares: inout [TransitionShare], _ columns: inout [LatticeColumn]
  ) {
    shares.append(addingCapacity: from.count * columns.count) { new in
      var columns = columns.mutableSpan
      let transitions = transitions.span
      let forward = forward.span
      var begin = first
      for i in from {
        let all = forward[i]
        let line = transitions.extracting(begin..<begin + columns.count)
        begin += columns.count
        guard all > -.infinity else { continue }
        for k in line.indices {
          let less = all + line[k] - columns[k].all
          guard less > -negligible else { continue }  // always where nothing leads to the candidate
          let part = less == 0 ? 1 : exp(less)
          new.append(TransitionShare(from: i - from.lowerBound, to: k, value: part))
          columns[k].sum += part
        }
      }
      for k in columns.indices where columns[k].sum > 0 {
        let sum = columns[k].sum
        if sum != 1 { columns[k].all += log(sum) }
        columns[k].sum = 1 / sum
      }
      var found = new.mutableSpan
      for i in found.indices { found[i].value *= columns[Int(found[i].to)].sum }
    }
  }

  /// Subtracts the greatest score of a row, so that scores of long traces stay small, and returns it. Ratios within a
  /// row, the only thing that matters, are unchanged.
  private mutating func normalise(_ row: Int) -> Double {
    let candidates = rows[row].candidates
    let best = Self.greatest(of: candidates, in: scores)
    guard best > -.infinity else { return 0 }
    Self.subtract(best, from: candidates, of: &scores)
    Self.subtract(Self.greatest(of: candidates, in: forward), from: candidates, of: &forward)
    return best
  }

  private static func greatest(of row: Range<Int>, in scores: [Double]) -> Double {
    let scores = scores.span
    var greatest = -Double.infinity
    for i in row { greatest = max(greatest, scores[i]) }
    return greatest
  }

  private static func subtract(_ number: Double, from row: Range<Int>, of scores: inout [Double]) {
    var scores = scores.mutableSpan
    for i in row { scores[i] -= number }
  }

  /// The likeliest candidate of the last row of a chain, the first of equals.
  func best(in row: Int) -> Int? {
    var best: Int?
    for i in rows[row].candidates where scores[i] > (best.map { scores[$0] } ?? -.infinity) { best = i }
    return best
  }

  /// The candidate of each row of a chain on the likeliest path.
  func likeliestStates(of chain: [Int]) -> [Int] { likeliestStates(of: chain[...]) }

  /// The same for the last rows of a chain.
  func likeliestStates(of chain: ArraySlice<Int>) -> [Int] {
    guard let last = chain.last.flatMap({ best(in: $0) }) else { return [] }
    var states = [Int](repeating: last, count: chain.count)
    var place = chain.count - 1
    while place > 0, back[states[place]] >= 0 {
      states[place - 1] = Int(back[states[place]])
      place -= 1
    }
    return states
  }

  /// Finds the probability, given all fixes of the chain, that the vehicle was at each candidate: forward–backward.
  ///
  /// From the last row back, each candidate distributes its probability to those before it by their shares.
  ///
  /// - Parameter chain: the rows of one chain, in order.
  /// - Source: Rabiner 1989, doi:10.1109/5.18626, §III.A; as a smoother, Godsill, Doucet & West 2004,
  ///   doi:10.1198/016214504000000151, §2.
  mutating func findPosteriors(of chain: [Int]) { findPosteriors(of: chain[...]) }

  mutating func findPosteriors(of chain: ArraySlice<Int>) {
    if posteriors.count < candidates.count {
      posteriors.append(contentsOf: repeatElement(0, count: candidates.count - posteriors.count))
    }
    guard let last = chain.last else { return }
    for i in rows[last].candidates { posteriors[i] = exp(forward[i]) }
    normalisePosteriors(of: last)
    for position in chain.indices.dropLast().reversed() {
      let next = rows[chain[position + 1]]
      Self.passBack(
        to: rows[chain[position]].candidates, from: next.candidates, shares, next.shares, &posteriors)
    }
  }

  private static func passBack(
    to row: Range<Int>, from next: Range<Int>, _ shares: [TransitionShare], _ range: Range<Int>,
    _ posteriors: inout [Double]
  ) {
    var posteriors = posteriors.mutableSpan
    let shares = shares.span
    for i in row { posteriors[i] = 0 }
    for entry in range {
      let share = shares[entry]
      posteriors[row.lowerBound + Int(share.from)] += share.value * posteriors[next.lowerBound + Int(share.to)]
    }
    var total = 0.0
    for i in row { total += posteriors[i] }
    guard total > 0 else { return }
    for i in row { posteriors[i] /= total }
  }

  private mutating func normalisePosteriors(of row: Int) {
    var total = 0.0
    for i in rows[row].candidates { total += posteriors[i] }
    guard total > 0 else { return }
    for i in rows[row].candidates { posteriors[i] /= total }
  }
}

extension Array {
  /// Appends equal elements, with one check of the array's owner.
  fileprivate mutating func append(copies count: Int, of element: Element) {
    append(addingCapacity: count) { new in
      for _ in 0..<count { new.append(element) }
    }
  }
}
