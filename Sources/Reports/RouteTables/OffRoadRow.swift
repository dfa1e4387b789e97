internal import Geodesy
internal import Routing

/// The row of one straight line between a waypoint and the road, in `off_road`.
struct OffRoadRow: ReportRow {
  let seq: Int
  let stretch: OffRoadStretch

  static let meaning =
    "One row per straight line between a waypoint off the road and its place on the road, in the order travelled."

  static func count(in report: RouteReport) -> Int { report.described?.offRoad.count ?? 0 }

  static func forEach(in report: RouteReport, _ body: (OffRoadRow) -> Void) {
    for (seq, stretch) in (report.described?.offRoad ?? []).enumerated() {
      body(OffRoadRow(seq: seq, stretch: stretch))
    }
  }

  func geometry(in report: RouteReport) -> Geometry { .line([stretch.begin, stretch.end]) }

  @inline(__always)
  static func columns(of offRoad: some RowSource<OffRoadRow>, in row: inout some RowSink & ~Copyable) {
    row.routeSeq(offRoad().seq)
    row.integer("waypoint", "`seq` in `waypoints` of its waypoint.", offRoad().stretch.waypoint)
    row.ends(offRoad().stretch.begin, offRoad().stretch.end)
    row.quantity("length_m", .metres, "Its length, which is not included in any other.", offRoad().stretch.length)
  }
}
