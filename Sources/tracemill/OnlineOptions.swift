internal import ArgumentParser
internal import Work

/// How long a live run waits, and how many traces it holds.
struct LagOptions: ParsableArguments {
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

  var isGiven: Bool { lag != nil || openTraces != nil }

  func validate() throws {
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

/// Whether `match` is a live run.
struct OnlineOptions: ParsableArguments {
  @Flag(
    name: .customLong("online"),
    help: "Match a stream that is still being written, as tracemill live does, which has the same options.")
  var isOnline = false

  @OptionGroup var lagging: LagOptions

  func validate() throws {
    if !isOnline, lagging.isGiven { throw ValidationError("--lag and --open-traces go with --online.") }
  }
}
