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
}
