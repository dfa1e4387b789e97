/// The decimal digits at the start of eight bytes of text, read all at once.
///
/// - Source: pairs, then fours, then all eight digits are joined by one multiplication each: Lemire, "Number parsing at
///   a gigabyte per second", Software: Practice and Experience 51 (2021), doi:10.1002/spe.2984, §6.
@usableFromInline package struct DigitRun {
  /// The number of leading bytes that are digits.
  @usableFromInline package let count: Int
  /// The number they represent; 0 for none.
  @usableFromInline package let value: UInt64

  /// - Parameters:
  ///   - word: the text, its first byte the lowest.
  ///   - limit: the number of bytes that may be read; 0 or more.
  @inlinable @inline(__always)
  package init(_ word: UInt64, atMost limit: Int = 8) {
    let values = word ^ 0x3030_3030_3030_3030
    let others = (values &+ 0x0606_0606_0606_0606 | values) & 0xF0F0_F0F0_F0F0_F0F0
    count = min(others.trailingZeroBitCount / 8, limit)
    let digits = count == 0 ? 0 : values << UInt64(8 * (8 - count))  // zeros in front
    let pairs = digits &* 10 &+ digits >> 8
    let first = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let second = (pairs >> 16 & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    value = (first &+ second) >> 32
  }

  /// Ten to the power of `count`.
  @inlinable @inline(__always)
  package var scale: UInt64 { Self.scale(count) }

  /// Ten to the power of a number of digits; 10⁸ beyond 8.
  @inlinable @inline(__always)
  package static func scale(_ count: Int) -> UInt64 {
    switch count {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    case 7: 10_000_000
    default: 100_000_000
    }
  }
}

extension Span<UInt8> {
  /// Eight bytes as a number, the first one the lowest.
  ///
  /// - Precondition: they are within the span.
  @inlinable @inline(__always)
  package func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= count - 8)
    return UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// The same at any offset; bytes after the end are zero.
  ///
  /// - Precondition: `offset` is not negative, and the span has eight bytes or more.
  @inlinable @inline(__always)
  package func paddedWord(at offset: Int) -> UInt64 {
    let last = count - 8
    return offset <= last ? word(at: offset) : word(at: last) >> UInt64(8 * (offset - last))
  }

  /// The offset of the first byte at or after `start` that is one of two; `count` if neither occurs.
  ///
  /// - Source: a byte is zero if subtracting one borrows and its high bit was clear: Mycroft, 1987; Warren, Hacker's
  ///   Delight, 2nd ed. 2012, §6-1. Only bytes after a match can be reported wrongly.
  @inlinable @inline(__always)
  package func firstOffset(of byte: UInt8, or other: UInt8, from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var offset = start
    while offset <= count - 8 {
      let word = word(at: offset)
      let first = word ^ (ones &* UInt64(byte))
      let second = word ^ (ones &* UInt64(other))
      let found = ((first &- ones) & ~first | (second &- ones) & ~second) & (ones << 7)
      if found != 0 { return offset + found.trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < count, self[offset] != byte, self[offset] != other { offset += 1 }
    return offset
  }
}
