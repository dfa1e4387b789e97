package import Detection
internal import Matching
internal import Plans
package import Records
package import Reports
internal import Requests
package import RoadGraph
internal import RoadRules
internal import Routing
package import Traces
internal import Trips

/// Turns traces into trips.
package struct TraceJob: Job {
  package enum Input: Sendable {
    case trace(Trace, tripID: String)
    case refusal(Refusal)
    /// Fixes of a trace at other times than those selected.
    case unselected(fixes: Int, isWholeTrace: Bool)
  }

  package let content: OutputContent
  private let graph: RoadGraph
  private let pipeline: TracePipeline
  private let renderer: ReportRenderer<TripReport>
  private let doubts: DoubtSettings?
  private let mode: TravelMode

  /// - Throws: ``ReportError`` if the destination cannot hold the requested reports.
  package init(graph: RoadGraph, settings: TraceSettings, to destination: ReportDestination) throws(ReportError) {
    self.graph = graph
    content = OutputContent(.trips, of: settings.report)
    pipeline = TracePipeline(graph: graph, settings: settings)
    renderer = ReportRenderer(try ReportLayout(settings.report, for: destination))
    doubts = settings.doubts
    mode = settings.matching.rules.mode
    firstCounts = RunCounts(of: settings.plans)
    namedFiles = settings.plans?.namedFiles ?? []
  }

  package var frames: [OutputFrame] { renderer.layout.frames }
  package let firstCounts: RunCounts
  package let namedFiles: [String]

  package func makeWorker() -> Worker { Worker(router: Router(on: graph)) }

  package func work(on input: Input, using worker: inout Worker, _ counts: inout RunCounts) -> RenderedOutcome {
    switch input {
    case .refusal(let refusal): outcome(of: refusal, &counts)
    case .unselected(let fixes, let isWholeTrace): outcome(ofUnselected: fixes, isWholeTrace, &counts)
    case .trace(let trace, let tripID):
      outcome(of: pipeline.report(on: trace, tripID: tripID, using: &worker), using: &worker, &counts)
    }
  }

  private func outcome(ofUnselected fixes: Int, _ isWholeTrace: Bool, _ counts: inout RunCounts) -> RenderedOutcome {
    counts.addUnselected(fixes: fixes, isWholeTrace: isWholeTrace)
    return RenderedOutcome(outcome: Outcome())
  }

  private func outcome(of refusal: Refusal, _ counts: inout RunCounts) -> RenderedOutcome {
    counts.addRefusal(reason: refusal.reason)
    let outcome = Outcome(id: refusal.traceID, file: refusal.file, line: refusal.line, refusals: [refusal])
    return RenderedOutcome(outcome: outcome, rendered: [renderer.render([refusal])])
  }

  private func outcome(
    of report: TripReport, using worker: inout Worker, _ counts: inout RunCounts
  ) -> RenderedOutcome {
    let trip = report.trip
    let refusals = trip.refusals
    counts.add(trip)
    counts.add(report.suppressedSpeeding)
    if let plan = report.plan { counts.plans.add(plan, of: report.tripID) }
    for refusal in refusals { counts.addRefusal(reason: refusal.reason) }
    let outcome = Outcome(
      id: report.tripID, file: trip.matched.trace.source.file, status: trip.status.rawValue, reason: trip.reason,
      refusals: refusals)
    var rendered = [renderer.render(report, &worker.rendering)]
    if !refusals.isEmpty { rendered.append(renderer.render(refusals)) }
    return RenderedOutcome(outcome: outcome, rendered: rendered, evidence: pipeline.evidence(of: report))
  }

  package func closing(_ tally: DoubtTally) -> RunClosing {
    guard let doubts else { return RunClosing() }
    return RunClosing(
      rendered: renderer.render(tally.doubts(on: graph, for: mode, settings: doubts), on: graph),
      isDoubtful: { tally.isDoubtful($0, doubts) })
  }
}

extension Trip {
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
