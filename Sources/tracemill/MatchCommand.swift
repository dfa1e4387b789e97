internal import ArgumentParser
internal import Detection
internal import Knowledge
internal import Matching
internal import Replay
internal import Reports
internal import Requests
internal import RoadGraph
internal import RoadRules
internal import Traces
internal import Work

struct MatchCommand: AsyncParsableCommand, DriveOptions {
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
        tracemill match pings.csv --map city.tmg --job-list solution.json --job-date 2026-03-02 -o reports/
        tracemill match drive.gpx --map city.tmg --plan route.json --traffic traffic.csv --table better_routes
        tracemill match drive.gpx --map city.tmg --positions rate=10 --table positions > smooth.csv
        tracemill match pings.csv --map city.tmg --table points --format csv -o - | head
        find day -name '*.csv' -print0 | tracemill match --files-from - --map city.tmg -o reports/
        tracemill match 'day/*.csv' --newer-than 36h --map city.tmg -o reports/
        tracemill match day/ --shard 2/8 --map city.tmg -o part-2/
        tracemill match night/ --map city.tmg -o reports/ --learn knowledge/
        zcat pings.csv.gz | tracemill match - --map city.tmg --format ndjson | jq -c .summary

      Traces that are still being recorded: tracemill live.
      """)

  @Argument(help: ArgumentHelp("Trace files, directories of them, or - for standard input.", valueName: "trace"))
  var traces: [String] = ["-"]

  @OptionGroup var maps: MapsOptions
  @OptionGroup var writing: OutputOptions<TripTable>

  @OptionGroup var travel: ModeOptions
  @OptionGroup var drawing: ShieldOptions
  @OptionGroup var plotting: PlotOptions
  @OptionGroup var learning: LearnOptions
  @OptionGroup var replaying: ReplayOptions
  @OptionGroup var paging: PageOptions
  @OptionGroup var running: RunOptions
  @OptionGroup(title: "Resuming") var resuming: ResumeOptions

  @OptionGroup(title: "Inputs") var inputs: InputOptions

  @Flag(help: "Say what would be read and written, and end. Options, files and the map are checked.")
  var dryRun = false

  @OptionGroup(title: "Plans") var plans: PlanOptions
  @OptionGroup(title: "Jobs") var jobs: JobOptions
  @OptionGroup(title: "Better routes") var polls: PollOptions
  @OptionGroup(title: "Positions") var positions: PositionOptions
  @OptionGroup(title: "Live") var online: OnlineOptions
  @OptionGroup(title: "Reading") var reading: ReadingOptions
  @OptionGroup(title: "Reading") var keeping: KeepOptions
  @OptionGroup(title: "Splitting and selecting") var splitting: SplitOptions
  @OptionGroup(title: "Places") var places: PlaceOptions
  @OptionGroup(title: "Privacy") var hiding: HidingOptions
  @OptionGroup(title: "Matching") var matching: MatchingOptions
  @OptionGroup(title: "Matching") var otherPaths: AlternativeOptions
  @OptionGroup(title: "Rules") var rules: DriveRuleOptions
  @OptionGroup(title: "Guidance") var guidance: GuidanceOptions

  /// Everything has to be fully matched.
  private var strict: Bool { running.verdict.isStrict }

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    if online.isOnline { return try validateLive() }
    try otherPaths.check(writing.tables)
    try checkTables()
    try jobs.check(writing.tables)
    try running.verdict.check(for: .trips)
    try running.rejecting.check(reading: traces)
    try plotting.check(beside: writing)
    if resuming.isResumed { try validateResumed() }
    try checkPairs()
    if maps.areSeveral { try validateMaps() }
    if let learn = learning.learn { try matching.check(learningInto: learn) }
    let report = try settings().report
    try jobs.check(report.format)
    try writing.checkMore(in: report)
    let layout = try writing.layout(report)
    try jobs.check(layout)
    if seeksDoubts, layout.frames.contains(where: { $0.hasLateFlags && ($0.isBatched || writing.isStream) }) {
      let error = writing.isStream ? ReportError.cannotMarkStream : .cannotMarkBatches
      throw ValidationError(error.description)
    }
  }

  private func validateLive() throws {
    try LiveLimit.check(self)
    guard traces.count == 1 else { throw ValidationError("A live run reads one stream, not \(traces.count).") }
    try LiveCommand.of(self).validate()
  }

  func validateMaps() throws {
    guard !seeksDoubts else {
      throw ValidationError("--table doubts judges one map; match the traces on each --map by itself.")
    }
    guard !jobs.isGiven else {
      throw ValidationError(
        "--job-list estimates arrivals on one map; give one --map that has the whole day of the fleet.")
    }
    guard rules.traffic.isEmpty, rules.policy == nil else {
      throw ValidationError(
        "--\(rules.traffic.isEmpty ? "policy" : "traffic") names roads of one map; match the traces on each --map by itself."
      )
    }
  }

  func run() async throws {
    if online.isOnline { return try await runLive() }
    try await running.metrics.recorded(RunRecord(.trips)) { record in
      var settings = try settings()
      if dryRun { return try rehearse(settings) }
      let counts = try await counts(&settings, record)
      record.counts = counts
      summarise(counts)
      tell(record.layouts, besides: record.knownLayouts)
      if plans.isGiven { plans.summarise(counts.plans, of: settings.plans, Console(verbosity)) }
      jobs.summarise(counts.jobs, Console(verbosity))
      learning.summarise(counts, Console(verbosity))
      if strict && !counts.isAllWell { counts.warnOfUnfinished(Console(verbosity)) }
      try record.endIfFilesAreLeft(Console(verbosity))
      let doubts = strict ? record.layouts.complaint.map { ["--fail-if any: \($0)"] } : nil
      try running.verdict.end(
        counts, of: .trips, strict: strict ? "--fail-if any" : nil, besides: doubts ?? [], Console(verbosity))
    }
  }

  private func runLive() async throws {
    try await LiveCommand.of(self).run()
  }

  /// - Parameter settings: the settings of the options, to which the files are added.
  private func counts(_ settings: inout TraceSettings, _ record: RunRecord) async throws -> RunCounts {
    if resuming.isResumed { return try await countsResumed(&settings, record) }
    let console = Console(verbosity)
    var found = try inputs.traceFiles(naming: traces, reading, verbosity)
    found.keep { !jobs.reads($0) }
    let files = found.files
    settings.reading.folders = found.folders
    let read =
      try files + [inputs.filesFrom] + maps.paths() + plans.files + jobs.files + self.places.files + rules.files
      + guidance.files + replaying.files + hiding.files + [matching.folderOfPrior]
    let shields = try drawing.collection(writing, reading: read + traces)
    var content = OutputContent(.trips, of: settings.report)
    settings.hiding = try hiding.hiding()
    content.inputs = settings.hiding.names.map { names in files.map { names.name(for: $0) } } ?? files
    let claim = try writing.claim(settings.report, content, inputs: read, console)
    try hiding.check(claim, settings.hiding)
    let plots = try plotting.files(writing, reading: read + traces, console)
    let graphs = try maps.open()
    if graphs.count > 1 { try validateMaps() }
    record.graph = graphs.first
    let learning = try learning.learning(
      writing, mode: settings.matching.rules.mode, zone: reading.clock.timeZone)
    var places = try prepared(&settings, on: graphs, console)
    let source = TraceInputs(
      files: files, settings: settings.reading, refusals: found.skipped + settings.refusalsOfFiles,
      selection: try inputs.selection(), stop: running.stop, splitter: settings.splitter)
    try plans.settle(&places, with: source)
    var job = try TraceJob(maps: places, to: claim.destination)
    job.shields = shields
    let run = Run(
      job, on: graphs[0], settings: running.settings(options(settings, places), reading: files),
      into: claim,
      plots: plots, learning: learning)
    let counts = try await carryOut(
      run, over: files, next: source.next, layouts: { source.layouts }, with: running,
      isSilent: writing.hasFileOfRejects, place: "-o DIR writes all of them", unit: "trips", console)
    (record.layouts, record.knownLayouts) = (source.layouts, claim.earlier.layouts)
    try drawing.draw(shields, writing, console)
    record.filesLeft = inputs.limit == nil ? Array(source.remaining) : []
    MapsOptions.summarise(counts, on: graphs, console)
    return counts
  }

  /// Adds to the settings what the files of options say, and for each map its rules.
  func prepared(
    _ settings: inout TraceSettings, on graphs: [RoadGraph], _ console: Console
  ) throws -> [TraceJob.Place] {
    try plans.apply(to: &settings, on: graphs)
    try jobs.apply(to: &settings, on: graphs, hasPlans: plans.isGiven)
    try places.apply(to: &settings)
    try reading.clock.tell(console)
    if !plotting.isGiven {
      warnOfUnused(alternatives: otherPaths.alternatives, console, leavesOut: writing.leavesOut)
    }
    return try graphs.map { graph in
      var settings = settings
      try check(graph, settings, console)
      try rules.addRules(of: graph, by: reading.clock, to: &settings, console)
      try matching.addPrior(on: graph, to: &settings.matching, console)
      return TraceJob.Place(graph, settings)
    }
  }

  /// Says on a terminal what the columns of layouts were taken for that no earlier run into the folder has met.
  private func tell(_ layouts: LayoutTally, besides known: [LayoutTally.Entry]) {
    guard Console.isTerminal, let sentence = layouts.sentence(besides: known) else { return }
    Console(verbosity).warn(sentence)
  }

  private func summarise(_ counts: RunCounts) {
    let console = Console(verbosity)
    splitting.summarise(counts, console)
    hiding.summarise(counts, console)
    console.note(RunSentence(counts: counts, unit: "trip", output: writing.output).text)
    counts.tell(rejectsIn: writing.hasFileOfRejects ? writing.output : nil, console)
  }

  // MARK: Settings

  var namedTables: [String] { writing.tables }
  var seeksDoubts: Bool { names(.doubts) }
  /// Trips are held against plans: those given, or those drawn in the list of jobs.
  private var hasPlans: Bool { plans.isGiven || jobs.hasWays }

  /// The tables that options ask for.
  private var moreTables: [TripTable] {
    var tables: [TripTable] = otherPaths.alternatives > 0 ? [.alternatives] : []
    if !positions.isEmpty { tables.append(.positions) }
    if hasPlans { tables += TripTable.ofPlans }
    if hasPlans, !rules.traffic.isEmpty { tables.append(.betterRoutes) }
    if places.isGiven { tables.append(.visits) }
    if jobs.isGiven { tables += TripTable.ofJobs }
    return tables
  }

  func settings() throws -> TraceSettings {
    var report = try writing.settings(moreTables: moreTables)
    if hasPlans { report.replacements = [.points: .plannedPoints] }
    var settings = try driveSettings(report)
    try paging.check(report.format, to: writing.destination)
    settings.replay = try replaying.settings(for: report.format, isDrawing: plotting.isGiven)
    settings.replay?.words = try guidance.words()
    settings.replay?.pages = paging.pages ?? .all
    settings.draws = plotting.isGiven
    settings.learns = learning.isGiven
    try splitting.apply(to: &settings)
    keeping.apply(to: &settings)
    try jobs.apply(to: &settings.reading)
    otherPaths.apply(to: &settings)
    if seeksDoubts { settings.doubts = DoubtSettings() }
    return settings
  }

  /// The options, for the manifest, and what stands for the knowledge of traffic and of a prior.
  func options(_ settings: TraceSettings, _ places: [TraceJob.Place]) -> [String: String] {
    var options = options(settings).merging(places[0].settings.timetable.optionsOfKnowledge) { $1 }
    options["prior_knowledge"] = matching.key(of: places).map { String($0, radix: 16) }
    return options
  }

  /// The options, for the manifest.
  func options(_ settings: TraceSettings) -> [String: String] {
    let options = ["mode": travel.mode].merging(settings.report.options) { $1 }
    return [
      writing.options, inputs.options, matching.options, otherPaths.options, reading.options, keeping.options,
      splitting.options(settings),
      places.options,
      plans.options, jobs.options, polls.options, positions.options, rules.options, guidance.options,
      hiding.options(settings.hiding),
    ].reduce(options) { $0.merging($1) { $1 } }
  }
}
