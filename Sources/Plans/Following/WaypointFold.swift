internal import Geodesy
internal import Moments
internal import Routing

/// Decides which waypoints of a plan a drive reaches.
///
/// A waypoint is reached along the plan, or else where the vehicle passed it or stood at it at another time. Only the
/// end of the waypoint's own step shows that the first did not happen; so the others wait until the drive is past it.
struct WaypointFold {
  private let plan: Plan
  private let settings: FollowingSettings
  /// Those that a visit was found for.
  private var reached: Set<Int> = [0]
  /// Visits along the plan that last until the vehicle leaves.
  private var arrivals: [WaypointVisit] = []
  /// The best visit elsewhere of each waypoint not reached.
  private var elsewhere: [Int: WaypointVisit] = [:]
  private var standing: Standing?
  /// Its first fixes, as the device reported them.
  private var firstSeen: [(time: Timestamp, place: Place)] = []
  private static let mostFirstSeen = 64
  /// The visits that are certain, and not fetched so far.
  private var certain: [WaypointVisit] = []

  init(_ plan: Plan, settings: FollowingSettings) {
    self.plan = plan
    self.settings = settings
  }

  /// The numbers of the waypoints not reached so far.
  var missed: [Int] { plan.waypoints.map(\.number).filter { !reached.contains($0) } }

  func isOpen(_ waypoint: PlanWaypoint) -> Bool { !reached.contains(waypoint.number) }

  mutating func fetch() -> [WaypointVisit] {
    defer { certain = [] }
    return certain
  }

  // MARK: Visits

  /// The vehicle comes to a waypoint along the plan.
  mutating func arrive(_ visit: WaypointVisit) {
    guard reached.insert(visit.number).inserted else { return }
    arrivals.append(completed(visit))
  }

  /// The vehicle passes a waypoint, or stands at it, while it is elsewhere on the plan or off it.
  ///
  /// - Parameters:
  ///   - progress: how far along the plan it is.
  ///   - isOnPlan: it follows another part of the plan, and may pass the places of later waypoints by the way.
  mutating func meet(_ visit: WaypointVisit, progress: Metres, isOnPlan: Bool) {
    let number = visit.number
    guard !reached.contains(number), elsewhere[number]?.dwell == nil else { return }
    let next = plan.nextWaypoint(after: progress)
    if number > next, isOnPlan, visit.dwell == nil { return }
    if number >= next, isSamePlace(number, next - 1) || (number > next && isSamePlace(number, next)) { return }
    if elsewhere[number] == nil || visit.dwell != nil { elsewhere[number] = completed(visit) }
  }

  /// The drive goes on at a place along the plan: what lies behind it was reached elsewhere, or not at all.
  mutating func goOn(at progress: Metres) {
    guard !elsewhere.isEmpty else { return }
    settle(before: progress - settings.reach)
  }

  /// Takes the next fix.
  mutating func take(_ fix: DrivenFix, at place: Place, progress: Metres, isOnPlan: Bool) {
    defer { leave(place, at: fix.time) }
    guard let time = fix.time else { return }
    let road = fix.matchedPlace ?? place
    defer { if firstSeen.count < Self.mostFirstSeen { firstSeen.append((time, place)) } }
    if standing?.goesOn(at: time, on: road, seen: place, radius: settings.standRadius) == true { return }
    endStanding(progress: progress, isOnPlan: isOnPlan)
    standing = Standing(fix, at: time, on: road, seen: place)
    firstSeen.removeAll(keepingCapacity: true)
  }

  /// Ends the drive.
  mutating func finish(progress: Metres, isOnPlan: Bool) {
    endStanding(progress: progress, isOnPlan: isOnPlan)
    arrivals.indices.forEach { certain.append(best(of: arrivals[$0])) }
    arrivals = []
    settle(before: .infinity)
  }

  // MARK: Decisions

  /// Ends the wait of the waypoints that lie before a place along the plan.
  private mutating func settle(before progress: Metres) {
    for number in elsewhere.keys.sorted() where plan.waypoints[number].progress < progress {
      guard let visit = elsewhere.removeValue(forKey: number), reached.insert(number).inserted else { continue }
      certain.append(visit)
    }
  }

  /// Ends the visits along the plan that the vehicle has left.
  private mutating func leave(_ place: Place, at time: Timestamp?) {
    while let first = arrivals.first, groundDistance(first.place, place) > settings.departure {
      if let arrival = first.time, let time, time <= arrival { return }  // it is still on its way there
      arrivals.removeFirst()
      certain.append(best(of: first))
    }
  }

  /// A visit along the plan, or an earlier one at which the vehicle stood if it did not stand now.
  private mutating func best(of visit: WaypointVisit) -> WaypointVisit {
    let other = elsewhere.removeValue(forKey: visit.number)
    guard visit.dwell == nil, let other, other.dwell != nil else { return visit }
    return other
  }

  private mutating func endStanding(progress: Metres, isOnPlan: Bool) {
    guard let ended = standing else { return }
    standing = nil
    guard ended.duration >= settings.leastStand else { return }
    let place = ended.place
    for waypoint in plan.waypoints.dropFirst() where waypoint.isNear(place, settings.reach) {
      if let arrival = arrivals.firstIndex(where: { $0.number == waypoint.number }) {
        arrivals[arrival].stand(ended, from: arrivalTime(at: waypoint, ended))
      } else if !reached.contains(waypoint.number) {
        stand(at: waypoint, ended, progress: progress, isOnPlan: isOnPlan)
      }
    }
  }

  private mutating func stand(at waypoint: PlanWaypoint, _ standing: Standing, progress: Metres, isOnPlan: Bool) {
    let isNext = plan.nextWaypoint(after: progress) == waypoint.number
    let visit = WaypointVisit(
      number: waypoint.number, time: arrivalTime(at: waypoint, standing), fix: standing.number, place: standing.anchor,
      edge: standing.edge,
      road: standing.road, dwell: standing.duration, isAlongPlan: isOnPlan && isNext)
    meet(visit, progress: progress, isOnPlan: isOnPlan)
  }

  /// The time of the first fix near to a waypoint: the matcher also draws those before it to where the vehicle stood.
  private func arrivalTime(at waypoint: PlanWaypoint, _ standing: Standing) -> Timestamp {
    firstSeen.first { waypoint.isNear($0.place, settings.arrivalReach) }?.time ?? standing.begin
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
  /// The vehicle stands there, and arrived when it stopped.
  fileprivate mutating func stand(_ standing: Standing, from arrival: Timestamp) {
    dwell = max(dwell ?? 0, standing.duration)
    if !isSeen, let time, time > standing.begin, time <= standing.end { self.time = arrival }
  }
}

extension PlanWaypoint {
  /// Whether a place is near to it, on the road or as it was requested.
  fileprivate func isNear(_ place: Place, _ distance: Metres) -> Bool {
    groundDistance(snapped.place, place) <= distance || groundDistance(waypoint.place, place) <= distance
  }
}
