import Foundation
import Geodesy
import RandomNumbers
import RoadGraph
import RoadRules
import TestSupport
import Testing

@testable import Matching

@Suite struct `The lattice` {
  /// A chain of rows with random candidates and transitions, some of them impossible.
  private func lattice(rows: Int, seed: UInt64) -> Lattice {
    var random = SplitMix64(seed: seed)
    var lattice = Lattice()
    for row in 0..<rows {
      let first = lattice.candidates.count
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        lattice.candidates.append(candidate(.random(in: -9...0, using: &random), &random))
      }
      lattice.candidates.append(.offRoad(at: RoadSketch.corner, logEmission: .random(in: -9...0, using: &random)))
      let fix = KeptFix(number: row, place: RoadSketch.corner, time: nil, sigma: 5)
      let added = lattice.addRow(fix, weight: 1, from: first)
      if row == 0 { lattice.begin(at: added, rules: rules, offRoad: 3) } else { join(added, in: &lattice, &random) }
    }
    return lattice
  }

  private let rules = TravelRules(mode: .car)

  private func candidate(_ logEmission: Double, _ random: inout SplitMix64) -> Candidate {
    Candidate(
      position: EdgePosition(edge: EdgeID(0), offset: 0), length: 100, place: RoadSketch.corner, distance: 0,
      logEmission: logEmission, isWrongWay: Bool.random(using: &random))
  }

  private func join(_ row: Int, in lattice: inout Lattice, _ random: inout SplitMix64) {
    let first = lattice.transitions.count
    let count = lattice.rows[row - 1].candidates.count * lattice.rows[row].candidates.count
    for i in 0..<count {
      let isPossible = i == count - 1 || Int.random(in: 0..<4, using: &random) > 0
      lattice.transitions.append(isPossible ? .random(in: -12...0, using: &random) : -.infinity)
    }
    lattice.join(row, to: row - 1, transitions: first)
  }

  /// Every sequence of candidates and its log probability.
  private func sequences(_ lattice: Lattice) -> [(states: [Int], log: Double)] {
    var found: [(states: [Int], log: Double)] = lattice.rows[0].candidates.map { i in
      let candidate = lattice.candidates[i]
      let penalty = candidate.isOffRoad ? 3 : candidate.isWrongWay ? rules.wrongWayEntry : 0
      return ([i], candidate.logEmission - penalty)
    }
    for (before, row) in zip(lattice.rows, lattice.rows.dropFirst()) {
      found = found.flatMap { states, log in
        row.candidates.map { j in
          let line = (states.last ?? 0) - before.candidates.lowerBound
          let entry = row.transitions + line * row.candidates.count + j - row.candidates.lowerBound
          return (states + [j], log + lattice.transitions[entry] + lattice.candidates[j].logEmission)
        }
      }
    }
    return found
  }

  @Test(arguments: 1...40)
  func `finds the likeliest of all sequences`(seed: UInt64) throws {
    let lattice = lattice(rows: 6, seed: seed)
    let best = try #require(sequences(lattice).max { $0.log < $1.log })
    #expect(lattice.likeliestStates(of: Array(0..<6)) == best.states)
    #expect(abs(lattice.rows[5].level - best.log) < 1e-9)
  }

  @Test(arguments: 1...40)
  func `finds the likeliest of all sequences without a oneway broken`(seed: UInt64) {
    let lattice = lattice(rows: 6, seed: seed)
    let best = sequences(lattice)
      .filter { $0.states.allSatisfy { !lattice.candidates[$0].isWrongWay } && $0.log > -.infinity }
      .max { $0.log < $1.log }
    let found = lattice.likeliestStates(of: [0, 1, 2, 3, 4, 5], leastWay: { _, _ in -.infinity }) { row, state in
      lattice.rows[row].candidates.contains(state) && !lattice.candidates[state].isWrongWay
    }
    #expect(found == best?.states)
  }

  @Test func `shares a row between candidates against oneways and others`() {
    var lattice = lattice(rows: 6, seed: 3)
    lattice.findPosteriors(of: Array(0..<6))
    for row in lattice.rows.indices {
      let before = Array(lattice.posteriors)
      lattice.setShareAgainstOneways(of: row, to: 0.25)
      let against = lattice.rows[row].candidates.filter { lattice.candidates[$0].isWrongWay && before[$0] > 0 }
      let sum = against.reduce(0) { $0 + lattice.posteriors[$1] }
      #expect(abs(sum - (against.isEmpty ? 0 : 0.25)) < 1e-9)
      #expect(abs(lattice.posteriors[lattice.rows[row].candidates].reduce(0, +) - 1) < 1e-9)
    }
  }

  @Test(arguments: 1...40)
  func `adds up the probability of all sequences through a candidate`(seed: UInt64) {
    var lattice = lattice(rows: 5, seed: seed)
    lattice.findPosteriors(of: Array(0..<5))
    let all = sequences(lattice)
    let total = all.reduce(0) { $0 + exp($1.log) }
    // Four sums lead to a candidate from both ends together, and one adds up its row: each is short of three terms at most.
    let tolerance = (4 + 1) * 3 * exp(-Lattice.negligible)
    for i in lattice.candidates.indices {
      let through = all.filter { $0.states.contains(i) }.reduce(0) { $0 + exp($1.log) }
      #expect(abs(lattice.posteriors[i] - through / total) <= tolerance, "candidate \(i)")
    }
  }

  @Test func `has the same paths and probabilities without the candidates from which no path leads on`() {
    var removed = 0
    for seed in 1...40 as ClosedRange<UInt64> {
      var whole = lattice(rows: 8, seed: seed)
      var pruned = whole
      pruned.prune(ArraySlice(0..<6))
      let chain = Array(0..<8)
      whole.findPosteriors(of: chain)
      pruned.findPosteriors(of: chain)
      removed += whole.candidates.count - pruned.candidates.count
      // Emissions are random, so each tells its candidate.
      let paths = [whole, pruned].map { lattice in
        lattice.likeliestStates(of: chain).map { lattice.candidates[$0].logEmission }
      }
      #expect(paths[0] == paths[1])
      let found = [whole, pruned].map { lattice in
        lattice.rows.map { row in lattice.posteriors[row.candidates].filter { $0 > 0 } }
      }
      #expect(found[0] == found[1])
      #expect(pruned.rows[6].candidates.count == whole.rows[6].candidates.count)
    }
    #expect(removed > 10)
  }

  @Test func `does not lose itself in a trace of ten thousand fixes`() {
    var lattice = lattice(rows: 10_000, seed: 1)
    let chain = Array(0..<10_000)
    #expect(lattice.likeliestStates(of: chain).count == 10_000)
    lattice.findPosteriors(of: chain)
    for row in lattice.rows {
      let sum = lattice.posteriors[row.candidates].reduce(0, +)
      #expect(abs(sum - 1) <= 3 * exp(-Lattice.negligible), "one sum of four terms")
    }
  }

  @Test func `ends where nothing joins two rows`() {
    var lattice = Lattice()
    for row in 0..<2 {
      lattice.candidates.append(.offRoad(at: RoadSketch.corner, logEmission: -1))
      let fix = KeptFix(number: row, place: RoadSketch.corner, time: nil, sigma: 5)
      _ = lattice.addRow(fix, weight: 1, from: row)
    }
    lattice.begin(at: 0, rules: rules, offRoad: 3)
    lattice.transitions.append(-.infinity)
    lattice.join(1, to: 0, transitions: 0)
    #expect(lattice.best(in: 1) == nil && lattice.likeliestStates(of: [0, 1]).isEmpty)
    lattice.findPosteriors(of: [0, 1])
    #expect(lattice.posteriors.allSatisfy { (0...1).contains($0) })
  }

  @Test func `of nothing is nothing`() {
    var lattice = Lattice()
    #expect(lattice.likeliestStates(of: []).isEmpty)
    lattice.findPosteriors(of: [])
    #expect(lattice.posteriors.isEmpty)
  }
}
