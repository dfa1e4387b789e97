package import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import RoadRules
internal import Traces
internal import Trips

/// A drive faster than the limit.
package struct Speeding: EventPayload {
  /// How the speed is known. Raw values are the words in reports.
  package enum Source: String, Sendable {
    /// The device reported it, and the places of the fixes agree.
    case deviceAndPosition = "device and position"
    case position
  }

  /// The least limit on the way, in km/h.
  package var limit: Double
  package var isDefaultLimit: Bool
  package var maximum: MetresPerSecond
  package var mean: MetresPerSecond
  package var duration: Seconds
  package var source: Source
  /// The name or number of the road.
  package var road: String?

  package var type: EventType { .speeding }

  package var clause: String {
    let limit = "\(Int(limit.rounded())) km/h\(isDefaultLimit ? " by the class of the road" : "")"
    let place = Detection.clause(onRoad: road)
    return "up to \(kmh(maximum)) km/h, on average \(kmh(mean)) km/h, where \(limit) are allowed\(place), for "
      + "\(rounded(duration)) s; by \(source.rawValue)"
  }

  private func kmh(_ speed: MetresPerSecond) -> Int { Int((speed * 3.6).rounded()) }
}

extension EventType {
  package static let speeding = EventType(rawValue: "speeding")
}

extension Scene {
  /// Speed limits are made for the mode.
  var keepsToLimits: Bool { mode != .pedestrian && mode != .bicycle }

  /// The limit on an edge in km/h at the time of passing, the higher one if it changes then; infinite if no limit is
  /// known or applies. Also whether it is the default for the class of the road.
  func limit(on edge: TripEdge) -> (kmh: Double, isDefault: Bool) {
    guard let own = graph.speedLimit(of: edge.edge), own.source == .tag || settings.speeding.usesDefaults else {
      return (.infinity, false)
    }
    let tagged = own.kmh.map(Double.init) ?? .infinity
    guard rules.mayDiffer(edge.edge) else { return (tagged, own.source != .tag) }
    let limits = [edge.enterTime, edge.exitTime].map { time in
      max(rules.change(of: edge.edge, at: time)?.limit ?? tagged, rules.highestDoubtfulLimit(of: edge.edge, at: time))
    }
    return (limits.max() ?? tagged, own.source != .tag)
  }
}

/// When a drive is too fast.
package struct SpeedingSettings: Sendable {
  package var isWatched = true
  /// A speed is too fast if it exceeds the limit by more than this, in km/h …
  package var toleranceInKmh = 5.0
  /// … and by more than this share of the limit. Speedometers may show up to 10 % and 4 km/h too much, never too little
  /// (UN regulation 39), so a driver who minds his stays below.
  package var toleranceShare = 0.1
  /// A run must last at least this long …
  package var shortest: Seconds = 10
  /// … and be at least this long.
  package var shortestLength: Metres = 100
  /// The speed at a fix is taken from places at least this long before and after it.
  package var halfWindow: Seconds = 5
  /// Fixes closer together in time than this are thinned out. They cost time and say nothing new.
  package var leastStep: Seconds = 2
  /// Fixes further apart say nothing of the speed between them.
  package var longestStep: Seconds = 60
  /// A speed from places alone must exceed the limit by this many standard deviations more, as the errors of the fixes
  /// make it uncertain.
  package var noiseDeviations = 4.0
  /// Fixes of lower confidence are not judged.
  package var leastConfidence = 0.8
  /// Roads without a tagged limit are judged by the default of their class.
  package var usesDefaults = false

  package init() {}

  /// The highest speed that is not too fast.
  func threshold(_ limitInKmh: Double) -> MetresPerSecond {
    (limitInKmh + max(toleranceInKmh, toleranceShare * limitInKmh)) / 3.6
  }
}

/// Finds runs of fixes at which the vehicle was faster than the limit.
///
/// The speed at a fix is the length driven from a fix before it to a fix after it, divided by the time between them, or
/// the speed that the device reports if that is lower. It is compared with the highest limit on that stretch, so that
/// nobody is accused of braking late. Stretches with unknown limits, breaks and unsure fixes end a run.
struct SpeedingDetector: Detector {
  /// An edge of the leg in progress.
  private struct Road: Sendable, BitwiseCopyable {
    var number: Int
    /// The distance from the start of the leg to the start of the edge, even if the drive joined the edge midway.
    var begin: Metres
    var edge: EdgeID
    /// In km/h; infinite if no limit is known or applies.
    var limit: Float
    /// In m/s: anything slower is not speeding, whatever the limits nearby.
    var threshold: Float
    var isDefault: Bool
    var isSure: Bool
  }

  /// A fix with its distance from the start of the leg.
  private struct Point: Sendable, BitwiseCopyable {
    var fix: Int
    var edge: Int
    var time: Timestamp
    /// Until the edge has arrived, the offset on it.
    var distance: Metres
    var place: Place
    /// Metres off the road.
    var error: Float
    /// Not a number if the device reports none.
    var device: Float
    var confidence: Double
    /// The speed above which it is too fast, from the limit of its edge.
    var threshold: Float = .infinity
  }

