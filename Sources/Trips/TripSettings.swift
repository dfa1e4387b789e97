package import Geodesy

/// When a vehicle is standing, and when the path between two fixes is a guess.
package struct TripSettings: Sendable {
  /// The least time at one place that makes a stop: longer than a red light (cycles end at 120 s, RiLSA 2015 §2.7.1).
  package var leastStopTime: Seconds = 120
  /// The path between two fixes is a detour if they are further apart in time than this, more than 400 m at 50 km/h …
  package var longestStep: Seconds = 30
  /// … and this many times further apart than the fixes usually are, as for a silence; …
  package var longestStepPeriods: Double = 5
  /// … or if it is this many times as long as the straight line: on a grid of streets the ratio is at most √2 …
  package var detourRatio = 1.5
  /// … and longer by at least this much: more than the errors of the two fixes and the bends of one street add.
  package var leastDetour: Metres = 100
  /// A time between two fixes at most this far apart is measured: with an acceleration of 2 m/s², the place between
  /// them is right to a T² / 8 = 25 m, or some two seconds at 50 km/h.
  package var longestMeasuredStep: Seconds = 10
  /// A top speed must have been held this long both before and after a fix: errors of 5 m at both ends change a mean
  /// over that time by √2 · 5 m / 10 s = 0.7 m/s.
  package var topSpeedTime: Seconds = 10

  package init() {}
}
