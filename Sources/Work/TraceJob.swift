internal import Detection
internal import Jobs
internal import Knowledge
internal import Matching
internal import Moments
internal import Plans
package import Records
package import Replay
package import Reports
internal import Requests
package import RoadGraph
internal import RoadRules
internal import Routing
package import Traces
internal import Trips

/// Turns traces into trips.
package struct TraceJob: RunJob {
  package enum Input: Sendable {
    case trace(Trace, tripID: String)
    /// The parts of a trace, of which each becomes a trip.
    case parts([NamedTrace])
    case refusal(Refusal)
    /// Fixes of a trace outside the times selected; of a whole trace if it has no others.
    case unselected(of: Trace, tripID: String, fixes: Int, isWhole: Bool)

    var fixCount: Int {
      switch self {
      case .trace(let trace, _): trace.fixes.count
      case .parts(let parts): parts.reduce(0) { $0 + $1.trace.fixes.count }
      case .refusal, .unselected: 0
      }
    }

    /// How many outcomes it has.
    var outcomeCount: Int { if case .parts(let parts) = self { parts.count } else { 1 } }
  }

  package struct NamedTrace: Sendable {
    let trace: Trace
    let tripID: String
  }

  package let content: OutputContent
  /// One of each map, in the order of the maps.
  private let pipelines: [TracePipeline]
  private let choice: MapChoice
  private let renderer: ReportRenderer<TripReport>
  private let pages: DrivePages?
  private let still: Still?
  private let doubts: DoubtSettings?
  /// `nil` without jobs.
  private let jobs: JobBoard?
  private let learns: Bool
  private let clock: LocalClock?
  private let hiding: Hiding
  private let mode: TravelMode
  /// How trips are spread over folders; `nil` for one folder.
  package var partitioning: Partitioning?
  /// Gathers the shields of all maneuvers; `nil` if nobody asks for them.
  package var shields: ShieldCollection?

  /// A map, and the settings for the traces on it.
  package typealias Place = (graph: RoadGraph, settings: TraceSettings)

  /// - Parameter maps: at least one. Their settings differ only in what depends on the map.
  /// - Throws: ``ReportError`` if the destination cannot hold the requested reports.
  package init(maps: [Place], to destination: ReportDestination) throws(ReportError) {
    let settings = maps[0].settings
    pipelines = maps.map { TracePipeline(graph: $0.graph, settings: $0.settings) }
    choice = MapChoice(of: maps.map(\.graph))
    content = OutputContent(.trips, of: settings.report)
    let layout = try ReportLayout(settings.report, for: destination)
    renderer = ReportRenderer(layout)
    pages = settings.writesPages ? settings.replay.map { DrivePages($0, isFolder: layout.indexPage != nil) } : nil
    still = settings.draws ? settings.replay.map { Still($0) } : nil
    doubts = settings.doubts
    jobs = settings.jobs
    learns = settings.learns
    clock = settings.report.added.clock
    hiding = settings.hiding
    mode = settings.matching.rules.mode
    firstCounts = RunCounts(of: settings.plans)
    namedFiles = settings.plans?.namedFiles ?? []
  }

  /// - Throws: ``ReportError`` if the destination cannot hold the requested reports.
  package init(graph: RoadGraph, settings: TraceSettings, to destination: ReportDestination) throws(ReportError) {
    try self.init(maps: [(graph, settings)], to: destination)
  }

  package var frames: [OutputFrame] { pages?.frames(renderer.layout) ?? renderer.layout.frames }
  package var indexPage: Int? { renderer.layout.indexPage }
  package var sharedFiles: SharedFiles? { pages?.shared }
  package let firstCounts: RunCounts
  package let namedFiles: [String]

  package var otherMaps: [RoadGraph] { pipelines.dropFirst().map(\.graph) }

  package func makeWorker() -> Worker { worker(on: 0) }

  package func hide(in manifest: inout Manifest) {
    if !hiding.isEmpty { manifest.hideInputs(name: hiding.names.map { names in { names.name(for: $0) } }) }
  }

  private func worker(on number: Int) -> Worker { Worker(router: Router(on: pipelines[number].graph)) }

  package func reportCount(_ input: Input) -> Int {
    switch input {
    case .trace: 1
    case .parts(let parts): parts.count
    case .refusal, .unselected: 0
    }
  }

  package func work(on input: Input, using worker: inout Worker, _ counts: inout RunCounts) -> [RenderedOutcome] {
    switch input {
    case .refusal(let refusal): [outcome(of: refusal, &counts)]
    case .unselected(let trace, _, let fixes, let isWhole): [outcome(ofUnselected: fixes, of: trace, isWhole, &counts)]
    case .trace(let trace, let tripID):
      outcomes(of: [NamedTrace(trace: trace, tripID: tripID)], using: &worker, &counts)
    case .parts(let parts): outcomes(of: parts, using: &worker, &counts)
    }
  }

  private func outcome(
    ofUnselected fixes: Int, of trace: Trace, _ isWhole: Bool, _ counts: inout RunCounts
  ) -> RenderedOutcome {
    counts.addUnselected(fixes: fixes, isWholeTrace: isWhole)
    return RenderedOutcome(outcome: Outcome(id: trace.id, file: trace.source.file, status: Outcome.notSelected))
  }

  /// A trip on its map.
  private struct MappedTrip {
    var report: TripReport
    /// The number of the map.
    var map: Int
    var notes: [Refusal] = []
  }

  private func outcomes(
    of traces: [NamedTrace], using worker: inout Worker, _ counts: inout RunCounts
  ) -> [RenderedOutcome] {
    var drives = traces.map { drive(of: $0, using: &worker, &counts) }
    guard hiding.isEmpty else { return drives.map { outcome(ofHidden: $0, using: &worker, &counts) } }
    hold(&drives, using: &worker)
    return drives.map { outcome(of: $0, using: &worker, &counts) }
  }

  private func outcome(of drive: MappedTrip, using worker: inout Worker, _ counts: inout RunCounts) -> RenderedOutcome {
    counts.outside.add(drive.report.trip, on: pipelines[drive.map].graph)
    shields?.take(drive.report.itinerary)
    var outcome = outcome(of: drive.report, noting: drive.notes, using: &worker, &counts)
    outcome.evidence = pipelines[drive.map].evidence(of: drive.report)
    outcome.jobs = jobs.flatMap { pipelines[drive.map].jobs(in: drive.report, on: $0) }
    if learns { outcome.learned = LearnedDrive(of: drive.report) }
    return outcome
  }

  /// The outcome of a trip of which only a part may be seen, or nothing. What is learned is the whole trip: the store is
  /// as secret as the traces.
  private func outcome(
    ofHidden drive: MappedTrip, using worker: inout Worker, _ counts: inout RunCounts
  ) -> RenderedOutcome {
    let learned = learns ? LearnedDrive(of: drive.report) : nil
    var outcome: RenderedOutcome
    if let visible = pipelines[drive.map].hidden(drive.report, by: hiding) {
      var drive = drive
      drive.report = visible
      outcome = self.outcome(of: drive, using: &worker, &counts)
    } else {
      counts.hiddenTrips += 1
      outcome = RenderedOutcome(outcome: Outcome(ofHidden: drive.report, names: hiding.names))
    }
    outcome.learned = learned
    return outcome
  }

  /// Without its plan.
  private func drive(of named: NamedTrace, using worker: inout Worker, _ counts: inout RunCounts) -> MappedTrip {
    let number = choice.number(for: named.trace)
    if choice.crosses(named.trace, from: number) { counts.crossingMaps += 1 }
    let drive = MappedTrip(report: report(on: named.trace, named.tripID, onMap: number, using: &worker), map: number)
    guard drive.report.trip.liesOutsideMap, let exchange = choice.exchange(of: named.trace) else { return drive }
    let exchanged = report(on: exchange.trace, named.tripID, onMap: exchange.number, using: &worker)
    guard exchanged.trip.isDriven else { return drive }
    return MappedTrip(report: exchanged, map: exchange.number, notes: [Refusal(of: named.trace, exchange)])
  }

  private func report(
    on trace: Trace, _ tripID: String, onMap number: Int, using worker: inout Worker
  ) -> TripReport {
    let pipeline = pipelines[number]
    return onMap(number, using: &worker) { worker in
      pipeline.unheld(trace, tripID: tripID, using: &worker)
    }
  }

  /// Holds the trips on each map against their plans.
  private func hold(_ drives: inout [MappedTrip], using worker: inout Worker) {
    for (number, pipeline) in pipelines.enumerated() where pipeline.hasPlans {
      let places = drives.indices.filter { drives[$0].map == number }
      guard !places.isEmpty else { continue }
      let reports = places.map { drives[$0].report }
      let held = onMap(number, using: &worker) { worker in
        var reports = reports
        pipeline.hold(&reports, using: &worker)
        return reports
      }
      for (place, report) in zip(places, held) { drives[place].report = report }
    }
  }

  private func onMap<Result: Sendable>(
    _ number: Int, using worker: inout Worker, _ body: (inout Worker) -> Result
  ) -> Result {
    if number == 0 { return body(&worker) }
    return worker.onMap(number, make: { self.worker(on: number) }, body)
  }

  private func outcome(of refusal: Refusal, _ counts: inout RunCounts) -> RenderedOutcome {
    let refusal = refusal.hidden(by: hiding)
    counts.addRefusal(reason: refusal.reason)
    let outcome = Outcome(id: refusal.traceID, file: refusal.file, line: refusal.line, refusals: [refusal])
    return RenderedOutcome(outcome: outcome, rendered: [renderer.render([refusal])])
  }

  private func outcome(
    of report: TripReport, noting notes: [Refusal], using worker: inout Worker, _ counts: inout RunCounts
  ) -> RenderedOutcome {
    let refusals = (notes + report.trip.refusals).map { $0.hidden(by: hiding) }
    counts.add(report.trip)
    if report.events.contains(where: { $0.type == .wrongWay }) { counts.wrongWayTrips += 1 }
    counts.add(report.suppressedSpeeding)
    if let plan = report.plan { counts.plans.add(plan, of: report.tripID, traceID: report.trip.matched.trace.id) }
    for refusal in refusals { counts.addRefusal(reason: refusal.reason) }
    let outcome = Outcome(
      id: report.tripID, file: report.trip.matched.trace.source.file, status: report.trip.status.rawValue,
      reason: report.trip.reason, refusals: refusals)
    var rendered = [renderer.render(report, &worker.rendering)]
    var page = pages?.render(Drive(tablesOf: report)) { $0.takeRoads(of: report, sharing: $1) }
    if let only = page?.page, indexPage == nil { (rendered, page) = ([[only]], nil) }
    if !refusals.isEmpty { rendered.append(renderer.render(refusals)) }
    return RenderedOutcome(
      outcome: outcome, partition: partitioning?.folder(of: report) ?? "", rendered: rendered, page: page,
      plot: still.map { RenderedPlot(of: Drive(of: report), $0) })
  }

  package func closing(_ gathered: RunGathering, workers: Int) async throws -> RunClosing {
    var closing = RunClosing()
    let graph = pipelines[0].graph
    if let doubts {
      let tally = gathered.doubts
      closing.rendered.append(renderer.render(tally.doubts(on: graph, for: mode, settings: doubts), on: graph))
      closing.isDoubtful = { tally.isDoubtful($0, doubts) }
    }
    if let jobs {
      let report = try await report(on: JobDays(of: gathered.drives, to: jobs), workers: workers)
      closing.rendered += renderer.render(report, clock: clock)
      closing.jobs = JobCounts(of: report)
    }
    return closing
  }

  /// Follows each asset through each of its days.
  private func report(on days: JobDays, workers: Int) async throws -> JobReport {
    let scene = JobScene(days.board, routes: pipelines[0].jobRoutes)
    let graph = pipelines[0].graph
    let prepared = scene.routes.prepared(on: graph, for: days.expectedRoutes)
    let work = OrderedWork<Int, Worker, TourFindings>(
      jobs: workers, makeScratch: { Worker(router: Router(on: graph, prepared: prepared)) }
    ) { number, worker in
      days.findings(of: number, in: scene, using: &worker.planner.router)
    }
    var findings: [TourFindings] = []
    var next = days.days.indices.makeIterator()
    try await work.run(next: { next.next() }, consume: { findings.append($0) })
    return days.report(findings)
  }
}

