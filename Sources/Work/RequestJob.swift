package import Guidance
internal import Records
package import Replay
package import Reports
package import Requests
package import RoadGraph
package import RoadRules
package import Routing
internal import Traces

/// The settings of answers to requests.
package struct RequestSettings: Sendable {
  package var routing = RoutingSettings()
  package var guidance = GuidanceSettings()
  /// Routes list what a voice would say.
  package var findsNotifications = false
  /// The options for requests that do not set them.
  package var defaults = RequestOptions()
  package var report: RouteReportSettings
  /// How pages and still pictures look; `nil` if the run makes neither.
  package var replay: ReplaySettings?
  /// The run draws a still picture of each drive.
  package var draws = false
  /// The rules of the roads, and when they apply.
  package var timetable = RoadTimetable()

  package init(report: RouteReportSettings) { self.report = report }

  /// The reports are pages.
  var writesPages: Bool { report.format == .html }
}

/// Turns requests into answers.
package struct RequestJob: RunJob {
  package let content: OutputContent
  private let graph: RoadGraph
  private let settings: RequestSettings
  private let work: RequestWork
  private let renderer: ReportRenderer<RouteReport>
  private let pages: DrivePages?
  private let still: Still?
  private let prepared: PreparedRoads?
  /// Gathers the shields of all maneuvers; `nil` if nobody asks for them.
  package var shields: ShieldCollection?

  /// - Throws: ``ReportError`` if the destination cannot hold the requested reports, `RoadGraphError` if the hierarchy
  ///   of the map cannot be used.
  package init(
    graph: RoadGraph, settings: RequestSettings, from source: RequestInputs, to destination: ReportDestination
  ) throws {
    self.graph = graph
    self.settings = settings
    content = OutputContent(.requests, of: settings.report)
    let layout = try ReportLayout(settings.report, for: destination)
    renderer = ReportRenderer(layout)
    pages = settings.writesPages ? settings.replay.map { DrivePages($0, isFolder: layout.indexPage != nil) } : nil
    still = settings.draws ? settings.replay.map { Still($0) } : nil
    work = RequestWork(
      graph: graph, settings: settings, resolver: RequestResolver(on: graph, defaults: settings.defaults),
      memory: JunctionMemory(on: graph, settings: settings.guidance))
    prepared = source.file == nil ? nil : try Self.prepared(on: graph, settings)
  }

  package var frames: [OutputFrame] { pages?.frames(renderer.layout) ?? renderer.layout.frames }
  package var indexPage: Int? { renderer.layout.indexPage }
  package var sharedFiles: SharedFiles? { pages?.shared }
  package var namedFiles: [String] { work.plans.names }

  package func makeWorker() -> Worker {
    Worker(
      router: Router(on: graph, settings: settings.routing, timetable: settings.timetable, prepared: prepared))
  }

  package func work(
    on input: RequestWork.Item, using worker: inout Worker, _ counts: inout RunCounts
  ) -> [RenderedOutcome] {
    let reports = work.reports(on: input, using: &worker.planner)
    if let shields { for report in reports { report.described.map { shields.take($0.itinerary) } } }
    let best = reports[0]
    var outcome = Outcome(
      id: best.id, file: best.file, line: best.line, status: best.status.rawValue, reason: best.reason)
    var rendered = reports.map { renderer.render($0, &worker.rendering) }
    var page = pages?.render(Drive(tablesOf: reports)) { $0.takeRoads(of: reports, sharing: $1) }
    if let only = page?.page, indexPage == nil { (rendered, page) = ([[only]], nil) }
    counts.addReport(status: best.status.rawValue, reason: best.reason)
    if let refusal = best.refusal {
      counts.addRefusal(reason: refusal.reason)
      outcome.refusals = [refusal]
      rendered.append(renderer.render([refusal]))
    }
    let plot = still.map { still in
      var drive = Drive(tablesOf: reports)
      drive.takeRoads(of: reports)
      return RenderedPlot(of: drive, still)
    }
    return [RenderedOutcome(outcome: outcome, rendered: rendered, page: page, plot: plot)]
  }

  /// The hierarchy of the map, customised for the default options; `nil` for modes that are in no hierarchy. A plain
  /// search is faster for a single request.
  private static func prepared(on graph: RoadGraph, _ settings: RequestSettings) throws -> PreparedRoads? {
    guard try RoutingHierarchy.isStored(in: graph),
      let defaults = try? RequestResolver(on: graph).request(settings.defaults),
      RoutingHierarchy.modes.contains(defaults.options.mode)
    else { return nil }
    let changes = settings.timetable.changes(for: defaults, on: graph)
    return try PreparedRoads(
      roads: RoutingHierarchy(of: graph), costs: RoadCosts(graph: graph, options: defaults.options, changes: changes),
      time: defaults.departure ?? defaults.arrival)
  }
}

extension RouteReport {
  /// Why the request has no route.
  fileprivate var refusal: Refusal? {
    guard let message, let reason else { return nil }
    return Refusal(file: file ?? "the request", line: line, traceID: id, reason: reason, message: message)
  }
}
