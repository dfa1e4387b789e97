internal import Detection
internal import Geodesy
internal import Plans
internal import Routing

/// The row of one waypoint of a trip's plan, in `milestones`.
struct MilestoneRow: ReportRow {
  let seq: Int
  let milestone: Milestone
  /// The `index` of fix 0.
  var firstRecord = 0

  static let meaning = "One row per waypoint of the trip's plan, without the start: reached ones, then missed ones."
  static var shape: GeometryShape? { .point }

  static func count(in report: TripReport) -> Int { report.events(of: Milestone.self).count }

  static func forEach(in report: TripReport, _ body: (MilestoneRow) -> Void) {
    for (seq, found) in report.events(of: Milestone.self).enumerated() {
      body(MilestoneRow(seq: seq, milestone: found.payload, firstRecord: report.firstRecord))
    }
  }

  func geometry(in report: TripReport) -> Geometry { .point(milestone.waypoint.place) }

  @inline(__always)
  static func columns(of stop: some RowSource<MilestoneRow>, in row: inout some RowSink & ~Copyable) {
    row.seq(stop().seq)
    row.integer("waypoint", "Number of the waypoint in the plan; the start is 0.", stop().milestone.number)
    row.code("type", "Kind of the waypoint.", stop().milestone.waypoint.kind)
    row.name("name", "Its name.", nullWhen: "it has none", stop().milestone.waypoint.name)
    row.latitude("lat", "Latitude of the waypoint as requested.", stop().milestone.waypoint.place)
    row.longitude("lon", "Longitude of the waypoint as requested.", stop().milestone.waypoint.place)
    row.code("status", "Whether it was reached.", stop().milestone.isReached ? Reaching.reached : .missed)
    row.time(
      "time", "When it was reached.", nullWhen: "it was missed, the record ends before it, and without times",
      stop().milestone.visit?.time)
    row.time("planned_time", "When the plan reaches it.", nullWhen: "without times", stop().milestone.planned)
    row.quantity(
      "late_s", .seconds, "How much later than planned; negative where earlier.", nullWhen: "`time` is null",
      stop().milestone.delay)
    row.quantity(
      "dwell_s", .seconds, "How long the vehicle stood there.", nullWhen: "it did not stand there for 15 s",
      stop().milestone.visit?.dwell)
    row.time(
      "departure_time", "When the vehicle drove off.",
      nullWhen: "it did not stand there for 15 s, and where the record ends before",
      stop().milestone.visit?.departure)
    row.quantity(
      "distance_m", .metres, "From the place on the road to the waypoint as requested.", nullWhen: missed,
      stop().milestone.visit?.distance)
    row.flag(
      "in_order", "False where a later waypoint was reached before it.", nullWhen: missed,
      stop().milestone.visit?.isInOrder)
    row.flag(
      "along_plan", "False where it was reached by another road.", nullWhen: missed,
      stop().milestone.visit?.isAlongPlan)
    row.quantity(
      "record_ends_m", .metres,
      "How far before it the record ends: about as far as the vehicle drove from one fix to the next.",
      nullWhen: "it was seen there, or missed", stop().milestone.visit?.endsBefore)
    row.integer(
      "index", "`index` in `points` of the first fix there, or of the last one before.", nullWhen: missed,
      stop().fix)
  }

  private var fix: Int? { milestone.visit.map { firstRecord + $0.fix } }
  private static var missed: String { "it was missed" }
}

/// Whether a waypoint was reached.
enum Reaching: String, CaseIterable, Coded {
  case reached, missed

  package var code: String { rawValue }
}
