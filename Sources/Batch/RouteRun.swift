package import Guidance
package import Reports
package import Requests
package import RoadGraph
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

  package init(report: RouteReportSettings, destination: ReportDestination) {
    self.report = report
    self.destination = destination
  }
}

/// Where requests come from.
package enum RequestInput: Sendable {
  case one(WrittenRequest)
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

  /// Every request has a route.
  package var isAllWell: Bool {
    [RouteStatus.failed, .rejected].allSatisfy { byStatus[$0.rawValue] == nil }
  }

  /// The input broke off.
  package var hasUnreadableFile: Bool { byReason[RequestReason.unreadable.rawValue] != nil }

  mutating func add(_ report: RouteReport) {
    requests += 1
    byStatus[report.status.rawValue, default: 0] += 1
    if let reason = report.reason { byReason[reason, default: 0] += 1 }
  }

  mutating func add(_ other: RouteCounts) {
    requests += other.requests
    byStatus.merge(other.byStatus, uniquingKeysWith: +)
    byReason.merge(other.byReason, uniquingKeysWith: +)
  }
}

/// Answers requests for routes: reads, searches in parallel, and writes in the order of the input.
///
/// Memory: the map, 16 bytes for each of its edges and worker, and a few requests and answers for each worker.
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
  package func run(_ input: RequestInput, onProgress: (Progress) -> Void) async throws -> RouteCounts {
    var bundles = try RequestBundles(input)
    let renderer = RouteRenderer(settings.report)
    let writer = try ReportWriter([renderer.frame], to: settings.destination)
    let resolver = RequestResolver(on: graph, defaults: settings.defaults)
    let work = RequestWork(
      graph: graph, settings: settings, resolver: resolver, renderer: renderer,
      bearings: RoadBearings(on: graph, settings: settings.guidance), file: bundles.file)
    let (routing, timetable, graph) = (settings.routing, settings.timetable, graph)
    let prepared = try prepared(for: input)
    let workers = OrderedWork<[RequestWork.Item], Router, RequestWork.Outcome>(
      jobs: settings.jobs,
      makeScratch: { Router(on: graph, settings: routing, timetable: timetable, prepared: prepared) }
    ) { bundle, router in work.outcome(of: bundle, using: &router) }
    var counts = RouteCounts()
    try await workers.run(next: { bundles.next() }) { outcome in
      for chunk in outcome.rendered { try writer.append([chunk]) }
      counts.add(outcome.counts)
      onProgress(Progress(counts: counts, refusals: outcome.refusals))
    }
    try writer.finish(nil)
    return counts
  }
}

extension RouteRun {
  /// The map's hierarchy, weighed for what requests leave open; `nil` for one request, which a plain search answers sooner,
  /// and for modes that are in no hierarchy.
  private func prepared(for input: RequestInput) throws -> PreparedRoads? {
    guard case .file = input, try RoutingHierarchy.isStored(in: graph),
      let defaults = try? settings.defaults.request(on: graph), RoutingHierarchy.modes.contains(defaults.options.mode)
    else { return nil }
    let changes = settings.timetable.changes(for: defaults, on: graph)
    return try PreparedRoads(
      roads: RoutingHierarchy(of: graph), costs: RoadCosts(graph: graph, options: defaults.options, changes: changes))
  }
}

/// Cuts the input into bundles, each a few milliseconds of work.
private struct RequestBundles {
  private var one: WrittenRequest?
  private var routes: ArraySlice<WrittenRoute> = []
  private let requests: RequestFile?
  private static let requestsPerBundle = 16

  init(_ input: RequestInput) throws(RequestFileError) {
    switch input {
    case .one(let request): (one, requests) = (request, nil)
    case .file(let path): (one, requests) = (nil, try RequestFile(path: path))
    case .routes(let routes): (one, self.routes, requests) = (nil, routes[...], nil)
    }
  }

  var file: RequestWork.File? { requests.map { RequestWork.File(path: $0.path, form: $0.form) } }

