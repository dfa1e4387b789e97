internal import Matching
internal import Moments
internal import Reports
package import RoadGraph
package import Traces

/// The chain over many traces: reads, matches in parallel, and writes in input order.
package struct BatchRun {
  private let graph: RoadGraph
  private let settings: BatchSettings

  /// What the caller is told while the run goes on.
  package struct Progress {
    package var counts: RunCounts
    /// Refusals since the last call.
    package var refusals: [Refusal]
  }

  package init(graph: RoadGraph, settings: BatchSettings) {
    self.graph = graph
    self.settings = settings
  }

  /// Runs over the files to the end; no bad record, trace or file stops it.
  ///
  /// - Parameter onProgress: called in input order, after each stretch of the input has been written.
  /// - Returns: what was seen.
  /// - Throws: ``ReportError`` when the output cannot be written. What was written stays in `.partial` files.
  package func run(
    files: [String], into claim: OutputClaim, onProgress: (Progress) -> Void
  ) async throws -> RunCounts {
    let startedAt = Timestamp.now
    let layout = try ReportLayout(settings.report, for: settings.destination)
    let writer = try ReportWriter(layout.frames, to: settings.destination)
    let bundles = TraceBundles(files: files, settings: settings.reading)
    var counts = RunCounts()
    try await work(layout).run(next: bundles.next) { outcome in
      for rendered in outcome.rendered { try writer.append(rendered) }
      counts.add(outcome.counts)
      onProgress(Progress(counts: counts, refusals: outcome.refusals))
    }
    var manifest = manifest(of: counts, files: files, startedAt: startedAt)
    manifest.earlierOutputs = claim.earlier.kept
    try writer.finish(manifest, removing: claim.earlier.superseded)
    return counts
  }

  private func work(_ layout: ReportLayout<TripReport>) -> OrderedWork<Bundle, TraceWorker, BundleOutcome> {
    let work = BundleWork(
      pipeline: TracePipeline(graph: graph, settings: settings), renderer: ReportRenderer(layout))
    return OrderedWork(jobs: settings.jobs, makeScratch: { TraceWorker() }) { bundle, worker in
      work.outcome(of: bundle, using: &worker)
    }
  }

  private func manifest(of counts: RunCounts, files: [String], startedAt: Timestamp) -> Manifest {
    var manifest = Manifest(
      version: settings.version, options: settings.options, graph: graph, files: files, startedAt: startedAt)
    manifest.tripsByStatus = counts.tripsByStatus
    manifest.tripsByReason = counts.tripsByReason
    manifest.fixesByStatus = counts.fixesByStatus
    manifest.fixesByReason = counts.fixesByReason
    manifest.rejectsByReason = counts.rejectsByReason
    return manifest
  }
}
