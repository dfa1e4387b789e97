internal import ArgumentParser
internal import Geodesy
internal import Records
internal import Reports
internal import Requests
internal import RoadGraph
internal import RoadRules
internal import Routing
internal import Work

/// The places between which a run finds times and lengths.
struct MatrixOptions: ParsableArguments {
  @Option(
    name: .customLong("matrix"),
    help: ArgumentHelp(
      """
      Times and lengths between all these places, as JSON or CSV: a file of CSV with id, lat and lon, or GeoJSON of \
      points.
      """, valueName: "file.csv|file.geojson"), completion: .file(extensions: ["csv", "geojson"]))
  var from: String?

  @Option(
    name: .customLong("matrix-to"),
    help: ArgumentHelp(
      "Instead of a square, from the places of --matrix to these ones.", valueName: "file.csv|file.geojson"),
    completion: .file(extensions: ["csv", "geojson"]))
  var to: String?

  var isGiven: Bool { from != nil }
  var files: [String?] { [from, to] }

  /// The options, for the manifest.
  var options: [String: String] { ["matrix": from, "matrix_to": to].compactMapValues(\.self) }

  func validate() throws {
    if to != nil, from == nil { throw ValidationError("--matrix-to goes with --matrix, which names the rows.") }
  }

  func places() throws -> MatrixPlaces {
    guard let from else { preconditionFailure("asked for without --matrix") }
    return MatrixPlaces(rows: try places(of: from), columns: try to.map(places))
  }

  private func places(of path: String) throws -> MatrixPlaces.List {
    let file = try failing(.unreadableInput) { try SiteFile(path: path) }
    var (ids, waypoints, refusals): ([String], [Waypoint], [Refusal]) = ([], [], file.refusals)
    for site in file.sites {
      guard case .circle(let place, _) = site.extent else {
        refusals.append(
          Refusal(
            file: path, line: nil, traceID: site.id, reason: SiteReason.badArea.rawValue,
            message: "the place \(site.id) is an area; a matrix takes points. The place was left out."))
        continue
      }
      ids.append(site.id)
      waypoints.append(Waypoint(place: place))
    }
    guard !ids.isEmpty else {
      let first = refusals.first.map { ": \($0.description)" } ?? ""
      throw Failure(exit: .unreadableInput, description: "\(path): there is no place in it\(first)")
    }
    return MatrixPlaces.List(path: path, ids: ids, waypoints: waypoints, refusals: refusals)
  }
}

extension RouteCommand {
  /// - Throws: `ValidationError` for an option that a matrix would leave out without a word.
  func checkMatrix() throws {
    let foreign: [(String, Bool)] = [
      ("--table", !writing.chosenTables.isEmpty), ("--select", !writing.selections.isEmpty),
      ("--shields", drawing.isGiven), ("--plot", plotting.isGiven), ("--style", replaying.style != nil),
      ("--tiles", !replaying.tilesGiven.isEmpty), ("--guidance", !guidance.given.isEmpty),
      ("--alternatives", routing.alternatives > 0),
      ("--max-waypoints", routing.maxWaypoints != RoutingSettings().mostWaypoints),
      ("--reject-dir", running.rejecting.rejectDir != nil),
    ]
    if let (name, _) = foreign.first(where: \.1) {
      throw ValidationError(
        "\(name) is for routes, and a matrix has none; leave it out, or ask for routes with --requests.")
    }
    _ = try matrixFormat(try settings())
  }

  private func matrixFormat(_ settings: RequestSettings) throws -> MatrixFormat {
    switch settings.report.format {
    case .csv: return .csv(settings.report.csvTexts)
    case .json: return .json
    // What routes are written as if nothing names a format.
    case .ndjson where writing.format == nil && writing.isStream: return .json
    default:
      throw ValidationError(
        "A matrix is json or csv, not \(settings.report.format.rawValue); name one of them with --format.")
    }
  }

  func matrixCounts(_ given: RequestSettings, _ record: RunRecord) async throws -> RunCounts {
    let console = Console(verbosity)
    var settings = given
    let format = try matrixFormat(settings)
    settings.report.format = format.name == "json" ? .json : .csv
    var content = OutputContent(.requests, of: settings.report)
    content.inputs = matrix.files.compactMap(\.self)
    let inputs = [try map.path()] + matrix.files + times.files
    let claim = try writing.claiming.claim(
      writing.destination, names: [format.fileName(settings.report.compression)], inputs: inputs, content: content,
      console)
    let places = try matrix.places()
    let graph = try map.open()
    try graph.check(for: .car, Vehicle(), hasTimes: times.isGiven, console)
    record.graph = graph
    settings.defaults.avoidArea = .edges(try times.avoided(on: graph))
    settings.timetable = try times.timetable(on: graph, for: settings.defaults.mode ?? .car, console)
    times.warnOfHours(settings.timetable, console)
    let request = try asking { () throws(RequestRefusal) in try RequestResolver(on: graph).request(settings.defaults) }
    let job = MatrixJob(
      places.within(settings.defaults.snapRadius), request, on: graph, settings: settings,
      prepared: try prepared(for: request, settings, on: graph, pairs: places.pairCount), format: format)
    let files = matrix.files.compactMap(\.self)
    return try await carryOut(
      Run(job, on: graph, settings: running.settings(matrixOptions(settings), reading: files), into: claim),
      over: files, next: job.inputs(), with: running, isSilent: false, place: "the counts by reason have them all",
      unit: "pairs", console)
  }

  /// The hierarchy of the map, or one made for this run, unless a few plain searches take less time than that.
  private func prepared(
    for request: RouteRequest, _ settings: RequestSettings, on graph: RoadGraph, pairs: Int
  ) throws -> PreparedRoads? {
    let isStored =
      try failing(.unreadableInput) { try RoutingHierarchy.isStored(in: graph) }
      && RoutingHierarchy.modes.contains(request.options.mode)
    guard isStored || pairs > Self.mostPlainPairs else { return nil }
    let changes = settings.timetable.changes(for: request, on: graph)
    return PreparedRoads(
      roads: try failing(.unreadableInput) { try RoutingHierarchy(of: graph, for: request.options.mode) },
      costs: RoadCosts(graph: graph, options: request.options, changes: changes),
      time: request.departure ?? request.arrival)
  }

  /// A hierarchy of a million segments takes 5 s, and a search across them some 50 ms.
  private static let mostPlainPairs = 100

  private func matrixOptions(_ settings: RequestSettings) -> [String: String] {
    settings.report.options.merging(routing.options) { $1 }.merging(times.options) { $1 }
      .merging(matrix.options) { $1 }.merging(settings.timetable.optionsOfKnowledge) { $1 }
  }
}
