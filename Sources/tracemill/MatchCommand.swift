internal import ArgumentParser
internal import Detection
internal import Matching
internal import Reports
internal import Requests
internal import RoadGraph
internal import Traces
internal import Work

struct MatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "match", abstract: "Finds the roads that traces were driven on, and reports the trips.",
    discussion: """
      Reads GPX, CSV, GeoJSON, NDJSON, NMEA 0183, KML and TCX, plain, compressed or in archives. Bad records are \
      refused with a reason, and the run continues. Results are in the order of the input, with any number of jobs.

      Examples:
        tracemill match traces/ --map city.tmg -o reports/ --format csv
        tracemill match traces/ --map liechtenstein.tmg --map monaco.tmg -o reports/
        tracemill match drive.gpx --map city.tmg --format geojson -o drive.geojson
        tracemill match drive.gpx --map city.tmg -o drive.html && xdg-open drive.html
        tracemill match drive.gpx --map city.tmg --alternatives 3 | jq .alternatives
        tracemill match drive.gpx --map city.tmg --table candidates --format csv
        tracemill match drive.gpx --map city.tmg --plan route.json --table deviations
        tracemill match month.csv --map city.tmg --split gap=10min,stop=5min,day=Europe/Berlin -o reports/
        tracemill match month.csv --map city.tmg --when day=yesterday --time-zone Europe/Berlin -o reports/
        tracemill match pings.csv --map city.tmg --plan tours.ndjson --plans plans.csv -o reports/
        tracemill match drive.gpx --map city.tmg --plan route.json --traffic traffic.csv --table better_routes
        tracemill match drive.gpx --map city.tmg --positions rate=10 --table positions > smooth.csv
        tracemill match pings.csv --map city.tmg --table points --format csv -o - | head
        find day -name '*.csv' -print0 | tracemill match --files-from - --map city.tmg -o reports/
        tracemill match 'day/*.csv' --newer-than 36h --map city.tmg -o reports/
        tracemill match day/ --shard 2/8 --map city.tmg -o part-2/
        zcat pings.csv.gz | tracemill match - --map city.tmg --format ndjson | jq -c .summary
        tail -n +1 -F pings.csv | tracemill match --online --lag 5 --map city.tmg | jq -c .way
        tail -n +1 -F pings.csv | tracemill match --online --map city.tmg --plan tours.ndjson --table milestones
        tail -n +1 -F pings.csv | tracemill match --online --map city.tmg --positions rate=1 --table positions
      """)

  @Argument(help: ArgumentHelp("Trace files, directories of them, or - for standard input.", valueName: "trace"))
  var traces: [String] = ["-"]

  @OptionGroup var maps: MapsOptions
  @OptionGroup var writing: OutputOptions<TripTable>

  @Option(
    help: "Who travelled: \(TravelMode.allCases.map(\.name).joined(separator: ", ")).",
    completion: .list(TravelMode.allCases.map(\.name)))
  var mode: String = TravelMode.car.name

  @OptionGroup var drawing: ShieldOptions
  @OptionGroup var plotting: PlotOptions
  @OptionGroup var replaying: ReplayOptions
  @OptionGroup var running: RunOptions
  @OptionGroup(title: "Resuming") var resuming: ResumeOptions

  @OptionGroup(title: "Inputs") var inputs: InputOptions

  @Flag(help: "Say what would be read and written, and end. Options, files and the map are checked.")
  var dryRun = false

  @OptionGroup(title: "Plans") var plans: PlanOptions
  @OptionGroup(title: "Better routes") var polls: PollOptions
  @OptionGroup(title: "Positions") var positions: PositionOptions
  @OptionGroup(title: "Online") var online: OnlineOptions
  @OptionGroup(title: "Reading") var reading: ReadingOptions
  @OptionGroup(title: "Reading") var keeping: KeepOptions
  @OptionGroup(title: "Splitting and selecting") var splitting: SplitOptions
  @OptionGroup(title: "Places") var places: PlaceOptions
  @OptionGroup(title: "Matching") var matching: MatchingOptions
  @OptionGroup(title: "Rules") var rules: DriveRuleOptions
  @OptionGroup(title: "Guidance") var guidance: GuidanceOptions

  /// Everything has to be fully matched.
  private var strict: Bool { running.verdict.isStrict }

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    if matching.alternatives == 0, writing.tables.contains(TripTable.alternatives.rawValue) {
      throw ValidationError("--table alternatives goes with --alternatives and a number.")
    }
    try running.verdict.check(for: .trips, reading: traces)
    try plans.check(writing.tables)
    try places.check(writing.tables)
    try guidance.check(writing.tables)
    try polls.check(writing.tables, hasPlans: plans.isGiven, hasTraffic: rules.traffic != nil)
    if resuming.isResumed { try validateResumed() }
    try checkPairs()
    if maps.areSeveral { try validateMaps() }
    if online.isOnline { return try validateOnline() }
    let report = try settings().report
    try writing.checkMore(in: report)
    let layout = try writing.layout(report)
    if seeksDoubts, layout.frames.contains(where: { $0.hasLateFlags && ($0.isBatched || writing.isStream) }) {
      let error = writing.isStream ? ReportError.cannotMarkStream : .cannotMarkBatches
      throw ValidationError(error.description)
    }
  }

  func validateMaps() throws {
    guard !online.isOnline else { throw ValidationError("--online has one map, not several; name it with --map.") }
    guard !seeksDoubts else {
      throw ValidationError("--table doubts judges one map; match the traces on each --map by itself.")
    }
    guard rules.traffic == nil, rules.policy == nil else {
      throw ValidationError(
        "--\(rules.traffic == nil ? "policy" : "traffic") names roads of one map; match the traces on each --map by itself."
      )
    }
  }

  private func validateOnline() throws {
    guard writing.output == "-" else { throw ValidationError("--online writes to standard output; leave out -o.") }
    guard writing.selections.isEmpty else {
      throw ValidationError("--online writes whole rows; leave out --select, and take the columns from NDJSON.")
    }
    guard !seeksDoubts else {
      throw ValidationError("--table doubts judges whole runs; leave out --online, and match the recorded traces.")
    }
    guard !drawing.isGiven else {
      throw ValidationError("--shields draws what a run has met; leave out --online, and match the recorded traces.")
    }
    guard !plotting.isGiven else {
      throw ValidationError("--online has no --plot; match the recorded traces.")
    }
    guard matching.alternatives == 0 else {
      throw ValidationError("--online has no --alternatives; match the recorded traces.")
    }
    guard !inputs.isGiven, !dryRun else {
      throw ValidationError(
        "--online reads one stream; leave out --files-from, --newer-than, --limit, --shard and --dry-run.")
    }
    try splitting.checkOnline()
    if places.isGiven { throw ValidationError("--online has no --places; match the recorded traces.") }
    guard keeping.keep == nil else {
      throw ValidationError("--online has no --keep; match the recorded traces.")
    }
    guard running.maxDuration == nil else { throw ValidationError("--max-duration is for files; leave out --online.") }
    guard traces.count == 1 else { throw ValidationError("--online reads one stream, not \(traces.count).") }
    let streamed = (TripStream.allTables + (plans.isGiven ? TripStream.tablesOfPlans : [])).map(\.rawValue)
    guard writing.tables.allSatisfy(streamed.contains) else {
      throw ValidationError(
        "--online writes the tables \(streamed.joined(separator: ", ")); match the recorded traces for others.")
    }
    let format = writing.format.flatMap(ReportFormat.init(rawValue:)) ?? .ndjson
    guard [.csv, .arrow, .ndjson].contains(format) else {
      throw ValidationError("--online writes csv, ndjson or arrow, not \(format.rawValue).")
    }
    if try settings().report.tables.count > 1, format != .ndjson {
      throw ValidationError("--online writes one table as \(format.rawValue), and several as ndjson only.")
    }
  }

  func run() async throws {
    try await running.recorded(RunRecord(.trips)) { record in
      var settings = try settings()
      if dryRun { return try rehearse(settings) }
      let counts = try await online.isOnline ? countsOnline(&settings, record) : counts(&settings, record)
      record.counts = counts
      summarise(counts)
      tell(record.layouts, besides: record.knownLayouts)
      plans.summarise(counts.plans, of: settings.plans, Console(verbosity))
      if strict && !counts.isAllWell { warnOfUnfinished(counts) }
      try record.endIfFilesAreLeft(Console(verbosity))
      let doubts = strict ? record.layouts.complaint.map { ["--fail-if any: \($0)"] } : nil
      try running.verdict.end(
        counts, of: .trips, strict: strict ? "--fail-if any" : nil, besides: doubts ?? [], Console(verbosity))
    }
  }

  /// - Parameter settings: those of the options, to which the files are added.
  private func counts(_ settings: inout TraceSettings, _ record: RunRecord) async throws -> RunCounts {
    if resuming.isResumed { return try await countsResumed(&settings, record) }
    let console = Console(verbosity)
    let found = try inputs.traceFiles(naming: traces, reading, verbosity)
    let files = found.files
    settings.reading.folders = found.folders
    let read =
      try files + [inputs.filesFrom] + maps.paths() + plans.files + self.places.files + rules.files + guidance.files
      + replaying.files
    let shields = try drawing.collection(writing, reading: read + traces)
    var content = OutputContent(.trips, of: settings.report)
    content.inputs = files
    let claim = try writing.claim(settings.report, content, inputs: read, console)
    let plots = try plotting.files(writing, reading: read + traces, console)
    let graphs = try maps.open()
    if graphs.count > 1 { try validateMaps() }
    record.graph = graphs.first
    var places = try prepared(&settings, on: graphs, console)
    let source = TraceInputs(
      files: files, settings: settings.reading, refusals: found.skipped + settings.refusalsOfFiles,
      selection: try inputs.selection(), stop: running.stop, splitter: settings.splitter)
    try plans.settle(&places, with: source)
    var job = try TraceJob(maps: places, to: claim.destination)
    job.shields = shields
    let run = Run(
      job, on: graphs[0], settings: running.settings(options(settings), reading: files), into: claim,
      plots: plots)
    let counts = try await carryOut(
      run, over: files, next: source.next, layouts: { source.layouts }, with: running,
      isSilent: writing.hasFileOfRejects, place: "-o DIR writes all of them", unit: "trips", console)
    (record.layouts, record.knownLayouts) = (source.layouts, claim.earlier.layouts)
    try drawing.draw(shields, writing, console)
    record.filesLeft = inputs.limit == nil ? Array(source.remaining) : []
    maps.summarise(counts, on: graphs, console)
    return counts
  }

  /// Adds to the settings what the files of options say, and for each map its rules.
  func prepared(
    _ settings: inout TraceSettings, on graphs: [RoadGraph], _ console: Console
  ) throws -> [TraceJob.Place] {
    try plans.apply(to: &settings, on: graphs)
    try places.apply(to: &settings)
    try reading.clock.tell(console)
    return try graphs.map { graph in
      var settings = settings
      try check(graph, settings, console)
      try rules.addRules(of: graph, to: &settings, console)
      return TraceJob.Place(graph, settings)
    }
  }

  private func check(_ graph: RoadGraph, _ settings: TraceSettings, _ console: Console) throws {
    try graph.check(for: travelMode(mode), settings.vehicle, hasTimes: settings.clock != nil, console)
  }

  private func countsOnline(_ settings: inout TraceSettings, _ record: RunRecord) async throws -> RunCounts {
    let inputs = try traces + maps.paths() + plans.files + rules.files + guidance.files
    let claim = try writing.claiming.claim(.standardOutput, inputs: inputs, Console(verbosity))
    defer { withExtendedLifetime(claim) {} }
    let graphs = try maps.open()
    if graphs.count > 1 { try validateMaps() }
    let graph = graphs[0]
    let console = Console(verbosity)
    record.graph = graph
    try check(graph, settings, console)
    try plans.apply(to: &settings, on: [graph])
    try reading.clock.tell(Console(verbosity))
    try rules.addRules(of: graph, to: &settings, Console(verbosity))
    var teller = RefusalTeller(console: Console(verbosity), isSilent: false)
    let counts = try await endingOrderly {
      try OnlineRun(graph: graph, settings: settings, online: online.settings).run(
        file: traces[0], onRefusal: { teller.tell([$0]) },
        onOutside: { maps.summarise($0, on: [graph], console) },
        onTelling: { console.warn(online.sentence(onTelling: $0, in: traces[0])) })
    }
    if let sentence = online.sentence(onLoneRows: counts) { console.warn(sentence) }
    maps.summarise(counts, on: [graph], console)
    return counts
  }

  /// Says on a terminal what the columns of layouts were taken for that no earlier run into the folder has met.
  private func tell(_ layouts: LayoutTally, besides known: [LayoutTally.Entry]) {
    guard Console.isTerminal, let sentence = layouts.sentence(besides: known) else { return }
    Console(verbosity).warn(sentence)
  }

  private func summarise(_ counts: RunCounts) {
    let console = Console(verbosity)
    splitting.summarise(counts, console)
    if !online.isOnline { console.note(RunSentence(counts: counts, unit: "trip", output: writing.output).text) }
    console.inform("\(counts.reports) trips\(counts.byStatus.isEmpty ? "" : ": " + list(counts.byStatus))")
    console.inform("\(counts.fixes) fixes: \(list(counts.fixesByStatus))")
    for (kind, lag) in counts.lags.byKind {
      console.inform("\(kind): written \(lag.median) s late in the median, at most \(lag.most) s")
    }
    if !counts.speedingSuppressedByReason.isEmpty {
      console.inform("drives too fast but not sure: \(list(counts.speedingSuppressedByReason))")
    }
    if counts.searchBoundFixes > 0 {
      console.warn(
        "the search for a path met its bound at \(counts.searchBoundFixes) fixes, where a path may have been missed "
          + "(\(Manifest.searchBoundCode)); tracemill explain \(Manifest.searchBoundCode) says what to do")
    }
    if !counts.rejectsByReason.isEmpty {
      let place = writing.hasFileOfRejects ? "; see the rejects in \(writing.output)" : ""
      console.warn("refused: \(list(counts.rejectsByReason))\(place)")
    }
  }

  /// Says why a strict run ends with 1 even if nothing was refused.
  private func warnOfUnfinished(_ counts: RunCounts) {
    let unfinished = counts.byStatus.filter { $0.key != "ok" }
    guard !unfinished.isEmpty else { return }
    Console(verbosity).warn("trips not fully matched: \(list(unfinished)); because of \(list(counts.byReason))")
  }

  // MARK: Settings

  private func names(_ table: TripTable) -> Bool { writing.tables.contains(table.rawValue) }
  private var explains: Bool { names(.candidates) }
  var seeksDoubts: Bool { names(.doubts) }

  func settings() throws -> TraceSettings {
    var report = try writing.settings(
      moreTables: (matching.alternatives > 0 ? [.alternatives] : []) + (positions.isEmpty ? [] : [.positions])
        + (plans.isGiven ? TripTable.ofPlans : []) + (plans.isGiven && rules.traffic != nil ? [.betterRoutes] : [])
        + (places.isGiven ? [.visits] : []))
    if plans.isGiven { report.replacements = [.points: .plannedPoints] }
    if online.isOnline { try adapt(&report) }
    var settings = TraceSettings(mode: try travelMode(mode), report: report)
    settings.replay = try replaying.settings(for: report.format, isDrawing: plotting.isGiven)
    settings.draws = plotting.isGiven
    settings.reading = try reading.settings()
    // The table of rejects lists all of them; they pass through it and are not kept in memory.
    settings.reading.refusalsPerTrace = .max
    try matching.apply(to: &settings.matching)
    if explains { settings.matching.explanation.mostCandidates = ExplanationSettings.usualCandidates }
    positions.apply(to: &settings.positions)
    polls.apply(to: &settings.polls)
    settings.clock = settings.reading.clock
    try splitting.apply(to: &settings)
    keeping.apply(to: &settings)
    settings.report.added.clock = try reading.clock.clock()
    try rules.apply(to: &settings)
    settings.findsCrossings = names(.crossings)
    settings.guidance = try guidance.settings()
    settings.findsNotifications = names(.notifications)
    if seeksDoubts { settings.doubts = DoubtSettings() }
    return settings
  }

  /// A stream has its points where no table is chosen, and what options ask for besides.
  private func adapt(_ report: inout TripReportSettings) throws {
    if writing.format == nil { report.format = .ndjson }
    if !report.tables.isEmpty { return }
    let named: [TripTable] = try writing.tables.map { try choice($0, "--table") }
    report.tables = [.points] + named.filter { $0 != .points }
    if !positions.isEmpty, !named.contains(.positions) { report.tables.append(.positions) }
  }

  /// The options, for the manifest.
  func options(_ settings: TraceSettings) -> [String: String] {
    let options = ["mode": mode].merging(settings.report.options) { $1 }
    return [
      writing.options, inputs.options, matching.options, reading.options, keeping.options, splitting.options(settings),
      places.options,
      plans.options, polls.options, positions.options, rules.options, guidance.options,
    ].reduce(options) { $0.merging($1) { $1 } }
  }
}
