/// A length on the ground.
@usableFromInline package typealias Metres = Double
/// A span of time.
@usableFromInline package typealias Seconds = Double
/// An angle; bearings run clockwise from north, 0 ..< 360.
@usableFromInline package typealias Degrees = Double
/// A speed over ground.
@usableFromInline package typealias MetresPerSecond = Double

/// The integer nearest to a number, halves rounded away from zero, like `rounded()`. That is a call into the C library
/// on processors for which only the first 64-bit instruction set may be used.
///
/// - Precondition: the number is finite and within ±2⁶².
@inlinable package func nearestInteger(_ value: Double) -> Int64 {
  let whole = Int64(value)
  let rest = value - Double(whole)  // exact: both are multiples of the value's last place
  return whole &+ (rest >= 0.5 ? 1 : 0) &- (rest <= -0.5 ? 1 : 0)  // no branch, which would be a coin toss
}
