internal import Geodesy
internal import Plans
internal import Routing

/// The row of a route that returns to an earlier one, in `returns`.
struct ReturnRow: ReportRow {
  let back: RouteReturn

  static let meaning = "One row per route that comes back to one planned before."

  static func count(in report: RouteReport) -> Int {
    report.described == nil || report.wayBack == nil ? 0 : 1
  }

  static func forEach(in report: RouteReport, _ body: (ReturnRow) -> Void) {
    if report.described != nil, let back = report.wayBack { body(ReturnRow(back: back)) }
  }

  var geometry: Geometry { .point(back.joinedAt) }

  @inline(__always)
  static func columns(of row: some RowSource<ReturnRow>, in sink: inout some RowSink & ~Copyable) {
    sink.integer(
      "next_waypoint", "`seq` in `waypoints` of the plan of the first one not reached yet.", row().back.nextWaypoint)
    sink.quantity(
      "passed_m", .metres, "From the plan's begin to the place on it nearest to the vehicle.", row().back.passed)
    sink.quantity("distance_m", .metres, "From the vehicle to that place.", row().back.distance)
    sink.latitude("lat", "Latitude of where the plan is joined.", row().back.joinedAt)
    sink.longitude("lon", "Longitude of where the plan is joined.", row().back.joinedAt)
    sink.quantity("joined_m", .metres, "From the plan's begin to where it is joined.", row().back.joined)
    sink.quantity("length_m", .metres, "Length of the way back.", row().back.length)
    sink.quantity("duration_s", .seconds, "Time on the way back, along empty roads.", row().back.duration)
    sink.quantity(
      "skipped_m", .metres, "What of the plan lies between the place nearest to the vehicle and the join.",
      row().back.skipped)
    sink.quantity("remaining_m", .metres, "What of the plan lies behind the join.", row().back.remaining)
  }
}
