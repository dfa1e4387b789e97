import RandomNumbers
import Summaries
import Testing

@Suite struct `A quantile` {
  /// The value that a share of the others do not exceed, from all of them in order.
  private func exact(_ share: Double, of sorted: [Double]) -> Double {
    sorted[max(1, Int((share * Double(sorted.count)).rounded(.up))) - 1]
  }

  @Test(arguments: 1...12)
  func `is within a thousandth of the one among all values`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var (lengths, shares) = (Distribution(.lengths), Distribution(.shares))
    var values: (lengths: [Double], shares: [Double]) = ([], [])
    for _ in 0..<Int.random(in: 1...300, using: &random) {
      // From millimetres to the length of the equator.
      values.lengths.append([0, 0.001, 1, 1000, 4e7].randomElement(using: &random) ?? 0)
      values.lengths[values.lengths.count - 1] *= random.uniform()
      values.shares.append(random.uniform())
    }
    for value in values.lengths { lengths.add(value) }
    for value in values.shares { shares.add(value) }
    let sorted = (lengths: values.lengths.sorted(), shares: values.shares.sorted())
    for share in [0, 0.01, 0.1, 0.5, 0.9, 0.99, 1] {
      let (length, part) = (exact(share, of: sorted.lengths), exact(share, of: sorted.shares))
      let found = (try #require(lengths.quantile(share)), try #require(shares.quantile(share)))
      #expect(abs(found.0 - length) <= max(length / 1000, 0.01), "\(share): \(found.0) and not \(length)")
      #expect(abs(found.1 - part) <= 0.0001, "\(share): \(found.1) and not \(part)")
    }
    #expect(shares.parts(10).reduce(0, +) == values.shares.count)
    #expect(lengths.least == sorted.lengths.first && lengths.most == sorted.lengths.last)
  }

  @Test func `knows no values that are not numbers`() {
    var shares = Distribution(.shares)
    for value in [Double.nan, .infinity, -.infinity] { shares.add(value) }
    #expect(shares.count == 0 && shares.sum == 0 && shares.quantile(0.5) == nil && shares.most == nil)
    shares.add(0.25)
    #expect(shares.count == 1 && shares.mean == 0.25)
  }

  @Test(arguments: [Distribution.Scale.shares, .lengths])
  func `of values beyond the scale is between the least and the most`(scale: Distribution.Scale) throws {
    var values = Distribution(scale)
    for value in [-5, -5, -5, 1e15, 1e15] { values.add(value) }
    #expect(values.least == -5 && values.most == 1e15 && values.count == 5)
    let median = try #require(values.quantile(0.5))
    #expect((-5.0...0).contains(median))
    #expect(values.parts(4).reduce(0, +) == 5)
  }

  @Test(arguments: [(0.0999, 0), (0.1, 1), (0.8999, 8), (0.9, 9), (0.99999, 9), (1, 9)])
  func `is in the part that begins with it`(share: Double, part: Int) {
    var shares = Distribution(.shares)
    shares.add(share)
    #expect(shares.parts(10).firstIndex(of: 1) == part)
  }
}
