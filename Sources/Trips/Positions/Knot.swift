internal import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import Traces

/// A fix on its road, as a point that the positions between the fixes lead through.
struct Knot: BitwiseCopyable {
  /// Its number.
  let fix: Int
  let time: Timestamp?
  /// The number in the trip of its edge, and the distance from the start of that edge.
  let edge: Int
  let offset: Metres
  /// Driven since the trip began.
  let distance: Metres

  /// The mean speed to the next fix, and the time it takes; `nil` without times.
  func pace(to next: Knot) -> (speed: MetresPerSecond, duration: Seconds)? {
    guard let time, let later = next.time, later > time else { return nil }
    let duration = later.seconds(since: time)
    return ((next.distance - distance) / duration, duration)
  }
}

/// The fixes of one leg in order, four at a time: the two around the positions, and their neighbours, which decide the
/// speeds.
struct KnotWindow: BitwiseCopyable {
  private let leg: Int
  private var cursor: RoadCursor
  /// The next fix that may be on the leg, and the last one that was found there.
  private var nextFix: Int
  private(set) var lastFix: Int
  private var advances = 0
  private var before: Knot?
  private(set) var from: Knot?
  private(set) var to: Knot?
  private var after: Knot?

  /// - Parameters:
  ///   - fix: the first one of the leg, and its edge.
  ///   - distance: driven before the leg.
  init(from fix: Int, on edge: FixEdge, after distance: Metres) {
    leg = edge.leg
    cursor = RoadCursor(edge: edge.edge, begin: distance)
    nextFix = fix
    lastFix = fix - 1
  }

  /// The first fix of the leg has not come to ``from``.
  var isFilling: Bool { advances < 3 }

  /// Whether it is known where the fixes are to which it would advance.
  ///
  /// - Parameter end: how far what is needed of the leg is known.
  mutating func canAdvance(on drive: borrowing TripUpdate, until end: Metres) -> Bool {
    guard findNext(on: drive), let edge = drive.edgeOfFix[nextFix] else { return false }
    return edge.edge < drive.edges.endIndex && after.map { $0.distance <= end } ?? true
  }

  /// Advances to the next fix.
  mutating func advance(on drive: borrowing TripUpdate) {
    advances += 1
    before = from
    from = to
    to = after
    after = nextKnot(of: drive)
  }

  /// The speed at ``from``, and at ``to``; `nil` without times.
  var beginSpeed: MetresPerSecond? { Self.speed(at: from, after: before, before: to) }
  var endSpeed: MetresPerSecond? { Self.speed(at: to, after: from, before: after) }

  private static func speed(at knot: Knot?, after before: Knot?, before after: Knot?) -> MetresPerSecond? {
    guard let knot else { return nil }
    let (last, next) = (before?.pace(to: knot), after.flatMap { knot.pace(to: $0) })
    guard let last, let next else { return last?.speed ?? next?.speed }
    return SmoothDrive.speed(between: last, next)
  }

  private mutating func nextKnot(of drive: borrowing TripUpdate) -> Knot? {
    guard findNext(on: drive), let edge = drive.edgeOfFix[nextFix]?.edge,
      let offset = drive.matched[nextFix].position?.offset
    else { return nil }
    defer { nextFix += 1 }
    lastFix = nextFix
    cursor.move(toEdge: edge, on: drive)
    return Knot(
      fix: nextFix, time: drive.fixes[nextFix].time, edge: edge, offset: offset,
      distance: cursor.begin + offset - drive.edges[edge].begin)
  }

  /// Passes over fixes off the road; false if no further fix of the leg is known.
  private mutating func findNext(on drive: borrowing TripUpdate) -> Bool {
    while nextFix < drive.edgeOfFix.endIndex {
      if let edge = drive.edgeOfFix[nextFix], drive.matched[nextFix].position != nil { return edge.leg == leg }
      nextFix += 1
    }
    return false
  }
}
