internal import Geodesy
internal import Moments
internal import Trips

/// A fix of a drive, as far along its plan as it is.
struct PlanSight: BitwiseCopyable, Sendable {
  let time: Timestamp
  let place: Place
  /// `nil` off the plan.
  let progress: Metres?
}

/// The fixes around a waypoint of a sparse record: when the vehicle came there lies between two of them.
///
///     before          first    last          after
///     ---o-----------[-o---W----o-]------------o---
///
/// Both times are found with the time that the plan takes along its roads, at the pace that the drive had so far: the
/// vehicle arrives that long after the last fix before the place, and drives off that long before the first fix behind
/// it. Straight lines between fixes would be too short, and their pace that of a vehicle that brakes.
struct Stay: Sendable {
  private let waypoint: PlanWaypoint
  private(set) var before: PlanSight?
  private(set) var first: Timestamp?
  private(set) var last: Timestamp?
  private(set) var after: PlanSight?
  private var hasLeft = false

  init(at waypoint: PlanWaypoint) { self.waypoint = waypoint }

  /// Takes the next fix.
  mutating func take(_ sight: PlanSight, reach: Metres) {
    guard !hasLeft else { return }
    guard let progress = sight.progress else { return takeBeside(sight, reach: reach) }
    if abs(progress - waypoint.progress) <= reach {
      (first, last) = (first ?? sight.time, sight.time)
    } else if progress > waypoint.progress {
      (after, hasLeft) = (sight, true)
    } else if first == nil {
      before = sight
    } else {
      hasLeft = true
    }
  }

  /// A fix off the plan shows nothing but a vehicle at the place.
  private mutating func takeBeside(_ sight: PlanSight, reach: Metres) {
    if waypoint.isNear(sight.place, reach) {
      (first, last) = (first ?? sight.time, sight.time)
    } else if first == nil {
      before = nil
    } else {
      hasLeft = true
    }
  }

  /// When the vehicle came to stand; `nil` if the fixes show that better, or not at all.
  ///
  /// - Parameter pace: the time driven for each second of the plan.
  func arrival(on plan: Plan, pace: Double, _ settings: FollowingSettings) -> Timestamp? {
    guard let first, let before, let progress = before.progress,
      first.seconds(since: before.time) >= settings.sparsePeriod
    else { return nil }
    let slowing = 2 * settings.braking
    return min(first, before.time.adding(seconds: time(progress, waypoint.progress, plan, pace, slowing: slowing)))
  }

  /// When it drove off, likewise.
  func departure(on plan: Plan, pace: Double, _ settings: FollowingSettings) -> Timestamp? {
    guard let last, let after, let progress = after.progress,
      after.time.seconds(since: last) >= settings.sparsePeriod
    else { return nil }
    let slowing = 2 * settings.acceleration
    return max(last, after.time.adding(seconds: -time(waypoint.progress, progress, plan, pace, slowing: slowing)))
  }

  /// The time from one place to another along the plan, and what it takes longer to slow down or to speed up.
  private func time(
    _ begin: Metres, _ end: Metres, _ plan: Plan, _ pace: Double, slowing: Double
  ) -> Seconds {
    let driven = pace * (plan.duration(to: end) - plan.duration(to: begin))
    return driven > 0 ? driven + (end - begin) / driven / slowing : 0
  }
}

/// How a drive keeps the times of its plan while it moves: the time driven for each second of the plan.
struct DrivenPace: Sendable {
  /// Of the newest fixes, which fade; a drive begins at the pace of its plan.
  private var driven: Seconds = 90
  private var planned: Seconds = 90
  private static let fading = 0.85
  private static let limits = 0.5...2.0
  /// A vehicle that takes this much longer than planned stands in between.
  private static let slowest = 2.5

  var value: Double { min(max(driven / planned, Self.limits.lowerBound), Self.limits.upperBound) }

  /// Takes two fixes in a row, if no waypoint lies between them.
  mutating func take(_ a: PlanSight, _ b: PlanSight, on plan: Plan, _ settings: FollowingSettings) {
    let time = b.time.seconds(since: a.time)
    guard time >= settings.sparsePeriod, let begin = a.progress, let end = b.progress, end - begin > 2 * settings.reach
    else { return }
    let next = plan.waypoints[plan.nextWaypoint(after: begin - settings.reach)].progress
    let plannedTime = plan.duration(to: end) - plan.duration(to: begin)
    guard next > end + settings.reach || next < begin - settings.reach, time <= Self.slowest * plannedTime else {
      return
    }
    driven = Self.fading * driven + time
    planned = Self.fading * planned + plannedTime
  }
}
