internal import Glibc
internal import Ledger
internal import Reports
internal import Storage

extension PartWriter {
  /// What the end of a run needs to know.
  struct End {
    var state: LedgerState
    /// The state that the run found.
    var before: LedgerState?
    /// The outputs whose files are as the last run left them.
    var outputs: [String: OutputRecord]
    /// The outputs that the ledger knows, whatever their files.
    var knownOutputs: Set<String>
    /// Parts that are no longer in the outputs.
    var forgotten: [PartKey]
    /// Files of the folder that the new ones replace.
    var superseded: [String]
    /// The manifest of the run, given its outputs.
    var manifest: ([Manifest.Output]) -> Manifest
  }

  /// Completes the outputs that have changed.
  ///
  /// - Returns: false if none has, and nothing was written.
  func finish(_ end: End) throws -> Bool {
    let gone = try openChangedGroups(end)
    let open = groups.values.filter(\.isOpen).sorted { $0.name < $1.name }
    var changes = takeChanges()
    let isAsBefore =
      open.isEmpty && gone.isEmpty && !hasNews && end.forgotten.isEmpty && end.before?.phase == .finished
      && end.before?.circumstances == end.state.circumstances
    if isAsBefore {
      if !changes.parts.isEmpty { try place.commit(changes) }
      return false
    }
    for group in open { try group.seal() }
    let outputs = writtenOutputs(end, open: open, gone: gone)
    let manifest = try AtomicFile(path: place.path(Manifest.fileName))
    try manifest.write(end.manifest(outputs).rendered())
    try manifest.prepare()
    try onStep(.sealed)
    changes.forgottenParts = end.forgotten
    changes.settledRun = place.run
    changes.order = order
    changes.outputs = open.flatMap(\.records)
    changes.forgottenOutputs = gone
    changes.finish = steps(open, manifest, gone: gone, superseded: end.superseded)
    changes.state = end.state
    changes.state?.phase = .finishing
    try commit(changes, needing: manifest)
    try onStep(.finishing)
    try place.carryOut(end.state, onStep)
    return true
  }

  /// From here on, whoever takes the last steps needs the partial file of the manifest.
  private func commit(_ changes: Ledger.Changes, needing manifest: AtomicFile) throws(LedgerError) {
    manifest.isKept = true
    do throws(LedgerError) {
      try place.commit(changes)
    } catch {
      // The ledger may say that the run is finishing or not. The file goes only if it is certainly not needed.
      if let state = try? place.ledger.state(), state.phase != .finishing { manifest.discard() }
      throw error
    }
  }

  /// Opens the groups whose files do not hold what they should, so that they are written.
  ///
  /// - Returns: outputs that have no rows any more.
  private func openChangedGroups(_ end: End) throws -> [String] {
    var names = Set(groups.keys)
    if isPartitioned { names.formUnion(end.knownOutputs.map(partition)) } else { names.insert("") }
    var gone: [String] = end.knownOutputs.filter { output in
      !group(named: partition(of: output)).outputs.contains(output)
    }
    for name in names.sorted() {
      let group = group(named: name)
      if isPartitioned && group.isEmpty {
        gone += group.outputs.filter(end.knownOutputs.contains)
      } else if !group.isAsBefore(end.outputs) {
        try open(group)
      }
    }
    return gone.sorted()
  }

  /// All outputs of the folder, as its manifest lists them.
  private func writtenOutputs(_ end: End, open: [OutputGroup], gone: [String]) -> [Manifest.Output] {
    var written: [Manifest.Output] = []
    for group in groups.values.sorted(by: { $0.name < $1.name }) {
      for (index, output) in group.outputs.enumerated() {
        if group.isOpen {
          written.append(Manifest.Output(group.files[index], name: output))
        } else if let record = end.outputs[output], !gone.contains(output) {
          written.append(
            Manifest.Output(name: output, rows: record.rowCount, byteCount: record.stamp?.byteCount ?? 0))
        }
      }
    }
    return written
  }

  private func steps(
    _ open: [OutputGroup], _ manifest: AtomicFile, gone: [String], superseded: [String]
  ) -> Finish {
    var finish = Finish()
    finish.removedBefore = [Manifest.fileName]
    finish.removedAfter = (isPartitioned ? gone : []) + superseded.map(place.relative)
    for group in open {
      for (file, output) in zip(group.files, group.outputs) {
        finish.moves.append(Finish.Move(partial: place.relative(file.partialPath), target: output))
      }
    }
    finish.moves.append(Finish.Move(partial: place.relative(manifest.partialPath), target: Manifest.fileName))
    return finish
  }
}
