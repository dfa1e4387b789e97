package import Geodesy

/// The measures by which detection tells an event from noise.
package struct DetectionSettings: Sendable {
  /// A shorter drive against the allowed direction is a wobble: about six times the error of GPS fixes on roads
  /// (σ = 4.07 m in Newson & Krumm 2009), which two fixes at the corner of a junction can bridge.
  package var shortestWrongWay: Metres = 25
  /// A single fix can always be off by a street …
  package var leastWrongWayFixes = 2
  /// … but where fixes are rare, a street is seen by one. It is enough for a run of this length, which no wobble makes …
  package var shortestSeenOnce: Metres = 50
  /// … of which the matcher is as sure as this.
  package var leastConfidenceSeenOnce = 0.95
  /// A leg is silent when neighbouring fixes are further apart: at 50 km/h more than 400 m pass unseen.
  package var shortestSilence: Seconds = 30
  /// … and when they are also this many times further apart than the trace's fixes mostly are, so that a sparse trace
  /// is not one long list of gaps.
  package var silencePeriods: Double = 5
  /// A drive off the road stays one where it crosses a road: fixes near it, on no path, between two fixes off the road
  /// that are no further apart than this: the search radius of 50 m on both sides of a wide road, and one fix more.
  package var longestRoadCrossing: Metres = 150

  package init() {}
}
