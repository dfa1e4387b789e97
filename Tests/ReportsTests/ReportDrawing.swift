import Detection
import Geodesy
import Matching
import Records
import RoadGraph
import TestSupport
import Traces
import Trips

@testable import Guidance
@testable import Reports

/// A drive along A, B, C, three fixes on the road, then one without a position and one far from any road.
enum ReportDrawing {
  static func sketch(adjust: (inout RoadNetwork) -> Void = { _ in }) throws -> RoadSketch {
    try RoadSketch(
      """
      A-1-B
          |
          2     5
          |
          C-3-D
      """, metresPerCell: 10,
      roads: [
        SketchRoad("A-B-C", name: "High \"Street\", old", ref: "B 1"), SketchRoad("C-D", flags: [.bridge, .toll]),
      ],
      adjust: adjust)
  }

  /// - Parameter traceID: also the trip's id.
  static func report(
    on sketch: RoadSketch, traceID: String = "van-1", adjust: (inout Trip) -> Void = { _ in }
  ) -> TripReport {
    let trace = trace(on: sketch, id: traceID)
    let matched = MatchedTrace(
      trace: trace, fixes: matchedFixes(on: sketch), paths: [path(on: sketch)], breaks: [], timedOut: false)
    var trip = Trip(
      status: .partial, reason: "off_road", matched: matched, edges: edges(on: sketch, trace),
      legs: [Leg(edges: 0..<3, fixes: 0...2)], gaps: [],
      stops: [], summary: summary(trace))
    trip.motion = TripMotion(of: trip)
    adjust(&trip)
    var report = TripReport(
      tripID: traceID, trip: trip, itinerary: itinerary(on: sketch, trace), events: events(on: sketch, trace),
      graph: sketch.graph, mode: .car)
    report.notifications = notifications(
      of: trip, report.itinerary.maneuvers, on: sketch.graph, for: .car, settings: GuidanceSettings())
    return report
  }

  /// A trace without any readable record.
  static func unreadable(on sketch: RoadSketch, fixes count: Int) -> TripReport {
    let fixes = (0..<count).map { Fix(place: nil, time: nil, line: UInt32($0 + 2), refusal: .badRecord) }
    let trace = Trace(id: "broken", source: TraceSource(file: "broken.csv"), fixes: fixes)
    let rejected = MatchedFix(
      status: .rejected, reason: .badRecord, position: nil, confidence: 0, isWrongWay: false)
    let matched = MatchedTrace(
      trace: trace, fixes: fixes.map { _ in rejected }, paths: [], breaks: [], timedOut: false)
    let summary = TripSummary(
      fixes: count, matched: 0, unmatchedByReason: count > 0 ? [(.badRecord, count)] : [], length: 0,
      duration: nil, coverage: 0, confidence: 0, beginTime: nil, endTime: nil)
    let trip = Trip(
      status: .rejected, reason: "bad_record", matched: matched, edges: [], legs: [], gaps: [], stops: [],
      summary: summary)
    return TripReport(
      tripID: "broken", trip: trip, itinerary: Itinerary(maneuvers: []), events: [], graph: sketch.graph, mode: .truck)
  }

  private static func trace(on sketch: RoadSketch, id: String) -> Trace {
    let times = sketch.trace("12325", every: 2.5).fixes.map(\.time)
    let fixes = [
      Fix(place: sketch.place("1"), time: times[0], speed: 12.345, bearing: 90, line: 2),
      Fix(place: sketch.place("2"), time: times[1], line: 3),
      Fix(place: sketch.place("3"), time: times[2], speed: 0, line: 4),
      Fix(place: nil, time: times[3], line: 5, refusal: .badPosition),
      Fix(place: sketch.place("5"), time: times[4], line: 6),
    ]
    return Trace(id: id, source: TraceSource(file: "vans.gpx", track: 1, segment: 2), fixes: fixes)
  }

