package import Geodesy

/// When a vehicle is taken to stand, and when a way between two fixes for guessed.
package struct TripSettings: Sendable {
  /// The least time at one place that is a stop: longer than a red light (cycles end at 120 s, RiLSA 2015 §2.7.1).
  package var leastStopTime: Seconds = 120
  /// All fixes of a stop lie within this of its first: the scatter of a receiver that stands.
  package var stopRadius: Metres = 25
  /// The way between two fixes is a detour when they are longer apart than this, at 50 km/h more than 400 m …
  package var longestStep: Seconds = 30
  /// … and this many times longer than the fixes mostly are, as a silence is; …
  package var longestStepPeriods: Double = 5
  /// … or when it is so many times as long as the straight line: on a grid of streets it is at most √2 times …
  package var detourRatio = 1.5
  /// … and so much longer: more than the two fixes' errors and the bends of one street make of it.
  package var leastDetour: Metres = 100
  /// A time between two fixes no longer apart than this is measured: with an acceleration of 2 m/s² the place between
  /// them is right to a T² / 8 = 25 m, or some two seconds at 50 km/h.
  package var longestMeasuredStep: Seconds = 10

  package init() {}
}
