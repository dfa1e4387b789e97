internal import Geodesy
internal import Moments
internal import Trips

/// How long a vehicle stood at the waypoints that it reached.
///
/// A visit waits here until the vehicle has left the waypoint, since it may still stand there. Places are those on the
/// road, where the matcher has joined the scattered fixes of a standing vehicle. A standstill counts if it lies within
/// the yard of the waypoint and the vehicle was not far from it between then and the visit.
///
/// Memory: the visits that wait, and the standstills not left by far.
struct DwellFold: Sendable {
  private let settings: FollowingSettings
  private var stands: StopFold
  /// Standstills that the vehicle has not left by far.
  private var recent: [Stop] = []
  private var waiting: [Waiting] = []
  private var hasTimes = false

  private struct Waiting: Sendable {
    var visit: WaypointVisit
    let waypoint: Place
    /// The standstills at the waypoint so far.
    var stands: [Stop]
  }

  init(settings: FollowingSettings) {
    self.settings = settings
    var stopping = TripSettings()
    stopping.leastStopTime = settings.leastDwell
    stopping.stopRadius = settings.dwellRadius
    stands = StopFold(settings: stopping)
  }

  /// Takes a waypoint that was reached.
  ///
  /// - Parameter waypoint: its place on the road.
  mutating func take(_ visit: WaypointVisit, at waypoint: Place) {
    waiting.append(Waiting(visit: visit, waypoint: waypoint, stands: recent.filter { isAt(waypoint, $0) }))
  }

  /// Takes the next fix of the drive.
  ///
  /// - Parameter visits: receives the waypoints that the vehicle has left with it.
  mutating func take(_ fix: StopFix, into visits: inout [WaypointVisit]) {
    if fix.time != nil { hasTimes = true }
    if let stop = stands.take(fix) { add(stop) }
    if !recent.isEmpty {
      recent.removeAll { groundDistance($0.place, fix.place) > 2 * settings.yard }
    }
    guard !waiting.isEmpty else { return }
    let left = waiting.map { hasLeft($0, at: fix) }
    guard left.contains(true) else { return }
    visits += zip(waiting, left).filter(\.1).map { finished($0.0) }
    waiting = zip(waiting, left).filter { !$0.1 }.map(\.0)
  }

  /// Ends the drive.
  mutating func finish(into visits: inout [WaypointVisit]) {
    if let stop = stands.finish() { add(stop) }
    visits += waiting.map(finished)
    waiting = []
  }

  private mutating func add(_ stop: Stop) {
    recent.append(stop)
    for i in waiting.indices where isAt(waiting[i].waypoint, stop) { waiting[i].stands.append(stop) }
  }

  private func isAt(_ waypoint: Place, _ stop: Stop) -> Bool { groundDistance(waypoint, stop.place) <= settings.yard }

  /// Whether no standstill at the waypoint can follow.
  private func hasLeft(_ waiting: Waiting, at fix: StopFix) -> Bool {
    guard let time = waiting.visit.time else { return !hasTimes }
    guard let now = fix.time, now > time else { return false }
    return groundDistance(waiting.waypoint, fix.place) > settings.yard + settings.dwellRadius
  }

  /// The visit with its dwell: from the first to the last standstill at the place nearest to the waypoint. A vehicle that
  /// stands a little before the waypoint reaches it then, and not when it drives on.
  private func finished(_ waiting: Waiting) -> WaypointVisit {
    var visit = waiting.visit
    let nearest = waiting.stands.min {
      groundDistance($0.place, waiting.waypoint) < groundDistance($1.place, waiting.waypoint)
    }
    guard let nearest else { return visit }
    let there = waiting.stands.filter { groundDistance($0.place, nearest.place) <= settings.dwellRadius }
    let (first, last) = (there[0], there[there.count - 1])
    let dwell = last.end.seconds(since: first.begin)
    visit.dwell = dwell
    let drivesOn = visit.time.map { 2 * $0.seconds(since: first.begin) > dwell } ?? false
    if drivesOn, groundDistance(nearest.place, waiting.waypoint) <= settings.reach {
      (visit.time, visit.fix) = (first.begin, first.fixes.lowerBound)
    }
    return visit
  }
}
