/// The eight decimal digits of a number as ASCII, the first in the lowest byte, with leading zeros.
///
/// Splits the number in half three times, each time in all its parts at once: eight digits take three consecutive
/// multiplications, where one digit at a time would take eight.
///
/// - Precondition: `value` is below 10⁸.
/// - Source: division by multiplying with a reciprocal, Granlund & Montgomery, PLDI 1994, doi:10.1145/178243.178249;
///   10486 ÷ 2²⁰ is exact for hundreds below 10⁴, 103 ÷ 2¹⁰ for tens below 100.
@inlinable @inline(__always)
package func eightDigits(_ value: UInt64) -> UInt64 {
  let fours = value / 10_000 | (value % 10_000) << 32
  let upperTwos = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
  let twos = upperTwos | (fours &- upperTwos &* 100) << 16
  let upperOnes = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
  let ones = upperOnes | (twos &- upperOnes &* 10) << 8
  return ones | 0x3030_3030_3030_3030
}

/// The four decimal digits of a number in the same way, in half the steps.
///
/// - Precondition: `value` is below 10⁴.
@inlinable @inline(__always)
func fourDigits(_ value: UInt64) -> UInt64 {
  let upperTwo = (value &* 10_486) >> 20
  let twos = upperTwo | (value &- upperTwo &* 100) << 16
  let upperOnes = (twos &* 103) >> 10 & 0x000F_000F
  return (upperOnes | (twos &- upperOnes &* 10) << 8) | 0x3030_3030
}

/// The number of leading zeros of ``eightDigits(_:)``; the last digit of zero itself does not count.
@inlinable @inline(__always)
package func leadingZeros(of digits: UInt64, atMost limit: Int = 7) -> Int {
  min((digits ^ 0x3030_3030_3030_3030).trailingZeroBitCount, 8 * limit) / 8
}
