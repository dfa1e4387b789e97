import Geodesy
import RandomNumbers
import RoadGraph
import RoadRules
import TestSupport
import Testing

@testable import Matching

/// A lattice of random numbers, small enough to try every sequence through it.
private struct RandomLattice {
  /// Transitions that are no likelier than this are not paths on the map.
  static let leastWay = -8.0

  var lattice = Lattice()
  let window: LatticeWindow

  init(seed: UInt64, begin: LatticeWindow.End, end: LatticeWindow.End) {
    var random = SplitMix64(seed: seed)
    let place = Place(latitude: 47.5, longitude: 9.5)
    for row in 0..<Int.random(in: 2...6, using: &random) {
      let first = lattice.candidates.count
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let edge = EdgeID(UInt32.random(in: 0..<3, using: &random))
        lattice.candidates.append(
          Candidate(
            position: EdgePosition(edge: edge, offset: 0), length: 10, place: place, distance: 0,
            logEmission: -Double.random(in: 0...4, using: &random), isWrongWay: false))
      }
      lattice.candidates.append(.offRoad(at: place, logEmission: -6))
      let number = lattice.addRow(KeptFix(number: row, place: place, time: nil, sigma: 5), weight: 1, from: first)
      if row == 0 {
        lattice.begin(at: 0, rules: TravelRules(mode: .car), offRoad: 3)
        continue
      }
      let transitions = lattice.transitions.count
      for _ in lattice.rows[row - 1].candidates {
        for _ in lattice.rows[row].candidates {
          let isJoined = Int.random(in: 0..<5, using: &random) > 0
          lattice.transitions.append(isJoined ? -Double.random(in: 0...10, using: &random) : -20)
        }
      }
      lattice.join(number, to: row - 1, transitions: transitions)
    }
    let rows = Array(lattice.rows.indices)
    window = LatticeWindow(rows: rows, states: lattice.likeliestStates(of: rows), begin: begin, end: end)
  }

  /// The transition from a candidate of the row before to one of a row.
  private func transition(_ i: Int, _ j: Int, to row: Int) -> Double {
    let (from, to) = (lattice.rows[row - 1].candidates, lattice.rows[row].candidates)
    return lattice.transitions[
      lattice.rows[row].transitions + (i - from.lowerBound) * to.count + j - to.lowerBound]
  }

  /// The log probability of a sequence; `nil` if it leaves the roads at other places than the likeliest one.
  func score(_ states: [Int]) -> Double? {
    let best = window.states
    for (end, position) in [(window.begin, 0), (window.end, best.count - 1)] where states[position] != best[position] {
      if end == .closed || lattice.candidates[states[position]].isOffRoad { return nil }
    }
    var score = lattice.scores[states[0]]
    for row in 1..<states.count {
      let (i, j) = (states[row - 1], states[row])
      let log = transition(i, j, to: row)
      let isOnRoad = !lattice.candidates[i].isOffRoad && !lattice.candidates[j].isOffRoad
      guard isOnRoad && log > Self.leastWay || i == best[row - 1] && j == best[row] else { return nil }
      score += log + lattice.candidates[j].logEmission
    }
    return score
  }

  /// Every sequence that may be reported, with its log probability.
  var sequences: [(states: [Int], score: Double)] {
    var all: [[Int]] = [[]]
    for row in lattice.rows { all = all.flatMap { states in row.candidates.map { states + [$0] } } }
    return all.compactMap { states in score(states).map { (states, $0) } }
  }

  /// Whether a candidate lies on another edge than the likeliest sequence does there.
  func isElsewhere(_ state: Int, at row: Int) -> Bool {
    let (candidate, best) = (lattice.candidates[state], lattice.candidates[window.states[row]])
    return !candidate.isOffRoad && (best.isOffRoad || candidate.position.edge != best.position.edge)
  }

  func runnerUps(mostMargin: Double) -> RunnerUps {
    RunnerUps(window, of: lattice, mostMargin: mostMargin) { _, _ in Self.leastWay }
  }
}

@Suite struct `Runner-ups of a lattice` {
  @Test(arguments: [
    (LatticeWindow.End.open, LatticeWindow.End.open), (.closed, .open), (.open, .closed), (.closed, .closed),
  ])
  func `are the likeliest of all sequences that go where none before them goes`(
    begin: LatticeWindow.End, end: LatticeWindow.End
  ) throws {
    var told = 0
    for seed in 0..<150 as Range<UInt64> {
      let random = RandomLattice(seed: seed, begin: begin, end: end)
      let sequences = random.sequences
      let best = try #require(random.score(random.window.states))
      #expect(sequences.allSatisfy { $0.score <= best + 1e-9 }, "seed \(seed)")
      var runnerUps = random.runnerUps(mostMargin: .infinity)
      var known = Set<Int>()
      while let deviation = runnerUps.nextDeviation() {
        let expected = sequences.filter { sequence in
          sequence.states.enumerated().contains { random.isElsewhere($1, at: $0) && !known.contains($1) }
        }.map(\.score).max()
        #expect(abs(best - (expected ?? .infinity) - deviation.margin) < 1e-9, "seed \(seed)")
        var whole = random.window.states
        whole.replaceSubrange(deviation.positions, with: deviation.states)
        #expect(abs((random.score(whole) ?? .infinity) - best + deviation.margin) < 1e-9, "seed \(seed)")
        known.formUnion(deviation.states)
        told += 1
      }
      let left = sequences.contains { sequence in
        sequence.states.enumerated().contains { random.isElsewhere($1, at: $0) && !known.contains($1) }
      }
      #expect(!left, "seed \(seed)")
    }
    #expect(told > 100)
  }

  @Test func `end where they are too unlikely`() {
    for seed in 0..<50 as Range<UInt64> {
      let random = RandomLattice(seed: seed, begin: .open, end: .open)
      func margins(_ most: Double) -> [Double] {
        var runnerUps = random.runnerUps(mostMargin: most)
        var margins: [Double] = []
        while let deviation = runnerUps.nextDeviation() { margins.append(deviation.margin) }
        return margins
      }
      #expect(margins(3) == margins(.infinity).filter { $0 <= 3 })
      #expect(margins(.infinity) == margins(.infinity).sorted())
    }
  }
}
