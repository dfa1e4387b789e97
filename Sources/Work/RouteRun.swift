package import Guidance
internal import Moments
internal import Plans
package import Reports
package import Requests
package import RoadGraph
package import RoadRules
package import Routing
package import Traces

/// Everything a run over requests may be told.
package struct RouteRunSettings: Sendable {
  package var routing = RoutingSettings()
  package var guidance = GuidanceSettings()
  /// What requests leave open.
  package var defaults = WrittenRequest()
  package var report: RouteReportSettings
  package var destination: ReportDestination
  /// What holds on the roads, and when.
  package var timetable = RoadTimetable()
  /// Requests answered at the same time.
  package var jobs = 1

  /// The program's version, for the manifest.
  package var version: String
  /// The options that change the result, as the user gave them, for the manifest.
  package var options: [String: String] = [:]

  package init(report: RouteReportSettings, destination: ReportDestination, version: String) {
    self.version = version
    self.report = report
    self.destination = destination
  }
}

/// Where requests come from.
package enum RequestInput: Sendable {
  case some([WrittenRequest])
  /// `-` is standard input.
  case file(String)
  /// Routes to be timed again, at the departure of the settings.
  case routes([WrittenRoute])
}

/// What a run over requests has seen so far. Codes are those of the reports.
package struct RouteCounts: Sendable, Equatable {
  package var requests = 0
  package var byStatus: [String: Int] = [:]
  package var byReason: [String: Int] = [:]

  /// Requests without a route.
  package var rejectsByReason: [String: Int] = [:]

  /// Every request has a route.
  package var isAllWell: Bool {
    [RouteStatus.failed, .rejected].allSatisfy { byStatus[$0.rawValue] == nil }
  }

  /// The input broke off.
  package var hasUnreadableFile: Bool { byReason[RequestReason.unreadable.rawValue] != nil }

  mutating func add(_ report: RouteReport) {
    requests += 1
    byStatus[report.status.rawValue, default: 0] += 1
    guard let reason = report.reason else { return }
    byReason[reason, default: 0] += 1
    if report.message != nil { rejectsByReason[reason, default: 0] += 1 }
  }

  mutating func add(_ other: RouteCounts) {
    requests += other.requests
    byStatus.merge(other.byStatus, uniquingKeysWith: +)
    byReason.merge(other.byReason, uniquingKeysWith: +)
    rejectsByReason.merge(other.rejectsByReason, uniquingKeysWith: +)
  }
}

/// Answers requests for routes: reads, searches in parallel, and writes in the order of the input.
///
/// Memory: the map, some bytes for each of its edges and worker, and a few requests and answers for each worker.
package struct RouteRun {
  private let graph: RoadGraph
  private let settings: RouteRunSettings

  /// What the caller is told while the run goes on.
  package struct Progress {
    package var counts: RouteCounts
    /// Requests without a route, since the last call.
    package var refusals: [Refusal]
  }

  package init(graph: RoadGraph, settings: RouteRunSettings) {
    self.graph = graph
    self.settings = settings
  }

  /// Answers all requests; none of them stops it.
  ///
  /// - Parameter onProgress: called in the order of the input, after each stretch of it has been answered.
  /// - Throws: ``RequestFileError`` when the file cannot be used at all, `RoadGraphError` when the map's hierarchy cannot
  ///   be, ``ReportError`` when the output cannot be written.
  package func run(
    _ input: RequestInput, into claim: OutputClaim, onProgress: (Progress) -> Void
  ) async throws -> RouteCounts {
    var bundles = try RequestBundles(input)
    let startedAt = Timestamp.now
    let layout = try ReportLayout(settings.report, for: settings.destination)
    let writer = try ReportWriter(layout.frames, to: settings.destination)
    let resolver = RequestResolver(on: graph, defaults: settings.defaults)
    let work = RequestWork(
      graph: graph, settings: settings, resolver: resolver, renderer: ReportRenderer(layout),
      memory: JunctionMemory(on: graph, settings: settings.guidance), file: bundles.file)
    let (routing, timetable, graph) = (settings.routing, settings.timetable, graph)
    let prepared = try prepared(for: input)
    let workers = OrderedWork<[RequestWork.Item], RouteWorker, RequestWork.Outcome>(
      jobs: settings.jobs,
      makeScratch: {
        RouteWorker(
          lines: LineScratch(
            router: Router(on: graph, settings: routing, timetable: timetable, prepared: prepared)))
      }
    ) { bundle, worker in work.outcome(of: bundle, using: &worker) }
    var counts = RouteCounts()
    try await workers.run(next: { bundles.next() }) { outcome in
      for chunks in outcome.rendered { try writer.append(chunks) }
      counts.add(outcome.counts)
      onProgress(Progress(counts: counts, refusals: outcome.refusals))
    }
    try claim.check(inputs: work.plans.names)
    var manifest = manifest(of: counts, files: bundles.file.map { [$0.path] } ?? [], startedAt: startedAt)
    manifest.earlierOutputs = claim.earlier.kept
    try writer.finish(manifest, removing: claim.earlier.superseded)
    return counts
  }
}

extension RouteRun {
  private func manifest(of counts: RouteCounts, files: [String], startedAt: Timestamp) -> Manifest {
    var manifest = Manifest(
      version: settings.version, options: settings.options, graph: graph, files: files, startedAt: startedAt)
    manifest.requests = (counts.byStatus, counts.byReason)
    manifest.rejectsByReason = counts.rejectsByReason
    return manifest
  }

  /// The map's hierarchy, weighed for what requests leave open; `nil` for one request, which a plain search answers sooner,
  /// and for modes that are in no hierarchy.
  private func prepared(for input: RequestInput) throws -> PreparedRoads? {
    guard case .file = input, try RoutingHierarchy.isStored(in: graph),
      let defaults = try? settings.defaults.request(on: graph), RoutingHierarchy.modes.contains(defaults.options.mode)
    else { return nil }
    let changes = settings.timetable.changes(for: defaults, on: graph)
    return try PreparedRoads(
      roads: RoutingHierarchy(of: graph), costs: RoadCosts(graph: graph, options: defaults.options, changes: changes),
      time: defaults.departure ?? defaults.arrival)
  }
}

/// Cuts the input into bundles, each a few milliseconds of work.
private struct RequestBundles {
  private var some: ArraySlice<WrittenRequest> = []
  private var routes: ArraySlice<WrittenRoute> = []
  private let requests: RequestFile?
  private static let requestsPerBundle = 16

  init(_ input: RequestInput) throws(RequestFileError) {
    switch input {
    case .some(let written): (some, requests) = (written[...], nil)
    case .file(let path): requests = try RequestFile(path: path)
    case .routes(let routes): (self.routes, requests) = (routes[...], nil)
    }
  }

  var file: RequestWork.File? { requests.map { RequestWork.File(path: $0.path, form: $0.form) } }

  mutating func next() -> [RequestWork.Item]? {
    if !some.isEmpty {
      defer { some = some.dropFirst(Self.requestsPerBundle) }
      return some.prefix(Self.requestsPerBundle).map { .written($0) }
    }
    if !routes.isEmpty {
      defer { routes = routes.dropFirst(Self.requestsPerBundle) }
      return routes.prefix(Self.requestsPerBundle).map { .route($0) }
    }
    var bundle: [RequestWork.Item] = []
    while bundle.count < Self.requestsPerBundle, let line = requests?.next() { bundle.append(.line(line)) }
    return bundle.isEmpty ? nil : bundle
  }
}
