package import Geodesy

/// When a drive follows its plan.
///
/// Costs are metres: a metre driven off the plan costs one. The values were chosen on simulated drives
/// (Documentation/Plans.md).
package struct FollowingSettings: Sendable {
  /// Going on elsewhere along the plan costs this share of the difference between the length driven and the length
  /// skipped …
  package var skipRate = 0.5
  /// … and at most this much, so that a skipped stop costs no more than a street.
  package var mostSkipCost: Metres = 100
  /// Going back along the plan costs this much more …
  package var returnCost: Metres = 100
  /// … and for the difference between the length driven and the length back at most this much: a vehicle that is back on
  /// a road far behind without having driven there is rather on a later pass of its plan.
  package var mostReturnCost: Metres = 300
  /// Beginning in the middle of the plan costs this share of what is skipped …
  package var beginRate = 0.05
  /// … and at most this much.
  package var mostBeginCost: Metres = 100
  /// A drive that comes to the plan this near to its start begins it: the start may be on one side of a junction.
  package var startReach: Metres = 100
  /// Possibilities that cost this much more than the best one are given up.
  package var beam: Metres = 1500
  package var mostPossibilities = 8
  /// More undecided edges than this are decided as they look best: the memory of a live trip.
  package var mostUndecided = 200
  /// A waypoint is reached within this distance along the plan: the error of a fix plus the length of a yard.
  package var reach: Metres = 30
  /// After the end of a record, the vehicle may have driven on by up to the longest of its last steps from fix to fix,
  /// where earlier steps fade by this factor each.
  package var strideFading = 0.8
  /// A fix this near to a waypoint is at it.
  package var nearness: Metres = 5
  /// The vehicle stands for at least this time.
  package var leastDwell: Seconds = 15
  /// Standstills this near to each other are one.
  package var dwellRadius: Metres = 20
  /// A standstill this near to a waypoint that was reached is one there: across a yard or a wide road.
  package var yard: Metres = 75
  /// Reflections throw fixes out for at most this time, …
  package var longestReflection: Seconds = 12
  /// … and a drive off the plan is looked at only if it lasts longer than this, whatever the period …
  package var shortestExcursion: Seconds = 15
  /// … while the plan takes this share of the time between the fixes before and after.
  package var paceOfLeaps = 0.4...2.0
  /// A drive is away from its plan only with this many fixes in a row far from it: never by one …
  package var leastAwayFixes = 2
  /// … and farther away than this many times the distance of the fixes just before and after: errors that grow and
  /// shrink along a street lead the matcher into its side streets …
  package var driftFactor = 2.0
  /// … where the distance of an earlier fix fades by this factor with each fix …
  package var driftFading = 0.85
  /// … or after this length against the direction of the plan, with as many fixes this far back from where it turned: a
  /// wobble at a stop never does that …
  package var leastReversed: Metres = 50
  /// … or one this far back: sparse fixes show no more …
  package var farBehind: Metres = 75
  /// … where one fix strays ahead by no more than this: two and a half times the error of poor fixes …
  package var mostStray: Metres = 25
  /// … or where it surely skips a part of the plan that is this much longer than the way off the plan.
  package var leastCut: Metres = 200
  package var leastCutConfidence = 0.6
  /// A drive is back on its plan after this length and …
  package var leastReturn: Metres = 50
  /// … as many fixes; before that, leaving again continues the same excursion.
  package var leastReturnFixes = 2

  /// A fix is away from its plan when it is farther from it than this, which no parallel carriageway or service road is
  /// as a rule, …
  package var leastDistance: Metres = 30
  /// … and than this many times its own error; …
  package var distanceInErrors = 3.0
  /// … and if its own road explains it: it is no farther from that than this share of its distance from the plan.
  package var mostUnexplained = 0.5
  /// Where fixes are this far apart, a street off the plan has only one …
  package var sparsePeriod: Seconds = 20
  /// … and one is enough that is farther away than reflections of 60 m throw it.
  package var loneDistance: Metres = 65
  /// A fix this near to a waypoint may be of a vehicle that stands there: noise of 10 m that lasts leads no farther.
  package var stayReach: Metres = 40
  /// How cars slow down at a stop and speed up again, in m/s², as in `Approach` of `Trips`.
  package var braking = 1.5
  package var acceleration = 1.0

  /// The record is silent where two fixes are further apart than this …
  package var shortestSilence: Seconds = 30
  /// … and this many times further apart than they usually are; the same as for an event `gap`.
  package var silencePeriods: Double = 5

  package init() {}

  /// The time between the fixes on the plan around a reflection. Where fixes are so far apart that each shows another
  /// place, one of them is never enough anyway.
  func longestLeap(usualPeriod: Seconds) -> Seconds {
    min(max(shortestExcursion, longestReflection + 2 * usualPeriod), 2 * shortestExcursion - 1)
  }
}
