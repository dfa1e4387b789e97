package import Geodesy
internal import Moments
internal import Traces

/// Finds, fix by fix, when a vehicle stood, when it came there, and when it drove off.
///
/// A vehicle stands while its mean velocity over a time is slower than noise can make it: the slope of the line that
/// fits its positions best. Noise that lasts moves the fixes of a long stand about, and reflections throw them out and
/// back; so a stand ends only when the vehicle is far away, and has been on its way for some time.
///
/// Memory: the fixes of a minute, at most one for each second, and as many of the approach while the vehicle stands.
///
/// - Complexity: O(1) for a fix of a moving vehicle, else O(fixes of the window).
package struct StandFold: Sendable {
  private let settings: StandSettings
  private var ruler = LocalRuler(at: Place(latitudeE7: 0, longitudeE7: 0))
  /// The newest fixes, at least ``StandSettings/leastPeriod`` apart.
  private var recent: [TrackedFix] = []
  /// Where the window begins among them.
  private var first = 0
  private var open: OpenStand?
  private static let mostRecent = 64

  package init(settings: StandSettings) { self.settings = settings }

  /// Whether the vehicle stands, or its stand may still go on.
  package var isOpen: Bool { open != nil }

  /// Where the vehicle stands; `nil` while it moves.
  package var middle: Place? { open.map { ruler.place($0.middle) } }

  /// The stand so far, once it has lasted long enough; `nil` while the newest fixes are away from it.
  package var present: Stop? { open.flatMap { $0.isAway ? nil : stop(of: $0, isLeft: false) } }

  /// When the next stand begins at the earliest: it or any later one; `nil` if no fix so far may begin one.
  var earliestBegin: Timestamp? {
    open.map { $0.earliest ?? $0.begin.fix.time } ?? (recent.isEmpty ? nil : recent[max(0, first - 1)].fix.time)
  }

  /// Takes the next usable fix.
  ///
  /// - Parameter isWanted: whether a stand at a place is told: estimating its times costs the most.
  /// - Returns: the stand that ended before it.
  package mutating func take(_ fix: StopFix, where isWanted: (Place) -> Bool = { _ in true }) -> Stop? {
    guard let time = fix.time else { return nil }
    if let last = recent.last?.fix.time, time.seconds(since: last) < settings.leastPeriod {
      if open?.isAway == false { open?.last = fix }
      return nil
    }
    track(fix, at: time)
    if let window = window(), window.speed < settings.topSpeed, window.scatter <= settings.scatter {
      return stand(window, isWanted)
    }
    return leave(isWanted)
  }

  /// - Returns: the stand that lasts to the end of the trip.
  package mutating func finish() -> Stop? {
    defer { open = nil }
    return open.flatMap { stop(of: $0, isLeft: false) }
  }

  // MARK: Windows

  private struct Window {
    var middle: LocalPoint
    var speed: MetresPerSecond
    /// The mean distance from the middle.
    var scatter: Metres
  }

  private mutating func track(_ fix: StopFix, at time: Timestamp) {
    var point = ruler.point(fix.place)
    if recent.isEmpty || point.distance(to: .origin) > Self.mapRadius {
      move(to: fix.place)
      point = ruler.point(fix.place)
    }
    recent.append(TrackedFix(fix: fix, point: point, time: time.seconds(since: Self.epoch)))
    while first + 1 < recent.count, recent[recent.count - 1].time - recent[first + 1].time >= settings.window {
      first += 1
    }
    if recent.count > 2 * Self.mostRecent { forget() }
  }

  /// Another flat map, for a vehicle that has left the one before.
  private mutating func move(to place: Place) {
    ruler = LocalRuler(at: place)
    for index in recent.indices { recent[index].point = ruler.point(recent[index].fix.place) }
    open?.move(to: ruler)
  }

  private mutating func forget() {
    let count = min(first, recent.count - Self.mostRecent)
    recent.removeSubrange(..<count)
    first -= count
  }

  /// `nil` while the record is shorter than a window.
  private mutating func window() -> Window? {
    let last = recent.count - 1
    guard recent[last].time - recent[first].time >= settings.window else { return nil }
    // Most fixes of a drive are ruled out by one distance.
    if recent[first].point.distance(to: recent[last].point) > 2 * settings.reach { return nil }
    let begin = recent[first]
    recent[first] = Self.position(between: begin, recent[first + 1], at: recent[last].time - settings.window)
    defer { recent[first] = begin }
    return Self.window(over: recent[first...last])
  }

  private static func window(over fixes: ArraySlice<TrackedFix>) -> Window {
    let count = Double(fixes.count)
    var (middle, mean) = (LocalPoint.origin, 0.0)
    for fix in fixes {
      middle.x += fix.point.x / count
      middle.y += fix.point.y / count
      mean += fix.time / count
    }
    var (east, north, square, scatter) = (0.0, 0.0, 0.0, 0.0)
    for fix in fixes {
      let offset = fix.time - mean
      east += offset * (fix.point.x - middle.x)
      north += offset * (fix.point.y - middle.y)
      square += offset * offset
      scatter += fix.point.distance(to: middle) / count
    }
    return Window(middle: middle, speed: (east * east + north * north).squareRoot() / square, scatter: scatter)
  }

  /// Where the vehicle was, if it drove evenly: a long silence must not outweigh what the fixes after it show.
  private static func position(between a: TrackedFix, _ b: TrackedFix, at time: Seconds) -> TrackedFix {
    let share = min(1, max(0, (time - a.time) / max(b.time - a.time, 1e-9)))
    let point = LocalPoint(
      x: a.point.x + share * (b.point.x - a.point.x), y: a.point.y + share * (b.point.y - a.point.y))
    return TrackedFix(fix: a.fix, point: point, time: max(a.time, time))
  }

  // MARK: Stands

  private mutating func stand(_ window: Window, _ isWanted: (Place) -> Bool) -> Stop? {
    if open?.middle.distance(to: window.middle) ?? .infinity <= settings.reach {
      open?.go(on: recent[recent.count - 1])
      return nil
    }
    // A window with a leap in its middle is slow, and away from the stand.
    if let open, recent[first].fix.number <= open.last.number { return leave(isWanted) }
    let ended = open.flatMap { isWanted(ruler.place($0.middle)) ? stop(of: $0, isLeft: true) : nil }
    open = OpenStand(recent, from: first)
    return ended
  }

  private mutating func leave(_ isWanted: (Place) -> Bool) -> Stop? {
    // Most fixes are of a vehicle that moves, and copying a stand that is not there costs as much as one that is.
    guard open != nil else { return nil }
    open?.isAway = true
    guard hasLeft, let open else { return nil }
    self.open = nil
    return isWanted(ruler.place(open.middle)) ? stop(of: open, isLeft: true) : nil
  }

  private var hasLeft: Bool {
    guard let lastTime = open?.lastTime, let middle = open?.middle else { return false }
    let last = recent.count - 1
    let isFar = recent[last].point.distance(to: middle) > settings.farthest
    // One fix does not show how fast it drove off.
    return isFar && recent[last].time - lastTime > settings.longestLeap && recent[last - 1].time > lastTime
  }

  /// `nil` if it was too short.
  ///
  /// - Parameter isLeft: the vehicle drove off.
  private func stop(of stand: OpenStand, isLeft: Bool) -> Stop? {
    guard let from = stand.begin.fix.time, let to = stand.last.time else { return nil }
    // Most stands are too short however their ends are estimated, and that is dear.
    let latest = isLeft ? recent[recent.count - 1].fix.time ?? to : to
    guard latest.seconds(since: stand.earliest ?? from) >= settings.leastTime else { return nil }
    let begin = min(max(stand.earliest ?? from, arrival(of: stand) ?? from), to)
    let earliestEnd = max(begin, to.adding(seconds: -settings.window))
    let end = isLeft ? max(earliestEnd, departure(of: stand) ?? to) : to
    guard end.seconds(since: begin) >= settings.leastTime else { return nil }
    let first = stand.approach.first { $0.fix.time.map { $0 >= begin } ?? false }?.fix ?? stand.begin.fix
    let last = recent.last { $0.fix.time.map { $0 <= end } ?? false }?.fix.number ?? stand.last.number
    return Stop(
      fixes: first.number...max(first.number, last), begin: begin, end: end, place: first.matchedPlace,
      middle: ruler.place(stand.middle), reported: first.place, edge: first.edge?.edge, road: first.edge?.road,
      isLeft: isLeft)
  }

  private func arrival(of stand: OpenStand) -> Timestamp? {
    Approach.arrival(of: stand.approach, at: stand.middle, by: stand.begin.time)
      .map { Self.epoch.adding(seconds: $0) }
  }

  /// As an arrival, with the time turned round.
  private func departure(of stand: OpenStand) -> Timestamp? {
    let since = max(stand.begin.time, stand.lastTime - OpenStand.longestApproach)
    let mirrored = recent.reversed().filter { $0.time >= since }
      .map { TrackedFix(fix: $0.fix, point: $0.point, time: -$0.time) }
    let found = Approach.arrival(
      of: mirrored, at: stand.middle, by: -stand.lastTime, slowing: Approach.acceleration)
    let latest = recent.first { $0.time > stand.lastTime }?.time ?? stand.lastTime
    return found.map { Self.epoch.adding(seconds: min(-$0, latest)) }
  }

  private static let mapRadius: Metres = 20_000
  private static let epoch = Timestamp(millisecondsSince1970: 0)
}

