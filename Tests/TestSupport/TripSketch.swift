package import Geodesy
internal import Matching
package import Moments
package import RoadGraph
internal import Traces
package import Trips

/// How a sketched trip is driven.
package struct SketchDrive: Sendable {
  package var mode: TravelMode = .car
  package var speed: MetresPerSecond = 10
  /// From one fix to the next.
  package var period: Seconds = 2
  /// From the end of a leg to the start of the next.
  package var pause: Seconds = 60
  package var hasTimes = true
  /// Where on its first edge every leg begins.
  package var beginOffset: Metres = 0
  /// How far before the end of its last edge every leg ends.
  package var shortOfEnd: Metres = 0
  package var confidence = 0.9
  /// Where the first leg stands still, as the length driven before, and for how long.
  package var stands: [(after: Metres, duration: Seconds)] = []
  package init() {}
}

extension RoadSketch {
  /// The moment at which sketched trips begin, 2026-01-01T00:00:00Z.
  package static let begin = Timestamp(millisecondsSince1970: 1_767_225_600_000)

  /// A trip along edges at constant speed, with a fix every `period` and one at the end of each leg; a bar parts legs:
  /// `"AB BC | CD"`.
  package func trip(_ path: String, _ drive: SketchDrive = SketchDrive()) -> Trip {
    var builder = TripSketch(sketch: self, drive: drive)
    for leg in path.split(separator: "|") { builder.drive(leg.split(separator: " ").map { edge(String($0)) }) }
    return builder.trip()
  }
}

/// Drives along edges and notes what a perfect matcher would say.
private struct TripSketch {
  let sketch: RoadSketch
  let drive: SketchDrive
  var clock: Seconds = 0
  var fixes: [Fix] = []
  var matched: [MatchedFix] = []
  var paths: [MatchedPath] = []
  var edges: [TripEdge] = []
  var legs: [Leg] = []

  init(sketch: RoadSketch, drive: SketchDrive) {
    self.sketch = sketch
    self.drive = drive
  }

  var graph: RoadGraph { sketch.graph }

  mutating func drive(_ path: [EdgeID]) {
    if !legs.isEmpty { clock += drive.pause }
    let firstEdge = edges.count
    let firstFix = fixes.count
    var distance: Metres = 0
    for (number, edge) in path.enumerated() {
      let begin = number == 0 ? drive.beginOffset : 0
      let end = graph.length(of: edge) - (number == path.count - 1 ? drive.shortOfEnd : 0)
      addEdge(edge, from: begin, to: end, after: distance)
      distance += end - begin
    }
    let anchors = addFixes(on: edges[firstEdge...], over: distance)
    let numbers = firstFix...(fixes.count - 1)
    let steps = edges[firstEdge...].map(\.stretch)
    paths.append(MatchedPath(steps: steps, anchors: anchors))
    clock += distance / drive.speed + stands.reduce(0) { $0 + $1.duration }
    legs.append(Leg(edges: firstEdge..<edges.count, fixes: numbers))
  }

  private mutating func addEdge(_ edge: EdgeID, from begin: Metres, to end: Metres, after distance: Metres) {
    edges.append(
      TripEdge(
        EdgeStretch(edge: edge, begin: begin, end: end), enterTime: time(after: distance),
        exitTime: time(after: distance + end - begin), evidence: .observed, confidence: drive.confidence,
        isWrongWay: graph.isAgainstOneway(edge, for: drive.mode), leg: legs.count))
  }

  private mutating func addFixes(on leg: ArraySlice<TripEdge>, over length: Metres) -> [Anchor] {
    var anchors: [Anchor] = []
    // The last fix is at the end; one a few centimetres before it would depend on the rounding of lengths.
    for (distance, waited) in moments(over: length) {
      var entry = leg.startIndex
      var before: Metres = 0
      while entry < leg.endIndex - 1, before + leg[entry].length <= distance {
        before += leg[entry].length
        entry += 1
      }
      let offset = leg[entry].begin + distance - before
      anchors.append(Anchor(fix: fixes.count, step: entry - leg.startIndex, offset: offset))
      addFix(on: leg[entry], at: offset, time: time(after: distance)?.adding(seconds: waited))
    }
    return anchors
  }

  /// When the leg has fixes: how far it has driven by then, and how long it has stood there.
  private func moments(over length: Metres) -> [(distance: Metres, waited: Seconds)] {
    let driven = Array(stride(from: 0, to: length - 1, by: drive.speed * drive.period)) + [length]
    let stood = stands.flatMap { stand in
      stride(from: 0, through: stand.duration, by: drive.period).map { (distance: stand.after, waited: $0) }
    }
    return (driven.map { (distance: $0, waited: 0) } + stood).sorted { $0 < $1 }
  }

  private mutating func addFix(on edge: TripEdge, at offset: Metres, time: Timestamp?) {
    let place = graph.place(on: edge.edge, at: offset)
    fixes.append(Fix(place: place, time: time, line: UInt32(fixes.count + 1)))
    matched.append(
      MatchedFix(
        status: .matched, reason: nil,
        position: MatchedPosition(edge: edge.edge, offset: offset, place: place, distance: 0),
        confidence: drive.confidence, isWrongWay: edge.isWrongWay))
  }

  private var stands: [(after: Metres, duration: Seconds)] { legs.isEmpty ? drive.stands : [] }

  private func time(after distance: Metres) -> Timestamp? {
    guard drive.hasTimes else { return nil }
    let stood = stands.reduce(0) { $1.after < distance ? $0 + $1.duration : $0 }
    return RoadSketch.begin.adding(seconds: clock + distance / drive.speed + stood)
  }

  func trip() -> Trip {
    let breaks = [BreakReason](repeating: .timeGap, count: max(0, legs.count - 1))
    let trace = Trace(id: "sketch", source: TraceSource(file: "sketch"), fixes: fixes)
    let gaps = zip(legs, legs.dropFirst()).map { before, after in
      let ends = before.fixes.upperBound...after.fixes.lowerBound
      return Gap(reason: .timeGap, fixes: ends, length: straightLine(ends))
    }
    var trip = Trip(
      status: edges.isEmpty ? .skipped : .ok, reason: nil,
      matched: MatchedTrace(trace: trace, fixes: matched, paths: paths, breaks: breaks, timedOut: false),
      edges: edges, legs: legs, gaps: gaps, stops: [], summary: summary())
    trip.motion = TripMotion(of: trip)
    return trip
  }

  private func straightLine(_ ends: ClosedRange<Int>) -> Metres {
    guard let begin = fixes[ends.lowerBound].place, let end = fixes[ends.upperBound].place else { return 0 }
    return groundDistance(begin, end)
  }

  private func summary() -> TripSummary {
    TripSummary(
      fixes: fixes.count, matched: fixes.count, unmatchedByReason: [], length: edges.reduce(0) { $0 + $1.length },
      duration: drive.hasTimes ? clock : nil, coverage: fixes.isEmpty ? 0 : 1, confidence: drive.confidence,
      beginTime: fixes.first?.time, endTime: fixes.last?.time)
  }
}
