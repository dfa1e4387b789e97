internal import ArgumentParser
internal import Detection
internal import Reports
internal import Requests
internal import RoadGraph
internal import Work

/// What the drives were meant to be.
struct PlanOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Hold each trip against a plan: a file of route documents, requests, lines (GPX, GeoJSON, CSV, polylines) or earlier \
      trips, or the handle of a route. A file of one plan holds for all traces; of several, each trace takes the one \
      with its id.
      """, valueName: "file|handle"), completion: .file())
  var plan: String?

  @Flag(help: "Report pass-through points of the plan as milestones, as stopovers are.")
  var passThrough = false

  var isEmpty: Bool { plan == nil && !passThrough }

  /// The options, for the manifest.
  var options: [String: String] {
    guard let plan else { return [:] }
    return ["plan": plan].merging(passThrough ? ["pass_through": "true"] : [:]) { $1 }
  }

  func validate() throws {
    if passThrough, plan == nil { throw ValidationError("--pass-through goes with --plan.") }
  }

  /// The tables of plans go with --plan.
  func check(_ tables: [String]) throws {
    guard plan == nil, let table = TripTable.ofPlans.first(where: { tables.contains($0.rawValue) }) else { return }
    throw ValidationError("--table \(table.rawValue) goes with --plan.")
  }

  func apply(to settings: inout TraceSettings, on graph: RoadGraph) throws {
    guard let plan else { return }
    settings.detection.namesPassThrough = passThrough
    settings.plans = try failing(.unreadableInput) {
      try PlanFile(fileOrHandle: plan) { graph.covers($0, margin: 1000) }
    }
  }
}
