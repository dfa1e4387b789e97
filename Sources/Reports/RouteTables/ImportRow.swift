internal import Geodesy
internal import Plans
internal import Routing

/// The row of a route made from a line, or from a route on another map, in `imports`.
struct ImportRow: ReportRow {
  let imported: RouteImport
  /// Of the route.
  let length: Metres

  static let meaning = "One row per route made from a line, or from a route on another map."

  static func count(in report: RouteReport) -> Int {
    report.described == nil || report.imported == nil ? 0 : 1
  }

  static func forEach(in report: RouteReport, _ body: (ImportRow) -> Void) {
    guard let described = report.described, let imported = report.imported else { return }
    body(ImportRow(imported: imported, length: described.route.length))
  }

  func geometry(in report: RouteReport) -> Geometry { report.geometry }

  @inline(__always)
  static func columns(of row: some RowSource<ImportRow>, in sink: inout some RowSink & ~Copyable) {
    sink.code("source", "What the route was made from.", row().imported.source)
    sink.code("result", "Whether the route is the same as before.", nullWhen: "`source` is `line`", row().sameness)
    sink.text(
      "from_map_version", "Hash of the map of the original route.", nullWhen: "`source` is `line`",
      row().imported.mapVersion)
    sink.integer("positions", "Number of positions of the line.", row().imported.positions)
    sink.integer("matched", "Number of positions that the route passes.", row().imported.matched)
    sink.quantity(
      "line_length_m", .metres, "Length of the line, or of the route on the other map.", row().imported.length)
    sink.quantity("length_m", .metres, "Length of the route.", row().length)
    sink.quantity(
      "covered", .probability, "Share of the length of the line that the route follows.", row().imported.covered)
    sink.quantity(
      "greatest_distance_m", .metres, "Greatest distance of the line from the route.", row().imported.greatestDistance)
    sink.integer("differences", "Number of rows of the route in `differences`.", row().imported.differences.count)
  }

  private var sameness: Sameness? {
    imported.isSame.map { $0 ? .same : .changed }
  }
}
