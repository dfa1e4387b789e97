internal import Knowledge

/// The row of one directed piece of road in some hours of the week, in `speeds`.
struct SpeedRow: ReportRow {
  let speed: RoadSpeed
  let ground: LearnedGround

  static let meaning =
    "One row per directed piece of road and hours of the week; pieces that nobody drove have values, too."
  static var standsAlone: Bool { true }

  static func count(in report: LearnedReport) -> Int { report.speeds.count }
  static func forEach(in report: LearnedReport, _ body: (SpeedRow) -> Void) {
    for speed in report.speeds { body(SpeedRow(speed: speed, ground: report.ground)) }
  }

  func geometry(in report: LearnedReport) -> Geometry { ground.graph.course(of: speed.edge) }

  @inline(__always)
  static func columns(of row: some RowSource<SpeedRow>, in sink: inout some RowSink & ~Copyable) {
    sink.piece(row().speed.edge, on: row().ground)
    sink.hours(row().speed.hours, on: row().ground)
    sink.support("Number of times that it was driven in these hours, as far as they count.", row().speed.support)
    passages(of: row, in: &sink)
    sink.quantity(
      "free_flow_kmh", .kmh, "Speed that 15 % of the passages exceed in hours without traffic.",
      nullWhen: "nothing is known of such hours", row().speed.freeFlow)
    sink.quantity(
      "expected_kmh", .kmh, "Expected mean speed, with the time spent at its end.", row().speed.expected)
    sink.quantity("expected_low_kmh", .kmh, "Lower end of the 90 % interval of the mean speed.", row().speed.low)
    sink.quantity("expected_high_kmh", .kmh, "Upper end of that interval.", row().speed.high)
    sink.quantity(
      "moving_kmh", .kmh, "Expected mean speed without the delays in `delays` of the turns at its end.",
      row().speed.moving)
    sink.code("basis", "On what the expected speed stands mostly.", row().speed.basis)
  }

  @inline(__always)
  private static func passages(of row: some RowSource<SpeedRow>, in sink: inout some RowSink & ~Copyable) {
    sink.quantity(
      "mean_kmh", .kmh, "Length of all passages divided by their time.", nullWhen: unpassed, row().speed.mean)
    sink.quantity("median_kmh", .kmh, "Median of single passages.", nullWhen: unpassed, row().speed.median)
    sink.quantity("p15_kmh", .kmh, "Speed that 85 % of the passages exceed.", nullWhen: unpassed, row().speed.p15)
    sink.quantity("p85_kmh", .kmh, "Speed that 15 % of the passages exceed.", nullWhen: unpassed, row().speed.p85)
  }

  private static var unpassed: String { "`passages` is 0" }
}

extension Measure where places == 2 {
  static var kmh: Self { Self(unit: "km/h") }
}
