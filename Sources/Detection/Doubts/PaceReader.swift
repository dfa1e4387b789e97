internal import Geodesy
internal import Matching
internal import Moments
internal import RoadGraph
internal import Trips

/// Reads from trips how fast they were on ways with a tagged speed limit.
///
/// A stretch is what a drive has on one way with one limit, on edges that are sure. Its mean speed shows whether the
/// vehicle was well above the limit, and the speed that it kept for some seconds whether it came near it.
struct PaceReader {
  private let scene: Scene
  private let settings: DoubtSettings

  init(_ scene: Scene, _ settings: DoubtSettings) {
    self.scene = scene
    self.settings = settings
  }

  /// A stretch on which the speed is known.
  struct Stretch {
    var way: UInt32
    /// The number in the trip of its first edge.
    var first: Int
    /// In km/h.
    var limit: Double
    /// In km/h.
    var mean: Double
    /// The highest speed that was kept for some seconds, in km/h.
    var highest: Double
  }

  /// The stretches of a trip, in order.
  func stretches(of trip: Trip) -> [Stretch] {
    guard scene.keepsToLimits else { return [] }
    var found: [Stretch] = []
    var motion: LegMotion?
    forEachRun(of: trip) { edges, way, limit in
      let length = edges.reduce(0) { $0 + trip.edges[$1].length }
      guard length >= settings.leastPaced else { return }
      let leg = trip.edges[edges.lowerBound].leg
      if motion?.leg != leg { motion = LegMotion(of: trip, leg: leg) }
      guard let speeds = motion.flatMap({ speeds(on: edges, of: trip, $0) }) else { return }
      found.append(
        Stretch(way: way, first: edges.lowerBound, limit: limit, mean: speeds.mean, highest: speeds.highest))
    }
    return found
  }

  /// Calls with the edges of each stretch, its way and its limit in km/h.
  private func forEachRun(of trip: Trip, _ body: (Range<Int>, UInt32, Double) -> Void) {
    var run: (edges: Range<Int>, way: UInt32, limit: Double)?
    for (number, edge) in trip.edges.enumerated() {
      let way = UInt32(scene.graph.wayIndex(of: edge.edge))
      let limit = limit(on: edge)
      if let open = run, open.way == way, open.limit == limit, trip.edges[number - 1].leg == edge.leg {
        run?.edges = open.edges.lowerBound..<number + 1
        continue
      }
      if let run { body(run.edges, run.way, run.limit) }
      run = limit.map { (number..<number + 1, way, $0) }
    }
    if let run { body(run.edges, run.way, run.limit) }
  }

  /// `nil` without a tagged limit, and for an edge that is not sure.
  private func limit(on edge: TripEdge) -> Double? {
    guard edge.evidence != .detour, edge.confidence >= scene.settings.speeding.leastConfidence else { return nil }
    let limit = scene.limit(on: edge)
    return limit.isDefault || limit.kmh.isInfinite ? nil : limit.kmh
  }

  /// `nil` if the fixes are too few, or too far apart.
  private func speeds(on edges: Range<Int>, of trip: Trip, _ motion: LegMotion) -> (mean: Double, highest: Double)? {
    let (first, last) = (trip.edges[edges.lowerBound], trip.edges[edges.upperBound - 1])
    let begin = motion.begin(of: edges.lowerBound) + first.begin
    let end = motion.begin(of: edges.upperBound - 1) + last.end
    let moments = motion.moments.filter { $0.distance >= begin && $0.distance <= end }
    guard let from = moments.first, let to = moments.last, to.distance - from.distance >= settings.leastPaced else {
      return nil
    }
    for (one, next) in zip(moments, moments.dropFirst())
    where next.time.seconds(since: one.time) > scene.settings.speeding.longestStep { return nil }
    let seconds = to.time.seconds(since: from.time)
    guard seconds >= settings.nearDuration else { return nil }
    return (3.6 * (to.distance - from.distance) / seconds, highest(of: moments))
  }

  /// In km/h.
  private func highest(of moments: [LegMotion.Moment]) -> Double {
    var highest = 0.0
    var end = 0
    for begin in moments.indices {
      while end < moments.count, moments[end].time.seconds(since: moments[begin].time) < settings.nearDuration {
        end += 1
      }
      guard end < moments.count else { break }
      let seconds = moments[end].time.seconds(since: moments[begin].time)
      highest = max(highest, 3.6 * (moments[end].distance - moments[begin].distance) / seconds)
    }
    return highest
  }
}

extension PaceReader.Stretch {
  /// Well above the limit.
  func isFast(_ settings: DoubtSettings) -> Bool {
    mean > max(limit * settings.fastFactor, limit + settings.fastInKmh)
  }

  func comesNear(_ settings: DoubtSettings) -> Bool { highest >= settings.nearShare * limit }
}
