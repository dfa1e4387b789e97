internal import FoundationEssentials
internal import Ledger
internal import Moments
package import Records
internal import Reports
package import RoadGraph
internal import Storage
package import Traces
package import Trips

/// The settings of a run with a ledger.
package struct ResumeSettings: Sendable {
  /// All options that may change a row, as they were given.
  package var options: [String: String] = [:]
  /// What stands for the contents of folders that the run reads, by their paths.
  package var keys: [String: UInt64] = [:]
  /// Whether only fixes of some times are matched.
  package var selectsTimes = false
  /// How trips are spread over folders; `nil` for one folder.
  package var partitioning: Partitioning?
  /// The least time between two transactions with the ledger.
  package var savingInterval = Duration.seconds(1)
  /// The ledger may take this share of the time of a run: with slow disks, it is saved less often.
  package var savingShare = 0.05
  /// Called at each moment in which a kill makes a difference; tests throw there.
  package var onStep: @Sendable (RunStep) throws -> Void = { _ in }
  /// The time in nanoseconds since 1970.
  package var now: @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1e9) }

  package init() {}
}

/// A run over trace files that continues an earlier one: what is done stays, and only what is new or changed is worked
/// on. The files are the same, byte for byte, as if one run had worked on all inputs from scratch.
///
/// A ledger in the folder says what is done. It is saved every second while the run writes its partial files, so that a
/// killed run loses a second of work.
package struct ResumedRun {
  private let job: TraceJob
  private let graph: RoadGraph
  private let settings: RunSettings
  private let resuming: ResumeSettings
  private let claim: OutputClaim
  private let learning: DriveLearning?
  private let folder: String

  /// What the run has done.
  package struct Result: Sendable {
    package var counts: RunCounts
    package var tally: ResumeTally
    /// Of the files that were read.
    package var layouts: LayoutTally
  }

  /// Whether a folder has a ledger, of whatever state.
  package static func hasLedger(in folder: String) -> Bool {
    FileKind(at: joinedPath(folder, Ledger.fileName)) == .file
  }

  /// - Parameters:
  ///   - claim: the right to write the outputs of the job into a folder, made with the rule to keep partial files.
  ///   - learning: what takes the drives of a job that learns.
  package init(
    _ job: TraceJob, on graph: RoadGraph, settings: RunSettings, resuming: ResumeSettings, into claim: OutputClaim,
    learning: DriveLearning? = nil
  ) throws(ResumeError) {
    guard case .directory(let folder) = claim.destination else {
      throw .cannotWrite("a run that can be resumed writes a directory; name one with -o")
    }
    self.job = job
    self.graph = graph
    self.settings = settings
    self.resuming = resuming
    self.claim = claim
    self.learning = learning
    self.folder = linkTarget(of: folder)
  }

  /// - Parameters:
  ///   - files: the trace files.
  ///   - otherFiles: everything else that the run reads, except the map.
  ///   - refusals: what was refused before the first file.
  /// - Throws: ``ResumeError``, ``ReportError``, ``OutputError``, ``RunInterrupted``.
  package func run(
    over files: [String], besides otherFiles: [String], reading: TraceReadingSettings,
    selection: TraceSelection = TraceSelection(), refusals: [Refusal], splitter: TraceSplitter? = nil,
    onProgress: (Run<TraceJob>.Progress) -> Void
  ) async throws -> Result {
    let sources = Sources(
      files: files, otherFiles: otherFiles, reading: reading, selection: selection, refusals: refusals,
      splitter: splitter)
    var trust = ResumeSession.Trust.ledger
    var damage: String?
    while true {
      do {
        var result = try await run(over: sources, trust, onProgress)
        result.tally.damage = damage
        return result
      } catch let error as LedgerError {
        guard damage == nil, case .damaged = error else { throw ResumeError.ledger(error.description) }
        try checkLedgerIsNotNeeded(error)
        Ledger.remove(in: folder)
        damage = error.description
      } catch let error as ResumeError {
        guard case .damagedOutput = error, trust == .ledger else { throw error }
        trust = .bytes
      } catch let error as StorageError {
        throw ResumeError.cannotWrite(error.description)
      }
    }
  }

  /// A damaged ledger is replaced: it only says what need not be done again. In partitions it also says which rows are
  /// of inputs that are not named; those rows cannot be made again.
  private func checkLedgerIsNotNeeded(_ error: LedgerError) throws(ResumeError) {
    guard resuming.partitioning != nil, !Partitioning.folders(below: folder).isEmpty else { return }
    throw .cannotPartition(
      "\(error); it alone knows whose rows stand in the partitions. Restore it, or write into another folder.")
  }

  /// What the run reads.
  private struct Sources {
    let files: [String]
    /// Everything else, except the map.
    let otherFiles: [String]
    let reading: TraceReadingSettings
    let selection: TraceSelection
    /// What was refused before the first file.
    let refusals: [Refusal]
    let splitter: TraceSplitter?
  }

  private func run(
    over sources: Sources, _ trust: ResumeSession.Trust, _ onProgress: (Run<TraceJob>.Progress) -> Void
  ) async throws -> Result {
    let circumstances = circumstances(besides: sources.otherFiles)
    try learning?.keepPending(ofRun: folder, on: [graph] + job.otherMaps)
    var session = try ResumeSession(in: folder, circumstances: circumstances, claim: claim, resuming, trust)
    if resuming.partitioning != nil { try session.place.removeAbandonedPartials(named: job.frames.map(\.name)) }
    let inputs = ResumedInputs(
      files: sources.files, refusals: sources.refusals, settings: sources.reading, selection: sources.selection,
      splitter: sources.splitter, place: session.place, outputs: session.outputs, circumstances: circumstances.hash,
      now: resuming.now)
    let writer = PartWriter(
      job.frames, in: session.place, isPartitioned: resuming.partitioning != nil, counts: job.firstCounts,
      admit: { [session] in try session.admit($0, claim) }, onStep: resuming.onStep)
    do {
      let unnamed = try session.takeUnnamed(besides: inputs, into: writer, isKept: resuming.partitioning != nil)
      try await work(inputs, &session, writer, onProgress)
      return try finish(inputs, session, writer, files: sources.files, unnamed: unnamed)
    } catch {
      writer.discardUnsaved()
      throw error
    }
  }

  private func circumstances(besides otherFiles: [String]) -> RunCircumstances {
    RunCircumstances(
      program: "\(settings.program.version) build \(settings.program.build)",
      map: ([graph] + job.otherMaps).map(\.version).joined(separator: " "), options: resuming.options,
      files: otherFiles, keys: resuming.keys,
      outputs: job.frames.map(\.fingerprint) + (resuming.partitioning.map { [$0.pattern] } ?? []))
  }

  // MARK: Work

  /// The result of a worker for a step.
  private struct FinishedStep: Sendable {
    var step: PartStep
    var outcomes: [RenderedOutcome] = []
    var counts = RunCounts()
  }

  private func work(
    _ inputs: ResumedInputs, _ session: inout ResumeSession, _ writer: PartWriter,
    _ onProgress: (Run<TraceJob>.Progress) -> Void
  ) async throws {
    let stop = settings.stop
    var number = 0
    try await workers.run(next: { stop?.cause != nil ? nil : try inputs.next() }) { finished in
      var written: [WrittenOutcome] = []
      if let record = finished.step.record { try writer.begin(record, isNew: finished.step.isNew) }
      for outcome in finished.outcomes {
        try writer.append(outcome)
        if let drive = outcome.learned { try learning?.take(drive) }
        written.append(WrittenOutcome(number: number, outcome: outcome.outcome, ranges: []))
        number += 1
      }
      writer.add(finished.counts, ownIDs: finished.step.ownIDs, givenIDs: finished.step.givenIDs)
      if let standing = finished.step.standing { writer.end(standing) }
      try session.save(writer) { try learning?.keep() }
      onProgress(Run<TraceJob>.Progress(counts: writer.countsSoFar, outcomes: written))
    }
    guard stop?.cause != nil else { return }
    _ = try learning?.finish()
    try writer.save(session.state)
    throw RunInterrupted(keptOutcomes: writer.outcomes, isOutOfTime: stop?.cause == .duration)
  }

  private var workers: OrderedWork<PartStep, Worker, FinishedStep> {
    let job = job
    return OrderedWork(jobs: settings.jobs, makeScratch: { job.makeWorker() }) { step, worker in
      var finished = FinishedStep(step: step)
      finished.step.inputs = []
      for input in step.inputs { finished.outcomes += job.work(on: input, using: &worker, &finished.counts) }
      return finished
    }
  }

  // MARK: End

  private func finish(
    _ inputs: ResumedInputs, _ session: ResumeSession, _ writer: PartWriter, files: [String], unnamed: [PartKey]
  ) throws -> Result {
    try claim.check(inputs: job.namedFiles)
    var counts = writer.counts
    counts.learned = try learning?.finish()
    let total = counts
    let end = PartWriter.End(
      state: session.state, before: session.before, outputs: session.outputs, knownOutputs: session.knownOutputs,
      forgotten: resuming.partitioning == nil ? unnamed : session.unusable, superseded: claim.earlier.superseded,
      manifest: { outputs in
        var manifest = manifest(of: total, files: files, startedAt: session.startedAt, outputs: outputs)
        manifest.take(inputs.layouts, besides: claim.earlier.layouts)
        job.hide(in: &manifest)
        return manifest
      })
    let hasWritten = try writer.finish(end)
    var tally = inputs.tally
    tally.unnamed = unnamed.count
    tally.differences = session.differences
    tally.isAsBefore = !hasWritten
    return Result(counts: total, tally: tally, layouts: inputs.layouts)
  }

  private func manifest(
    of counts: RunCounts, files: [String], startedAt: Timestamp, outputs: [Manifest.Output]
  ) -> Manifest {
    var manifest = Manifest(
      program: settings.program, options: settings.options, graph: graph, files: files, startedAt: startedAt)
    manifest.otherMaps = job.otherMaps.map(Manifest.Map.init)
    manifest.take(counts, of: job.content.kind)
    manifest.earlierOutputs = claim.earlier.kept
    manifest.replaced = claim.replaced.map { ($0.finishedAt, $0.inputs) }
    manifest.outputs = outputs
    return manifest
  }
}
