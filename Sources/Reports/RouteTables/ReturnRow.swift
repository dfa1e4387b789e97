internal import Geodesy
internal import Plans
internal import Routing

/// The row of a route that returns to an earlier one, in `returns`.
struct ReturnRow: ReportRow {
  let back: RouteReturn

  static let meaning = "One row per route that returns to a planned route."
  static var shape: GeometryShape? { .point }

  static func count(in report: RouteReport) -> Int {
    report.described == nil || report.wayBack == nil ? 0 : 1
  }

  static func forEach(in report: RouteReport, _ body: (ReturnRow) -> Void) {
    if report.described != nil, let back = report.wayBack { body(ReturnRow(back: back)) }
  }

  func geometry(in report: RouteReport) -> Geometry { .point(back.joinedAt) }

  @inline(__always)
  static func columns(of row: some RowSource<ReturnRow>, in sink: inout some RowSink & ~Copyable) {
    sink.integer(
      "next_waypoint", "`seq`, in `waypoints` of the plan, of the next waypoint.", row().back.nextWaypoint)
    sink.quantity(
      "passed_m", .metres, "Distance along the plan to its place nearest to the vehicle.", row().back.passed)
    sink.quantity("distance_m", .metres, "Distance from the vehicle to that place.", row().back.distance)
    sink.latitude("lat", "Latitude where the plan is joined.", row().back.joinedAt)
    sink.longitude("lon", "Longitude where the plan is joined.", row().back.joinedAt)
    sink.quantity("joined_m", .metres, "Distance along the plan to the place where it is joined.", row().back.joined)
    sink.quantity("length_m", .metres, "Length of the path back.", row().back.length)
    sink.quantity("duration_s", .seconds, "Duration of the path back on empty roads.", row().back.duration)
    sink.quantity(
      "skipped_m", .metres,
      "Length of the plan between the place nearest to the vehicle and the place where it is joined.",
      row().back.skipped)
    sink.quantity(
      "remaining_m", .metres, "Length of the plan after the place where it is joined.", row().back.remaining)
  }
}
