package import Geodesy
package import Moments
internal import RoadRules
internal import Routing
internal import Trips

/// Says that a vehicle stands at a waypoint of its plan while it still stands there, and that it has left.
///
/// Which road a standing vehicle is on, and where on its plan, is certain only when it has driven on; so here the places
/// of the fixes alone decide. Thus the answers are the same whenever the path becomes certain, in a live run with any lag
/// and in a run over whole traces. ``WaypointFold`` decides in the end which waypoints were reached.
///
/// The vehicle comes to the waypoints in any order. One at which it stood is told again only if it stood at an earlier one
/// since: then it may have stood there before its turn.
///
/// Memory: that of a ``StandFold``, and the waypoints told.
package struct WaypointStandFold: Sendable {
  private let plan: Plan
  private let settings: FollowingSettings
  private let standing: StandSettings
  private var stands: StandFold
  /// The waypoints that the vehicle is known to have stood at.
  private var told: Set<Int> = [0]
  /// The waypoint that it came to last.
  private var last = 0
  /// A stand is not looked at before.
  private var nextLook: Timestamp?
  private static let rest: Seconds = 3
  /// What it stands at, or has not left by far yet.
  private var visit: Visit?

  /// A stand at one waypoint or at several side by side.
  private struct Visit: Sendable {
    var numbers: [Int]
    let middle: Place
    /// Of the pieces of the stand that have ended.
    var end: (time: Timestamp, fix: Int)?
  }

  package init(_ plan: Plan, settings: FollowingSettings = FollowingSettings()) {
    self.plan = plan
    self.settings = settings
    standing = StandSettings(leastTime: settings.leastDwell, for: plan.route.options.mode)
    stands = StandFold(settings: standing)
  }

  /// Begins the next part of a drive. Its fixes are counted from 0. A stand may go on in it.
  package mutating func beginPart() {
    stands = StandFold(settings: standing)
    visit?.end = nil
  }

  /// Takes the next usable fix, as the device reported it.
  package mutating func take(_ number: Int, at place: Place, _ time: Timestamp?) -> [WaypointStand] {
    pass(place)
    var found: [WaypointStand] = []
    let fix = StopFix(number: number, place: place, matchedPlace: place, time: time)
    let (plan, reach, isOpen) = (plan, settings.reach, visit != nil)
    let stop = stands.take(fix) { isOpen || plan.hasWaypoint(within: reach, of: $0) }
    if let stop { end(stop, into: &found) }
    if isDue(time), let middle = stands.middle, !dueWaypoints(at: middle).isEmpty {
      if let stop = stands.present { begin(stop, into: &found) } else { nextLook = time?.adding(seconds: Self.rest) }
    }
    leave(place, number, time, into: &found)
    return found
  }

  /// Ends the drive, or a part of it.
  package mutating func finish() -> [WaypointStand] {
    var found: [WaypointStand] = []
    if visit == nil, let stop = stands.finish() { begin(stop, into: &found) }
    return found
  }

  /// Whether to look if a vehicle has stood for long enough: estimating that at each fix would cost the most.
  private func isDue(_ time: Timestamp?) -> Bool {
    guard visit == nil else { return false }
    guard let time, let nextLook else { return true }
    return time >= nextLook
  }

  // MARK: Stands

  private mutating func begin(_ stop: Stop, into found: inout [WaypointStand]) {
    let numbers = waypoints(at: stop.middle)
    guard !numbers.isEmpty else { return }
    visit = Visit(numbers: numbers, middle: stop.middle)
    for number in numbers {
      found.append(stand(.arrived, number, stop.begin, stop.fixes.lowerBound, at: stop.middle))
    }
  }

  private mutating func end(_ stop: Stop, into found: inout [WaypointStand]) {
    if visit == nil { begin(stop, into: &found) }
    guard let stood = visit else { return }
    let isPiece = groundDistance(stood.middle, stop.middle) <= settings.dwellRadius
    if stood.end == nil || isPiece { visit?.end = (stop.end, stop.fixes.upperBound) }
  }

  /// The vehicle has left when it is so far away that no other standstill there belongs to this one.
  private mutating func leave(
    _ place: Place, _ fix: Int, _ time: Timestamp?, into found: inout [WaypointStand]
  ) {
    guard let visit, !stands.isOpen || visit.end != nil, time != nil else { return }
    guard groundDistance(visit.middle, place) > settings.yard + settings.dwellRadius else { return }
    for number in visit.numbers {
      found.append(
        stand(.left, number, visit.end?.time ?? time, visit.end?.fix ?? fix, at: visit.middle, isSeen: visit.end != nil)
      )
    }
    self.visit = nil
  }

  private func stand(
    _ moment: WaypointStand.Moment, _ number: Int, _ time: Timestamp?, _ fix: Int, at place: Place, isSeen: Bool = true
  ) -> WaypointStand {
    WaypointStand(
      moment: moment, number: number, time: time, isSeen: isSeen, fix: fix, place: place,
      distance: groundDistance(place, plan.waypoints[number].waypoint.place))
  }

  // MARK: Waypoints

  /// The waypoints that a stand belongs to, in the order in which they are told.
  private func dueWaypoints(at middle: Place) -> [Int] {
    let near = plan.waypoints.filter { $0.isNear(middle, settings.reach) && !told.contains($0.number) }.map(\.number)
    var (numbers, last) = ([Int](), last)
    for number in near.filter({ $0 >= last }) + near.filter({ $0 < last }) where isDue(number, after: last) {
      last = number
      numbers.append(number)
    }
    return numbers
  }

  /// Tells the waypoints that a stand belongs to.
  private mutating func waypoints(at middle: Place) -> [Int] {
    let numbers = dueWaypoints(at: middle)
    told.formUnion(numbers)
    last = numbers.last ?? last
    guard let first = numbers.min() else { return [] }
    told = told.filter { $0 <= first || numbers.contains($0) }
    return numbers
  }

  /// Of waypoints at one place, such as a depot where a tour begins and ends, the one whose turn it is.
  private func isDue(_ number: Int, after last: Int) -> Bool {
    number <= last + 1 || !(isSamePlace(number, last) || isSamePlace(number, last + 1))
  }

  private func isSamePlace(_ a: Int, _ b: Int) -> Bool {
    groundDistance(plan.waypoints[a].snapped.place, plan.waypoints[b].snapped.place) <= settings.reach
  }

  /// Notes that the vehicle comes to the next waypoint, where it may stand or not.
  private mutating func pass(_ place: Place) {
    guard last + 1 < plan.waypoints.count, plan.waypoints[last + 1].isNear(place, settings.reach) else { return }
    last += 1
  }
}
