package import Geodesy

/// Bounds on what the time that a way is expected to take adds to its cost, where it is known how long it took.
///
/// With *S*, up to which nothing is too long, r = (T + 1 s) / S and z = ln(r) / s, a way that is expected to take the
/// time T costs ½ z² more, or 3 z − 4½ beyond z = 3, and never more than a most. A search asks it of every edge it
/// meets, so there is no logarithm in it: ln r ≥ 2 (r − 1) / (r + 1) for r ≥ 1, right to 4 % up to r = 2.
package struct DurationBound: Sendable, BitwiseCopyable {
  /// Added to all durations, which are right to it.
  private let rounding: Seconds
  /// S; with the rounding.
  private let usual: Seconds
  /// 2 / s.
  private let steepness: Double
  /// Where the price goes on in a straight line, in standard deviations.
  private let knee: Double
  private let most: Double
  /// What 1 costs.
  private let metres: Metres
  /// The most that a way costs for not taking long enough, in metres.
  private let mostSlow: Metres

  /// - Parameters:
  ///   - usual: with the rounding, above 0.
  ///   - spread: the standard deviation of the logarithm, above 0.
  ///   - metres: what 1 costs.
  ///   - mostSlow: the most that a way costs for not taking long enough, as `most`.
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

  /// What a way costs more, at the least, that takes so long or longer.
  @inline(__always)
  package func least(_ duration: Seconds) -> Metres {
    let time = duration + rounding
    guard time > usual else { return 0 }
    let z = steepness * (time - usual) / (time + usual)
    return metres * min(most, z < knee ? 0.5 * z * z : knee * z - 0.5 * knee * knee)
  }

  /// What a way costs more, at the most, that takes just so long. ln r ≤ (r − 1) / √r.
  package func most(_ duration: Seconds) -> Metres {
    let time = duration + rounding
    guard time > usual else { return mostSlow }
    let z = 0.5 * steepness * (time - usual) / (time * usual).squareRoot()
    return metres * min(most, z < knee ? 0.5 * z * z : knee * z - 0.5 * knee * knee)
  }
}
