internal import ArgumentParser
internal import Work

/// Matching of traces that are still being recorded.
struct OnlineOptions: ParsableArguments {
  @Flag(
    name: .customLong("online"),
    help: """
      Read CSV rows as they come, of one trace or of many in turn, and write what is decided as soon as it is: each \
      fix's row of the table points, or the rows of --table edges, maneuvers and events; as ndjson or csv.
      """)
  var isOnline = false

  @Option(
    help: ArgumentHelp(
      "Decide a fix when so many further ones of its trace have come: more is better, and later (default: 10).",
      valueName: "fixes"))
  var lag: Int?

  @Option(
    help: ArgumentHelp(
      "Close the trace longest silent when more are open (default: \(OnlineSettings().mostOpenTraces)).",
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