  private struct Run: Sendable {
    var first: Point
    var last: Point
    var road: EdgeID
    var limit: Double
    var isDefault: Bool
    var maximum: MetresPerSecond
    var hasDevice = true
    var confidence = 1.0
    var squaredErrors: Float = 0
    var count = 0
  }

  private var leg = -1
  private var length: Metres = 0
  private var roads: [Road] = []
  /// Fixes on edges that have not arrived.
  private var early: [Point] = []
  /// Fixes with known distances; those before `next` are judged.
  private var points: [Point] = []
  private var next = 0
  /// The window of the fix that was judged last.
  private var window = (before: 0, behind: 0)
  private var run: Run?
  /// Fixes in a row that are too fast and not sure, and why the first is not.
  private var doubted: (first: Point, last: Point, reason: SpeedingDoubt)?
  /// The runs that would have been events.
  private(set) var suppressed = SuppressedSpeeding()

  mutating func take(_ update: TripUpdate, in scene: Scene, into events: inout [Event]) {
    guard scene.settings.speeding.isWatched, scene.keepsToLimits else { return }
    var fix = update.edgeOfFix.startIndex
    var known = 0
    roads.reserveCapacity(update.edges.count)
    for number in update.edges.indices {
      if update.edges[number].leg != leg {
        endLeg(in: scene, into: &events)
        leg = update.edges[number].leg
      }
      add(update.edges[number], number, in: scene)
      while known < early.count, early[known].edge <= number {
        if early[known].edge == number { place(early[known], in: scene, into: &events) }
        known += 1
      }
      while fix < update.edgeOfFix.endIndex {
        if let edge = update.edgeOfFix[fix] {
          if edge.edge > number { break }
          if edge.edge == number, let point = point(fix, of: update) { place(point, in: scene, into: &events) }
        }
        fix += 1
      }
    }
    early.removeFirst(known)
    while fix < update.edgeOfFix.endIndex {
      if let point = point(fix, of: update) { early.append(point) }
      fix += 1
    }
    if let last = update.legs.last, last.edges.upperBound >= update.edges.endIndex {
      endLeg(in: scene, into: &events)
    }
  }

  mutating func finish(in scene: Scene, into events: inout [Event]) { endLeg(in: scene, into: &events) }

  // MARK: Places along the leg

  /// `nil` for a fix off the road or without a time.
  private func point(_ fix: Int, of update: TripUpdate) -> Point? {
    guard let edge = update.edgeOfFix[fix], let time = update.fixes[fix].time,
      let position = update.matched[fix].position, position.edge == edge.road
    else { return nil }
    return Point(
      fix: fix, edge: edge.edge, time: time, distance: position.offset, place: position.place,
      error: Float(position.distance), device: Float(update.fixes[fix].speed ?? .nan),
      confidence: update.matched[fix].confidence)
  }

  private mutating func add(_ edge: TripEdge, _ number: Int, in scene: Scene) {
    let (limit, isDefault) = scene.limit(on: edge)
    roads.append(
      Road(
        number: number, begin: length - edge.begin, edge: edge.edge, limit: Float(limit),
        threshold: Float(scene.settings.speeding.threshold(limit)), isDefault: isDefault,
        isSure: edge.evidence != .detour && edge.confidence >= scene.settings.speeding.leastConfidence))
    length += edge.length
  }

  private mutating func place(_ early: Point, in scene: Scene, into events: inout [Event]) {
    let last = points.count - 1
    let road = roads.count - 1
    if last >= 0, early.time.seconds(since: points[last].time) < scene.settings.speeding.leastStep { return }
    points.append(early)
    let distance = roads[road].begin + early.distance
    points[last + 1].distance = last >= 0 ? max(distance, points[last].distance) : distance
    points[last + 1].threshold = roads[road].threshold
    judge(isEnd: false, in: scene, into: &events)
    if next > Self.mostKept { forget() }
  }

  private static let mostKept = 256

  /// Drops the points before the window of the next fix.
  private mutating func forget() {
    let count = min(window.before, next)
    points.removeFirst(count)
    next -= count
    window = (window.before - count, window.behind - count)
    let first = points[0].edge
    if let index = roads.firstIndex(where: { $0.number >= first }), index > 0 { roads.removeFirst(index) }
  }

  private mutating func endLeg(in scene: Scene, into events: inout [Event]) {
    judge(isEnd: true, in: scene, into: &events)
    close(in: scene, into: &events)
    points.removeAll(keepingCapacity: true)
    roads.removeAll(keepingCapacity: true)
    (next, length, window) = (0, 0, (0, 0))
  }

  // MARK: Speeds

  /// Judges the fixes whose window is complete.
  private mutating func judge(isEnd: Bool, in scene: Scene, into events: inout [Event]) {
    let half = scene.settings.speeding.halfWindow
    while next < points.count {
      let time = points[next].time
      guard isEnd || points[points.count - 1].time.seconds(since: time) >= half else { return }
      moveWindow(half)
      judge(in: scene, into: &events)
      next += 1
    }
  }

