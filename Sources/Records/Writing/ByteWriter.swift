public import Storage

/// A growing row of bytes with the few number formats that reports need.
///
/// Numbers and times are formatted eight bytes at a time and appended as words: a row of 18 values takes a tenth of a
/// microsecond.
@usableFromInline package struct ByteWriter: ~Copyable, Sendable {
  @usableFromInline package var buffer: ByteBuffer
  /// The day written last, since most rows are of the same day.
  @usableFromInline var lastDate = WrittenDate(daysSince1970: 0)

  package init(capacity: Int = 256) {
    buffer = ByteBuffer(capacity: capacity)
  }

  package var count: Int { buffer.count }

  /// Returns the bytes written.
  package consuming func finished() -> ByteBuffer { buffer }

  package mutating func removeAll() { buffer.removeAll() }

  /// A copy of the bytes written.
  package var array: [UInt8] { buffer.array }

  @inlinable @inline(__always)
  package mutating func byte(_ byte: UInt8) { buffer.append(byte) }

  @inlinable package mutating func bytes(_ bytes: [UInt8]) { buffer.append(bytes) }

  /// The UTF-8 of the text, unescaped.
  @inlinable package mutating func text(_ text: String) { buffer.append(text) }

  /// A fixed word of the program, at most eight bytes of ASCII.
  @inlinable @inline(__always)
  package mutating func word(_ word: ShortWord) { buffer.append(word.bytes, count: word.count) }
}

/// A text of at most eight ASCII characters, ready to be stored as one word.
@usableFromInline package struct ShortWord: Sendable {
  @usableFromInline let bytes: UInt64
  @usableFromInline let count: Int

  /// - Parameters:
  ///   - bytes: the first character in the lowest byte.
  ///   - count: 0 ... 8.
  @inlinable init(_ bytes: UInt64, _ count: Int) {
    self.bytes = bytes
    self.count = count
  }

  /// - Precondition: the text has at most eight bytes.
  package init(_ text: String) {
    precondition(text.utf8.count <= 8)
    self.init(text.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }, text.utf8.count)
  }

  @inlinable package static var none: ShortWord { ShortWord(0, 0) }
  @inlinable package static var line: ShortWord { ShortWord(0x0A, 1) }
  @inlinable package static var comma: ShortWord { ShortWord(0x2C, 1) }
  @inlinable package static var commaAndLine: ShortWord { ShortWord(0x0A2C, 2) }
  @inlinable package static var null: ShortWord { ShortWord(0x6C_6C75_6E, 4) }
  @inlinable package static var `true`: ShortWord { ShortWord(0x65_7572_74, 4) }
  @inlinable package static var `false`: ShortWord { ShortWord(0x6573_6C61_66, 5) }
}

// MARK: - Numbers

extension ByteWriter {
  @inlinable @inline(__always)
  package mutating func integer(_ value: Int64) {
    let magnitude = value.magnitude
    if magnitude < 10_000 {
      let (word, count) = signedFourDigits(magnitude, isNegative: value < 0)
      buffer.append(word, count: count)
    } else if magnitude < 10_000_000 {
      let (word, count) = signedDigits(magnitude, isNegative: value < 0)
      buffer.append(word, count: count)
    } else if magnitude < 1_000_000_000_000_000 {
      let (word, count) = signedDigits(magnitude / 100_000_000, isNegative: value < 0)
      let leading = magnitude < 100_000_000 ? count - 1 : count  // no zero before eight digits
      buffer.append(word, count: leading, eightDigits(magnitude % 100_000_000), count: 8)
    } else {
      longInteger(value)
    }
  }

  /// `units` ÷ 10^`places` in decimal, with exactly that many decimals; zero has no sign.
  ///
  /// - Precondition: `places` is within 1 ... 7.
  @inlinable @inline(__always)
  package mutating func fixed(_ units: Int64, places: Int) {
    precondition(1...7 ~= places)
    let (whole, rest) = quotient(of: units.magnitude, byPowerOfTen: places)
    if whole < 10_000 && places <= 4 { return shortFixed(whole, rest, isNegative: units < 0, places) }
    let end = decimals(of: eightDigits(rest), places)
    guard whole < 10_000_000 else { return longFixed(whole, isNegative: units < 0, end, places + 1) }
    let (word, count) =
      whole < 10_000
      ? signedFourDigits(whole, isNegative: units < 0) : signedDigits(whole, isNegative: units < 0)
    buffer.append(word, count: count, end, count: places + 1)
  }

