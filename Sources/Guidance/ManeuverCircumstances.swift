package import Geodesy

/// What the driver sees at a maneuver.
package struct ManeuverCircumstances: Equatable, Sendable {
  /// The bearing before the junction; `nil` where a leg begins.
  package var bearingBefore: Degrees?
  /// The bearing behind the junction; `nil` where a leg ends.
  package var bearingAfter: Degrees?
  /// The whole turn, positive to the right; `nil` where a leg begins or ends.
  package var angle: Degrees?
  /// The junctions passed without a maneuver since the one before.
  package var junctionsPassed = 0
  /// The number of the road after, as tagged: `A 8;A 9`.
  package var nextNumber = ""
  /// The name of the motorway exit.
  package var exitName = ""
  /// The destinations on the sign, as tagged: `Ulm;München`.
  package var destinations = ""
  /// The numbers of roads on the sign, as tagged.
  package var destinationNumbers = ""
  /// The lanes before the junction, from left to right; empty if unknown.
  package var lanes: [Lane] = []

  package init() {}
}
