public import Storage

/// The beginning of a text in three words, which contain most texts completely.
@usableFromInline package struct FixedText: BitwiseCopyable, Sendable {
  private static let capacity = 24

  @usableFromInline let first: UInt64
  @usableFromInline let second: UInt64
  @usableFromInline let third: UInt64
  /// The number of bytes in the words.
  @usableFromInline let count: UInt32
  @usableFromInline package let isLonger: Bool

  package init(_ text: String) {
    let bytes = Array(text.utf8)
    first = Self.word(bytes.prefix(8))
    second = Self.word(bytes.dropFirst(8).prefix(8))
    third = Self.word(bytes.dropFirst(16).prefix(8))
    count = UInt32(min(bytes.count, Self.capacity))
    isLonger = bytes.count > Self.capacity
  }

  @usableFromInline init() {
    (first, second, third, count, isLonger) = (0, 0, 0, 0, false)
  }

  @inlinable @inline(__always)
  package static var none: FixedText { FixedText() }

  /// The part that exceeds the words.
  package static func rest(of text: String) -> [UInt8] { Array(text.utf8.dropFirst(capacity)) }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}

/// Values with a fixed text before them, in one step: the names of fields are as many as their values.
extension ByteWriter {
  @inlinable @inline(__always)
  package mutating func text(_ text: FixedText) {
    buffer.append(text.first, text.second, text.third, count: Int(text.count))
  }

  @inlinable @inline(__always)
  package mutating func word(_ word: ShortWord, after lead: FixedText) {
    buffer.append(
      lead.first, lead.second, lead.third, count: Int(lead.count), word.bytes, count: word.count, 0, count: 0)
  }

  @inlinable @inline(__always)
  package mutating func integer(_ value: Int64, after lead: FixedText) {
    guard let digits = ShortDigits(value) else {
      text(lead)
      return longInteger(value)
    }
    append(digits, after: lead)
  }

  /// As ``fixed(_:places:)``.
  @inlinable @inline(__always)
  package mutating func fixed(_ units: Int64, places: Int, after lead: FixedText) {
    guard let digits = ShortDigits(units, places: places) else {
      text(lead)
      return longFixed(units, places: places)
    }
    append(digits, after: lead)
  }

  @inlinable @inline(__always)
  mutating func append(_ digits: ShortDigits, after lead: FixedText) {
    buffer.append(
      lead.first, lead.second, lead.third, count: Int(lead.count),
      digits.first, count: digits.firstCount, digits.second, count: digits.secondCount)
  }
}
