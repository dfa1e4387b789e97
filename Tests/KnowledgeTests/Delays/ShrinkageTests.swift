import RandomNumbers
import Testing

@testable import Knowledge

@Suite("Means of groups, drawn towards what is expected")
struct ShrinkageTests {
  @Test("The variance between groups is found", arguments: [0.0, 4, 25])
  func variance(truth: Double) {
    var random = SplitMix64(seed: 3)
    var shrinkage = Shrinkage()
    for group in 0..<4_000 {
      let variance = Double(1 + group % 9)
      let difference = truth.squareRoot() * random.normal() + variance.squareRoot() * random.normal()
      shrinkage.add(difference: difference, variance: variance)
    }
    shrinkage.estimate()
    #expect(abs(shrinkage.between - truth) < 0.3 + 0.1 * truth)
  }

  @Test("Groups that do not differ are drawn all the way")
  func equal() {
    var shrinkage = Shrinkage()
    for _ in 0..<10 { shrinkage.add(difference: 0.1, variance: 4) }
    shrinkage.estimate()
    #expect(shrinkage.drawn(difference: 0.1, variance: 4) == 0)
  }

  @Test("Quantiles lie between values")
  func quantile() {
    #expect([1.0, 2, 4].quantile(0.5) == 2)
    #expect([1.0, 2].quantile(0.85) == 1.85)
    #expect([3.0].quantile(0.85) == 3)
  }
}
