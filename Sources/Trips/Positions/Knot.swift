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
  /// Index into ``Trip/edges``, and the distance from the start of that edge.
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

/// The fixes of one leg in order, four at a time: the two that the positions lie between, and their neighbours, which
/// decide the speeds.
struct KnotWindow: BitwiseCopyable {
  private let leg: Int
  private var cursor: RoadCursor
  private var nextAnchor = 0
  private var before: Knot?
  private(set) var from: Knot?
  private(set) var to: Knot?
  private var after: Knot?

  /// - Parameter distance: driven before the leg.
  init(leg: Int, of trip: borrowing Trip, from distance: Metres) {
    self.leg = leg
    cursor = RoadCursor(edge: trip.legs[leg].edges.lowerBound, begin: distance)
    to = nextKnot(of: trip)
    after = nextKnot(of: trip)
  }

  /// Goes on to the next fix.
  mutating func advance(on trip: borrowing Trip) {
    before = from
    from = to
    to = after
    after = nextKnot(of: trip)
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

  private mutating func nextKnot(of trip: borrowing Trip) -> Knot? {
    guard nextAnchor < trip.matched.paths[leg].anchors.count else { return nil }
    let anchor = trip.matched.paths[leg].anchors[nextAnchor]
    nextAnchor += 1
    let edge = trip.legs[leg].edges.lowerBound + anchor.step
    cursor.move(toEdge: edge, on: trip)
    return Knot(
      fix: anchor.fix, time: trip.matched.trace.fixes[anchor.fix].time, edge: edge, offset: anchor.offset,
      distance: cursor.begin + anchor.offset - trip.edges[edge].begin)
  }
}
