package import Geodesy

/// What the time between two fixes says about the path between them; see ``TimeEvidence``.
package struct TimingSettings: Sendable {
  /// Fixes nearer in time than this show the path by themselves: noise makes most of the ground between them. Source:
  /// Experiments.md, *Time*: 0 and 8 s are worse.
  package var leastPeriod: Seconds = 3
  /// A vehicle keeps much the same pace for this long. Elapsed times are independent evidence only if they are this far
  /// apart. Source: Experiments.md, *Time*: 45 and 60 s are worse.
  package var paceMemory: Seconds = 30
  /// How much faster than expected paths are, before anything is known about a trace: a standard deviation of the
  /// natural logarithm. In a drive in Seattle with fixes 30 s apart, one path in twenty was at least 1.4 times as fast
  /// as expected, …
  package var fastSpread = 0.3
  /// … and a quarter took e times as long or longer: a mean of the natural logarithm. Source: Experiments.md, *Time*: 1
  /// is worse.
  package var slowSpread = 0.5
  /// Neither spread is below this: road classes and speed limits predict speeds to a tenth at best. A judgement.
  package var leastSpread = 0.1
  /// The prior weighs as much as this many fixes. A judgement.
  package var priorTimes = 4.0
  /// The usual slowness of a trace is this quantile of its times: waiting makes the others long. A judgement.
  package var usualQuantile = 0.4
  /// The share of paths with a stop, before anything is known about a trace. A judgement.
  package var standingShare = 0.2
  /// A path with a stop takes this much longer than usual, as a natural logarithm.
  package var standingSlowness = 1.0
  /// The most that one path contributes to the mean of slow ones, as a natural logarithm. A judgement.
  package var mostSlowness = 3.0
}
