package import Geodesy

/// When a road is said to have changed.
package struct ChangeSettings: Hashable, Sendable {
  /// The probability of a difference by chance below which it is reported.
  ///
  /// A road is tested every day for its use and for its speed, over windows that overlap. One false alarm in 30,000 days
  /// of a road, which is one per 1,000 roads and month, leaves room for ten windows that overlap. In simulations of 1,600
  /// roads over a year twice this value gave 0.3 per 1,000 roads and month.
  package var significance = 2e-6
  /// The same for each road near one that is known to be closed or opened: a false one in 100 such cases, if 2,000 roads are
  /// near. It does not depend on how many are driven, or else later days would change what was found before.
  package var significanceNearby = 5e-6
  /// The share of false ones among the roads that were congested yesterday.
  package var falseCongestion = 0.05
  /// How far back a change may lie that is found today, in days.
  package var longestWindow = 28
  /// After so many days a day counts half in what is usual.
  package var halfLife = 28
  /// What a vehicle does counts as its habit after so many days of its usual activity.
  package var habitDays = 5.0
  /// Days with drives before anything is reported.
  package var leastDays = 5
  /// A closed road keeps at most this share of its use: some passages of the road beside it are mistaken for its own.
  package var closedShare = 0.2
  /// A road that was opened had at most this share of its use before.
  package var openedShare = 0.1
  /// The least change of speed, as the logarithm of a ratio: 12 %.
  package var leastSpeedChange = 0.12
  /// The least for a single day: 22 %.
  package var leastCongestion = 0.2
  /// How far away the traffic of a closed road is looked for.
  package var detourReach: Metres = 1_500
  /// Bytes of passages that each thread keeps in memory.
  package var memoryOfReader = 32 << 20
  /// Threads; what is found does not depend on them.
  package var workers = 2

  package init() {}
}
