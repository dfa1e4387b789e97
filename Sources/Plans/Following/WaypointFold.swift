internal import Geodesy
internal import Moments
internal import RoadGraph
internal import RoadRules
internal import Routing
internal import Trips

/// Decides which waypoints of a plan a drive reaches.
///
/// A waypoint is reached along the plan, or else where the vehicle passed it or stood at it at another time. Only the
/// end of the waypoint's own step shows that the first did not happen; so the others wait until the drive is past it.
struct WaypointFold {
  private let plan: Plan
  private let settings: FollowingSettings
  /// The waypoints that a visit was found for.
  private var reached: Set<Int> = [0]
  /// Visits along the plan that last until the vehicle leaves.
  private var arrivals: [WaypointVisit] = []
  /// The best visit elsewhere of each waypoint not reached.
  private var elsewhere: [Int: WaypointVisit] = [:]
  private let standing: StandSettings
  private var stands: StandFold
  /// The waypoints of the present part that another part may reach better: those visited off the plan, and those unseen
  /// because the record ends.
  private var provisional: Set<Int> = []
  /// The newest fixes, from which the stays at waypoints begin.
  private var sights: [PlanSight] = []
  private static let mostSights = 4
  private var pace = DrivenPace()
  /// The visits that are certain and not fetched yet.
  private var certain: [WaypointVisit] = []

  init(_ plan: Plan, settings: FollowingSettings) {
    self.plan = plan
    self.settings = settings
    standing = StandSettings(leastTime: settings.leastDwell, for: plan.route.options.mode)
    stands = StandFold(settings: standing)
  }

  /// Begins the next part of a drive, when the one before has ended. Its fixes are counted from 0.
  mutating func beginPart() {
    reached.subtract(provisional)
    provisional = []
    sights = []
    stands = StandFold(settings: standing)
  }

  /// The numbers of the waypoints not reached so far.
  var missed: [Int] { plan.waypoints.map(\.number).filter { !reached.contains($0) } }

  /// The number of the waypoint farthest along the plan that was reached.
  var lastReached: Int { reached.max() ?? 0 }

  func isOpen(_ waypoint: PlanWaypoint) -> Bool { !reached.contains(waypoint.number) }

  mutating func fetch() -> [WaypointVisit] {
    defer { certain = [] }
    return certain
  }

  // MARK: Visits

  /// The vehicle comes to a waypoint along the plan.
  ///
  /// - Returns: whether it had not reached it before.
  mutating func arrive(_ visit: WaypointVisit) -> Bool {
    guard reached.insert(visit.number).inserted else { return false }
    if visit.endsBefore != nil { provisional.insert(visit.number) }
    var visit = completed(visit)
    var stay = Stay(at: plan.waypoints[visit.number])
    for sight in sights { stay.take(sight, reach: settings.stayReach) }
    visit.stay = stay
    arrivals.append(visit)
    return true
  }

  /// The vehicle passes a waypoint, or stands at it, while it is elsewhere on the plan or off it.
  ///
  /// - Parameters:
  ///   - progress: how far along the plan it is.
  ///   - isOnPlan: whether it follows another part of the plan, and may pass the places of later waypoints on the way.
  /// - Returns: whether the visit is taken if no better one follows.
  @discardableResult
  mutating func meet(_ visit: WaypointVisit, progress: Metres, isOnPlan: Bool) -> Bool {
    let number = visit.number
    guard !reached.contains(number), elsewhere[number]?.dwell == nil else { return false }
    let next = plan.nextWaypoint(after: progress)
    if number > next, isOnPlan, visit.dwell == nil { return false }
    if number >= next, isSamePlace(number, next - 1) || (number > next && isSamePlace(number, next)) { return false }
    let completed = completed(visit)
    guard completed.distance <= plan.waypoints[number].snapped.distance + settings.reach else { return false }
    if elsewhere[number] == nil || visit.dwell != nil { elsewhere[number] = completed }
    return true
  }

  /// Notes that the drive continues at a place along the plan: the waypoints before it were reached off the plan, or
  /// not at all.
  mutating func goOn(at progress: Metres) {
    // A stand is known only when it has ended, and sparse fixes show that when the drive is far along the plan.
    guard !elsewhere.isEmpty, !stands.isOpen, let last = sights.last else { return }
    settle(before: progress - settings.reach, after: last)
  }

