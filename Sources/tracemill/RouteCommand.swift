internal import ArgumentParser
internal import Replay
internal import Reports
internal import Requests
internal import RoadGraph
internal import RoadRules
internal import Routing
internal import Traces
internal import Work

struct RouteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "route", abstract: "Finds routes through waypoints and describes them.",
    discussion: """
      Takes one request on the command line, or many in a file: one JSON object per line, or CSV. Answers are in the \
      order of the input, with any number of jobs. The answer to a request that makes no sense is the reason, and the \
      run continues. Fields of a request override options of the command line.

      Examples:
        tracemill route --map city.tmg --waypoint 47.141,9.521 --waypoint 47.166,9.511 | jq .summary
        tracemill route --map city.tmg --waypoint 47.14,9.52 --waypoint 47.15,9.51,type=pass_through \\
          --waypoint 47.166,9.511 --mode truck --avoid toll_roads,ferries --format gpx -o tour.gpx
        tracemill route --map city.tmg --requests jobs.csv -o routes/
        tracemill route --map city.tmg --requests jobs.csv --table routes -o answers.csv
        tracemill route --map city.tmg --import planned.gpx --mode truck | jq '.import, .violations'
        tracemill route --map city.tmg --return-to plan.json --position 47.152,9.518,135 | jq .return
        tracemill route --map city.tmg --matrix stops.csv -o matrix.json
        tracemill route --map city.tmg --requests jobs.csv --traffic knowledge/ --departure 2026-05-11T08:00:00+02:00
        cat jobs.ndjson | tracemill route --map city.tmg --requests - --jobs 8 > routes.ndjson
      """)

  @OptionGroup var map: MapOptions

  @Option(
    name: .customLong("waypoint"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      A place to go through; give at least two. Add type=pass_through, name=…, heading=…, side=kerb or radius=…, each \
      after a comma.
      """, valueName: "lat,lon"))
  var waypoints: [String] = []

  @Option(
    help: ArgumentHelp("Many requests: a file of NDJSON or CSV, or - for standard input.", valueName: "file|-"),
    completion: .file())
  var requests: String?

  @Option(
    help: ArgumentHelp(
      "Earlier routes to time again: a file of route documents, or the handle of a route.",
      valueName: "file|handle"), completion: .file())
  var refresh: String?

  @Option(
    name: .customLong("import"),
    help: ArgumentHelp(
      """
      Lines to turn into routes that follow them on the roads of the map: GeoJSON, GPX, documents of trips, CSV of \
      positions or encoded polylines.
      """, valueName: "file|-"), completion: .file())
  var importedLines: String?

  @OptionGroup var matrix: MatrixOptions

  @Option(
    help: ArgumentHelp(
      """
      An earlier route to return to and follow, without skipping waypoints not reached yet: a file of route documents, \
      or a handle. Its mode and options apply unless others are given.
      """, valueName: "file|handle"), completion: .file())
  var returnTo: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where the path back begins, with or without the direction of travel in degrees from north.",
      valueName: "lat,lon[,heading]"))
  var position: String?

  @Option(
    help: ArgumentHelp(
      """
      The first waypoint of the planned route that is not reached yet, from 1. By default, the next one after the place \
      on the route nearest to --position.
      """, valueName: "n"))
  var nextWaypoint: Int?

  @OptionGroup var writing: OutputOptions<RouteTable>
  @OptionGroup var drawing: ShieldOptions
  @OptionGroup var plotting: PlotOptions
  @OptionGroup var replaying: ReplayOptions
  @OptionGroup var running: RunOptions

  @OptionGroup(title: "Routing") var routing: RoutingOptions

  @OptionGroup(title: "Time, rules and traffic") var times: TimeOptions
  @OptionGroup(title: "Guidance") var guidance: GuidanceOptions

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    let inputs = [
      !waypoints.isEmpty, requests != nil, refresh != nil, returnTo != nil, importedLines != nil, matrix.isGiven,
    ]
    guard inputs.count(where: { $0 }) == 1 else {
      throw ValidationError(
        """
        Name waypoints with --waypoint, or a file of requests with --requests, or routes with --refresh or --return-to, \
        or lines with --import, or places with --matrix.
        """)
    }
    try running.verdict.check(for: .requests)
    if running.maxDuration != nil { throw ValidationError("--max-duration is for match; leave it out here.") }
    guard (returnTo == nil) == (position == nil) else { throw ValidationError("--return-to goes with --position.") }
    if returnTo == nil, nextWaypoint != nil { throw ValidationError("--next-waypoint goes with --return-to.") }
    if let position { _ = try asking { () throws(RequestRefusal) in try Waypoint(text: position) } }
    if matrix.isGiven { return try checkMatrix() }
    if refresh == nil, returnTo == nil, importedLines == nil { _ = try requestInput() }
    try guidance.check(writing.tables)
    let report = try settings().report
    try writing.checkMore(in: report)
    try plotting.check(beside: writing)
    _ = try writing.layout(report)
  }

  func run() async throws {
    try await running.metrics.recorded(RunRecord(.requests)) { record in
      let counts = try await matrix.isGiven ? matrixCounts(settings(), record) : counts(settings(), record)
      record.counts = counts
      summarise(counts)
      try running.verdict.end(
        counts, of: .requests,
        strict: routing.noViolations ? "--no-violations" : running.verdict.isStrict ? "--fail-if any" : nil,
        Console(verbosity))
    }
  }

  private func counts(_ given: RequestSettings, _ record: RunRecord) async throws -> RunCounts {
    let console = Console(verbosity)
    var settings = given
    let named = [requests, refresh, importedLines, returnTo] + times.files + guidance.files + replaying.files
    let inputs = [try map.path()] + named
    warnOfUnused(console)
    let shields = try drawing.collection(writing, reading: inputs)
    var content = OutputContent(.requests, of: settings.report)
    content.inputs = requests.map { [$0] }
    let claim = try writing.claim(settings.report, content, inputs: inputs, console)
    let plots = try plotting.files(writing, reading: inputs, console)
    let graph = try map.open()
    // Each request has its mode and is refused by itself.
    try graph.check(for: .car, Vehicle(), hasTimes: times.isGiven || requests != nil, console)
    record.graph = graph
    settings.defaults.avoidArea = .edges(try times.avoided(on: graph))
    settings.timetable = try times.timetable(
      on: graph, for: settings.defaults.mode ?? (waypoints.isEmpty ? nil : .car), console)
    if requests == nil { times.warnOfHours(settings.timetable, console) }
    let input = try input(on: graph)
    var source = try failing(.unreadableInput) { try RequestInputs(input) }
    var job = try failing(.unreadableInput) {
      try RequestJob(graph: graph, settings: settings, from: source, to: claim.destination)
    }
    job.shields = shields
    let counts = try await carryOut(
      Run(
        job, on: graph, settings: running.settings(options(settings), reading: source.files), into: claim, plots: plots),
      over: source.files,
      next: { source.next() }, with: running, isSilent: writing.hasFileOfRejects, place: "the answers have all of them",
      unit: "requests", console)
    try drawing.draw(shields, writing, console)
    return counts
  }

  private func summarise(_ counts: RunCounts) {
    let console = Console(verbosity)
    let unit = matrix.isGiven ? "pair" : "request"
    console.note(RunSentence(counts: counts, unit: unit, output: writing.output).text)
    console.inform("\(counts.reports) \(unit)s: \(list(counts.byStatus))")
    let ofRoutes = counts.byStatus.filter { $0.key != RouteStatus.ok.rawValue }
    guard requests != nil || matrix.isGiven, !counts.isAllWell else { return }
    if matrix.isGiven, ofRoutes.isEmpty { return }
    let place = writing.hasFileOfRejects && !matrix.isGiven ? "; see the rejects in \(writing.output)" : ""
    console.warn("\(list(ofRoutes)); because of \(list(counts.byReason))\(place)")
  }

  // MARK: Settings

  private func input(on graph: RoadGraph) throws -> RequestInput {
    guard let importedLines else { return try requestInput() }
    let lines = try failing(.unreadableInput) {
      try WrittenLine.lines(of: importedLines) { graph.covers($0, margin: 1000) }
    }
    return .some(lines.map(\.request))
  }

  private func requestInput() throws -> RequestInput {
    if let requests { return .file(requests) }
    if let refresh {
      return .routes(try failing(.unreadableInput) { try WrittenRoute.routes(fileOrHandle: refresh) })
    }
    if let returnTo, let position { return .some(try pathsBack(to: returnTo, from: position).map { .success($0) }) }
    let places = try waypoints.map { text in
      try asking { () throws(RequestRefusal) in try Waypoint(text: text) }
    }
    return .some([.success(WrittenRequest(.through(places)))])
  }

  /// One request per route of the file.
  private func pathsBack(to plans: String, from: String) throws -> [WrittenRequest] {
    let start = try asking { () throws(RequestRefusal) in try Waypoint(text: from) }
    let routes = try failing(.unreadableInput) { try WrittenRoute.routes(fileOrHandle: plans) }
    if routes.isEmpty {
      throw Failure(exit: .unreadableInput, description: "\(plans): none of its requests has a route to return to")
    }
    return routes.filter { $0.alternative == 0 }.map { plan in
      WrittenRequest(id: plan.id, .back(to: .route(plan), from: start, next: nextWaypoint))
    }
  }

  func settings() throws -> RequestSettings {
    let report = try writing.settings()
    if report.format == .gpx, !report.tables.isEmpty {
      throw ValidationError("gpx holds routes only and no table; leave out --table.")
    }
    var settings = RequestSettings(report: report)
    settings.replay = try replaying.settings(for: report.format, isDrawing: plotting.isGiven)
    settings.replay?.words = try guidance.words()
    settings.draws = plotting.isGiven
    settings.defaults = try times.added(to: try routing.defaults())
    settings.guidance = try guidance.settings()
    settings.findsNotifications = guidance.finds(writing.tables)
    settings.routing.mostWaypoints = routing.maxWaypoints
    return settings
  }

  /// The options, for the manifest.
  private func options(_ settings: RequestSettings) -> [String: String] {
    settings.report.options.merging(routing.options) { $1 }.merging(times.options) { $1 }
      .merging(guidance.options) { $1 }.merging(writing.options) { $1 }.merging(settings.timetable.optionsOfKnowledge) {
        $1
      }
  }
}
