import RandomNumbers
import Testing

@testable import Storage

struct GrowingArrayTests {
  @Test func `behaves as an array does`() {
    var random = SplitMix64(seed: 7)
    var grown = GrowingArray<Int>()
    var expected: [Int] = []
    for step in 0..<5_000 {
      switch Int.random(in: 0...9, using: &random) {
      case 0 where !expected.isEmpty:
        let count = Int.random(in: 0...expected.count, using: &random)
        grown.truncate(to: count)
        expected.removeLast(expected.count - count)
      case 1...3 where !expected.isEmpty:
        let index = Int.random(in: 0..<expected.count, using: &random)
        grown[index] += step
        expected[index] += step
      default:
        grown.append(step)
        expected.append(step)
      }
      let (count, isEmpty) = (grown.count, grown.isEmpty)
      #expect(count == expected.count && isEmpty == expected.isEmpty)
    }
    var copy: [Int] = [-1]
    grown.append(to: &copy)
    #expect(copy == [-1] + expected)
    grown.removeAll()
    let isEmpty = grown.isEmpty
    #expect(isEmpty)
  }

  @Test(arguments: [0, 1, 15, 16, 17, 40])
  func `appends the sums of a number and the elements of another array`(count: Int) {
    var others = GrowingArray<Double>()
    for index in 0..<count { others.append(Double(index)) }
    var sums = GrowingArray<Double>()
    sums.append(-1)
    for number in [0.5, -.infinity] { sums.append(sumsOf: others, and: number) }
    var copy: [Double] = []
    sums.append(to: &copy)
    let elements = (0..<count).map(Double.init)
    #expect(copy == [-1] + elements.map { $0 + 0.5 } + elements.map { $0 - .infinity })
  }
}
