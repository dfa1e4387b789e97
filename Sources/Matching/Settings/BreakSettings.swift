package import Geodesy

/// What a vehicle cannot have driven: where paths end, and which fixes are skipped.
package struct BreakSettings: Sendable {
  /// Faster than any vehicle on a road.
  package var topSpeed: MetresPerSecond = 70
  /// What is added to the distance at ``topSpeed``, since times may be wrong by some seconds. A judgement.
  package var slack: Metres = 400
  /// Times are right to this, so a vehicle has at least this long to go from fix to fix.
  package var leastPeriod: Seconds = 1
  /// A silence longer than this, and than ``silencePeriods`` median periods of the trace, ends the path … A judgement.
  package var longestSilence: Seconds = 300
  package var silencePeriods: Double = 10
  /// … if the vehicle moved at least this far during it. A judgement.
  package var silenceDistance: Metres = 200
  /// A row that costs this much more than an outlier would, as a natural logarithm, may follow one. A judgement.
  package var outlierMargin: Double = 4
  /// The most outliers in a row. Source: Experiments.md, *Off the road and outliers*: 8 is no better.
  package var mostOutliers = 3

  /// The farthest that a vehicle can come in some time.
  func reach(in time: Seconds) -> Metres { topSpeed * max(time, leastPeriod) + slack }

  /// The silence that ends a path of a trace.
  func longestSilence(medianPeriod: Seconds) -> Seconds { max(longestSilence, silencePeriods * medianPeriod) }
}
