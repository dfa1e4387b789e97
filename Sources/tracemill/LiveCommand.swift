internal import ArgumentParser
internal import Jobs
internal import Matching
internal import Reports
internal import RoadGraph
internal import Traces
internal import Work

struct LiveCommand: AsyncParsableCommand, DriveOptions {
  static let configuration = CommandConfiguration(
    commandName: "live", abstract: "Matches traces while they are recorded, and writes each row when it is certain.",
    discussion: """
      Reads rows of one or many traces as they arrive, as CSV, or as NDJSON with an object of one fix in each line. The \
      rows of one trace are in order; those of several may be mixed. A row is written when nothing that follows can change \
      it: that of a fix after --lag further fixes, an edge, a maneuver or an event when it is past, and a row of trips when \
      its trace is closed. A trace is closed when it has been silent for 15 minutes, by the times of all rows, or when the \
      stream ends.

      Examples:
        tail -n +1 -F pings.csv | tracemill live --lag 5 --map city.tmg | jq -c .way
        tail -n +1 -F pings.csv | tracemill live --map city.tmg --table events --table trips
        tail -n +1 -F pings.csv | tracemill live --map city.tmg --plan tours.ndjson --table milestones
        tail -n +1 -F pings.csv | tracemill live --map city.tmg --job-list solution.json --job-date 2026-03-02 \\
          --dispatcher https://desk.example/v1 --asset-column vehicle --table job_events
        tail -n +1 -F pings.csv | tracemill live --map city.tmg --positions rate=1 --table positions --format csv
        tracemill live /run/pings.fifo --map city.tmg --format arrow > points.arrow
      """)

  @Argument(help: ArgumentHelp("A file, a named pipe, or - for standard input.", valueName: "stream"))
  var stream: String = "-"

  @OptionGroup var maps: MapsOptions
  @OptionGroup var writing: StreamOptions
  @OptionGroup var lagging: LagOptions
  @OptionGroup var travel: ModeOptions
  @OptionGroup(title: "Plans") var plans: PlanOptions
  @OptionGroup(title: "Jobs") var jobs: JobOptions
  @OptionGroup(title: "Jobs") var dispatching: DispatchOptions
  @OptionGroup(title: "Better routes") var polls: PollOptions
  @OptionGroup(title: "Positions") var positions: PositionOptions
  @OptionGroup(title: "Reading") var reading: ReadingOptions
  @OptionGroup(title: "Places") var places: PlaceOptions
  @OptionGroup(title: "Matching") var matching: MatchingOptions
  @OptionGroup(title: "Rules") var rules: DriveRuleOptions
  @OptionGroup(title: "Guidance") var guidance: GuidanceOptions
  @OptionGroup var metrics: MetricsOptions
  @OptionGroup(title: "Success and failure") var verdict: VerdictOptions
  @OptionGroup var verbosity: VerbosityOptions

  var namedTables: [String] { writing.named }
  private var console: Console { Console(verbosity) }

  func validate() throws {
    if maps.areSeveral { throw ValidationError(LiveLimit.ofSeveralMaps.sentence) }
    try checkTables()
    if matching.expectsPlans {
      throw ValidationError("--prior plan is for recorded traces; a live run takes a folder of knowledge.")
    }
    if dispatching.isGiven == false { try jobs.check(namedTables) }
    if !jobs.logs.isEmpty {
      throw ValidationError(
        "A live run hears of the office by the messages of its --dispatcher; leave out --job-events, or match the recorded traces."
      )
    }
    try verdict.check(for: .trips)
    _ = try settings()
  }

  func run() async throws {
    try await metrics.recorded(RunRecord(.trips)) { record in
      var settings = try settings()
      let counts = try await counts(&settings, record)
      record.counts = counts
      counts.tell(rejectsIn: nil, console)
      plans.summarise(counts.plans, of: settings.plans, console)
      if verdict.isStrict && !counts.isAllWell { counts.warnOfUnfinished(console) }
      try verdict.end(counts, of: .trips, strict: verdict.isStrict ? "--fail-if any" : nil, console)
    }
  }

