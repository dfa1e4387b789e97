internal import Geodesy
internal import Matching
internal import Moments
internal import Records
internal import RoadGraph
internal import Traces
package import Trips

extension DriveRecord {
  /// The record of a trip, with the numbers that its tables print: so it equals the one that is read from them.
  ///
  /// - Parameters:
  ///   - tripID: its id in the run.
  ///   - vehicle: `nil` if its source names none; the trace stands for it then.
  /// - Returns: `nil` for a trip without times, or without a fix on a path.
  package init?(of trip: Trip, tripID: String, vehicle: String?) {
    let trace = trip.matched.trace
    guard let begin = trip.summary.beginTime, let end = trip.summary.endTime else { return nil }
    self.init(
      vehicle: vehicle ?? trace.id, tripID: tripID, source: trace.source.file, begin: begin.millisecondsSince1970,
      end: end.millisecondsSince1970)
    paths = trip.legs.compactMap { DrivenPath($0, of: trip) }
    guard !paths.isEmpty else { return nil }
    stands = trip.stops.map { stop in
      Stand(begin: stop.begin.millisecondsSince1970, end: stop.end.millisecondsSince1970, place: stop.place)
    }
  }
}

extension DrivenPath {
  /// - Returns: `nil` if no fix on the leg has a time.
  fileprivate init?(_ leg: Leg, of trip: Trip) {
    guard let path = trip.matched.path(around: leg.fixes.lowerBound) else { return nil }
    let fixes = trip.matched.paths[path].anchors.compactMap { anchor -> PathFix? in
      guard leg.fixes.contains(anchor.fix), anchor.step < leg.edges.count,
        let time = trip.matched.trace.fixes[anchor.fix].time
      else { return nil }
      return PathFix(
        step: Int32(anchor.step), offset: centimetres(anchor.offset), time: time.millisecondsSince1970,
        isDoubtful: isDoubtful(trip.matched.fixes[anchor.fix].confidence))
    }
    guard !fixes.isEmpty else { return nil }
    self.init(steps: trip.edges[leg.edges].map(DrivenStep.init), fixes: fixes)
  }
}

extension DrivenStep {
  fileprivate init(_ edge: TripEdge) {
    var doubts: StepDoubts =
      switch edge.evidence {
      case .observed: []
      case .inferred: .inferred
      case .detour: [.inferred, .detour]
      }
    if isDoubtful(edge.confidence) { doubts.insert(.unlikely) }
    if edge.isWrongWay { doubts.insert(.wrongWay) }
    self.init(
      edge: edge.edge, begin: centimetres(edge.begin), end: centimetres(edge.end), doubts: doubts)
  }
}

/// As tables print lengths in metres.
private func centimetres(_ length: Metres) -> Int32 { Int32(clamping: fixedPoint(length, places: 2) ?? 0) }

/// As tables print probabilities, in ten-thousandths; one that cannot be printed is no certain one.
private func isDoubtful(_ confidence: Double) -> Bool {
  (fixedPoint(confidence, places: 4) ?? 0) < Int64(StepDoubts.leastConfidence * 10_000)
}
