internal import Detection
internal import Plans
internal import RoadGraph
internal import Routing

/// The row of a trip's plan, in `plans`.
struct PlanRow: ReportRow {
  let outcome: PlanOutcome
  let tally: PlanTally
  let graph: RoadGraph

  static let meaning = "One row per trip: its plan, and how it was kept."

  /// The line of the plan.
  func geometry(in report: TripReport) -> Geometry { plan.map { .line($0.route.course(on: graph)) } ?? .none }

  static func count(in report: TripReport) -> Int { report.plan == nil ? 0 : 1 }
  static func forEach(in report: TripReport, _ body: (PlanRow) -> Void) {
    guard let plan = report.plan, let tally = report.planTally else { return }
    body(PlanRow(outcome: plan, tally: tally, graph: report.graph))
  }

  private var plan: Plan? { outcome.plan }

  @inline(__always)
  static func columns(of plan: some RowSource<PlanRow>, in row: inout some RowSink & ~Copyable) {
    row.text("plan_id", "Id of the plan in its file.", nullWhen: "the trace has none", plan().outcome.id)
    row.code("plan_status", "What became of the plan.", plan().outcome.status)
    row.text("plan_reason", "Code of why it is not `ok`.", nullWhen: "it is `ok`", plan().outcome.reason)
    row.text("plan_message", "The reason as a sentence.", nullWhen: "it is `ok`", plan().outcome.message)
    row.quantity("length_m", .metres, "Length of the plan.", nullWhen: notLaid, plan().plan?.length)
    row.quantity("duration_s", .seconds, "Duration of the plan.", nullWhen: notLaid, plan().plan?.duration)
    row.quantity(
      "covered", .probability, "Share of its line that lies on roads of the map.",
      nullWhen: "it was not made from a line", plan().outcome.fit?.covered)
    row.time("departure", "When the plan begins.", nullWhen: "without times", plan().outcome.departure)
    row.quantity(
      "progress_m", .metres, "How far along the plan the drive came.", nullWhen: notLaid,
      plan().plan == nil ? nil : plan().tally.progress)
    row.integer("reached", "Waypoints reached; rows in `milestones`.", plan().tally.reached)
    row.integer("missed", "Waypoints missed; rows in `milestones`.", plan().tally.missed)
    row.integer("deviations", "Rows in `deviations`.", plan().tally.deviations)
    row.quantity(
      "deviation_length_m", .metres, "Length of these rows.", plan().tally.deviationLength)
    row.quantity(
      "late_s", .seconds, "How much later than planned the destination was reached; negative where earlier.",
      nullWhen: "it was not reached, and without times", plan().tally.delay)
    hindsight(of: plan, in: &row)
  }

  /// What the drive lost in traffic.
  @inline(__always)
  private static func hindsight(of plan: some RowSource<PlanRow>, in row: inout some RowSink & ~Copyable) {
    row.quantity(
      "driven_s", .seconds,
      "From the first fix on the plan to the destination, without the time stood at stops.",
      nullWhen: noTraffic, plan().outcome.hindsight?.duration)
    row.quantity(
      "best_known_s", .seconds,
      "Time that the route that was best in the traffic known at the start would have taken in the traffic that came.",
      nullWhen: noTraffic + ", and where a road of it was closed then", plan().outcome.hindsight?.bestKnown)
    row.quantity(
      "best_hindsight_s", .seconds, "Time that the best route would have taken in the traffic that came.",
      nullWhen: noTraffic + ", and where all were closed then", plan().outcome.hindsight?.best)
    row.quantity(
      "loss_known_s", .seconds, "`driven_s` beyond `best_known_s`; negative where it was quicker.",
      nullWhen: "`best_known_s` is null", plan().outcome.hindsight?.lossToKnown)
    row.quantity(
      "loss_hindsight_s", .seconds, "`driven_s` beyond `best_hindsight_s`; negative where it was quicker.",
      nullWhen: "`best_hindsight_s` is null", plan().outcome.hindsight?.loss)
  }

  private static var noTraffic: String {
    "without `--traffic` or times, and where a stop or the destination was not reached"
  }
  private static var notLaid: String { "the plan could not be laid on the map, and without one" }
}
