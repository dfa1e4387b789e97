package import Geodesy
internal import Matching
package import Moments
internal import RoadGraph
internal import Traces

/// How a trip moved: where from and where to, how long it drove and stood, and how fast.
///
/// Speeds are of the matched movement: metres along the road between fixes, divided by the time between them. The
/// speeds that the device reports are not used.
package struct TripMotion: Sendable {
  /// The places of the first and the last matched fix on their roads.
  package private(set) var origin: Place?
  package private(set) var destination: Place?
  /// The time of all stops; `nil` without times.
  package private(set) var idle: Seconds?
  /// One for each leg of the trip.
  package private(set) var legs: [LegPace] = []

  /// Of a trip that never was on a road, and has no times.
  package init() {}

  /// - Complexity: O(matched fixes + edges).
  package init(of trip: Trip, settings: TripSettings = TripSettings()) {
    self.init(
      of: trip.matched, edges: trip.edges, legs: trip.legs, stops: trip.stops, duration: trip.summary.duration,
      settings: settings)
  }

  init(
    of matched: MatchedTrace, edges: [TripEdge], legs: [Leg], stops: [Stop], duration: Seconds?, settings: TripSettings
  ) {
    origin = matched.fixes.first { $0.position != nil }?.position?.place
    destination = matched.fixes.last { $0.position != nil }?.position?.place
    idle = duration.map { _ in stops.reduce(0) { $0 + $1.end.seconds(since: $1.begin) } }
    var stops = stops[...]
    self.legs.reserveCapacity(legs.count)
    for leg in legs {
      let length = edges[leg.edges].reduce(0) { $0 + $1.length }
      self.legs.append(LegPace(TimedTrack(of: leg, in: matched), length: length, &stops, settings))
    }
  }

  /// The time on roads, excluding stops; `nil` without times.
  package var moving: Seconds? { idle.map { _ in legs.reduce(0) { $0 + ($1.moving ?? 0) } } }

  /// The length of the legs with times, divided by ``moving``.
  package var meanSpeed: MetresPerSecond? {
    var (time, length): (Seconds, Metres) = (0, 0)
    for leg in legs where leg.meanSpeed != nil {
      time += leg.moving ?? 0
      length += leg.length
    }
    return time > 0 ? length / time : nil
  }

  /// The highest of the legs; at least the mean.
  package var topSpeed: MetresPerSecond? {
    let top = legs.lazy.compactMap(\.topSpeed).max()
    return top.map { max($0, meanSpeed ?? 0) }
  }
}

/// How one leg was driven.
package struct LegPace: Sendable {
  /// The times of its first and its last fix; `nil` without times.
  package let begin: Timestamp?
  package let end: Timestamp?
  package let length: Metres
  /// The time, excluding stops.
  package let moving: Seconds?
  /// The highest speed that was held for ``TripSettings/topSpeedTime`` before a fix and for as long after it; for a leg
  /// too short for that, its mean speed.
  package let topSpeed: MetresPerSecond?

  /// The time from its first to its last fix.
  package var duration: Seconds? { begin.flatMap { begin in end.map { $0.seconds(since: begin) } } }

  package var meanSpeed: MetresPerSecond? { moving.flatMap { $0 > 0 ? length / $0 : nil } }

  /// - Parameter stops: the stops of the trip that may touch this leg; the ones that end before its end are removed.
  init(_ track: TimedTrack, length: Metres, _ stops: inout ArraySlice<Stop>, _ settings: TripSettings) {
    begin = track.points.first?.time
    end = track.points.last?.time
    self.length = length
    guard let begin, let end else {
      moving = nil
      topSpeed = nil
      return
    }
    var stood: Seconds = 0
    while let stop = stops.first, stop.begin < end {
      stood += max(0, min(stop.end, end).seconds(since: max(stop.begin, begin)))
      if stop.end > end { break }
      stops.removeFirst()
    }
    let driven = end.seconds(since: begin) - stood
    moving = driven
    let mean = driven > 0 ? length / driven : nil
    topSpeed = track.topSpeed(over: settings.topSpeedTime) ?? mean
  }
}

/// The fixes of a leg: their distances along it, and their times.
struct TimedTrack {
  private(set) var points: [(distance: Metres, time: Timestamp)] = []

  init(of leg: Leg, in matched: MatchedTrace) {
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
      points.append((before + anchor.offset - path.steps[step].begin, time))
    }
  }

  init(_ points: [(distance: Metres, time: Timestamp)]) { self.points = points }

  /// The highest speed that was held for a time before a point and for as long after it: the lower of the two mean
  /// speeds at each point, and the highest of these.
  ///
  /// A fix too far ahead makes the time before it too fast and the time after it too slow; a fix too far back does the
  /// reverse. So a single wrong fix does not raise the result.
  ///
  /// - Returns: `nil` if the track is shorter than twice that time.
  func topSpeed(over time: Seconds) -> MetresPerSecond? {
    let least = max(1, Int64((time * 1000).rounded(.up)))
    var top: MetresPerSecond?
    var (first, last) = (0, 0)
    for middle in points.indices {
      let (distance, now) = (points[middle].distance, points[middle].time.millisecondsSince1970)
      while first < middle, now - points[first + 1].time.millisecondsSince1970 >= least { first += 1 }
      while last < points.count, points[last].time.millisecondsSince1970 - now < least { last += 1 }
      guard last < points.count else { break }
      let (before, behind) = (points[first], points[last])
      let period = now - before.time.millisecondsSince1970
      guard period >= least else { continue }
      let speedBefore = (distance - before.distance) / (Double(period) / 1000)
      let speedBehind = (behind.distance - distance) / (Double(behind.time.millisecondsSince1970 - now) / 1000)
      top = max(top ?? 0, min(speedBefore, speedBehind))
    }
    return top
  }
}
