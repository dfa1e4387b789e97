internal import Geodesy
internal import Matching
internal import RoadGraph
internal import Traces
internal import Trips

/// The row of one fix in `points`, whatever its outcome.
struct PointRow: FrequentRow {
  let number: Int
  let fix: Fix
  let matched: MatchedFix
  let trip: PointContext

  static let meaning = "One row per record of the trace, including rejected and dropped ones."
  static var shape: GeometryShape? { .point }

  static func count(in report: TripReport) -> Int { report.trace.fixes.count }

  @inline(__always)
  static func forEach(in report: TripReport, _ body: (PointRow) -> Void) {
    let (fixes, matched) = (report.trace.fixes, report.trip.matched.fixes)
    let trip = PointContext(of: report)
    for number in fixes.indices {
      body(PointRow(number: number, fix: fixes[number], matched: matched[number], trip: trip))
    }
  }

  /// The place on the road if the fix is matched, otherwise the recorded place.
  func geometry(in report: TripReport) -> Geometry { .point(matched.position?.place ?? fix.place) }

  @inline(__always)
  static func columns(of point: some RowSource<PointRow>, in row: inout some RowSink & ~Copyable) {
    row.integer("index", "Number of the record within its trace, from 0.", point().trip.firstRecord + point().number)
    row.time("time", "Time of the fix.", nullWhen: "the record has none that can be read", point().fix.time)
    row.latitude("lat", "Latitude of the fix.", nullWhen: "it cannot be read", point().fix.place)
    row.longitude("lon", "Longitude of the fix.", nullWhen: "it cannot be read", point().fix.place)
    row.code("status", "Outcome of the fix.", point().matched.status)
    row.code("reason", "Reason why it is not matched.", nullWhen: "it is matched", point().matched.reason)
    match(of: point, in: &row)
    row.quantity(
      "speed_mps", .metresPerSecond, "Speed reported by the device.", nullWhen: "not given", point().fix.speed)
    row.quantity(
      "bearing_deg", .degrees, "Heading reported by the device, clockwise from north.", nullWhen: "not given",
      point().fix.bearing)
    row.integer("line", "Line of the record in its file, from 1.", nullWhen: "unknown", point().line)
    row.integer(
      "runner_up_edge", "Number in the map file of the likeliest other edge.", nullWhen: noRunnerUp,
      point().matched.runnerUp?.edge.index)
    row.quantity(
      "runner_up_confidence", .probability, "Probability that the vehicle was on the runner-up edge.",
      nullWhen: noRunnerUp,
      point().matched.runnerUp?.probability)
    row.quantity(
      "altitude_m", .metres, "Height above sea level, as GPX has it in `ele`, to 0.2 m.", nullWhen: "not given",
      point().fix.altitude)
    row.take(kept: { point().trip.kept.map { $0.texts(of: point().fix) } })
  }

  /// The match of the fix on the roads.
  @inline(__always)
  private static func match(of point: some RowSource<PointRow>, in row: inout some RowSink & ~Copyable) {
    row.latitude("matched_lat", "Latitude of the place on the road.", nullWhen: notMatched, point().position?.place)
    row.longitude("matched_lon", "Longitude of the place on the road.", nullWhen: notMatched, point().position?.place)
    row.integer("edge", "Number of the edge in the map file.", nullWhen: notMatched, point().position?.edge.index)
    row.id("way", "Id of the way in the source of the map.", nullWhen: notMatched, point().way)
    row.quantity(
      "offset_m", .metres, "Distance from the start of the edge to the place.", nullWhen: notMatched,
      point().position?.offset)
    row.quantity(
      "distance_m", .metres, "Distance from the fix to the place on the road.", nullWhen: notMatched,
      point().position?.distance)
    row.quantity(
      "confidence", .probability, "Probability that the vehicle was on this edge.", nullWhen: notMatched,
      point().position == nil ? nil : point().matched.confidence)
    row.flag(
      "wrong_way", "Whether the edge runs against the allowed direction.", nullWhen: notMatched,
      point().position == nil ? nil : point().matched.isWrongWay)
  }

  private var position: MatchedPosition? { matched.position }
  private var way: Int64? { position.map { trip.graph.way(of: $0.edge).rawValue } }
  private var line: Int? { fix.line == 0 ? nil : Int(fix.line) }

  private static var notMatched: String { "`status` is not `matched`" }
  private static var noRunnerUp: String { "no other edge is likely, or `status` is not `matched`" }
}
