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

  static let meaning = "One row per stretch of a route with a traffic event at the time of passing."

  static func count(in report: RouteReport) -> Int { report.described?.route.events.count ?? 0 }

  static func forEach(in report: RouteReport, _ body: (TrafficEventRow) -> Void) {
    for (seq, found) in (report.described?.route.events ?? []).enumerated() {
      let length = report.elements(found.elements).reduce(0) { $0 + $1.length }
      body(TrafficEventRow(seq: seq, found: found, length: length))
    }
  }

  func geometry(in report: RouteReport) -> Geometry { .line(report.course(of: found.elements)) }

  @inline(__always)
  static func columns(of event: some RowSource<TrafficEventRow>, in row: inout some RowSink & ~Copyable) {
    row.routeSeq(event().seq)
    row.text("event", "Id of the event in the traffic file, or its line if it has none.", event().found.event.id)
    row.code("type", "Kind of event.", event().found.event.kind)
    row.code("severity", "Severity of the event.", nullWhen: "not given", event().found.event.severity)
    row.name(
      "description", "Its description in the traffic file.", nullWhen: "it has none", event().found.event.description)
    row.time("begin", "Time at which it began.", nullWhen: "not given", event().found.event.validity.from)
    row.time("end", "Time at which it will end.", nullWhen: "not given", event().found.event.validity.to)
    row.ofLeg(event().found.leg)
    row.integer("first_element", "`seq` of its first row in `elements`.", event().found.elements.lowerBound)
    row.integer("last_element", "`seq` of its last row in `elements`.", event().found.elements.upperBound - 1)
    row.quantity("length_m", .metres, "Length of the stretch.", event().length)
  }
}
