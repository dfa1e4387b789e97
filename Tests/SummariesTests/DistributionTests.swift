import Summaries
import Testing

@Suite struct `How values are spread` {
  @Test func `shares are exact to the last decimal of reports`() {
    var shares = Distribution(.shares)
    for number in 0...1000 { shares.add(Double(number) / 1000) }
    #expect(shares.count == 1001 && shares.least == 0 && shares.most == 1)
    #expect(shares.quantile(0.1) == 0.1 && shares.quantile(0.5) == 0.5 && shares.quantile(0.9) == 0.9)
    #expect(abs((shares.mean ?? 0) - 0.5) < 1e-12)
    #expect(shares.parts(10) == [100, 100, 100, 100, 100, 100, 100, 100, 100, 101])
  }

  @Test(arguments: [0.004, 0.02, 1.0, 847.31, 123_456.78, 4e7])
  func `lengths are right to a thousandth`(length: Double) throws {
    var lengths = Distribution(.lengths)
    for factor in [0.5, 1, 1, 1, 3] { lengths.add(length * factor) }
    let median = try #require(lengths.quantile(0.5))
    #expect(abs(median - length) <= max(length / 1000, 0.01))
    #expect(lengths.least == length / 2 && lengths.most == length * 3)
  }

  @Test func `of one value, every quantile is that value`() {
    var lengths = Distribution(.lengths)
    lengths.add(12.34)
    #expect([0.1, 0.5, 0.9, 1].map { lengths.quantile($0) } == [12.34, 12.34, 12.34, 12.34])
  }

  @Test func `of none there is nothing`() {
    let shares = Distribution(.shares)
    #expect(shares.count == 0 && shares.quantile(0.5) == nil && shares.mean == nil && shares.least == nil)
  }
}
