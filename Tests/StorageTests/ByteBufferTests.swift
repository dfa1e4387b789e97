import RandomNumbers
import TestSupport
import Testing

@testable import Storage

struct ByteBufferTests {
  @Test func `whatever is added in pieces comes out in one`() {
    var random = SplitMix64(seed: 3)
    for capacity in [0, 1, 7, 300] {
      var buffer = ByteBuffer(capacity: capacity)
      var expected: [UInt8] = []
      for _ in 0..<400 {
        let bytes = (0..<Int.random(in: 0...16, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        let first = bytes.prefix(8)
        let second = bytes.dropFirst(8)
        switch Int.random(in: 0...4, using: &random) {
        case 0: buffer.append(word(first), count: first.count, word(second), count: second.count)
        case 1:
          buffer.append(word(first), count: first.count)
          buffer.append(word(second), count: second.count)
        case 2: buffer.append(bytes)
        case 3:
          // A text of up to 24 bytes, and another of up to 16 after it.
          let lead = bytes + first
          buffer.append(
            word(lead.prefix(8)), word(lead.dropFirst(8).prefix(8)), word(lead.dropFirst(16)), count: lead.count,
            word(first), count: first.count, word(second), count: second.count)
          expected += lead
        default: for byte in bytes { buffer.append(byte) }
        }
        expected += bytes
      }
      let array = buffer.array
      #expect(array == expected, "capacity \(capacity)")
      buffer.removeAll()
      buffer.append([1, 2])
      let again = buffer.array
      #expect(again == [1, 2])
    }
  }

  private func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}

struct WordReadingTests {
  @Test func `digits at the begin of a word are counted and read`() {
    var random = SplitMix64(seed: 11)
    let alphabet = Array("0123456789012345678901234567890123456789/:.-, \u{0}\u{FF}".utf8) + [0xCA, 0xFA, 0xB0]
    for _ in 0..<5000 {
      let bytes = (0..<8).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      let limit = Int.random(in: 0...8, using: &random)
      let digits = bytes.prefix(limit).prefix { (0x30...0x39).contains($0) }
      let run = DigitRun(bytes.span.word(at: 0), atMost: limit)
      #expect(run.count == digits.count, "\(bytes)")
      #expect(run.value == digits.reduce(0) { $0 * 10 + UInt64($1 - 0x30) })
      #expect(run.scale == digits.reduce(1) { scale, _ in scale * 10 })
    }
  }

  @Test func `the first of two bytes is found wherever it is`() {
    var random = SplitMix64(seed: 12)
    for _ in 0..<3000 {
      let count = Int.random(in: 0...40, using: &random)
      let bytes = (0..<count).map { _ in
        UInt8.random(in: 0x28...0x2D, using: &random) &* (Bool.random(using: &random) ? 1 : 3)
      }
      let start = Int.random(in: 0...count, using: &random)
      let expected = bytes[start...].firstIndex { $0 == 0x2C || $0 == 0x2D } ?? count
      #expect(bytes.span.firstOffset(of: 0x2C, or: 0x2D, from: start) == expected)
    }
  }
}