  private static func matchedFixes(on sketch: RoadSketch) -> [MatchedFix] {
    let positions = [("AB", "1", 20.0), ("BC", "2", 20.0), ("CD", "3", 20.0)].map { edge, digit, offset in
      MatchedPosition(edge: sketch.edge(edge), offset: offset, place: sketch.place(Character(digit)), distance: 0.125)
    }
    return positions.enumerated().map { i, position in
      MatchedFix(
        status: .matched, reason: nil, position: position, confidence: 0.98765,
        runnerUp: i == 0 ? EdgeBelief(edge: sketch.edge("BC"), probability: 0.01234) : nil, isWrongWay: false)
    } + [
      MatchedFix(status: .rejected, reason: .badPosition, position: nil, confidence: 0, isWrongWay: false),
      MatchedFix(status: .offRoad, reason: .noRoadNear, position: nil, confidence: 0, isWrongWay: false),
    ]
  }

  private static func path(on sketch: RoadSketch) -> MatchedPath {
    let steps = [("AB", 20.0, 40.0), ("BC", 0, 40), ("CD", 0, 20)].map {
      EdgeStretch(edge: sketch.edge($0.0), begin: $0.1, end: $0.2)
    }
    return MatchedPath(steps: steps, anchors: (0...2).map { Anchor(fix: $0, step: $0, offset: 20) })
  }

  private static func edges(on sketch: RoadSketch, _ trace: Trace) -> [TripEdge] {
    let spans = [("AB", 20.0, 40.0), ("BC", 0, 40), ("CD", 0, 20)]
    return spans.map { name, begin, end in
      TripEdge(
        EdgeStretch(edge: sketch.edge(name), begin: begin, end: end), enterTime: trace.fixes[0].time, exitTime: nil,
        evidence: .observed, confidence: 0.9, isWrongWay: false, leg: 0)
    }
  }

  private static func summary(_ trace: Trace) -> TripSummary {
    TripSummary(
      fixes: 5, matched: 3, unmatchedByReason: [(.badPosition, 1), (.noRoadNear, 1)], length: 80,
      duration: 10, coverage: 0.75, confidence: 0.98765, beginTime: trace.fixes[0].time, endTime: trace.fixes[4].time)
  }

  private static func itinerary(on sketch: RoadSketch, _ trace: Trace) -> Itinerary {
    Itinerary(maneuvers: [
      Maneuver(
        type: .turn, modifier: .right, place: sketch.place("B"), time: trace.fixes[1].time, distance: 20,
        duration: 1.25, edge: 1,
        details: ManeuverDetails(
          road: "High Street", nextRoad: "", words: Language.english.instruction(.turnRight, PhraseValues())))
    ])
  }

  private static func events(on sketch: RoadSketch, _ trace: Trace) -> [Event] {
    [
      Event(
        Remark(type: .offRoad, clause: "1 fix"), fixes: 4...4, beginTime: trace.fixes[4].time, endTime: nil,
        place: sketch.place("5"), edge: nil, road: nil, length: 25, confidence: 1),
      Event(
        Remark(type: .stop, clause: ""), fixes: 2...2, beginTime: trace.fixes[2].time, endTime: trace.fixes[2].time,
        place: sketch.place("3"), edge: 2, road: sketch.edge("CD"), length: 0, confidence: 0.5),
    ]
  }
}

/// What a test says of an event.
private struct Remark: EventPayload {
  var type: EventType
  var clause: String
}

/// The text that a report of some trips is, as one file.
func written(
  _ reports: [TripReport], _ format: ReportFormat, _ tables: [TripTable] = []
) throws -> String {
  let directory = try TemporaryDirectory()
  let path = directory.path + "/report"
  let layout = try ReportLayout(TripReportSettings(format: format, tables: tables), for: .file(path))
  let writer = try ReportWriter(layout.frames, to: .file(path))
  let renderer = ReportRenderer(layout)
  for report in reports { try writer.append(renderer.render(report)) }
  try writer.finish(nil)
  return try directory.text("report")
}

extension ReportRenderer {
  /// With nothing known of earlier reports.
  func render(_ report: Subject) -> [RenderedChunk] {
    var scratch = RenderingScratch()
    return render(report, &scratch)
  }
}

extension ReportFormat {
  /// Those that are not a database.
  static let ofText = allCases.filter { ![.gpkg, .html, .arrow].contains($0) }
}
