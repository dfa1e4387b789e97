internal import Geodesy
internal import Matching
internal import Trips

/// The row of one unbroken drive of a trip, in `legs`.
struct LegRow: ReportRow {
  let seq: Int
  let driven: DrivenLeg
  /// The `index` of fix 0.
  var firstRecord = 0

  static let meaning = "One row per unbroken drive of the trip, in order."

  static func count(in report: TripReport) -> Int { report.trip.legs.count }

  static func forEach(in report: TripReport, _ body: (LegRow) -> Void) {
    for (seq, leg) in report.trip.drivenLegs.enumerated() {
      body(LegRow(seq: seq, driven: leg, firstRecord: report.firstRecord))
    }
  }

  func geometry(in report: TripReport) -> Geometry { .line(report.course(of: leg)) }

  @inline(__always)
  static func columns(of row: some RowSource<LegRow>, in sink: inout some RowSink & ~Copyable) {
    sink.seq(row().seq)
    sink.time("begin_time", "Time of its first fix.", nullWhen: timeless, row().pace.begin)
    sink.time("end_time", "Time of its last fix.", nullWhen: timeless, row().pace.end)
    sink.quantity("duration_s", .seconds, "Time between them.", nullWhen: timeless, row().pace.duration)
    sink.quantity(
      "moving_time_s", .seconds, "The same without stops; waits shorter than a stop are in it.", nullWhen: timeless,
      row().pace.moving)
    sink.quantity("length_m", .metres, "Length driven on the roads of the map.", row().pace.length)
    sink.quantity(
      "mean_speed_mps", .metresPerSecond, "`length_m` divided by `moving_time_s`.", nullWhen: unpaced,
      row().pace.meanSpeed)
    sink.quantity(
      "top_speed_mps", .metresPerSecond,
      "Highest speed along the road that was held for 10 s before a fix and for 10 s behind it; the mean if the leg is "
        + "too short for that.", nullWhen: unpaced, row().pace.topSpeed)
    sink.integer("edges", "Number of its rows in `edges`.", row().leg.edges.count)
    sink.integer("first_edge_seq", "`seq` in `edges` of its first edge.", row().leg.edges.lowerBound)
    sink.integer("first_fix", "`index` in `points` of its first fix.", row().firstFix)
    sink.integer("last_fix", "`index` in `points` of its last fix.", row().lastFix)
    sink.latitude("begin_lat", "Latitude of its first fix on the road.", nullWhen: unplaced, row().driven.begin)
    sink.longitude("begin_lon", "Longitude of its first fix on the road.", nullWhen: unplaced, row().driven.begin)
    sink.latitude("end_lat", "Latitude of its last fix on the road.", nullWhen: unplaced, row().driven.end)
    sink.longitude("end_lon", "Longitude of its last fix on the road.", nullWhen: unplaced, row().driven.end)
  }

  private var leg: Leg { driven.leg }
  private var pace: LegPace { driven.pace }
  private var firstFix: Int { firstRecord + leg.fixes.lowerBound }
  private var lastFix: Int { firstRecord + leg.fixes.upperBound }
  private static var unplaced: String { "the fix has no place" }
  private static var timeless: String { "without times" }
  private static var unpaced: String { "without times, and where nothing was driven" }
}
