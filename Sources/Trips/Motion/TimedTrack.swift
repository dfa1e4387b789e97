internal import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import Traces

/// How far along a leg its fixes with times are, and the highest speed that was held for a time before one of them and for
/// as long behind it: for each the lower of both mean speeds, and the highest of these.
///
/// A fix that lies too far ahead makes the time before it too fast and the time behind it too slow, and one that lies
/// too far back the reverse, so that one wrong fix raises nothing.
///
/// Memory: the points of twice that time.
struct TimedTrack: Sendable {
  /// The times of the first and the last fix.
  private(set) var begin: Timestamp?
  private(set) var end: Timestamp?
  /// `nil` if the track is not twice as long as that time.
  private(set) var topSpeed: MetresPerSecond?
  /// In milliseconds.
  private let least: Int64
  /// The newest points, and the one whose speed is sought next, with those that lie `least` before and behind it.
  private var points: [(distance: Metres, time: Int64)] = []
  private var (first, middle, last) = (0, 0, 0)
  private static let mostForgotten = 32

  init(_ settings: TripSettings) { least = max(1, Int64((settings.topSpeedTime * 1000).rounded(.up))) }

  init(of leg: Leg, in matched: borrowing MatchedTrace, _ settings: TripSettings) {
    self.init(settings)
    guard let number = matched.path(around: leg.fixes.lowerBound) else { return }
    let path = matched.paths[number]
    points.reserveCapacity(path.anchors.count)
    var before: Metres = 0
    var step = 0
    for anchor in path.anchors {
      while step < anchor.step {
        before += path.steps[step].length
        step += 1
      }
      guard let time = matched.trace.fixes[anchor.fix].time else { continue }
      add(before + anchor.offset - path.steps[step].begin, time)
    }
  }

  mutating func add(_ distance: Metres, _ time: Timestamp) {
    if begin == nil { begin = time }
    end = time
    points.append((distance, time.millisecondsSince1970))
    findSpeeds()
    if first > Self.mostForgotten { forget() }
  }

  /// Finds the speeds of the points that enough is known about.
  private mutating func findSpeeds() {
    while middle < points.count {
      let (distance, now) = points[middle]
      while first < middle, now - points[first + 1].time >= least { first += 1 }
      while last < points.count, points[last].time - now < least { last += 1 }
      guard last < points.count else { return }
      let (before, behind) = (points[first], points[last])
      middle += 1
      let period = now - before.time
      guard period >= least else { continue }
      let speedBefore = (distance - before.distance) / (Double(period) / 1000)
      let speedBehind = (behind.distance - distance) / (Double(behind.time - now) / 1000)
      topSpeed = max(topSpeed ?? 0, min(speedBefore, speedBehind))
    }
  }

  private mutating func forget() {
    points.removeSubrange(..<first)
    middle -= first
    last -= first
    first = 0
  }
}
