internal import Ledger
internal import Storage

/// The folder of a run with a ledger, and where in it rows of this and of earlier runs are.
final class OutputPlace {
  /// The canonical path of the folder.
  let folder: String
  let ledger: Ledger
  /// The number of the run.
  let run: Int
  /// Unfinished files of earlier runs.
  private var partials: [PartialRecord]
  private var pathsOfPartials: [PartialName: String] = [:]

  private struct PartialName: Hashable {
    let run: Int
    let output: String
  }

  /// - Parameter run: the number of the run before this one.
  init(folder: String, ledger: Ledger, after run: Int) throws(LedgerError) {
    self.folder = folder
    self.ledger = ledger
    self.run = run + 1
    partials = try ledger.partials()
    for partial in partials { pathsOfPartials[PartialName(run: partial.run, output: partial.output)] = partial.path }
  }

  func path(_ relative: String) -> String {
    relative.hasPrefix("/") ? relative : joinedPath(folder, relative)
  }

  /// The path below the folder if it is there.
  func relative(_ path: String) -> String {
    path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
  }

  func makeFolder(_ relative: String) throws(ResumeError) {
    do throws(StorageError) { try Storage.makeFolder(at: path(relative)) } catch { throw .cannotWrite("\(error).") }
  }

  func commit(_ changes: Ledger.Changes) throws(LedgerError) { try ledger.commit(changes) }

  // MARK: Rows of earlier runs

  /// The file that has the bytes of a segment; `nil` if it is unknown.
  func source(of segment: Segment) -> String? {
    if segment.run == 0 { return path(segment.output) }
    return pathsOfPartials[PartialName(run: segment.run, output: segment.output)].map(path)
  }

  /// Reads the bytes of a segment to see whether they are what was written.
  func holds(_ segment: Segment) -> Bool {
    guard let source = source(of: segment) else { return false }
    return FileSlice(path: source, begin: segment.begin, byteCount: segment.byteCount).checksum == segment.hash
  }

  /// Paths of unfinished files that may hold rows.
  var keptPartials: Set<String> { Set(partials.map { path($0.path) }) }

  /// Removes unfinished files of earlier runs of which nothing is needed any more.
  func removeUnneededPartials() throws(LedgerError) {
    var changes = Ledger.Changes()
    for run in Set(partials.map(\.run)) where run != self.run {
      if try !ledger.holdsSegments(run: run) { changes.forgottenRuns.append(run) }
    }
    guard !changes.forgottenRuns.isEmpty else { return }
    for partial in partials where changes.forgottenRuns.contains(partial.run) { remove(partial) }
    partials.removeAll { changes.forgottenRuns.contains($0.run) }
    try ledger.commit(changes)
  }

  /// Removes the unfinished files that runs left in partitions and that the ledger does not know.
  ///
  /// - Parameter names: of the files of a partition.
  func removeAbandonedPartials(named names: [String]) throws(LedgerError) {
    let outputs = try ledger.outputs().keys.map { fileName(of: $0) }
    let (names, kept) = (Set(names + outputs), keptPartials)
    for partition in Partitioning.folders(below: folder) {
      OutputLock.removeAbandonedPartials(in: partition, besides: kept) { name, _ in names.contains(name) }
    }
  }

  /// A damaged ledger may name any file.
  private func remove(_ partial: PartialRecord) {
    if AtomicFile.isPartial(partial.path) { removePlainFile(at: path(partial.path)) }
  }

  // MARK: Last steps

  /// Takes the last steps of a run whose bytes are all on the disk. They may be taken twice.
  func carryOut(_ state: LedgerState, _ onStep: (RunStep) throws -> Void = { _ in }) throws {
    let finish = try ledger.finish()
    for name in finish.removedBefore { removePlainFile(at: path(name)) }
    for move in finish.moves {
      let partial = path(move.partial)
      guard FileKind(at: partial) == .file else { continue }
      try AtomicFile.complete(partial, to: path(move.target))
      try onStep(.renamed(move.target))
    }
    for name in finish.removedAfter { removePlainFile(at: path(name)) }
    try AtomicFile.syncFolder(folder)
    try settle(state)
    try onStep(.finished)
  }

  /// Notes that all outputs have their names.
  private func settle(_ state: LedgerState) throws(LedgerError) {
    var changes = Ledger.Changes()
    for (name, output) in try ledger.outputs() where output.stamp == nil {
      var output = output
      output.stamp = FileStamp(of: path(name))
      changes.outputs.append(output)
    }
    let all = try ledger.partials()
    changes.forgottenRuns = Array(Set(all.map(\.run)))
    for partial in all { remove(partial) }
    partials = []
    changes.finish = Finish()
    changes.state = state
    changes.state?.phase = .finished
    try ledger.commit(changes)
  }
}
