internal import Geodesy
internal import Moments
internal import Plans

/// The row of one fix in `points`, for trips with a plan.
struct PlannedPointRow: FrequentRow {
  let point: PointRow
  let outcome: PlanOutcome?
  let position: PlanPosition?

  static let meaning = "One row per record of the trace, with its place on the plan; `points` of runs with `--plan`."
  static var shape: GeometryShape? { .point }

  static func count(in report: TripReport) -> Int { PointRow.count(in: report) }

  @inline(__always)
  static func forEach(in report: TripReport, _ body: (PlannedPointRow) -> Void) {
    let positions = report.plan?.positions ?? []
    PointRow.forEach(in: report) { point in
      body(
        PlannedPointRow(
          point: point, outcome: report.plan,
          position: positions.indices.contains(point.number) ? positions[point.number] : nil))
    }
  }

  func geometry(in report: TripReport) -> Geometry { point.geometry(in: report) }

  @inline(__always)
  static func columns(of point: some RowSource<PlannedPointRow>, in row: inout some RowSink & ~Copyable) {
    PointRow.columns(of: PointOfPlan(point), in: &row)
    row.flag("on_plan", "Whether the vehicle drove the plan.", nullWhen: noPlan, point().position?.isOnPlan)
    row.quantity(
      "plan_progress_m", .metres, "Distance along the plan; off the plan, where it was left.", nullWhen: noPlan,
      point().position?.progress)
    row.quantity(
      "plan_distance_m", .metres, "Distance from the fix to the line of the plan.", nullWhen: noPlan,
      point().position?.distance)
    row.quantity(
      "plan_share", .probability, "Share of the plan's length that is passed.", nullWhen: noPlan, point().share)
    row.integer("plan_leg", "Number of the leg of the plan.", nullWhen: noPlan, point().position?.leg)
    row.integer("next_waypoint", "Number of the waypoint ahead.", nullWhen: noPlan, point().position?.nextWaypoint)
    row.integer(
      "next_maneuver", "Number of the maneuver ahead, as in the plan's `maneuvers`.",
      nullWhen: "none is ahead, and without a plan", point().position?.nextManeuver)
    row.quantity(
      "to_waypoint_m", .metres, "Distance along the plan to the waypoint ahead.", nullWhen: noPlan,
      point().position?.toWaypoint)
    row.quantity(
      "to_waypoint_s", .seconds, "Time of the plan to the waypoint ahead.", nullWhen: noPlan,
      point().position?.durationToWaypoint)
    row.quantity(
      "to_destination_m", .metres, "Distance along the plan to its end.", nullWhen: noPlan,
      point().position?.toDestination)
    row.quantity(
      "to_destination_s", .seconds, "Time of the plan to its end.", nullWhen: noPlan,
      point().position?.durationToDestination)
    row.time(
      "planned_arrival", "When the plan arrives at its end.", nullWhen: "without a plan or times",
      point().plannedArrival)
    row.time(
      "expected_arrival",
      "When the vehicle arrives there if it goes on as planned, with `--traffic` in the traffic known then.",
      nullWhen: "without a plan or times", point().position?.arrival)
    row.quantity(
      "late_s", .seconds, "How much later that is than planned; negative where earlier.",
      nullWhen: "without a plan or times", point().position?.delay)
    row.quantity(
      "off_road_progress_m", .metres, "Distance from the fix to a destination beyond the last road.",
      nullWhen: notOffRoad, point().position?.offRoad?.distance)
    row.quantity(
      "off_road_bearing_deg", .degrees, "Direction of that destination, clockwise from north.",
      nullWhen: notOffRoad, point().position?.offRoad?.bearing)
  }

  private var share: Double? {
    position.flatMap { position in outcome?.plan.map { $0.length > 0 ? position.progress / $0.length : 1 } }
  }
  private var plannedArrival: Timestamp? {
    position.flatMap { _ in
      outcome?.departure.flatMap { departure in outcome?.plan.map { departure.adding(seconds: $0.duration) } }
    }
  }

  private static var notOffRoad: String {
    "the destination is on the road, the end of the route lies more than 30 m ahead, or the destination was reached"
  }
  private static var noPlan: String { "without a plan, and where the fix is not used" }
}

/// The point of a row.
private struct PointOfPlan<Source: RowSource<PlannedPointRow>>: RowSource {
  private let source: Source

  @inline(__always)
  init(_ source: Source) { self.source = source }

  @inline(__always)
  func callAsFunction() -> PointRow { source().point }
}
