internal import Detection
internal import Moments
package import Records
internal import Replay
package import Reports
package import RoadGraph
package import Traces

/// The settings of any run.
package struct RunSettings: Sendable {
  /// Number of inputs worked on at the same time.
  package var jobs = 1
  package var program: Manifest.Program
  /// The options that change the result, as the user gave them, for the manifest.
  package var options: [String: String] = [:]
  /// Ends the run early if someone wishes it; `nil` if nobody can.
  package var stop: StopRequest?

  package init(program: Manifest.Program) { self.program = program }
}

/// A run over many inputs, with several workers, one writer, and results in the order of the input.
///
/// Memory: the map, the scratch of each worker, and a few bundles of inputs and outcomes per worker.
package struct Run<Work: RunJob> {
  private let job: Work
  private let graph: RoadGraph
  private let settings: RunSettings
  private let claim: OutputClaim
  /// Where the still pictures go; `nil` if there are none.
  private let plots: PlotFiles?
  /// What takes the drives; `nil` if the run learns nothing.
  private let learning: DriveLearning?

  /// The progress since the last call.
  package struct Progress {
    /// The counts of the whole run so far.
    package let counts: RunCounts
    package let outcomes: [WrittenOutcome]

    package var refusals: [Refusal] { outcomes.flatMap(\.outcome.refusals) }
  }

  /// - Parameters:
  ///   - claim: the right to write the outputs of the job.
  ///   - plots: where the still pictures of the job go.
  ///   - learning: what takes the drives of a job that learns.
  package init(
    _ job: Work, on graph: RoadGraph, settings: RunSettings, into claim: OutputClaim, plots: PlotFiles? = nil,
    learning: DriveLearning? = nil
  ) {
    self.job = job
    self.graph = graph
    self.settings = settings
    self.claim = claim
    self.plots = plots
    self.learning = learning
  }

  /// Works on all inputs; none of them stops the run.
  ///
  /// - Parameters:
  ///   - files: the files of the inputs, for the manifest.
  ///   - next: the next bundle of inputs, a few milliseconds of work; `nil` at the end.
  ///   - layouts: of the files, asked for when all is read.
  ///   - onProgress: called in the order of the input, after each bundle has been written.
  /// - Throws: ``ReportError`` if the output cannot be written; the bytes written so far stay in partial files.
  ///   ``OutputError`` if an input names a file that the run is about to replace; nothing is replaced then.
  ///   ``RunInterrupted`` if someone wished it; nothing is replaced then.
  package func run(
    over files: [String], next: () -> [Work.Input]?, layouts: () -> LayoutTally = { LayoutTally() },
    onProgress: (Progress) -> Void
  ) async throws -> RunCounts {
    let startedAt = Timestamp.now
    let stop = settings.stop
    var inputs = LoneInput(refusal: refusalOfSecond, reportCount: job.reportCount)
    try inputs.lookAhead { stop?.cause != nil ? nil : next() }
    let writer = try ReportWriter(job.frames, to: claim.destination)
    let pages = try claim.pages(sharing: job.sharedFiles)
    var counts = job.firstCounts
    var number = 0
    var gathered = RunGathering()
    do {
      try await workers.run(next: { stop?.cause != nil ? nil : try inputs.next(next) }) { bundle in
        counts.add(bundle.counts)
        let outcomes = try bundle.outcomes.map { outcome in
          defer { number += 1 }
          gathered.take(outcome)
          if let drive = outcome.learned { try learning?.take(drive) }
          return try written(outcome, number: number, to: writer, pages)
        }
        onProgress(Progress(counts: counts, outcomes: outcomes))
      }
    } catch let error as ReportError where error.isOfSecondDrive {
      writer.abandon()
      throw error
    }
    if stop?.cause != nil { try end(writer) }
    try claim.check(inputs: job.namedFiles)
    let closing = try await job.closing(gathered, workers: settings.jobs)
    for chunks in closing.rendered { try writer.append(chunks) }
    counts.jobs = closing.jobs
    counts.learned = try learning?.finish()
    var manifest = manifest(of: counts, files: files, startedAt: startedAt)
    manifest.take(layouts(), besides: claim.earlier.layouts)
    job.hide(in: &manifest)
    try pages?.writeTiles()
    try writer.finish(manifest, isDoubtful: closing.isDoubtful, removing: claim.earlier.superseded)
    pages?.removeOthers()
    try plots?.finish()
    return counts
  }

  /// Why there must not be a second trip or request; `nil` if there may be.
  private var refusalOfSecond: ReportError? {
    job.frames.contains(where: \.holdsOne) ? .oneDriveOnly : plots?.refusalOfSecond
  }

  /// Ends the run early. What went to a stream stays there; files disappear.
  private func end(_ writer: ReportWriter) throws {
    try writer.flush()
    writer.abandon()
    throw RunInterrupted()
  }

  /// The result of a worker for a bundle.
  private struct FinishedBundle: Sendable {
    var outcomes: [RenderedOutcome] = []
    var counts = RunCounts()
  }

  private var workers: OrderedWork<[Work.Input], Worker, FinishedBundle> {
    let job = job
    return OrderedWork(jobs: settings.jobs, makeScratch: { job.makeWorker() }) { inputs, worker in
      var bundle = FinishedBundle()
      for input in inputs { bundle.outcomes += job.work(on: input, using: &worker, &bundle.counts) }
      return bundle
    }
  }

  private func written(
    _ outcome: RenderedOutcome, number: Int, to writer: ReportWriter, _ pages: PageFolder?
  ) throws(ReportError) -> WrittenOutcome {
    let begins = writer.byteCounts
    if let plot = outcome.plot { try plots?.take(plot) }
    if let page = outcome.page, let pages, let index = job.indexPage {
      let row = page.row(leadingTo: try pages.write(page))
      try writer.append(job.frames.indices.map { $0 == index ? row : .empty })
    }
    for chunks in outcome.rendered { try writer.append(chunks) }
    let ranges = zip(begins, writer.byteCounts).map { $0..<$1 }
    return WrittenOutcome(number: number, outcome: outcome.outcome, ranges: ranges)
  }

  private func manifest(of counts: RunCounts, files: [String], startedAt: Timestamp) -> Manifest {
    var manifest = Manifest(
      program: settings.program, options: settings.options, graph: graph, files: files, startedAt: startedAt)
    manifest.otherMaps = job.otherMaps.map(Manifest.Map.init)
    manifest.take(counts, of: job.content.kind)
    manifest.earlierOutputs = claim.earlier.kept
    manifest.replaced = claim.replaced.map { ($0.finishedAt, $0.inputs) }
    return manifest
  }
}
