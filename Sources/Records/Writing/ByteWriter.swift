public import Storage

/// A growing row of bytes with the few number formats that reports need.
///
/// Numbers and times are formatted eight bytes at a time and appended as words: a row of 18 values takes a tenth of a
/// microsecond.
@usableFromInline package struct ByteWriter: ~Copyable, Sendable {
  @usableFromInline package var buffer: ByteBuffer
  /// The minute written last, since the rows of dense traces come many to a minute.
  @usableFromInline var lastMinute = WrittenMinute(since1970: 0)

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

  /// - Precondition: both have at most eight bytes together.
  package static func + (first: ShortWord, second: ShortWord) -> ShortWord {
    precondition(first.count + second.count <= 8)
    return ShortWord(first.bytes | second.bytes << UInt64(8 * first.count), first.count + second.count)
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
    guard let digits = ShortDigits(value) else { return longInteger(value) }
    buffer.append(digits.first, count: digits.firstCount, digits.second, count: digits.secondCount)
  }

  /// `units` ÷ 10^`places` in decimal, with exactly that many decimals; zero has no sign.
  ///
  /// - Precondition: `places` is within 1 ... 7.
  @inlinable @inline(__always)
  package mutating func fixed(_ units: Int64, places: Int) {
    guard let digits = ShortDigits(units, places: places) else { return longFixed(units, places: places) }
    buffer.append(digits.first, count: digits.firstCount, digits.second, count: digits.secondCount)
  }

  @usableFromInline @inline(never)
  mutating func longInteger(_ value: Int64) {
    if value < 0 { byte(UInt8(ascii: "-")) }
    digits(of: value.magnitude)
  }

  @usableFromInline @inline(never)
  mutating func longFixed(_ units: Int64, places: Int) {
    let (whole, rest) = quotient(of: units.magnitude, byPowerOfTen: places)
    if units < 0 { byte(UInt8(ascii: "-")) }
    digits(of: whole)
    buffer.append(decimals(of: eightDigits(rest), places), count: places + 1)
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
