internal import ArgumentParser
internal import Simulation

/// The plans of simulated vehicles.
struct SimulatedPlanOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      """
      Give each drive a plan, a route past 2 to 5 waypoints, and write plans.ndjson and what the drives make of their \
      plans.
      """))
  var makePlans = false

  @Option(
    help: ArgumentHelp(
      """
      With --make-plans, what drives make of their plans, each equally often: \
      \(DriveKind.allCases.map(\.rawValue).joined(separator: ", ")). All by default.
      """, valueName: "kind,…"))
  var planKinds: String?

  var content: SimulationFiles.Content { makePlans ? .plannedDrives : .drives }

  /// The options, for the manifest.
  var options: [String: String] {
    guard makePlans else { return [:] }
    return ["make_plans": "true"].merging(planKinds.map { ["plan_kinds": $0] } ?? [:]) { $1 }
  }

  func apply(to settings: inout SimulationSettings) throws {
    if let planKinds {
      guard makePlans else { throw ValidationError("--plan-kinds goes with --make-plans.") }
      settings.driveKinds = try planKinds.split(separator: ",").map { try choice(String($0), "--plan-kinds") }
      guard !settings.driveKinds.isEmpty else { throw ValidationError("--plan-kinds names no kind.") }
    }
    let others = [
      settings.wrongWay, settings.forbiddenTurns, settings.besideOneways, settings.detours, settings.offRoad,
      settings.stops,
    ]
    guard !makePlans || others.allSatisfy({ $0 == 0 }) else {
      throw ValidationError(
        "--make-plans goes without --wrong-way, --forbidden-turns, --beside-oneways, --detours, --off-road and --stops: its "
          + "drives leave their plans by lawful roads and stand at stopovers.")
    }
  }
}
