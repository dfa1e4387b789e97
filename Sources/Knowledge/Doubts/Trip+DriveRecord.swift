internal import Geodesy
internal import Matching
internal import Moments
package import RoadGraph
internal import Traces
package import Trips

extension Trip {
  /// The drive as a trip, so that what is found in trips can be found again in drives of earlier nights.
  ///
  /// It has the edges, legs, matched fixes and times of the drive. What a drive does not keep is missing: fixes off the
  /// road, records that were refused, and speeds that the device reported. An edge or fix that is not doubtful has the
  /// confidence ``DriveRecord/sure``, so findings that need more than that are not made.
  package init(of drive: DriveRecord, on graph: RoadGraph, for mode: TravelMode) {
    var parts = TripParts(graph, mode)
    for path in drive.paths { parts.add(path) }
    let trace = Trace(
      id: drive.tripID, source: TraceSource(file: drive.source), fixes: parts.fixes, vehicle: drive.vehicle)
    let breaks = [BreakReason](repeating: .timeGap, count: max(0, parts.legs.count - 1))
    let matched = MatchedTrace(
      trace: trace, fixes: parts.matched, paths: parts.paths, breaks: breaks, timedOut: false)
    let gaps = zip(parts.legs, parts.legs.dropFirst()).map { before, after in
      let ends = before.fixes.upperBound...after.fixes.lowerBound
      let length = groundDistance(parts.places[ends.lowerBound], parts.places[ends.upperBound])
      return Gap(reason: .timeGap, fixes: ends, length: length)
    }
    let summary = TripSummary(
      fixes: parts.fixes.count, matched: parts.fixes.count, unmatchedByReason: [],
      length: parts.edges.reduce(0) { $0 + $1.length }, duration: Seconds(drive.end - drive.begin) / 1000,
      coverage: parts.fixes.isEmpty ? 0 : 1, confidence: DriveRecord.sure,
      beginTime: Timestamp(millisecondsSince1970: drive.begin), endTime: Timestamp(millisecondsSince1970: drive.end))
    self.init(
      status: parts.edges.isEmpty ? .unmatched : .ok, reason: nil, matched: matched, edges: parts.edges,
      legs: parts.legs, gaps: gaps, stops: [], summary: summary)
    motion = TripMotion(of: self)
  }
}

extension DriveRecord {
  /// Of what is known to be between ``StepDoubts/leastConfidence`` and 1.
  package static let sure = 0.9
  /// Of what is known to be below.
  static let unsure = 0.5
}

/// Collects the parts of a trip, path by path.
private struct TripParts {
  private let graph: RoadGraph
  private let mode: TravelMode
  private var clock = PathClock()
  private(set) var fixes: [Fix] = []
  /// Of the fixes, on their roads.
  private(set) var places: [Place] = []
  private(set) var matched: [MatchedFix] = []
  private(set) var paths: [MatchedPath] = []
  private(set) var edges: [TripEdge] = []
  private(set) var legs: [Leg] = []

  init(_ graph: RoadGraph, _ mode: TravelMode) {
    self.graph = graph
    self.mode = mode
  }

  mutating func add(_ path: DrivenPath) {
    guard !path.fixes.isEmpty else { return }
    let (firstFix, firstEdge) = (fixes.count, edges.count)
    let stretches = path.steps.map {
      EdgeStretch(edge: $0.edge, begin: Double($0.begin) / 100, end: Double($0.end) / 100)
    }
    let anchors = path.fixes.enumerated().map { number, fix in
      Anchor(fix: firstFix + number, step: Int(fix.step), offset: Double(fix.offset) / 100)
    }
    for fix in path.fixes { add(fix, on: path.steps[Int(fix.step)]) }
    paths.append(MatchedPath(steps: stretches, anchors: anchors))
    addEdges(of: path, along: stretches)
    legs.append(Leg(edges: firstEdge..<edges.count, fixes: firstFix...(fixes.count - 1)))
  }

  private mutating func add(_ fix: PathFix, on step: DrivenStep) {
    let offset = Double(fix.offset) / 100
    let place = graph.place(on: step.edge, at: offset)
    places.append(place)
    fixes.append(
      Fix(place: place, time: Timestamp(millisecondsSince1970: fix.time), line: UInt32(fixes.count + 1)))
    matched.append(
      MatchedFix(
        status: .matched, reason: nil,
        position: MatchedPosition(edge: step.edge, offset: offset, place: place, distance: 0),
        confidence: fix.isDoubtful ? DriveRecord.unsure : DriveRecord.sure,
        isWrongWay: graph.isAgainstOneway(step.edge, for: mode)))
  }

  private mutating func addEdges(of path: DrivenPath, along stretches: [EdgeStretch]) {
    clock.begin(path)
    var times = path.steps.map { clock.enter($0) }
    times.append(path.fixes[path.fixes.count - 1].time)
    for (number, step) in path.steps.enumerated() {
      edges.append(
        TripEdge(
          stretches[number], enterTime: Timestamp(millisecondsSince1970: times[number]),
          exitTime: Timestamp(millisecondsSince1970: times[number + 1]), evidence: step.evidence,
          confidence: step.doubts.contains(.unlikely) ? DriveRecord.unsure : DriveRecord.sure,
          isWrongWay: graph.isAgainstOneway(step.edge, for: mode), leg: legs.count))
    }
  }
}

extension DrivenStep {
  fileprivate var evidence: Evidence {
    doubts.contains(.detour) ? .detour : doubts.contains(.inferred) ? .inferred : .observed
  }
}
