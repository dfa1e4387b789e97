internal import Geodesy
internal import Guidance
internal import Routing

/// The row of one span of a route, in `spans`.
struct RouteSpanRow: ReportRow {
  let seq: Int
  let span: Span

  static let meaning = "One row per stretch on which the attributes of the road do not change, in order."

  static func count(in report: RouteReport) -> Int { spans(in: report).count }

  static func forEach(in report: RouteReport, _ body: (RouteSpanRow) -> Void) {
    for (seq, span) in spans(in: report).enumerated() { body(RouteSpanRow(seq: seq, span: span)) }
  }

  private static func spans(in report: RouteReport) -> [Span] {
    report.described.map { Guidance.spans(of: $0.route, on: report.graph) } ?? []
  }

  func geometry(in report: RouteReport) -> Geometry {
    let elements = report.described?.route.legs.flatMap(\.elements) ?? []
    return .line(report.graph.course(along: Array(elements[span.edges])))
  }

  @inline(__always)
  static func columns(of row: some RowSource<RouteSpanRow>, in sink: inout some RowSink & ~Copyable) {
    sink.routeSeq(row().seq)
    sink.integer("first_element", "`seq` in `elements` of its first element.", row().span.edges.lowerBound)
    sink.integer("last_element", "`seq` in `elements` of its last element.", row().span.edges.upperBound)
    sink.span(row().span, "Distance from the start of the route to its start.")
  }
}