  /// Takes the next fix.
  ///
  /// - Parameter isOutside: it is on a road of the plan, before its start or past its end.
  mutating func take(_ fix: DrivenFix, at place: Place, progress: Metres, isOnPlan: Bool, isOutside: Bool) {
    if let time = fix.time {
      see(PlanSight(time: time, place: place, progress: isOnPlan && !isOutside ? progress : nil))
    }
    var next = StopFix(number: fix.number, place: place, matchedPlace: fix.matchedPlace ?? place, time: fix.time)
    next.edge = fix.edge.flatMap { edge in fix.road.map { FixEdge(edge: edge, road: $0, leg: 0) } }
    let (plan, yard) = (plan, settings.yard)  // a closure over all of this would copy it for each fix
    let stop = stands.take(next) { plan.hasWaypoint(within: yard, of: $0) }
    if let stop { end(stop, progress: progress, isOnPlan: isOnPlan) }
    leave(place, at: fix.time)
  }

  private mutating func see(_ sight: PlanSight) {
    if let last = sights.last { pace.take(last, sight, on: plan, settings) }
    for index in arrivals.indices { arrivals[index].stay?.take(sight, reach: settings.stayReach) }
    if sights.count == Self.mostSights { sights.removeFirst() }
    sights.append(sight)
  }

  /// Ends the drive.
  mutating func finish(progress: Metres, isOnPlan: Bool) {
    if let stop = stands.finish() { end(stop, progress: progress, isOnPlan: isOnPlan) }
    arrivals.indices.forEach { certain.append(best(of: timed(arrivals[$0]))) }
    arrivals = []
    settle(before: .infinity)
  }

  // MARK: Decisions

  /// Settles the waiting waypoints before a place along the plan, if their visits have ended.
  private mutating func settle(before progress: Metres, after last: PlanSight? = nil) {
    for number in elsewhere.keys.sorted() where plan.waypoints[number].progress < progress {
      if let last, let visit = elsewhere[number], !hasLeft(visit, last.place, at: last.time) { continue }
      guard let visit = elsewhere.removeValue(forKey: number), reached.insert(number).inserted else { continue }
      provisional.insert(number)
      certain.append(visit)
    }
  }

  /// Ends the visits along the plan that the vehicle has left. A stop that was only passed may still be served until the
  /// next one is reached.
  private mutating func leave(_ place: Place, at time: Timestamp?) {
    guard !stands.isOpen else { return }
    while let first = arrivals.first, first.hasLeft || hasLeft(first, place, at: time) {
      arrivals[0].hasLeft = true
      let isPassed = first.dwell == nil && plan.waypoints[first.number].waypoint.kind == .stopover
      if isPassed, lastReached <= first.number { return }
      arrivals.removeFirst()
      certain.append(best(of: timed(first)))
    }
  }

  private func hasLeft(_ visit: WaypointVisit, _ place: Place, at time: Timestamp?) -> Bool {
    if let arrival = visit.time, let time, time <= arrival { return false }  // it is still on its way there
    return groundDistance(visit.place, place) > settings.yard + settings.dwellRadius
  }

  /// A visit with the times that the plan's roads show where fixes are sparse.
  private func timed(_ visit: WaypointVisit) -> WaypointVisit {
    guard let stay = visit.stay, plan.waypoints[visit.number].waypoint.kind == .stopover else { return visit }
    // A stand across a yard has its own times.
    if let stood = visit.stood, !plan.waypoints[visit.number].isNear(stood.middle, settings.stayReach) { return visit }
    var timed = visit
    timed.time(
      from: stay.arrival(on: plan, pace: pace.value, settings),
      to: stay.departure(on: plan, pace: pace.value, settings), settings)
    return timed
  }

  /// A visit along the plan, or an earlier one at which the vehicle stood if it did not stand now.
  private mutating func best(of visit: WaypointVisit) -> WaypointVisit {
    let other = elsewhere.removeValue(forKey: visit.number)
    guard visit.dwell == nil, let other, other.dwell != nil else { return visit }
    return other
  }