  mutating func next() -> [RequestWork.Item]? {
    if let request = one {
      one = nil
      return [.written(request)]
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

/// Turns requests into answers; works on any thread.
private struct RequestWork: Sendable {
  enum Item: Sendable {
    case written(WrittenRequest)
    case line(RequestLine)
    case route(WrittenRoute)
  }

  /// Where lines come from.
  struct File: Sendable {
    var path: String
    var form: RequestForm
  }

  struct Outcome: Sendable {
    var rendered: [RenderedChunk] = []
    var counts = RouteCounts()
    var refusals: [Refusal] = []
  }

  let graph: RoadGraph
  let settings: RouteRunSettings
  let resolver: RequestResolver
  let renderer: RouteRenderer
  let bearings: RoadBearings
  let file: File?

  func outcome(of bundle: [Item], using router: inout Router) -> Outcome {
    var outcome = Outcome()
    for item in bundle {
      let reports = reports(on: item, using: &router)
      for report in reports { outcome.rendered.append(renderer.render(report)) }
      let report = reports[0]
      outcome.counts.add(report)
      guard let message = report.message, let reason = report.reason else { continue }
      outcome.refusals.append(
        Refusal(
          file: report.file ?? "the request", line: report.line, traceID: report.id, reason: reason,
          message: message))
    }
    return outcome
  }

  /// One for each route, the best one first; one in any case.
  private func reports(on item: Item, using router: inout Router) -> [RouteReport] {
    switch item {
    case .written(let written):
      return reports(on: Result.success(written), id: written.id ?? "1", line: nil, using: &router)
    case .line(let line):
      let written = Result { () throws(RequestRefusal) in try read(line) }
      return reports(on: written, id: written.id ?? String(line.number), line: line.line, using: &router)
    case .route(let written): return [report(on: written, using: &router)]
    }
  }

  /// On a route that is timed again.
  private func report(on written: WrittenRoute, using router: inout Router) -> RouteReport {
    var report = RouteReport(
      id: written.id, file: nil, line: nil, request: nil,
      result: .failure(RouteRefusal(.rejected, reason: "", message: "")), graph: graph)
    do {
      let departure = try resolver.request(WrittenRequest()).departure
      let route = try router.route(written.handle, departure: departure)
      report.request = RouteRequest(waypoints: route.waypoints.map(\.waypoint), options: route.options)
      report.result = .success(described(route))
    } catch {
      report.result = .failure(
        RouteRefusal(.rejected, reason: Self.reason(of: error).rawValue, message: "\(error)".asSentence))
    }
    return report
  }

  private static func reason(of error: any Error) -> RequestReason {
    if case RouteHandleError.otherMap = error { return .handleOfOtherMap }
    return (error as? RequestRefusal)?.reason ?? .badHandle
  }

  private func described(_ route: Route) -> DescribedRoute {
    DescribedRoute(
      route, itinerary: itinerary(of: route, on: graph, settings: settings.guidance, bearings: bearings), on: graph)
  }

  private func read(_ line: RequestLine) throws(RequestRefusal) -> WrittenRequest {
    guard let file else { return WrittenRequest() }
    return try file.form.request(line)
  }

  private func reports(
    on written: Result<WrittenRequest, RequestRefusal>, id: String, line: Int?, using router: inout Router
  ) -> [RouteReport] {
    var report = RouteReport(
      id: id, file: file?.path, line: line, request: nil,
      result: .failure(RouteRefusal(.rejected, reason: "", message: "")), graph: graph)
    do throws(RequestRefusal) {
      let request = try resolver.request(try written.get())
      report.request = request
      return answers(to: request, using: &router).enumerated().map { number, answer in
        var report = report
        report.alternative = number
        report.result = answer
        return report
      }
    } catch {
      report.result = .failure(
        RouteRefusal(.rejected, reason: error.reason.rawValue, message: error.message.asSentence))
      return [report]
    }
  }

  private func answers(
    to request: RouteRequest, using router: inout Router
  ) -> [Result<DescribedRoute, RouteRefusal>] {
    do throws(RouteError) {
      return try router.routes(request, alternatives: request.alternatives).map { route in
        .success(described(route))
      }
    } catch {
      let status: RouteStatus = error.isOfRequest ? .rejected : .failed
      return [.failure(RouteRefusal(status, reason: error.code, message: "\(error)".asSentence))]
    }
  }
}

extension Result<WrittenRequest, RequestRefusal> {
  /// The request's own id.
  fileprivate var id: String? {
    switch self {
    case .success(let written): written.id
    case .failure(let refusal): refusal.id
    }
  }
}

extension RouteError {
  /// No map would have such a route.
  fileprivate var isOfRequest: Bool {
    switch self {
    case .tooFewWaypoints, .tooManyWaypoints, .passThroughNotForMode, .passThroughAtEnd: true
    case .couldNotMatch, .noRoute, .onlyViolating: false
    }
  }
}

extension String {
  /// With the stop at its end.
  fileprivate var asSentence: String { self + "." }
}
