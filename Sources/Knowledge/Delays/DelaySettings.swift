package import Geodesy

/// How the delays of turns are taken from drives.
package struct DelaySettings: Hashable, Sendable {
  /// Fixes closer than this are taken together, so that the error of their positions stays small beside the way.
  package var leastSpan: Seconds = 5
  /// Between two fixes; beyond it nothing is said of what happened.
  package var greatestSpan: Seconds = 300
  /// Whoever stands longer does so for reasons of its own: two cycles of signals, 90 s each.
  package var longestWait: Seconds = 180
  /// A queue is slower than this share of free flow.
  ///
  /// Source: queued vehicles are at or below two thirds to a half of it; Highway Capacity Manual, 6th edition, ch. 7.
  package var queueShare = 0.6
  /// How far ahead of a crossing its queue is looked for.
  package var longestQueue: Metres = 500
  /// Between two slow stretches of a queue: vehicles at its end are fast again before they come to the crossing.
  package var longestRecovery: Metres = 100
  /// Whoever waits at a stop line is often placed behind it, by as much as fixes err, and drives on from there.
  package var slip: Metres = 10
  /// How far behind a crossing vehicles still gain speed: 50 km/h at 1.5 m/s² take 64 m.
  package var departure: Metres = 80
  /// The share of a delay that is lost behind the crossing: the gain of speed from a few metres per second.
  package var departureShare = 0.15
  /// The mean length of queues; it divides delays only between crossings that no fix parts.
  package var meanQueue: Metres = 40
  /// Slower than this a vehicle stands: 5 miles per hour less the error of two fixes.
  package var standingSpeed: MetresPerSecond = 1.4
  /// With fixes further apart it cannot be said whether a vehicle stood.
  package var widestGapForStanding: Seconds = 10
  /// How often the times are divided anew by the delays that the division before gave.
  package var rounds = 4
  package var workers = 2
  /// Expectations are fitted to a sample of the drives with at most so many steps; their last division takes all.
  package var stepsOfSample = DriveSample.usualSteps
  /// The parts of the map whose passages are sorted at a time.
  package var parts = 256

  /// A queue ends at the crossing before; otherwise only at one where vehicles stop or turn.
  package var isBounded = true

  package init() {}
}
