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
  /// One for each leg of the trip; none for a live trip, whose legs are only added up.
  package private(set) var legs: [LegPace] = []
  private var paces = PaceTotals()

  /// Of a trip that never was on a road, and has no times.
  package init() {}

  /// - Complexity: O(matched fixes + edges).
  package init(of trip: borrowing Trip, settings: TripSettings = TripSettings()) {
    self.init(
      of: trip.matched, edges: trip.edges, legs: trip.legs, stops: trip.stops, duration: trip.summary.duration,
      settings: settings)
  }

  init(
    of matched: borrowing MatchedTrace, edges: [TripEdge], legs: [Leg], stops: [Stop], duration: Seconds?,
    settings: TripSettings
  ) {
    origin = matched.fixes.first { $0.position != nil }?.position?.place
    destination = matched.fixes.last { $0.position != nil }?.position?.place
    idle = duration.map { _ in stops.reduce(0) { $0 + $1.end.seconds(since: $1.begin) } }
    var stops = stops[...]
    self.legs.reserveCapacity(legs.count)
    for leg in legs {
      let length = edges[leg.edges].reduce(0) { $0 + $1.length }
      let track = TimedTrack(of: leg, in: matched, settings)
      self.legs.append(LegPace(track, length: length, &stops))
      paces.add(self.legs[self.legs.count - 1])
    }
  }

  /// Of a live trip that has ended.
  init(from origin: Place?, to destination: Place?, idle: Seconds?, _ paces: PaceTotals) {
    self.origin = origin
    self.destination = destination
    self.idle = idle
    self.paces = paces
  }

  /// The time on roads without that of stops; `nil` without times.
  package var moving: Seconds? { idle.map { _ in paces.moving } }

  /// The length of the legs with times, divided by ``moving``.
  package var meanSpeed: MetresPerSecond? { paces.meanSpeed }

  /// The highest of the legs; at least the mean.
  package var topSpeed: MetresPerSecond? { paces.topSpeed.map { max($0, meanSpeed ?? 0) } }
}

/// What the paces of legs add up to.
struct PaceTotals: Sendable {
  private(set) var moving: Seconds = 0
  private(set) var topSpeed: MetresPerSecond?
  /// Of the legs with a speed.
  private var time: Seconds = 0
  private var length: Metres = 0

  var meanSpeed: MetresPerSecond? { time > 0 ? length / time : nil }

  mutating func add(_ leg: LegPace) {
    moving += leg.moving ?? 0
    if let speed = leg.topSpeed { topSpeed = max(topSpeed ?? speed, speed) }
    guard leg.meanSpeed != nil else { return }
    time += leg.moving ?? 0
    length += leg.length
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

  /// - Parameter stops: those of the trip that may touch this leg; the ones that end before its end are taken away.
  init(_ track: TimedTrack, length: Metres, _ stops: inout ArraySlice<Stop>) {
    begin = track.begin
    end = track.end
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
    topSpeed = track.topSpeed ?? mean
  }
}