extension Refusal {
  /// Says that a trace was read with latitude and longitude exchanged.
  fileprivate init(of trace: Trace, _ exchange: MapChoice.Exchange) {
    self.init(
      file: trace.source.file, line: nil, traceID: trace.id, reason: ReadingReason.swappedCoordinates.rawValue,
      message:
        "trace \(trace.id) lies on no map; with latitude and longitude exchanged, \(exchange.near) of "
        + "\(exchange.sampled) sampled fixes lie near roads of the map, so each was read as the other. --columns names "
        + "them.")
  }
}

extension Trip {
  /// Most of its usable fixes are matched, as in a drive on these roads.
  fileprivate var isDriven: Bool {
    let usable = matched.fixes.count { $0.status != .dropped }
    return (status == .ok || status == .partial) && 10 * summary.matched >= 8 * usable
  }

  /// The fixes that cleaning dropped, and the trace itself if it led to no result.
  fileprivate var refusals: [Refusal] {
    let trace = matched.trace
    var refusals: [Refusal] = []
    for (index, fix) in matched.fixes.enumerated() where fix.status == .dropped {
      guard let reason = fix.reason else { continue }
      refusals.append(
        Refusal(
          file: trace.source.file, line: Int(trace.fixes[index].line), traceID: trace.id, reason: reason.rawValue,
          message: "\(reason.meaning). The fix was left out."))
    }
    if let reason, [.skipped, .rejected, .timeout, .error].contains(status) {
      refusals.append(
        Refusal(
          file: trace.source.file, line: nil, traceID: trace.id, reason: reason,
          message: message(of: reason)))
    }
    return refusals
  }

  private func message(of reason: String) -> String {
    let id = matched.trace.id
    guard let failure = matched.failure else { return "trace \(id) was not matched to its end: \(reason)." }
    return "trace \(id) met an internal error: \(failure). It was left out. Build the map again, or report the error "
      + "with the trace."
  }
}
