internal import Detection
internal import Geodesy
internal import Plans

/// The row of one deviation of a trip from its plan, in `deviations`.
struct DeviationRow: ReportRow {
  let seq: Int
  let event: Event
  let deviation: Deviation
  /// The `index` of fix 0.
  var firstRecord = 0

  static let meaning = "One row per drive off the plan, from the last fix on the plan to the first one back on it."

  static func count(in report: TripReport) -> Int { report.events(of: Deviation.self).count }

  static func forEach(in report: TripReport, _ body: (DeviationRow) -> Void) {
    for (seq, found) in report.events(of: Deviation.self).enumerated() {
      body(
        DeviationRow(seq: seq, event: found.event, deviation: found.payload, firstRecord: report.firstRecord))
    }
  }

  func geometry(in report: TripReport) -> Geometry { .point(event.place) }
  private var excursion: Excursion { deviation.excursion }
  private var back: Place? { excursion.rejoined?.place }

  @inline(__always)
  static func columns(of row: some RowSource<DeviationRow>, in sink: inout some RowSink & ~Copyable) {
    sink.seq(row().seq)
    sink.time("begin_time", "Time of the last fix on the plan.", nullWhen: "without times", row().event.beginTime)
    sink.time(
      "end_time", "Time of the first fix back on the plan, or of the last fix.", nullWhen: "without times",
      row().event.endTime)
    sink.flag("returned", "Whether the drive came back to the plan.", row().deviation.hasReturned)
    sink.latitude("begin_lat", "Latitude where the plan was left.", row().event.place)
    sink.longitude("begin_lon", "Longitude where the plan was left.", row().event.place)
    sink.latitude("end_lat", "Latitude where it was joined again.", nullWhen: neverBack, row().back)
    sink.longitude("end_lon", "Longitude where it was joined again.", nullWhen: neverBack, row().back)
    sink.code("cause", "Why, as far as it shows.", row().deviation.cause)
    sink.integer(
      "maneuver", "Number of the planned maneuver that was missed.", nullWhen: "`cause` is not `missed_maneuver`",
      row().deviation.maneuver)
    sink.quantity(
      "greatest_distance_m", .metres, "Largest distance of a fix from the plan.", row().excursion.greatestDistance)
    sink.quantity(
      "mean_distance_m", .metres, "Mean distance of the fixes from the plan.", row().excursion.meanDistance)
    sink.quantity("length_m", .metres, "Length driven off the plan.", row().excursion.length)
    sink.quantity(
      "extra_length_m", .metres, "Length beyond that of the plan; negative where shorter.", nullWhen: neverBack,
      row().deviation.extraLength)
    sink.quantity(
      "extra_duration_s", .seconds, "Time beyond that of the plan; negative where quicker.",
      nullWhen: "it never came back, and without times", row().deviation.extraDuration)
    sink.quantity(
      "back_length_m", .metres, "Length of the way back to the plan that would have been proposed where it was left.",
      nullWhen: noWayBack, row().deviation.wayBack?.length)
    sink.quantity(
      "back_duration_s", .seconds, "Its duration.", nullWhen: noWayBack, row().deviation.wayBack?.duration)
    sink.quantity(
      "back_skipped_m", .metres, "Length of the plan that it leaves out.", nullWhen: noWayBack,
      row().deviation.wayBack?.skipped)
    sink.quantity("confidence", .probability, "Probability that it happened.", row().event.confidence)
    sink.integer("first_fix", "`index` in `points` of the last fix on the plan.", row().firstFix)
    sink.integer(
      "last_fix", "`index` in `points` of the first fix back on it, or of the last fix.", row().lastFix)
  }

  private var firstFix: Int { firstRecord + event.fixes.lowerBound }
  private var lastFix: Int { firstRecord + event.fixes.upperBound }
  private static var noWayBack: String { "there is none" }
  private static var neverBack: String { "it never came back" }
}
