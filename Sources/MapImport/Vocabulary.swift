/// A fixed table from words to values, searched by the bytes of a word without creating a `String`.
///
/// Open addressing with at least twice as many slots as words. An unsuccessful search usually ends at its first probe.
struct Vocabulary<Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    let hash: UInt64
    let word: [UInt8]
    let value: Value
  }

  private var entries: [Entry?]
  private let mask: Int

  /// - Precondition: no word occurs twice.
  init(_ words: [(word: String, value: Value)]) {
    var size = 4
    while size < words.count * 2 { size *= 2 }
    mask = size - 1
    entries = Array(repeating: nil, count: size)
    for (word, value) in words { insert(Array(word.utf8), value) }
  }

  private mutating func insert(_ word: [UInt8], _ value: Value) {
    var hash = WordHash()
    for byte in word { hash.add(byte) }
    var place = Int(truncatingIfNeeded: hash.value) & mask
    while let taken = entries[place] {
      precondition(taken.word != word, "a word occurs twice")
      place = (place + 1) & mask
    }
    entries[place] = Entry(hash: hash.value, word: word, value: value)
  }

  /// The value of the word at `range` of `bytes`, whose hash is `hash`.
  func find(_ bytes: [UInt8], _ range: Range<Int>, hash: UInt64) -> Value? {
    var place = Int(truncatingIfNeeded: hash) & mask
    while let entry = entries[place] {
      if entry.hash == hash && matches(entry.word, bytes, range) { return entry.value }
      place = (place + 1) & mask
    }
    return nil
  }

  func find(_ bytes: [UInt8], _ range: Range<Int>) -> Value? {
    var hash = WordHash()
    for index in range { hash.add(bytes[index]) }
    return find(bytes, range, hash: hash.value)
  }

  func find(_ word: String) -> Value? {
    let bytes = Array(word.utf8)
    return find(bytes, 0..<bytes.count)
  }

  private func matches(_ word: [UInt8], _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard word.count == range.count else { return false }
    for (offset, byte) in word.enumerated() where bytes[range.lowerBound + offset] != byte { return false }
    return true
  }
}

extension Vocabulary: ExpressibleByDictionaryLiteral {
  init(dictionaryLiteral words: (String, Value)...) {
    self.init(words.map { (word: $0.0, value: $0.1) })
  }
}

/// FNV-1a, one byte at a time, with the high half folded into the low half.
///
/// - Source: Fowler, Noll, Vo; draft-eastlake-fnv.
struct WordHash {
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  var value: UInt64 { state ^ state >> 32 }
}
