package import Geodesy
package import Moments

/// Where a vehicle was at some moment of its trip.
package struct TripPosition: Sendable {
  package enum Source: Sendable {
    /// A fix.
    case fix
    /// Between two fixes that follow each other closely.
    case interpolated
    /// Where nothing was measured: it has neither time nor speed.
    case estimated
  }

  package var source: Source
  /// The number of the fix, or of the last one before.
  package var fix: Int
  package var time: Timestamp?
  package var place: Place
  /// The direction of the road driven; `nil` off the road.
  package var bearing: Degrees?
  /// Along the road; `nil` off the road and without times.
  package var speed: MetresPerSecond?
  /// Index into ``Trip/edges``, and the distance from the start of that edge; `nil` off the road.
  package var edge: Int?
  package var offset: Metres?
  /// Driven on roads since the trip began.
  package var distance: Metres
}
