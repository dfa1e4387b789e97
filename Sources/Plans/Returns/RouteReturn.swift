package import Geodesy

/// How a route leads back to a planned route.
package struct RouteReturn: Hashable, Sendable {
  /// The first waypoint not reached yet, by its number in the plan.
  package let nextWaypoint: Int
  /// How far along the plan the vehicle is: the distance from its start to the place nearest to the vehicle.
  package let passed: Metres
  /// The distance from the vehicle to that place.
  package let distance: Metres
  /// Where the plan is joined.
  package let joinedAt: Place
  /// How far along the plan that is.
  package let joined: Metres
  /// The length of the path back, up to there.
  package let length: Metres
  package let duration: Seconds
  /// The length of the plan from there on.
  package let remaining: Metres

  package init(
    nextWaypoint: Int, passed: Metres, distance: Metres, joinedAt: Place, joined: Metres, length: Metres,
    duration: Seconds, remaining: Metres
  ) {
    self.nextWaypoint = nextWaypoint
    self.passed = passed
    self.distance = distance
    self.joinedAt = joinedAt
    self.joined = joined
    self.length = length
    self.duration = duration
    self.remaining = remaining
  }

  /// The part of the plan between the vehicle and the place where it is joined.
  package var skipped: Metres { max(0, joined - passed) }
}
