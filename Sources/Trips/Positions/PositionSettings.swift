package import Geodesy

/// Where unmeasured positions are estimated.
package enum Extrapolation: String, CaseIterable, Sendable {
  case none
  case tunnels
  /// In tunnels, and wherever a trace is silent on a known path.
  case gaps
}

/// Which positions of a trip are given besides the positions of its fixes.
package struct PositionSettings: Sendable {
  package var extrapolation = Extrapolation.tunnels
  /// Positions per second.
  package var rate = 1.0
  /// Positions are given at this rate everywhere; otherwise only for fixes and as estimates.
  package var isInterpolated = false

  /// In a tunnel, a position is an estimate if the fixes around it are further apart than this: at the usual fix a
  /// second, at least one is missing.
  package var longestSeen: Seconds = 2
  /// A trace is silent where two fixes are further apart than this …
  package var shortestSilence: Seconds = 30
  /// … and this many times further apart than its fixes usually are; the same as for an event `gap`.
  package var silencePeriods: Double = 5
  /// Without times, positions are as far apart as at this speed, which is usual in towns.
  package var untimedSpeed: MetresPerSecond = 50 / 3.6
  /// A bearing is taken along the straight line from this far behind a position to as far ahead of it: the length of a
  /// car both ways, so that it turns smoothly at corners.
  package var bearingReach: Metres = 5

  package init() {}
}
