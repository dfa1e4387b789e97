internal import Knowledge
internal import Moments
internal import RoadGraph

/// The row of one day from which a piece of road was driven differently, in `changes`.
struct ChangeRow: ReportRow {
  let change: RoadBreak
  let ground: LearnedGround

  static let meaning = "One row per directed piece of road that is driven differently from some day on."
  static var standsAlone: Bool { true }

  static func count(in report: LearnedReport) -> Int { report.changes.count }
  static func forEach(in report: LearnedReport, _ body: (ChangeRow) -> Void) {
    for change in report.changes { body(ChangeRow(change: change, ground: report.ground)) }
  }

  func geometry(in report: LearnedReport) -> Geometry { ground.graph.course(of: change.edge) }

  @inline(__always)
  static func columns(of row: some RowSource<ChangeRow>, in sink: inout some RowSink & ~Copyable) {
    sink.piece(row().change.edge, on: row().ground)
    sink.code("change", "What has changed.", row().change.kind)
    sink.text("day", "The first day that was different, by local time.", row().change.day.iso8601)
    sink.text("detected", "The day after which it could be said.", row().change.detected.iso8601)
    sink.quantity(
      "passages_before", .perDay, "Passages per day before.", nullWhen: ofSpeed, row().change.passages?.before)
    sink.quantity(
      "passages_after", .perDay, "Passages per day since then.", nullWhen: ofSpeed, row().change.passages?.after)
    sink.quantity("before_kmh", .kmh, "Mean speed before.", nullWhen: ofUse, row().change.speeds?.before)
    sink.quantity("after_kmh", .kmh, "Mean speed since then.", nullWhen: ofUse, row().change.speeds?.after)
    sink.quantity(
      "p_value", .fraction, "Probability of such a difference, or a greater one, if nothing had changed.",
      row().change.pValue)
    sink.id(
      "cause_way", "Id of the way that was closed or opened.", nullWhen: "`change` is not `detour`", row().causeWay)
    sink.integer(
      "cause_edge", "Number of its edge in the map file.", nullWhen: "`change` is not `detour`",
      row().change.cause?.index)
  }

  private var causeWay: Int64? { change.cause.map { ground.graph.way(of: $0).rawValue } }
  private static var ofSpeed: String { "the change is one of speed" }
  private static var ofUse: String { "the change is one of use" }
}

extension RoadBreak {
  fileprivate var isOfSpeed: Bool { [.slower, .faster, .congestion].contains(kind) }
  fileprivate var passages: (before: Double, after: Double)? { isOfSpeed ? nil : (before, after) }
  fileprivate var speeds: (before: Double, after: Double)? { isOfSpeed ? (before, after) : nil }
}

extension Measure where places == 2 {
  fileprivate static var perDay: Self { Self(unit: "1/d") }
}