  /// Moves its ends to the last fix at least half a window before the next fix to be judged, and the first one at least
  /// half a window after it.
  private mutating func moveWindow(_ half: Seconds) {
    let time = points[next].time
    while window.before + 1 < next, time.seconds(since: points[window.before + 1].time) >= half { window.before += 1 }
    window.behind = max(window.behind, next)
    while window.behind + 1 < points.count, points[window.behind].time.seconds(since: time) < half {
      window.behind += 1
    }
  }

  private mutating func judge(in scene: Scene, into events: inout [Event]) {
    let seconds = points[window.behind].time.seconds(since: points[window.before].time)
    let driven = points[window.behind].distance - points[window.before].distance
    // Nearly every fix is slower than the limit of its own edge, so the limit of its window need not be looked up.
    guard driven > Double(points[next].threshold) * seconds else { return close(in: scene, into: &events) }
    let settings = scene.settings.speeding
    let (point, begin, end) = (points[next], points[window.before], points[window.behind])
    guard !(point.device <= point.threshold), seconds > 0,
      let (road, isSure) = strictest(from: begin.edge, to: end.edge)
    else { return close(in: scene, into: &events) }
    let speed = point.device.isNaN ? driven / seconds : min(driven / seconds, Double(point.device))
    guard speed > settings.threshold(Double(road.limit)) else { return close(in: scene, into: &events) }
    if let doubt = SpeedingDoubt(seconds, point.confidence, areRoadsSure: isSure, settings) {
      closeRun(in: scene, into: &events)
      doubted = (doubted?.first ?? point, point, doubted?.reason ?? doubt)
    } else {
      closeDoubted(settings)
      add(point, speed, road)
    }
  }

  /// The road with the highest limit of some edges, and whether all of them are sure.
  private func strictest(from first: Int, to last: Int) -> (road: Road, isSure: Bool)? {
    var highest: Road?
    var isSure = true
    var index = roads.count
    while index > 0, roads[index - 1].number >= first {
      index -= 1
      guard roads[index].number <= last else { continue }
      isSure = isSure && roads[index].isSure
      if roads[index].limit > highest?.limit ?? 0 { highest = roads[index] }
    }
    return highest.map { ($0, isSure) }
  }

  // MARK: Runs

  private mutating func add(_ point: Point, _ speed: MetresPerSecond, _ road: Road) {
    var run =
      run
      ?? Run(
        first: point, last: point, road: roads.last { $0.number == point.edge }?.edge ?? road.edge,
        limit: Double(road.limit), isDefault: road.isDefault, maximum: speed)
    run.last = point
    run.maximum = max(run.maximum, speed)
    if Double(road.limit) < run.limit { (run.limit, run.isDefault) = (Double(road.limit), road.isDefault) }
    run.confidence = min(run.confidence, point.confidence)
    run.hasDevice = run.hasDevice && !point.device.isNaN
    run.squaredErrors += point.error * point.error
    run.count += 1
    self.run = run
  }

  @inline(__always)
  private mutating func close(in scene: Scene, into events: inout [Event]) {
    if run != nil { closeRun(in: scene, into: &events) }
    if doubted != nil { closeDoubted(scene.settings.speeding) }
  }

  /// Counts a run that would have been an event if it were sure.
  private mutating func closeDoubted(_ settings: SpeedingSettings) {
    guard let (first, last, reason) = doubted else { return }
    doubted = nil
    guard last.time.seconds(since: first.time) >= settings.shortest,
      last.distance - first.distance >= settings.shortestLength
    else { return }
    suppressed[reason] += 1
  }

  private mutating func closeRun(in scene: Scene, into events: inout [Event]) {
    guard let run else { return }
    self.run = nil
    let settings = scene.settings.speeding
    let seconds = run.last.time.seconds(since: run.first.time)
    let length = run.last.distance - run.first.distance
    guard seconds >= settings.shortest, length >= settings.shortestLength, run.count > 1 else { return }
    let mean = length / seconds
    if !run.hasDevice {
      let deviation = (2 * Double(run.squaredErrors) / Double(run.count)).squareRoot() / seconds
      guard mean - settings.noiseDeviations * deviation > settings.threshold(run.limit) else {
        suppressed[.noise] += 1
        return
      }
    }
    var event = Event(
      Speeding(
        limit: run.limit, isDefaultLimit: run.isDefault, maximum: run.maximum, mean: mean, duration: seconds,
        source: run.hasDevice ? .deviceAndPosition : .position, road: scene.graph.label(of: run.road)),
      fixes: run.first.fix...run.last.fix, beginTime: run.first.time, endTime: run.last.time,
      lastTime: run.first.time, place: run.first.place, edge: run.first.edge, road: run.road, length: length,
      confidence: run.confidence)
    if !run.isDefault { event.rules = [RuleID(.speedLimit, wayOf: run.road, on: scene.graph)] }
    events.append(event)
  }
}
