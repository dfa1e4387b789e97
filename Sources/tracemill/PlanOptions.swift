internal import ArgumentParser
internal import Detection
internal import Geodesy
internal import Plans
internal import Reports
internal import Requests
internal import RoadGraph
internal import Settings
internal import Work

/// What the drives were meant to be.
struct PlanOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Hold each trip against a plan: a file of route documents, requests, lines (GPX, GeoJSON, CSV, polylines) or earlier \
      trips, or the handle of a route. Each trace takes the one with its id. A single plan also holds for \
      the only trace of a run.
      """, valueName: "file|handle"), completion: .file())
  var plan: String?

  @Option(
    help: ArgumentHelp(
      """
      Which plan each trace has: CSV or NDJSON with trace_id, or vehicle and date (the local day of the first fix, and \
      a time such as 08:00 or 06:30-11:00 for each of several tours), and plan: the id of a plan of --plan, a file of \
      one plan, FILE#ID, or a handle. Paths begin where this file lies. Or all: the only plan of --plan holds for every \
      trace, whatever its id.
      """, valueName: "file.csv|file.ndjson|all"), completion: .file(extensions: ["csv", "ndjson"]))
  var plans: String?

  /// The only plan is held against every trace.
  private var planForAll: Bool { plans == "all" }

  /// The file that says which plan each trace has.
  private var rows: String? { planForAll ? nil : plans }

  private var passThrough: Bool { RareSetting.passThrough.isOn ?? false }

  /// Whether trips are held against plans.
  var isGiven: Bool { plan != nil || plans != nil }

  /// The files that the options may name.
  var files: [String?] { [plan, rows] }

  /// The options, for the manifest.
  var options: [String: String] {
    guard isGiven else { return [:] }
    var options: [String: String] = [:]
    options["plan"] = plan
    options["plans"] = rows
    options["plan_for_all"] = planForAll ? "true" : nil
    options["pass_through"] = passThrough ? "true" : nil
    return options
  }

  func validate() throws {
    if planForAll, plan == nil {
      throw ValidationError(
        "--plans all holds the plan of --plan against every trace; name it. A file of this name is ./all.")
    }
  }

  /// The tables of plans go with plans.
  func check(_ tables: [String]) throws {
    guard !isGiven, let table = TripTable.ofPlans.first(where: { tables.contains($0.rawValue) }) else { return }
    throw ValidationError("--table \(table.rawValue) goes with --plan or --plans.")
  }

  func apply(to settings: inout TraceSettings, on graphs: [RoadGraph]) throws {
    guard isGiven else { return }
    settings.detection.namesPassThrough = passThrough
    settings.plans = try tracePlans(on: graphs)
  }

  /// Settles for which traces a single plan holds, before the first one is matched.
  func settle(_ places: inout [TraceJob.Place], with source: TraceInputs) throws {
    guard var plans = places[0].settings.plans else { return }
    try failing(.usage) { try plans.settle(with: source) }
    for number in places.indices { places[number].settings.plans = plans }
  }

  private func tracePlans(on graphs: [RoadGraph]) throws -> TracePlans? {
    let isOnMap = { (place: Place) in graphs.contains { $0.covers(place, margin: 1000) } }
    let file = try failing(.unreadableInput) {
      try plan.map { plan in try PlanFile(fileOrHandle: plan, isOnMap: isOnMap) }
    }
    if let rows {
      return .assigned(
        try failing(.unreadableInput) { try PlanAssignments(path: rows, known: file, isOnMap: isOnMap) })
    }
    guard let file, let plan else { return nil }
    if planForAll, !file.isSingle {
      throw Failure(
        exit: .usage,
        description: "--plans all holds one plan against every trace, and \(plan) has several; name one of them, or "
          + "leave it out, and each trace takes the plan with its id.")
    }
    return .file(file, path: plan, planForAll ? .allTraces : .oneTrace)
  }

  /// Says what became of the plans, and what to do about those that were of no use.
  func summarise(_ counts: PlanCounts, of plans: TracePlans?, _ console: Console) {
    guard let plans, counts.trips > 0 else { return }
    console.inform("plans: \(list(counts.byStatus))")
    if let first = counts.firstMissing {
      console.warn(
        "plans: \(counts.missing) of \(counts.trips) trips have none, the first is \(first): \(plans.whyMissing)")
    }
    if let first = counts.firstUntouched {
      console.warn(
        "plans: \(counts.untouched) of \(counts.trips) trips never came to their plan, the first is \(first)")
    }
    if !planForAll, let first = counts.firstSharing, let plan = counts.firstShared {
      console.warn(
        """
        plans: \(counts.sharing) of \(counts.trips) trips have the plan of an earlier trace, the first is \(first): \
        \(plans.name(ofSource: plan)). A column time in --plans tells the tours of a vehicle's day apart
        """)
    }
    if let first = counts.firstFailed {
      var reasons = counts.byReason
      reasons["no_plan"] = nil
      reasons[PlanOutcome.neverOnPlan] = nil
      console.warn(
        """
        plans: \(counts.failed) of \(counts.trips) could not be laid on the map (\(list(reasons))), the first of \
        \(first) The table plans has the reason for each
        """)
    }
    if let first = (0..<counts.given).first(where: { !counts.users.keys.contains($0) }) {
      console.warn("plans: \(plans.whatIsUnused(counts.unused)), the first is \(plans.name(ofSource: first))")
    }
  }
}

extension TracePlans {
  /// Why traces have no plan, and what to do.
  fileprivate var whyMissing: String {
    switch self {
    case .file(let file, let path, _) where file.isSingle:
      """
      the only plan of \(path), \(file.entries[0].id), does not have the id of the trace. Give both the same id, say with \
      --plans which trace it is for, or hold it against every trace with --plans all
      """
    case .file(let file, let path, _):
      """
      none of the \(file.entries.count) plans of \(path) has the id of the trace; they are called \(file.entries[0].id) and \
      so on. Give both the same ids, or say with --plans which plan each trace has
      """
    case .assigned(let rows): "no row of \(rows.path) names the trace, nor its vehicle and day"
    }
  }

  fileprivate func whatIsUnused(_ count: Int) -> String {
    switch self {
    case .file(let file, let path, _): "\(count) of \(file.entries.count) in \(path) fit no trace"
    case .assigned(let rows): "\(count) of \(rows.rows.count) rows of \(rows.path) fit no trace"
    }
  }
}
