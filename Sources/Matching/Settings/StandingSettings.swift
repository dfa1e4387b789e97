package import Geodesy

/// Which clouds of fixes are taken for a standing vehicle.
package struct StandingSettings: Sendable {
  /// Each fix of a standing vehicle is within this many sigmas of the mean of the fixes before it: one in a hundred is
  /// not.
  package var sigmas: Double = 3
  /// A cloud lasts at least as long as a vehicle at this speed needs to leave it. Source: Experiments.md, *Standing
  /// vehicles*: a fixed 30 s is worse.
  package var crawl: MetresPerSecond = 1
  /// Three fixes of a vehicle on a winding road happen to be close together now and then. Source: Experiments.md,
  /// *Standing vehicles*.
  package var leastFixes = 4

  /// The least duration of a stand whose fixes show that the vehicle is not just slow.
  func leastDuration(sigma: Metres) -> Seconds { 2 * sigmas * sigma / crawl }
}
