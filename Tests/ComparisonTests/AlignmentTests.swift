import RandomNumbers
import TestSupport
import Testing

@testable import Comparison

/// Sequences as words; the letter *a* weighs 1, *b* 2, *c* 3 and so on.
private func weightOfCommon(_ a: String, _ b: String, pairLimit: Int = 1000) -> Alignment {
  align(numbers(a), numbers(b), weights: Array(1...26), pairLimit: pairLimit)
}

private func numbers(_ word: String) -> [Int32] { word.utf8.map { Int32($0) - 97 } }

/// The heaviest common subsequence by the table of all beginnings, O(n · m).
private func reference(_ a: [Int32], _ b: [Int32], _ weights: [Int64]) -> Int64 {
  var above = [Int64](repeating: 0, count: b.count + 1)
  for element in a {
    var row = above
    for (place, other) in b.enumerated() {
      row[place + 1] = max(above[place + 1], row[place])
      if other == element { row[place + 1] = max(row[place + 1], above[place] + weights[Int(element)]) }
    }
    above = row
  }
  return above[b.count]
}

@Suite struct `Two sequences are aligned` {
  @Test(arguments: [
    ("", "", 0),
    ("abc", "", 0),
    ("abc", "abc", 6),
    ("abc", "xyz", 0),
    ("abcabc", "abc", 6),  // a lap left out
    ("abc", "abcabc", 6),  // a lap too many
    ("abcd", "abxd", 7),  // a detour
    ("abcd", "cd", 7),  // a late begin
    ("abcd", "dcba", 4),  // reversed: the heaviest alone
    ("abcd", "cdab", 7),  // swapped: the heavier half
    ("abab", "baba", 5),
    ("ay", "ya", 25),  // one heavy is more than none light
    ("aaaaaz", "zaaaaa", 26),  // and more than several
  ])
  func `by their heaviest common subsequence`(a: String, b: String, weight: Int64) {
    #expect(weightOfCommon(a, b) == Alignment(weight: weight, isExact: true))
    #expect(weightOfCommon(b, a) == Alignment(weight: weight, isExact: true))
  }

  @Test(arguments: [1, 2, 5, 30])
  func `as the table of all beginnings says, on random sequences`(letters: Int) {
    var random = SplitMix64(seed: UInt64(letters))
    for _ in 0..<300 {
      let weights = (0..<letters).map { _ in Int64.random(in: 0...9, using: &random) }
      let sequences = (0..<2).map { _ in
        (0..<Int.random(in: 0...40, using: &random)).map { _ in Int32.random(in: 0..<Int32(letters), using: &random) }
      }
      let found = align(sequences[0], sequences[1], weights: weights, pairLimit: 100_000)
      #expect(found.isExact)
      #expect(found.weight == reference(sequences[0], sequences[1], weights))
    }
  }

  @Test func `near their place where there are too many pairs, never too heavily, and it is said`() {
    var random = SplitMix64(seed: 7)
    let weights: [Int64] = [3, 4, 5]
    var (found, best): (Int64, Int64) = (0, 0)
    var bandedCount = 0
    for _ in 0..<50 {
      let truth = (0..<200).map { _ in Int32.random(in: 0..<3, using: &random) }
      let result = truth.filter { _ in Int.random(in: 0..<20, using: &random) > 0 }
      let banded = align(truth, result, weights: weights, pairLimit: 3000)
      let exact = reference(truth, result, weights)
      #expect(banded.weight <= exact)
      #expect(banded.weight == exact || !banded.isExact)
      bandedCount += banded.isExact ? 0 : 1
      found += banded.weight
      best += exact
    }
    #expect(bandedCount > 25)
    #expect(Double(found) > 0.95 * Double(best))
  }

  @Test(.timeLimit(.minutes(1)))
  func `at once where they are long and nearly equal`() {
    // 100 laps of 1,000 pieces; the result misses every 100th piece, and has a detour of a piece of its own there.
    let truth = (0..<100_000).map { Int32($0 % 1000) }
    let result = truth.enumerated().map { $0 % 100 == 50 ? 1000 : $1 }
    let weights = [Int64](repeating: 7, count: 1001)
    #expect(
      align(truth, result, weights: weights, pairLimit: 50_000_000) == Alignment(weight: 7 * 99_000, isExact: true))
  }
}
