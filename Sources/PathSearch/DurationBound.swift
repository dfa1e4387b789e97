package import Geodesy

/// Bounds on what the expected duration of a path adds to its cost, if the elapsed time is known.
///
/// With *S*, the longest duration that is not too long, r = (T + 1 s) / S and z = ln(r) / s, a path with the expected
/// duration T costs ½ z² more, or 3 z − 4½ beyond z = 3, up to a maximum. A search computes this for every edge it
/// meets, so it avoids the logarithm: ln r ≥ 2 (r − 1) / (r + 1) for r ≥ 1, accurate to 4 % up to r = 2.
package struct DurationBound: Sendable, BitwiseCopyable {
  /// Added to all durations, which are accurate to it.
  private let rounding: Seconds
  /// S, including the rounding.
  private let usual: Seconds
  /// 2 / s.
  private let steepness: Double
  /// Where the price becomes linear, in standard deviations.
  private let knee: Double
  private let most: Double
  /// The length that one unit of cost is worth.
  private let metres: Metres
  /// The maximum price of a path that is too fast to explain the elapsed time, in metres.
  private let mostSlow: Metres

  /// - Parameters:
  ///   - usual: including the rounding, above 0.
  ///   - spread: the standard deviation of the logarithm, above 0.
  ///   - metres: the length that one unit of cost is worth.
  ///   - mostSlow: the maximum price of a path that is too fast to explain the elapsed time, like `most`.
  package init(
    usual: Seconds, rounding: Seconds, spread: Double, knee: Double, most: Double, mostSlow: Double, metres: Metres
  ) {
    self.usual = usual
    self.rounding = rounding
    steepness = 2 / spread
    self.knee = knee
    self.most = most
    self.metres = metres
    self.mostSlow = mostSlow * metres
  }

  /// A lower bound on the added cost of all paths with at least this duration.
  @inline(__always)
  package func least(_ duration: Seconds) -> Metres {
    let time = duration + rounding
    guard time > usual else { return 0 }
    let z = steepness * (time - usual) / (time + usual)
    return metres * min(most, z < knee ? 0.5 * z * z : knee * z - 0.5 * knee * knee)
  }

  /// An upper bound on the added cost of a path with this duration. ln r ≤ (r − 1) / √r.
  package func most(_ duration: Seconds) -> Metres {
    let time = duration + rounding
    guard time > usual else { return mostSlow }
    let z = 0.5 * steepness * (time - usual) / (time * usual).squareRoot()
    return metres * min(most, z < knee ? 0.5 * z * z : knee * z - 0.5 * knee * knee)
  }
}