  /// - Parameter settings: the settings of the options, to which the files are added.
  private func counts(_ settings: inout TraceSettings, _ record: RunRecord) async throws -> RunCounts {
    try checkOutput(
      against: [stream] + maps.paths() + plans.files + jobs.files + places.files + rules.files + guidance.files)
    let graph = try maps.openOnly()
    record.graph = graph
    try check(graph, settings, console)
    try plans.apply(to: &settings, on: [graph])
    try jobs.apply(to: &settings, on: [graph], hasPlans: true)
    if dispatching.isGiven, settings.jobs == nil { settings.jobs = JobBoard(JobList()) }
    try places.apply(to: &settings)
    try reading.clock.tell(console)
    warnOfUnused(console, leavesOut: writing.leavesOut)
    try rules.addRules(of: graph, by: reading.clock, to: &settings, console)
    try matching.addPrior(on: graph, to: &settings.matching, console)
    var teller = RefusalTeller(console: console, isSilent: names(.rejects))
    let dispatcher = try dispatching.open(console)
    let counts = try await endingOrderly { [settings] in
      try OnlineRun(graph: graph, settings: settings, online: lagging.settings, dispatcher: dispatcher).run(
        file: stream, onRefusal: { teller.tell([$0]) },
        onOutside: { MapsOptions.summarise($0, on: [graph], console) },
        onTelling: { console.warn(sentence(onTelling: $0)) })
    }
    try dispatching.close(dispatcher, console)
    if let sentence = sentence(onLoneRows: counts) { console.warn(sentence) }
    MapsOptions.summarise(counts, on: [graph], console)
    return counts
  }

  private func settings() throws -> TraceSettings {
    let added: [(table: TripTable, isGiven: Bool)] = [
      (.positions, !positions.isEmpty), (.visits, places.isGiven), (.jobEvents, jobs.isGiven || dispatching.isGiven),
    ]
    var settings = try driveSettings(writing.settings(adding: added.filter(\.isGiven).map(\.table)))
    try jobs.apply(to: &settings.reading)
    return settings
  }

  // MARK: What a first row cannot show

  /// On columns that are not read: a stream shows one row of them before it has to be read.
  private func sentence(onTelling columns: [String]) -> String {
    let names = columns.prefix(12).map { "'\($0)'" }.joined(separator: ", ")
    return
      "\(stream): not read, though they might matter: \(names)\(columns.count > 12 ? ", …" : ""); --columns says what "
      + "a column means, as in valid=NAME of the one that tells bad positions, and NAME=ignore that it means nothing"
  }

  /// On traces of a single row each: their ids number the rows. `nil` if there are others.
  private func sentence(onLoneRows counts: RunCounts) -> String? {
    guard counts.reports >= 10, counts.fixes == counts.reports else { return nil }
    return
      "each of \(counts.reports) traces has a single row: the column taken for their ids may number rows; --columns "
      + "trace=NAME names another, and trace=none says that all rows are of one trace"
  }
}

extension LiveCommand {
  /// The live run that `match --online` means.
  ///
  /// In an initializer, an assignment would be the default of an option and not its value.
  static func of(_ match: MatchCommand) -> LiveCommand {
    var live = LiveCommand()
    live.stream = match.traces[0]
    live.maps = match.maps
    live.writing = .of(match.writing)
    (live.lagging, live.travel) = (match.online.lagging, match.travel)
    (live.plans, live.polls, live.positions, live.places) = (match.plans, match.polls, match.positions, match.places)
    live.jobs = match.jobs
    // `match` has no dispatcher.
    live.dispatching = (try? DispatchOptions.parse([])) ?? DispatchOptions()
    (live.reading, live.matching, live.rules, live.guidance) = (
      match.reading, match.matching, match.rules, match.guidance
    )
    (live.metrics, live.verdict, live.verbosity) = (match.running.metrics, match.running.verdict, match.verbosity)
    return live
  }
}
