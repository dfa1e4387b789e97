internal import Geodesy
internal import RoadGraph
internal import RoadRules
internal import Routing
internal import Traces

/// The row of one stretch of a route with a traffic event, in `events`.
struct TrafficEventRow: ReportRow {
  let seq: Int
  let found: RouteEvent
  /// The length of the stretch.
  let length: Metres
  let report: RouteReport

  static let meaning = "One row per stretch of a route on which something happens in traffic when it is passed."

  static func count(in report: RouteReport) -> Int { report.described?.route.events.count ?? 0 }

  static func forEach(in report: RouteReport, _ body: (TrafficEventRow) -> Void) {
    for (seq, found) in (report.described?.route.events ?? []).enumerated() {
      let length = report.elements(found.elements).reduce(0) { $0 + $1.length }
      body(TrafficEventRow(seq: seq, found: found, length: length, report: report))
    }
  }

  var geometry: Geometry { .line(report.course(of: found.elements)) }

  @inline(__always)
  static func columns(of event: some RowSource<TrafficEventRow>, in row: inout some RowSink & ~Copyable) {
    row.routeSeq(event().seq)
    row.text("event", "Id of the event in the traffic file, else its line there.", event().found.event.id)
    row.code("kind", "What happens.", event().found.event.kind)
    row.code("severity", "How much it hinders.", nullWhen: "not told", event().found.event.severity)
    row.name("description", "Its words in the traffic file.", nullWhen: "it has none", event().found.event.description)
    row.time("begin", "When it began.", nullWhen: "not told", event().found.event.validity.from)
    row.time("end", "When it will be over.", nullWhen: "not told", event().found.event.validity.to)
    row.ofLeg(event().found.leg)
    row.integer("first_element", "`seq` in `elements` of its first one.", event().found.elements.lowerBound)
    row.integer("last_element", "`seq` in `elements` of its last one.", event().found.elements.upperBound - 1)
    row.quantity("length_m", .metres, "Length of the stretch.", event().length)
  }
}
