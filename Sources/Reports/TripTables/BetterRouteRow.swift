internal import Detection
internal import Geodesy
internal import Moments
internal import Plans
internal import RoadGraph

/// A row of `better_routes`: a poll that found a better route or a new time of arrival.
struct BetterRouteRow: ReportRow {
  let seq: Int
  let event: Event
  let poll: RoutePoll
  let graph: RoadGraph
  /// The `index` of fix 0.
  var firstRecord = 0

  static let meaning =
    "One row per poll of a drive on its plan that had news, in the traffic known then; in runs with `--traffic`."
  static var shape: GeometryShape? { .any }

  static func count(in report: TripReport) -> Int { report.events(of: PolledRoute.self).count }

  static func forEach(in report: TripReport, _ body: (BetterRouteRow) -> Void) {
    for (seq, found) in report.events(of: PolledRoute.self).enumerated() {
      body(
        BetterRouteRow(
          seq: seq, event: found.event, poll: found.payload.poll, graph: report.graph, firstRecord: report.firstRecord))
    }
  }

  /// The line of the route found, or the place of the vehicle.
  func geometry(in report: TripReport) -> Geometry {
    guard let route = poll.route else { return .point(event.place) }
    var line: [Place] = []
    for stretch in route.path { graph.appendShape(of: stretch, to: &line) }
    return .line(line)
  }

  @inline(__always)
  static func columns(of row: some RowSource<BetterRouteRow>, in sink: inout some RowSink & ~Copyable) {
    sink.seq(row().seq)
    sink.code("finding", "What was found.", row().poll.finding)
    sink.time("time", "When it was asked.", nullWhen: "it cannot be written", row().poll.time)
    sink.latitude("lat", "Latitude of the vehicle.", row().event.place)
    sink.longitude("lon", "Longitude of the vehicle.", row().event.place)
    sink.integer("index", "`index` in `points` of the fix.", row().firstRecord + row().poll.fix)
    sink.quantity("plan_progress_m", .metres, "How far along the plan the vehicle was.", row().poll.progress)
    sink.quantity(
      "length_m", .metres, "Length of the route found; with `eta_refreshed`, of the rest of the plan.",
      nullWhen: offPlan,
      row().poll.route?.length)
    sink.quantity("duration_s", .seconds, "Its duration in traffic.", nullWhen: offPlan, row().poll.route?.duration)
    sink.time("eta", "When it arrives.", nullWhen: offPlan, row().poll.route?.arrival)
    sink.quantity(
      "eta_difference_s", .seconds,
      "How much later that is than by the rest of the plan; with `eta_refreshed`, than known before. Negative where earlier.",
      nullWhen: offPlan, row().poll.route?.arrivalDifference)
    sink.quantity(
      "distance_difference_m", .metres, "How much longer it is than the rest of the plan; negative where shorter.",
      nullWhen: offPlan, row().poll.route?.lengthDifference)
    sink.flag(
      "plan_closed", "Whether the rest of the plan leads along a closed road.", nullWhen: offPlan,
      row().poll.route?.isPlanClosed)
  }

  private static var offPlan: String { "`finding` is `could_not_match_origin`" }
}
