internal import ArgumentParser
internal import Work

/// Matching of traces that are still being recorded.
struct OnlineOptions: ParsableArguments {
  @Flag(
    name: .customLong("online"),
    help: """
      Read rows of one or many traces as they arrive, as CSV, or as NDJSON with an object of one fix in each line, and \
      write rows as soon as they are decided: the row of each fix in the table points, or the rows of --table edges, \
      maneuvers, events, crossings and positions, with plans also milestones, deviations and plans, with --traffic \
      better_routes; as ndjson or csv.
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

  // MARK: What a first row cannot show

  /// On columns that are not read: a stream shows one row of them before it has to be read.
  func sentence(onTelling columns: [String], in file: String) -> String {
    let names = columns.prefix(12).map { "'\($0)'" }.joined(separator: ", ")
    return
      "\(file): not read, though they might matter: \(names)\(columns.count > 12 ? ", …" : ""); --columns says what "
      + "a column means, as in valid=NAME of the one that tells bad positions, and NAME=ignore that it means nothing"
  }

  /// On traces of a single row each: their ids number the rows. `nil` if there are others.
  func sentence(onLoneRows counts: RunCounts) -> String? {
    guard counts.reports >= 10, counts.fixes == counts.reports else { return nil }
    return
      "each of \(counts.reports) traces has a single row: the column taken for their ids may number rows; --columns "
      + "trace=NAME names another, and trace=none says that all rows are of one trace"
  }
}
