/// A decimal number as written: `digits · 10^exponent`.
@usableFromInline package struct ScannedDecimal: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package var digits: Int64
  @usableFromInline package var exponent: Int

  @inlinable package init(digits: Int64, exponent: Int) {
    self.digits = digits
    self.exponent = exponent
  }

  /// The nearest `Double` for up to 15 digits and exponents of −22…22; within one unit in the last place otherwise.
  ///
  /// - Source: an integer below 2⁵³ and a power of ten up to 10²² are both exact, so one division rounds once (Clinger,
  ///   PLDI 1990, doi:10.1145/93542.93557).
  @inlinable package var value: Double {
    if exponent < 0 { return exponent >= -22 ? Double(digits) / powerOfTen(-exponent) : tiny }
    return exponent <= 22 ? Double(digits) * powerOfTen(exponent) : huge
  }

  @usableFromInline var tiny: Double {
    var result = Double(digits)
    for _ in 0..<min(-exponent, 400) { result /= 10 }
    return result
  }

  @usableFromInline var huge: Double {
    var result = Double(digits)
    for _ in 0..<min(exponent, 400) { result *= 10 }
    return result
  }

  /// `self · 10^shift` rounded to the nearest integer, halves away from zero; `nil` if it does not fit.
  package func rounded(scaledBy shift: Int) -> Int64? {
    var result = digits
    var remaining = exponent + shift
    while remaining > 0 && result != 0 {
      let (product, overflow) = result.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      result = product
      remaining -= 1
    }
    guard remaining < 0 else { return result }
    while remaining < -1 && result != 0 {
      result /= 10
      remaining += 1
    }
    return (result / 10) + (abs(result % 10) >= 5 ? result.signum() : 0)
  }
}

@usableFromInline let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
]

@inlinable func powerOfTen(_ exponent: Int) -> Double { powersOfTen[exponent] }

/// A position in a text of bytes that advances as it reads; allocates nothing.
@usableFromInline package struct ByteCursor: ~Escapable {
  @usableFromInline let bytes: Span<UInt8>
  /// The offset of the next byte.
  @usableFromInline package var position: Int
  /// The end of the range that this cursor may read.
  @usableFromInline package let end: Int

  /// - Precondition: `range` is within `bytes`.
  @inlinable @_lifetime(copy bytes)
  package init(_ bytes: Span<UInt8>, in range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    self.bytes = bytes
    position = range.lowerBound
    end = range.upperBound
  }

  @inlinable @_lifetime(copy bytes)
  package init(_ bytes: Span<UInt8>) {
    self.init(bytes, in: 0..<bytes.count)
  }

  @inlinable package var isAtEnd: Bool { position >= end }

  /// The next byte, or `nil` at the end.
  @inlinable package var peek: UInt8? { position < end ? bytes[position] : nil }

  /// The byte `offset` bytes ahead; consumes nothing.
  ///
  /// - Precondition: it is within the text.
  @inlinable package func byte(ahead offset: Int) -> UInt8 { bytes[position + offset] }

  /// Eight bytes from `offset` bytes ahead, the first one the lowest; consumes nothing.
  ///
  /// - Precondition: they are within the text.
  @inlinable package func word(ahead offset: Int) -> UInt64 { bytes.word(at: position + offset) }

  /// The same where the text may end before; bytes after its end are zero. `nil` if the text has less than eight bytes.
  @inlinable @inline(__always) package func word(paddedAhead offset: Int) -> UInt64? {
    bytes.count < 8 ? nil : bytes.paddedWord(at: position + offset)
  }

  /// Consumes the next byte if it is `byte`.
  @inlinable @_lifetime(self: copy self)
  package mutating func skip(_ byte: UInt8) -> Bool {
    guard position < end, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Consumes spaces and tabs.
  @inlinable @_lifetime(self: copy self)
  package mutating func skipBlanks() {
    while position < end, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
  }

  /// Consumes everything before the first `stop`, or to the end.
  @inlinable @_lifetime(self: copy self)
  package mutating func text(until stop: UInt8) -> Range<Int> {
    let begin = position
    while position < end, bytes[position] != stop { position += 1 }
    return begin..<position
  }

  /// Consumes exactly `count` digits, or nothing.
  ///
  /// - Precondition: `count` is at most 18.
  @inlinable @_lifetime(self: copy self)
  package mutating func digits(_ count: Int) -> Int? {
    guard position + count <= end else { return nil }
    var result = 0
    for offset in position..<position + count {
      let digit = bytes[offset] &- 0x30
      guard digit <= 9 else { return nil }
      result = result * 10 + Int(digit)
    }
    position += count
    return result
  }

  /// Consumes `-12.50`, `+7`, `.5` or `1e-3`; otherwise consumes nothing and returns `nil`.
  ///
  /// Digits beyond the eighteenth affect only the exponent: they are below the precision of a `Double`.
  @inlinable @_lifetime(self: copy self)
  package mutating func decimal(separator: UInt8 = 0x2E) -> ScannedDecimal? {
    let begin = position
    let isNegative = skip(0x2D)
    if !isNegative { _ = skip(0x2B) }
    var result = ScannedDecimal(digits: 0, exponent: 0)
    var count = accumulate(into: &result, step: 0)
    if skip(separator) { count += accumulate(into: &result, step: -1) }
    guard count > 0 else {
      position = begin
      return nil
    }
    if position < end, bytes[position] | 0x20 == 0x65 { scanExponent(into: &result) }
    if isNegative { result.digits = -result.digits }
    return result
  }

  /// Accumulates a run of digits; `step` is −1 after the separator. Returns the number of digits.
  @inlinable @_lifetime(self: copy self)
  mutating func accumulate(into result: inout ScannedDecimal, step: Int) -> Int {
    let begin = position
    while result.digits < 1_000_000_000, bytes.count >= 8 {
      let run = DigitRun(bytes.paddedWord(at: position), atMost: end - position)
      result.digits = result.digits &* Int64(run.scale) &+ Int64(run.value)
      result.exponent += step * run.count
      position += run.count
      if run.count < 8 { return position - begin }
    }
    while position < end {
      let digit = bytes[position] &- 0x30
      guard digit <= 9 else { break }
      if result.digits < 100_000_000_000_000_000 {
        result.digits = result.digits &* 10 &+ Int64(digit)
        result.exponent += step
      } else {
        result.exponent += step + 1
      }
      position += 1
    }
    return position - begin
  }

  /// Consumes `e±dd` after a number; leaves the `e` if no digit follows.
  @usableFromInline @_lifetime(self: copy self)
  mutating func scanExponent(into result: inout ScannedDecimal) {
    let begin = position
    position += 1
    let isNegative = skip(0x2D)
    if !isNegative { _ = skip(0x2B) }
    var exponent = 0
    let digitsBegin = position
    while let byte = peek, byte &- 0x30 <= 9 {
      exponent = min(exponent * 10 + Int(byte &- 0x30), 10_000)
      position += 1
    }
    guard position > digitsBegin else {
      position = begin
      return
    }
    result.exponent += isNegative ? -exponent : exponent
  }
}
