package import Geodesy

/// When a vehicle did a job, and what is reported of it.
package struct JobSettings: Hashable, Sendable {
  /// A vehicle that stands for less has passed.
  package var leastVisit: Seconds = 45
  /// It stands within this distance of a point, …
  package var reach: Metres = 50
  /// … or within a polygon and this much around it.
  package var margin: Metres = 15
  /// Two stands belong to one visit if the vehicle was away for no longer, …
  package var longestPause: Seconds = 120
  /// … and stood this near to where it had stood: next door is another visit.
  package var sameStand: Metres = 25
  /// Places this near to each other are one address.
  package var address: Metres = 10
  /// A job is missed when its last window has been closed for so long.
  package var missedAfter: Seconds = 3600
  /// Saying that a job is finished contradicts the drive this long before the arrival, …
  package var earlyClaim: Seconds = 300
  /// … or this far away, if the asset was not there.
  package var farClaim: Metres = 300
  /// A claim is held against fixes this near in time.
  package var longestSilence: Seconds = 120
  /// Standing for so long at no job is idling.
  package var leastIdle: Seconds = 120
  /// An arrival so much after the planned one is late.
  package var lateAfter: Seconds = 60
  /// A time of arrival is reported again if it has changed by more than this, …
  package var threshold = Job.ETAThreshold.share(0.1)
  /// … but not before this time has passed.
  package var leastUpdate: Seconds = 30
  /// A tour begins when the vehicle is this far from where its record begins.
  package var departure: Metres = 100

  package init() {}
}