  private mutating func end(_ stop: Stop, progress: Metres, isOnPlan: Bool) {
    for waypoint in plan.waypoints.dropFirst() where waypoint.isNear(stop.middle, settings.yard) {
      if let arrived = arrivals.firstIndex(where: { $0.number == waypoint.number }) {
        guard !arrivals[arrived].hasLeft || waypoint.isNear(stop.middle, settings.reach) else { continue }
        arrivals[arrived].stand(stop, at: waypoint, settings)
      } else if waypoint.isNear(stop.middle, settings.reach) {
        let isNext = plan.nextWaypoint(after: progress) == waypoint.number
        var visit = WaypointVisit(
          number: waypoint.number, time: stop.begin, fix: stop.fixes.lowerBound, place: place(of: stop),
          edge: stop.edge, road: stop.road, isAlongPlan: isOnPlan && isNext)
        visit.stand(stop, at: waypoint, settings)
        if meet(visit, progress: progress, isOnPlan: isOnPlan) { notePrecedence(of: visit) }
      }
    }
  }

  /// A stand is known when it has ended; the waypoints reached since then come after it.
  private mutating func notePrecedence(of visit: WaypointVisit) {
    guard let time = visit.time else { return }
    for index in arrivals.indices where arrivals[index].number < visit.number {
      if let other = arrivals[index].time, other > time { arrivals[index].isInOrder = false }
    }
  }

  /// On its road, unless the matcher drew it far away.
  private func place(of stop: Stop) -> Place {
    groundDistance(stop.place, stop.middle) <= settings.dwellRadius ? stop.place : stop.middle
  }

  private func completed(_ visit: WaypointVisit) -> WaypointVisit {
    var visit = visit
    visit.distance = groundDistance(visit.place, plan.waypoints[visit.number].waypoint.place)
    let stood = elsewhere.filter { $0.value.dwell != nil }.keys
    visit.isInOrder = reached.allSatisfy { $0 <= visit.number } && stood.allSatisfy { $0 <= visit.number }
    return visit
  }

  private func isSamePlace(_ a: Int, _ b: Int) -> Bool {
    groundDistance(plan.waypoints[a].snapped.place, plan.waypoints[b].snapped.place) <= settings.reach
  }
}

extension WaypointVisit {
  /// The vehicle stands there: from the first to the last standstill at the place nearest to the waypoint.
  ///
  /// A vehicle that stands a little before the waypoint reaches it then, and not when it drives on.
  fileprivate mutating func stand(_ stop: Stop, at waypoint: PlanWaypoint, _ settings: FollowingSettings) {
    let place = waypoint.snapped.place
    var first = stop
    if let stood, groundDistance(stood.middle, stop.middle) <= settings.dwellRadius {
      first = stood
    } else if let stood, groundDistance(stood.middle, place) < groundDistance(stop.middle, place) {
      return
    }
    stood = first
    dwell = stop.end.seconds(since: first.begin)
    departure = stop.isLeft ? stop.end : nil
    if waypoint.isNear(first.middle, settings.reach) { (time, fix) = (first.begin, first.fixes.lowerBound) }
  }
}

extension WaypointVisit {
  /// Takes the times of a stay between sparse fixes: a vehicle that stood there for one fix stood too.
  fileprivate mutating func time(from begin: Timestamp?, to end: Timestamp?, _ settings: FollowingSettings) {
    guard let time, let stay, let first = stay.first, let last = stay.last else { return }
    if dwell == nil {
      guard let begin, let end, end.seconds(since: begin) >= settings.leastDwell else { return }
      (self.time, departure, dwell) = (begin, end, end.seconds(since: begin))
    } else if time <= last {
      let left = departure.flatMap { $0 >= first ? end : nil } ?? departure
      let stoodUntil = departure ?? dwell.map { time.adding(seconds: $0) } ?? last
      self.time = begin ?? time
      departure = departure == nil ? nil : left
      dwell = max(0, (left ?? stoodUntil).seconds(since: begin ?? time))
    }
  }
}

extension Plan {
  /// Whether a place is near to a waypoint after the start.
  func hasWaypoint(within distance: Metres, of place: Place) -> Bool {
    waypoints.dropFirst().contains { $0.isNear(place, distance) }
  }
}

extension PlanWaypoint {
  /// Whether a place is near to it, on the road or as it was requested.
  func isNear(_ place: Place, _ distance: Metres) -> Bool {
    [snapped.place, waypoint.place].contains {
      leastGroundDistance($0, place) <= distance && groundDistance($0, place) <= distance
    }
  }
}
