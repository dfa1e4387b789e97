package import Geodesy
package import Moments

/// One notification as a voice would have spoken it.
package struct SpokenNotification: Sendable {
  /// The number of its maneuver.
  package var maneuver: Int
  package var kind: NotificationKind
  /// The kind of road before the maneuver, whose thresholds apply.
  package var setting: RoadSetting
  /// Where it fell due, from the start of the trip.
  package var distance: Metres
  /// From there to the maneuver.
  package var ahead: Metres
  /// When it fell due; `nil` without times.
  package var time: Timestamp?
  /// From the start of the trip; `nil` without times.
  package var duration: Seconds?
  package var place: Place
  /// The number of the next maneuver if the same sentence says it.
  package var joined: Int?
  /// A sentence.
  package var text: String
}
