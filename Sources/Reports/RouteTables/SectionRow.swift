internal import Moments
internal import Routing

/// The row of one section of a route, in `sections`.
struct SectionRow: ReportRow {
  let seq: Int
  let part: RoutePart
  /// When the route departs.
  let departure: ZonedTime?

  static let meaning = "One row per section of a route, from one stopover to the next."

  static func count(in report: RouteReport) -> Int { report.described?.outline.sections.count ?? 0 }

  static func forEach(in report: RouteReport, _ body: (SectionRow) -> Void) {
    guard let described = report.described else { return }
    for (seq, part) in described.outline.sections.enumerated() {
      body(SectionRow(seq: seq, part: part, departure: described.route.departure))
    }
  }

  func geometry(in report: RouteReport) -> Geometry { .line(report.course(of: part.elements)) }

  @inline(__always)
  static func columns(of section: some RowSource<SectionRow>, in row: inout some RowSink & ~Copyable) {
    row.routeSeq(section().seq)
    row.part(section().part, departure: section().departure)
  }
}
