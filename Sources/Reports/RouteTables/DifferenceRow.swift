internal import Geodesy
internal import Plans
internal import Routing

/// The row of one stretch of a line that the route does not follow, in `differences`.
struct DifferenceRow: ReportRow {
  let seq: Int
  let difference: LineDifference

  static let meaning =
    "One row per stretch of a line that is not on the route made from it, in the order of the line."

  static func count(in report: RouteReport) -> Int {
    report.described == nil ? 0 : report.imported?.differences.count ?? 0
  }

  static func forEach(in report: RouteReport, _ body: (DifferenceRow) -> Void) {
    guard report.described != nil, let imported = report.imported else { return }
    for (seq, difference) in imported.differences.enumerated() {
      body(DifferenceRow(seq: seq, difference: difference))
    }
  }

  func geometry(in report: RouteReport) -> Geometry { .line([difference.begin, difference.end]) }

  @inline(__always)
  static func columns(of row: some RowSource<DifferenceRow>, in sink: inout some RowSink & ~Copyable) {
    sink.routeSeq(row().seq)
    sink.ends(row().difference.begin, row().difference.end)
    sink.quantity(
      "distance_m", .metres, "Distance along the line to the start of the stretch.", row().difference.distance)
    sink.quantity("length_m", .metres, "Its length.", row().difference.length)
    sink.quantity("route_length_m", .metres, "Length of the route that replaces it.", row().difference.routeLength)
    sink.quantity(
      "greatest_distance_m", .metres, "Greatest distance of the stretch from the route.",
      row().difference.greatestDistance)
  }
}
