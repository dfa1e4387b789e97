internal import ArgumentParser
internal import Work

/// Matching of traces that are still being recorded.
struct OnlineOptions: ParsableArguments {
  @Flag(
    name: .customLong("online"),
    help: """
      Read CSV rows of one or many traces as they arrive, and write rows as soon as they are decided: the row of each \
      fix in the table points, or the rows of --table edges, maneuvers, events, crossings and positions, with plans also \
      milestones, deviations and plans, with --traffic better_routes; as ndjson or csv.
      """)
  var isOnline = false

  @Option(
    help: ArgumentHelp(
      "Decide a fix after this many further fixes of its trace; more is more accurate, and later (default: 10).",
      valueName: "fixes"))
  var lag: Int?

  @Option(
    help: ArgumentHelp(
      "Traces open at a time; beyond it, the one silent longest is closed (default: \(OnlineSettings().mostOpenTraces)).",
      valueName: "n"))
  var openTraces: Int?

  func validate() throws {
    if !isOnline && (lag != nil || openTraces != nil) {
      throw ValidationError("--lag and --open-traces go with --online.")
    }
    guard (0...10_000).contains(lag ?? 0) else { throw ValidationError("--lag is 0 to 10000 fixes.") }
    guard openTraces ?? 1 >= 1 else { throw ValidationError("--open-traces is at least 1.") }
  }

  var settings: OnlineSettings {
    var settings = OnlineSettings()
    settings.lag = lag ?? settings.lag
    settings.mostOpenTraces = openTraces ?? settings.mostOpenTraces
    return settings
  }
}
