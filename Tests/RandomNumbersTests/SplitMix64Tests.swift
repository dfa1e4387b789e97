import RandomNumbers
import Testing

@Suite struct `Random numbers` {
  @Test func `are the published sequence`() {
    var random = SplitMix64(seed: 1_234_567)
    let expected: [UInt64] = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
    #expect(expected == (0..<3).map { _ in random.next() })
  }

  @Test func `lie evenly in their range`() {
    var random = SplitMix64(seed: 1)
    let numbers = (0..<10_000).map { _ in random.uniform(in: 2...6) }
    #expect(numbers.allSatisfy { (2...6).contains($0) })
    for quarter in 2..<6 {
      let count = numbers.count { Int($0) == quarter }
      #expect(abs(count - 2500) < 217, "five standard deviations")
    }
  }

  @Test(arguments: [false, true])
  func `are normal, or nearly`(nearly: Bool) {
    var random = SplitMix64(seed: 2)
    let numbers = (0..<10_000).map { _ in nearly ? random.nearlyNormal() : random.normal() }
    let mean = numbers.reduce(0, +) / 10_000
    let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 10_000
    #expect(abs(mean) < 0.05 && abs(variance - 1) < 0.08)
    let inside = numbers.count { abs($0) < 1 }
    #expect(abs(inside - 6827) < 240)
    var next = random
    let neighbours = (0..<10_000).reduce(0.0) { sum, _ in sum + next.normal() * next.normal() }
    #expect(abs(neighbours) < 500, "pairs of one draw are independent")
  }
}
