package import Geodesy

/// The thresholds that separate events from noise.
package struct DetectionSettings: Sendable {
  /// A shorter drive against the allowed direction is taken for a wobble. 25 m is about six times the error of GPS
  /// fixes on roads (σ = 4.07 m in Newson & Krumm 2009), a distance that two fixes at the corner of a junction can
  /// bridge.
  package var shortestWrongWay: Metres = 25
  /// Any single fix can be off by a street …
  package var leastWrongWayFixes = 2
  /// … but if fixes are sparse, a street has only one. One fix is enough for a run of this length, too long for a
  /// wobble …
  package var shortestSeenOnce: Metres = 50
  /// … and of at least this confidence.
  package var leastConfidenceSeenOnce = 0.95
  /// A leg has a silence when neighbouring fixes are further apart than this: at 50 km/h, more than 400 m pass unseen.
  package var shortestSilence: Seconds = 30
  /// … and also this many times further apart than the trace's fixes usually are, so that a sparse trace does not
  /// become one long list of gaps.
  package var silencePeriods: Double = 5
  /// A drive off the road continues across a road: fixes near that road but on no path, between two fixes off the road
  /// that are no further apart than this. 150 m covers the search radius of 50 m on both sides of a wide road, and one
  /// more fix.
  package var longestRoadCrossing: Metres = 150

  /// A vehicle has passed a junction if it drove at least this far before and after it without turning round; 25 m as
  /// for ``shortestWrongWay`` …
  package var leastPassing: Metres = 25
  /// … on edges of at least this confidence, …
  package var leastPassingConfidence = 0.6
  /// … and if every lawful path between the fixes around it is longer than the driven one by more than this share …
  package var passingSlackShare = 0.1
  /// … and this length. Source: Experiments.md, *Banned turns*.
  package var passingSlack: Metres = 15
  /// Fixes nearer in time than this may be wrong in the same way. It is the time for which the matcher takes errors to
  /// last (Experiments.md, *Emission and error memory*).
  package var errorMemory: Seconds = 10
  /// A run of edges that break a rule is not reported if its mean confidence is lower. Drives beside a road are not
  /// accused of being on it.
  package var leastRunConfidence = 0.8
  /// Trips may be on roads that are closed to the mode; otherwise the matcher does not use them.
  package var meetsClosedRoads = false
  package var speeding = SpeedingSettings()
  /// A way off the plan that is at most this much longer is as good: the errors of its ends.
  package var asGoodLength: Metres = 50
  /// … and at most this share shorter than the part of the plan that it replaces: the block that a street cuts. What is
  /// shorter leaves out a loop.
  package var asGoodShare = 0.25
  /// Who leaves the plan this near to its end has arrived: the error of a fix, and the length of a yard.
  package var destinationReach: Metres = 30
  /// A maneuver this near to where the plan was left is the one that was missed: the width of a junction.
  package var maneuverReach: Metres = 20
  /// Where a drive never came back to its plan, a closed road this far ahead may be why.
  package var hindranceReach: Metres = 2000
  /// A turn up to this far before the planned one is an early turn: the length of a block.
  package var earlyTurnReach: Metres = 300
  /// While a drive is on its plan, an event beside the plan is reported only if the fixes are this much likelier there
  /// than on the plan, as a natural logarithm. On 3,000 simulated drives that keep to their plans, the strongest of 15
  /// false drives against a oneway had 3.1 …
  package var leastAlibiEvidence = 4.0
  /// … with errors of fixes of this standard deviation, that last for ``errorMemory``.
  package var alibiSigma: Metres = 10
  /// Reflections throw fixes off the plan for no longer than this.
  package var longestReflection: Seconds = 15
  /// Nobody drives the plan more than this many times as fast as it expects.
  package var mostHaste = 2.0
  /// Pass-through points are milestones.
  package var namesPassThrough = false

  package init() {}
}
