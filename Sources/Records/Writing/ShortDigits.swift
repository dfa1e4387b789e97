/// A number as written, in two words: the first bytes of one, and after them the first bytes of the other.
@usableFromInline struct ShortDigits {
  @usableFromInline let first: UInt64
  @usableFromInline let firstCount: Int
  @usableFromInline let second: UInt64
  @usableFromInline let secondCount: Int

  @inlinable @inline(__always)
  init(_ first: (word: UInt64, count: Int), _ second: UInt64 = 0, count secondCount: Int = 0) {
    self.first = first.word
    firstCount = first.count
    self.second = second
    self.secondCount = secondCount
  }

  /// - Returns: `nil` for more than 15 digits.
  @inlinable @inline(__always)
  init?(_ value: Int64) {
    let magnitude = value.magnitude
    if magnitude < 10_000 {
      self.init(signedFourDigits(magnitude, isNegative: value < 0))
    } else if magnitude < 10_000_000 {
      self.init(signedDigits(magnitude, isNegative: value < 0))
    } else if magnitude < 1_000_000_000_000_000 {
      let (word, count) = signedDigits(magnitude / 100_000_000, isNegative: value < 0)
      let leading = magnitude < 100_000_000 ? count - 1 : count  // no zero before eight digits
      self.init((word, leading), eightDigits(magnitude % 100_000_000), count: 8)
    } else {
      return nil
    }
  }

  /// `units` ÷ 10^`places`.
  ///
  /// - Precondition: `places` is within 1 ... 7.
  /// - Returns: `nil` for more than seven digits before the point.
  @inlinable @inline(__always)
  init?(_ units: Int64, places: Int) {
    precondition(1...7 ~= places)
    let (whole, rest) = quotient(of: units.magnitude, byPowerOfTen: places)
    if whole < 10_000 && places <= 4 {
      self.init(short: whole, rest, isNegative: units < 0, places)
    } else if whole < 10_000_000 {
      let begin =
        whole < 100
        ? signedTwoDigits(whole, isNegative: units < 0) : signedDigits(whole, isNegative: units < 0)
      self.init(begin, decimals(of: eightDigits(rest), places), count: places + 1)
    } else {
      return nil
    }
  }

  /// Four digits before the point and four after it, formatted at once.
  @inlinable @inline(__always)
  init(short whole: UInt64, _ rest: UInt64, isNegative: Bool, _ places: Int) {
    let digits = eightDigits(whole * 10_000 + rest)
    let zeros = leadingZeros(of: digits, atMost: 3)
    let begin = (digits & 0xFFFF_FFFF) >> UInt64(8 * zeros)
    let word = isNegative ? begin << 8 | UInt64(UInt8(ascii: "-")) : begin
    self.init((word, 4 - zeros + (isNegative ? 1 : 0)), decimals(of: digits, places), count: places + 1)
  }
}

/// At most seven digits, with a minus if negative, as the first `count` bytes of a word.
@inlinable @inline(__always)
func signedDigits(_ magnitude: UInt64, isNegative: Bool) -> (word: UInt64, count: Int) {
  let digits = eightDigits(magnitude)
  let zeros = leadingZeros(of: digits)
  let word = digits >> UInt64(8 * zeros)
  return isNegative ? (word << 8 | UInt64(UInt8(ascii: "-")), 9 - zeros) : (word, 8 - zeros)
}

/// At most four digits in the same way.
@inlinable @inline(__always)
func signedFourDigits(_ magnitude: UInt64, isNegative: Bool) -> (word: UInt64, count: Int) {
  let digits = fourDigits(magnitude)
  let zeros = leadingZeros(of: digits, atMost: 3)
  let word = digits >> UInt64(8 * zeros)
  return isNegative ? (word << 8 | UInt64(UInt8(ascii: "-")), 5 - zeros) : (word, 4 - zeros)
}

/// At most two digits in the same way: most degrees.
@inlinable @inline(__always)
func signedTwoDigits(_ magnitude: UInt64, isNegative: Bool) -> (word: UInt64, count: Int) {
  let upper = (magnitude &* 103) >> 10
  let digits = upper | (magnitude &- upper &* 10) << 8 | 0x3030
  let (word, count) = upper == 0 ? (digits >> 8, 1) : (digits, 2)
  return isNegative ? (word << 8 | UInt64(UInt8(ascii: "-")), count + 1) : (word, count)
}

/// A point and the last `places` of eight digits, as the first bytes of a word.
@inlinable @inline(__always)
func decimals(of digits: UInt64, _ places: Int) -> UInt64 {
  (digits >> UInt64(8 * (8 - places))) << 8 | UInt64(UInt8(ascii: "."))
}
