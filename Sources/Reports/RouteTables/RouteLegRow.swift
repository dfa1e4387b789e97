internal import Moments
internal import Routing

/// The row of one leg of a route, in `legs`.
struct RouteLegRow: ReportRow {
  let seq: Int
  let section: Int
  let part: RoutePart
  /// When the route departs.
  let departure: ZonedTime?

  static let meaning = "One row per leg of a route, from one waypoint to the next."

  static func count(in report: RouteReport) -> Int { report.described?.outline.legs.count ?? 0 }

  static func forEach(in report: RouteReport, _ body: (RouteLegRow) -> Void) {
    guard let described = report.described else { return }
    for (seq, part) in described.outline.legs.enumerated() {
      let section = described.outline.section(ofLeg: seq)
      body(
        RouteLegRow(
          seq: seq, section: section, part: part, departure: described.route.departure))
    }
  }

  func geometry(in report: RouteReport) -> Geometry { .line(report.course(of: part.elements)) }

  @inline(__always)
  static func columns(of leg: some RowSource<RouteLegRow>, in row: inout some RowSink & ~Copyable) {
    row.routeSeq(leg().seq)
    row.integer("section", "`seq` in `sections` of its section.", leg().section)
    row.part(leg().part, departure: leg().departure)
  }
}