/// A fix with its place on a flat map.
struct TrackedFix: BitwiseCopyable, Sendable {
  var fix: StopFix
  var point: LocalPoint
  /// In seconds since 1970.
  var time: Seconds
}

/// A stand that goes on, as far as is known.
private struct OpenStand: Sendable {
  let begin: TrackedFix
  /// The time of the fix before it, which moved; `nil` if there is none.
  let earliest: Timestamp?
  var last: StopFix
  /// The mean of its places, by time.
  private(set) var middle: LocalPoint
  private var duration: Seconds = 0
  private var newest: TrackedFix
  /// The newest fixes look as if the vehicle had left.
  var isAway = false
  /// The fixes before it and the first ones of it.
  private(set) var approach: [TrackedFix]
  /// The fixes of this time after the beginning show when the vehicle came to stand.
  static let longestApproach: Seconds = 45
  private static let mostApproach = 112

  init(_ recent: [TrackedFix], from first: Int) {
    begin = recent[first]
    earliest = first > 0 ? recent[first - 1].fix.time : nil
    last = recent[recent.count - 1].fix
    approach = Array(recent.suffix(Self.mostApproach))
    (middle, newest) = (begin.point, begin)
    for fix in recent[(first + 1)...] { add(fix) }
  }

  /// In seconds since 1970.
  var lastTime: Seconds { last.time.map { Double($0.millisecondsSince1970) / 1000 } ?? begin.time }

  /// The next fix belongs to it.
  mutating func go(on fix: TrackedFix) {
    isAway = false
    last = fix.fix
    add(fix)
    if fix.time - begin.time <= Self.longestApproach, approach.count < 2 * Self.mostApproach { approach.append(fix) }
  }

  private mutating func add(_ fix: TrackedFix) {
    let time = fix.time - newest.time
    duration += time
    let share = duration > 0 ? time / duration : 1
    middle.x += share * ((fix.point.x + newest.point.x) / 2 - middle.x)
    middle.y += share * ((fix.point.y + newest.point.y) / 2 - middle.y)
    newest = fix
  }

  mutating func move(to ruler: LocalRuler) {
    newest.point = ruler.point(newest.fix.place)
    for index in approach.indices { approach[index].point = ruler.point(approach[index].fix.place) }
    middle = ruler.point(begin.fix.place)
  }
}
