package import Geodesy
package import Moments

/// Where a fix is on a plan.
package struct PlanPosition: Sendable {
  /// Whether the vehicle is on the plan, not beside it.
  package var isOnPlan: Bool
  /// From the start of the plan; off the plan, where it was left.
  package var progress: Metres
  /// From the fix to the line of the plan.
  package var distance: Metres
  /// The waypoint ahead, by its number.
  package var nextWaypoint: Int
  /// The leg of the plan, by its number.
  package var leg: Int
  /// The maneuver ahead, by its number; `nil` after the last one.
  package var nextManeuver: Int?
  package var toWaypoint: Metres
  package var durationToWaypoint: Seconds
  package var toDestination: Metres
  package var durationToDestination: Seconds
  /// When the vehicle arrives at the destination if it continues as planned from here.
  package var arrival: Timestamp?
  /// How much later than planned; negative where it is earlier.
  package var delay: Seconds?
  /// The rest of the way to a destination beyond the last road, once the vehicle is at the end of the route.
  package var offRoad: OffRoadProgress?
}

extension Plan {
  /// The position of a fix.
  ///
  /// - Parameters:
  ///   - departure: when the plan begins; `nil` without times.
  ///   - time: of the fix.
  func position(
    at progress: Metres, _ isOnPlan: Bool, _ distance: Metres, from departure: Timestamp?, at time: Timestamp?
  ) -> PlanPosition {
    let next = waypoints[nextWaypoint(after: progress)]
    let passed = duration(to: progress)
    let arrival = time.map { $0.adding(seconds: duration - passed) }
    return PlanPosition(
      isOnPlan: isOnPlan, progress: progress, distance: distance, nextWaypoint: next.number, leg: next.leg,
      nextManeuver: maneuvers.firstIndex { $0.progress > progress }, toWaypoint: max(0, next.progress - progress),
      durationToWaypoint: max(0, next.arrival - passed), toDestination: length - progress,
      durationToDestination: duration - passed, arrival: arrival,
      delay: arrival.flatMap { now in departure.map { now.seconds(since: $0) - duration } })
  }
}
