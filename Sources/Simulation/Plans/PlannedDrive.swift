package import Geodesy
package import Moments
package import Plans
package import Routing

/// A drive that had a plan, and what it made of it.
package struct PlannedDrive: Sendable {
  package var drive: SimulatedDrive
  package var plan: Route
  package var handle: RouteHandle
  package var kind: DriveKind
  /// The kind that was drawn and for which there was no room; the drive keeps its plan instead.
  package var missing: DriveKind?
  /// One for each waypoint but the first.
  package var milestones: [TrueMilestone]
  /// In the order driven.
  package var deviations: [TrueDeviation]
  /// For each fix the distance along the plan; `nil` off the plan.
  package var progress: [Metres?]
}

/// Whether and when a drive reached a waypoint of its plan.
package struct TrueMilestone: Hashable, Sendable {
  /// The number of the waypoint in its plan; the start is 0.
  package var waypoint: Int
  /// The time of arrival; `nil` where it was missed.
  package var time: Timestamp?
}

/// A part of a drive off its plan.
package struct TrueDeviation: Hashable, Sendable {
  package var begin: Place
  package var beginTime: Timestamp
  /// `nil` where the drive never came back.
  package var endTime: Timestamp?
  package var end: Place?
  package var length: Metres
  /// From the line of the plan.
  package var greatestDistance: Metres
}
