import RandomNumbers
import Testing

@testable import Matching

@Suite struct `The median of the newest values` {
  @Test(arguments: [1, 2, 7, 48])
  func `is the middle one of them in order`(most: Int) {
    var random = SplitMix64(seed: 5)
    var sliding = SlidingMedian(of: most)
    #expect(sliding.value == nil)
    var all: [Double] = []
    for _ in 0..<300 {
      // Few different values, so that many are equal.
      all.append(Double(Int.random(in: 0...9, using: &random)))
      sliding.append(all[all.count - 1])
      var newest = Array(all.suffix(most))
      #expect(sliding.count == newest.count && sliding.value == median(of: &newest))
    }
  }
}