  /// Four digits before the point and four after it, formatted at once.
  @inlinable @inline(__always)
  mutating func shortFixed(_ whole: UInt64, _ rest: UInt64, isNegative: Bool, _ places: Int) {
    let digits = eightDigits(whole * 10_000 + rest)
    let zeros = leadingZeros(of: digits, atMost: 3)
    let begin = (digits & 0xFFFF_FFFF) >> UInt64(8 * zeros)
    let end = decimals(of: digits, places)
    let sign = isNegative ? 1 : 0
    let word = isNegative ? begin << 8 | UInt64(UInt8(ascii: "-")) : begin
    buffer.append(word, count: 4 - zeros + sign, end, count: places + 1)
  }

  @usableFromInline @inline(never)
  mutating func longInteger(_ value: Int64) {
    if value < 0 { byte(UInt8(ascii: "-")) }
    digits(of: value.magnitude)
  }

  @usableFromInline @inline(never)
  mutating func longFixed(_ whole: UInt64, isNegative: Bool, _ end: UInt64, _ endCount: Int) {
    if isNegative { byte(UInt8(ascii: "-")) }
    digits(of: whole)
    buffer.append(end, count: endCount)
  }

  private mutating func digits(of value: UInt64) {
    if value < 10_000_000 {
      let (word, count) = signedDigits(value, isNegative: false)
      buffer.append(word, count: count)
    } else if value < 100_000_000 {
      buffer.append(eightDigits(value), count: 8)
    } else {
      digits(of: value / 100_000_000)
      buffer.append(eightDigits(value % 100_000_000), count: 8)
    }
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

/// A point and the last `places` of eight digits, as the first bytes of a word.
@inlinable @inline(__always)
func decimals(of digits: UInt64, _ places: Int) -> UInt64 {
  (digits >> UInt64(8 * (8 - places))) << 8 | UInt64(UInt8(ascii: "."))
}

/// Division by a constant in each case, which the compiler turns into a multiplication.
@inlinable @inline(__always)
func quotient(of value: UInt64, byPowerOfTen exponent: Int) -> (quotient: UInt64, remainder: UInt64) {
  switch exponent {
  case 1: value.quotientAndRemainder(dividingBy: 10)
  case 2: value.quotientAndRemainder(dividingBy: 100)
  case 3: value.quotientAndRemainder(dividingBy: 1000)
  case 4: value.quotientAndRemainder(dividingBy: 10_000)
  case 6: value.quotientAndRemainder(dividingBy: 1_000_000)
  case 7: value.quotientAndRemainder(dividingBy: 10_000_000)
  default: value.quotientAndRemainder(dividingBy: powerOfTen(exponent))
  }
}

/// `value` × 10^`places` rounded to the nearest integer, halves away from zero (`rounded()` is a call into libm); `nil`
/// if no integer can represent it: NaN, infinities and values beyond ±9.2 × 10¹⁸.
@inlinable @inline(__always)
package func fixedPoint(_ value: Double, places: Int) -> Int64? {
  let scaled = value * Double(powerOfTen(places))
  guard abs(scaled) < 9.2e18 else { return nil }  // also for NaN
  let whole = Int64(scaled)
  let rest = scaled - Double(whole)
  return whole &+ (rest >= 0.5 ? 1 : 0) &- (rest <= -0.5 ? 1 : 0)  // no branch, which would be a coin toss
}

@inlinable @inline(__always)
func powerOfTen(_ exponent: Int) -> UInt64 {
  switch exponent {
  case 0: 1
  case 1: 10
  case 2: 100
  case 3: 1000
  case 4: 10_000
  case 6: 1_000_000
  case 7: 10_000_000
  default: (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
