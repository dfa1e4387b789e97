internal import Geodesy
internal import Guidance
internal import Routing

/// The row of one lane before a junction of a route, in `lanes`.
struct RouteLaneRow: ReportRow {
  let seq: Int
  let number: Int
  let stretch: LaneStretch

  static let meaning = "One row per lane before a junction, in order and from left to right, where the map has arrows."
  static var shape: GeometryShape? { .point }

  static func count(in report: RouteReport) -> Int { stretches(in: report).reduce(0) { $0 + $1.lanes.count } }

  static func forEach(in report: RouteReport, _ body: (RouteLaneRow) -> Void) {
    var seq = 0
    for stretch in stretches(in: report) {
      for number in stretch.lanes.indices {
        body(RouteLaneRow(seq: seq, number: number, stretch: stretch))
        seq += 1
      }
    }
  }

  private static func stretches(in report: RouteReport) -> [LaneStretch] {
    report.described.map { laneStretches(of: $0.route, on: report.graph) } ?? []
  }

  func geometry(in report: RouteReport) -> Geometry { .point(stretch.place) }

  @inline(__always)
  static func columns(of row: some RowSource<RouteLaneRow>, in sink: inout some RowSink & ~Copyable) {
    sink.routeSeq(row().seq)
    sink.integer("element", "`seq` in `elements` of the element that ends at the junction.", row().stretch.edge)
    sink.quantity(
      "distance_m", .metres, "Distance from the start of the route to the junction.", row().stretch.distance)
    sink.lane(row().number, of: row().stretch)
  }
}
