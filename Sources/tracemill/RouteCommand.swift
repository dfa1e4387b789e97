internal import ArgumentParser
internal import Foundation
internal import Reports
internal import Requests
internal import RoadGraph
internal import Routing
internal import Traces
internal import Work

struct RouteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "route", abstract: "Finds routes through waypoints and describes them.",
    discussion: """
      One request on the command line, or many in a file: objects of JSON, one on each line, or CSV. Each gets an \
      answer, in the order of the input whatever the number of jobs; a request that makes no sense gets its reason, and \
      the run goes on. What a request says stands before the options of the command line.

      Examples:
        tracemill route --map city.tmg --waypoint 47.141,9.521 --waypoint 47.166,9.511 | jq .summary
        tracemill route --map city.tmg --waypoint 47.14,9.52 --waypoint 47.15,9.51,type=pass_through \\
          --waypoint 47.166,9.511 --mode truck --avoid toll_roads,ferries --format gpx -o tour.gpx
        tracemill route --map city.tmg --requests jobs.csv -o routes/
        tracemill route --map city.tmg --requests jobs.csv --table routes -o answers.csv
        tracemill route --map city.tmg --import planned.gpx --mode truck | jq '.import, .violations'
        tracemill route --map city.tmg --return-to plan.json --from 47.152,9.518,135 | jq .return
        cat jobs.ndjson | tracemill route --map city.tmg --requests - --jobs 8 > routes.ndjson
      """)

  @Option(
    name: .shortAndLong, help: "The road graph, made by: tracemill map build.", completion: .file(extensions: ["tmg"]))
  var map: String

  @Option(
    name: .customLong("waypoint"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      A place to go through, given twice at least; behind it may stand type=pass_through, name=…, heading=…, side=kerb \
      and radius=…, each after a comma.
      """, valueName: "lat,lon"))
  var waypoints: [String] = []

  @Option(
    help: ArgumentHelp("Many requests: a file of NDJSON or CSV, or - for standard input.", valueName: "file|-"),
    completion: .file())
  var requests: String?

  @Option(
    help: ArgumentHelp(
      "Routes found before, to be timed again: a file of route documents, or the handle of a route.",
      valueName: "file|handle"), completion: .file())
  var refresh: String?

  @Option(
    name: .customLong("import"),
    help: ArgumentHelp(
      """
      Lines to make routes of, which follow them on the roads of the map: GeoJSON, GPX, CSV of positions or encoded \
      polylines.
      """, valueName: "file|-"), completion: .file())
  var importedLines: String?

  @Option(
    help: ArgumentHelp(
      """
      Back to a route planned before and on along it, without skipping what it has yet to reach: a file of route \
      documents, or a handle. Its mode and options hold unless told otherwise.
      """, valueName: "file|handle"), completion: .file())
  var returnTo: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Where the way back begins; behind it may stand the direction of travel in degrees from north.",
      valueName: "lat,lon[,heading]"))
  var from: String?

  @Option(
    help: ArgumentHelp(
      """
      The first waypoint not reached yet of the route to come back to, from 1; else the next one behind the place on the \
      route nearest to --from.
      """, valueName: "n"))
  var nextWaypoint: Int?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A directory (an existing one, or a name that ends in / or has no extension), a file, or - for standard output.",
      valueName: "dir|file|-"), completion: .file())
  var output: String = "-"

  @Option(help: "How to write: \(ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format: String?

  @Option(
    name: .customLong("table"),
    help: ArgumentHelp(
      "Write this table only; may be given again: \(RouteTable.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "table"))
  var tables: [String] = []

  @Option(name: .shortAndLong, help: "Requests answered at the same time; as many as processors by default.")
  var jobs: Int = ProcessInfo.processInfo.activeProcessorCount

  @OptionGroup(title: "Files that are there") var claiming: ClaimOptions

  @OptionGroup(title: "Routing") var routing: RoutingOptions

  @OptionGroup(title: "Time, rules and traffic") var times: TimeOptions

  @Flag(help: "Do not compare the map with its checksums before use.")
  var noVerify = false

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    if jobs < 1 { throw ValidationError("--jobs is at least 1.") }
    let inputs = [!waypoints.isEmpty, requests != nil, refresh != nil, returnTo != nil, importedLines != nil]
    guard inputs.count(where: { $0 }) == 1 else {
      throw ValidationError(
        """
        Name waypoints with --waypoint, or a file of requests with --requests, or routes with --refresh or --return-to, \
        or lines with --import.
        """)
    }
    guard (returnTo == nil) == (from == nil) else { throw ValidationError("--return-to goes with --from.") }
    if returnTo == nil, nextWaypoint != nil { throw ValidationError("--next-waypoint goes with --return-to.") }
    if let from { _ = try asking { () throws(RequestRefusal) in try Waypoint(text: from) } }
    if refresh == nil, returnTo == nil, importedLines == nil { _ = try requestInput() }
    do {
      _ = try ReportLayout(settings().report, for: destination(output))
    } catch let error as ReportError {
      throw ValidationError(error.description)
    }
  }

  func run() async throws {
    var settings = try settings()
    let claim = try claim(settings)
    let graph = try failing(.unreadableInput) {
      let graph = try RoadGraph(path: map)
      if !noVerify { try graph.verify() }
      return graph
    }
    settings.defaults.avoidedInAreas = try times.avoided(on: graph)
    settings.timetable = try times.timetable(on: graph, Console(verbosity))
    let counts = try await counts(on: graph, settings, into: claim)
    tell(counts)
    if counts.hasUnreadableFile || routing.isStrict && !counts.isAllWell { throw Exit.notAllWell.code }
  }

  private func claim(_ settings: RouteRunSettings) throws -> OutputClaim {
    let layout = try ReportLayout(settings.report, for: settings.destination)
    let inputs = [map, requests, refresh, importedLines, returnTo] + times.files
    return try claiming.claim(
      settings.destination, names: layout.frames.map(\.name), inputs: inputs,
      content: OutputContent(.requests, format: settings.report.format.rawValue), Console(verbosity))
  }

  private func counts(
    on graph: RoadGraph, _ settings: RouteRunSettings, into claim: OutputClaim
  ) async throws -> RouteCounts {
    let console = Console(verbosity)
    var teller = RefusalTeller(console: console, isSilent: hasFileOfRejects, place: "the answers have all of them")
    defer { console.progress("") }
    do {
      return try await RouteRun(graph: graph, settings: settings).run(try input(on: graph), into: claim) { progress in
        teller.tell(progress.refusals)
        console.progress("\(progress.counts.requests) requests")
      }
    } catch ReportError.brokenPipe {
      throw Exit.success.code
    } catch let error as ReportError {
      throw Failure(exit: .unwritableOutput, description: error.description)
    } catch let error as OutputError {
      throw Failure(exit: error.exit, description: error.description)
    } catch {  // of the file of requests, or of the hierarchy in the map
      throw Failure(exit: .unreadableInput, description: "\(error)")
    }
  }

  private var hasFileOfRejects: Bool {
    if case .directory = destination(output) { return tables.isEmpty }
    return false
  }

  private func tell(_ counts: RouteCounts) {
    let console = Console(verbosity)
    console.inform("\(counts.requests) requests: \(list(counts.byStatus))")
    let ofRoutes = counts.byStatus.filter { $0.key != RouteStatus.ok.rawValue }
    guard requests != nil, !counts.isAllWell else { return }
    let place = hasFileOfRejects ? "; see the rejects in \(output)" : ""
    console.warn("\(list(ofRoutes)); because of \(list(counts.byReason))\(place)")
  }

  private func list(_ counts: [String: Int]) -> String {
    counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
  }

  // MARK: Settings

  private func input(on graph: RoadGraph) throws -> RequestInput {
    guard let importedLines else { return try requestInput() }
    let lines = try failing(.unreadableInput) {
      try WrittenLine.lines(of: importedLines) { graph.covers($0, margin: 1000) }
    }
    return .some(
      lines.map { line in
        var request = WrittenRequest()
        request.id = line.id
        request.line = line
        return request
      })
  }

  private func requestInput() throws -> RequestInput {
    if let requests { return .file(requests) }
    if let refresh {
      return .routes(try failing(.unreadableInput) { try WrittenRoute.routes(fileOrHandle: refresh) })
    }
    if let returnTo, let from { return .some(try waysBack(to: returnTo, from: from)) }
    var request = WrittenRequest()
    request.waypoints = try waypoints.map { text in
      try asking { () throws(RequestRefusal) in try Waypoint(text: text) }
    }
    return .some([request])
  }

  /// One for each route of the file.
  private func waysBack(to plans: String, from: String) throws -> [WrittenRequest] {
    let start = try asking { () throws(RequestRefusal) in try Waypoint(text: from) }
    let routes = try failing(.unreadableInput) { try WrittenRoute.routes(fileOrHandle: plans) }
    if routes.isEmpty {
      throw Failure(exit: .unreadableInput, description: "\(plans): none of its requests has a route to come back to")
    }
    return routes.filter { $0.alternative == 0 }.map { plan in
      var request = WrittenRequest()
      request.id = plan.id
      request.returnTo = .route(plan)
      request.from = start
      request.nextWaypoint = nextWaypoint
      return request
    }
  }

  private func settings() throws -> RouteRunSettings {
    var report = RouteReportSettings(format: try chosenFormat())
    report.tables = try tables.map { try choice($0, "--table") }
    if report.format == .gpx, !tables.isEmpty {
      throw ValidationError("gpx holds routes only and no table; leave out --table.")
    }
    var settings = RouteRunSettings(report: report, destination: destination(output), version: Tracemill.version)
    settings.options = ["format": report.format.rawValue]
    settings.options.merge(routing.options) { $1 }
    settings.options.merge(times.options) { $1 }
    settings.defaults = try times.added(to: try routing.defaults())
    settings.routing.mostWaypoints = routing.maxWaypoints
    settings.jobs = jobs
    return settings
  }

  /// As told, else by the ending of the output's name, else CSV into directories and for tables, NDJSON elsewhere.
  private func chosenFormat() throws -> ReportFormat {
    if let format { return try choice(format, "--format") }
    if let known = ReportFormat(rawValue: (output as NSString).pathExtension) { return known }
    if case .directory = destination(output) { return .csv }
    return tables.isEmpty ? .ndjson : .csv
  }
}
