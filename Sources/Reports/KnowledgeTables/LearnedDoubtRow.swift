internal import Detection
internal import Knowledge

/// The row of one thing that the drives of all nights say against the map, in `doubts` of what was learned.
struct LearnedDoubtRow: ReportRow {
  let learned: LearnedDoubt
  let ground: LearnedGround

  static let meaning =
    "One row per rule of the map that several trips of all nights broke, per speed limit that nearly nobody comes near, "
    + "and per unused road. Roads that the map does not have are not found, because drives keep no fixes off the roads."
  static var standsAlone: Bool { true }
  static var shape: GeometryShape? { .any }

  static func count(in report: LearnedReport) -> Int { report.doubts.count }
  static func forEach(in report: LearnedReport, _ body: (LearnedDoubtRow) -> Void) {
    for doubt in report.doubts { body(LearnedDoubtRow(learned: doubt, ground: report.ground)) }
  }

  func geometry(in report: LearnedReport) -> Geometry { row.geometry }

  @inline(__always)
  static func columns(of row: some RowSource<LearnedDoubtRow>, in sink: inout some RowSink & ~Copyable) {
    sink.doubt(row().row)
    sink.counts(
      "broken_by_month",
      "The trips in `broken` by the month in which they began, by local time; none for an unused road.",
      row().learned.months.map { ($0.month.iso8601, $0.trips) })
  }

  private var row: DoubtRow { DoubtRow(learned.doubt, on: ground.graph) }
}
