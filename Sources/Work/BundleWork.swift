internal import Matching
internal import Reports
internal import Traces
internal import Trips

/// What each worker keeps from trace to trace.
struct TraceWorker: ~Copyable, Sendable {
  var matching = MatchingScratch()
  var rendering = RenderingScratch()
}

/// What became of a bundle: bytes for the files of the report, and counts.
struct BundleOutcome: Sendable {
  /// One chunk for each output.
  var rendered: [[RenderedChunk]] = []
  var counts = RunCounts()
  /// What people should read of it when there is no file of rejects.
  var refusals: [Refusal] = []
}

/// Turns bundles into outcomes; works on any thread.
struct BundleWork: Sendable {
  let pipeline: TracePipeline
  let renderer: ReportRenderer<TripReport>

  func outcome(of bundle: Bundle, using worker: inout TraceWorker) -> BundleOutcome {
    var outcome = BundleOutcome()
    for entry in bundle.entries {
      switch entry {
      case .refusal(let refusal): add([refusal], to: &outcome)
      case .trace(let trace, let tripID):
        let report = pipeline.report(on: trace, tripID: tripID, using: &worker.matching)
        outcome.rendered.append(renderer.render(report, &worker.rendering))
        outcome.counts.add(report.trip)
        add(refusals(in: report.trip), to: &outcome)
      }
    }
    return outcome
  }

  private func add(_ refusals: [Refusal], to outcome: inout BundleOutcome) {
    guard !refusals.isEmpty else { return }
    outcome.rendered.append(renderer.render(refusals))
    outcome.refusals += refusals
    for refusal in refusals { outcome.counts.rejectsByReason[refusal.reason, default: 0] += 1 }
  }

  /// The fixes that cleaning left out, and the trace itself when nothing was made of it.
  private func refusals(in trip: Trip) -> [Refusal] {
    let trace = trip.matched.trace
    var refusals: [Refusal] = []
    for (index, fix) in trip.matched.fixes.enumerated() where fix.status == .dropped {
      guard let reason = fix.reason else { continue }
      refusals.append(
        Refusal(
          file: trace.source.file, line: Int(trace.fixes[index].line), traceID: trace.id, reason: reason.rawValue,
          message: "\(reason.meaning). The fix was left out."))
    }
    if let reason = trip.reason, [.skipped, .rejected, .timeout, .error].contains(trip.status) {
      refusals.append(
        Refusal(
          file: trace.source.file, line: nil, traceID: trace.id, reason: reason,
          message: message(on: trip, reason)))
    }
    return refusals
  }

  private func message(on trip: Trip, _ reason: String) -> String {
    let id = trip.matched.trace.id
    guard let failure = trip.matched.failure else { return "trace \(id) was not matched to its end: \(reason)." }
    return "trace \(id) met an internal error: \(failure). It was left out. Build the map again, or report the error "
      + "with the trace."
  }
}
