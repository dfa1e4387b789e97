internal import Ledger
internal import Moments
internal import Reports
internal import Storage

/// The ledger of a folder, opened for one run, and what it says of the runs before.
struct ResumeSession {
  let place: OutputPlace
  /// The state of this run.
  let state: LedgerState
  let before: LedgerState?
  /// The outputs under their names whose bytes are as the last run left them.
  private(set) var outputs: [String: OutputRecord] = [:]
  private(set) var knownOutputs: Set<String> = []
  /// What has changed of all that the rows depend on besides the inputs.
  let differences: [String]
  /// Parts that are not named and whose rows are not complete.
  private(set) var unusable: [PartKey] = []
  let startedAt = Timestamp.now
  private let circumstances: RunCircumstances
  private let settings: ResumeSettings
  private var saving: SavingClock

  /// Opens the ledger. If the last run was killed while its files got their names, takes its last steps.
  ///
  /// - Parameter trust: whether outputs that were not touched hold what the ledger says.
  init(
    in folder: String, circumstances: RunCircumstances, claim: OutputClaim, _ settings: ResumeSettings, _ trust: Trust
  ) throws {
    let ledger = try Ledger(in: folder)
    var before = try ledger.state()
    if let found = before, found.phase == .finishing {
      try OutputPlace(folder: folder, ledger: ledger, after: found.run - 1).carryOut(found)
      before = try ledger.state()
    }
    place = try OutputPlace(folder: folder, ledger: ledger, after: before?.run ?? 0)
    claim.removeAbandonedPartials(besides: place.keptPartials)
    self.before = before
    self.circumstances = circumstances
    self.settings = settings
    state = LedgerState(phase: .writing, run: place.run, circumstances: circumstances.text)
    let earlier = before.flatMap { RunCircumstances($0.circumstances) }
    differences = earlier.map { circumstances.differences(from: $0) } ?? []
    saving = SavingClock(interval: settings.savingInterval, share: settings.savingShare)
    let known = try ledger.outputs()
    knownOutputs = Set(known.keys)
    if trust == .ledger { outputs = known.compactMapValues { [place] in Self.intact($0, in: place) } }
    if settings.partitioning == nil, knownOutputs.contains(where: { $0.contains("/") }) {
      throw ResumeError.cannotPartition(
        "\(folder): is partitioned; add --partition, or write into another folder. Nothing was written.")
    }
  }

  /// What is believed of rows in an output.
  enum Trust {
    /// That they are where the ledger says, if the output has not changed.
    case ledger
    /// Nothing; each is read and compared with its hash.
    case bytes
  }

  /// The output if its file is what the last run wrote: it was not touched, or has the same bytes.
  private static func intact(_ output: OutputRecord, in place: OutputPlace) -> OutputRecord? {
    let path = place.path(output.name)
    guard let stamp = FileStamp(of: path) else { return nil }
    guard stamp != output.stamp else { return output }
    guard checksum(ofFile: path) == output.hash else { return nil }
    var output = output
    output.stamp = stamp
    return output
  }

  /// Checks an output that the run has to write. Rows of a partition that the ledger does not know would be lost.
  func admit(_ output: String, _ claim: OutputClaim) throws {
    let isKnown = knownOutputs.contains(output)
    if settings.partitioning != nil, !isKnown, output.contains("/"), FileKind(at: place.path(output)) == .file {
      throw ResumeError.cannotPartition(
        "\(place.path(output)): the ledger does not know whose rows stand there; write into another folder, or remove the "
          + "partition. No file was replaced.")
    }
    try claim.admit(place.path(output), isKnown: isKnown)
  }

  // MARK: Parts that are not named

  /// Handles the parts that earlier runs have worked on and this one does not name.
  ///
  /// - Parameter isKept: their rows stay, before the rows of the parts that are named.
  /// - Returns: all of them.
  mutating func takeUnnamed(
    besides inputs: ResumedInputs, into writer: PartWriter, isKept: Bool
  ) throws -> [PartKey] {
    let named = inputs.keys
    let known = try place.ledger.keys()
    let unnamed = known.filter { !named.contains($0) }
    guard isKept else { return unnamed }
    if settings.selectsTimes {
      for key in known where named.contains(key) { try checkTimes(of: key, inputs.circumstances(of: key)) }
    }
    for key in unnamed {
      guard let record = try place.ledger.part(key) else {
        throw LedgerError.damaged(path: place.ledger.path, detail: "the row of \(key.path) does not fit its hash")
      }
      guard record.standing == .whole else {
        unusable.append(key)
        continue
      }
      try check(record)
      inputs.keep(record)
      try writer.begin(record, isNew: false)
      writer.end(.whole)
    }
    return unnamed
  }

  /// A run that selects fixes by time must not replace rows of a file that an earlier run may have selected otherwise.
  private func checkTimes(of key: PartKey, _ circumstances: UInt64) throws {
    guard let record = try place.ledger.part(key), record.standing == .whole,
      record.circumstances != circumstances
    else { return }
    throw ResumeError.cannotPartition(
      "\(place.folder): holds rows of \(key.path) from a run with other options or another map, and this run would leave only those of "
        + "the times that it selects. Leave out --when, so that it adds what is new, or write into another "
        + "folder. Nothing was written.")
  }

  /// Rows that cannot be made again must be whole, and must fit the tables of this run.
  private func check(_ record: PartRecord) throws(ResumeError) {
    guard RunCounts(inLedger: record.counts) != nil else {
      throw .cannotPartition(
        "\(place.folder): the ledger's counts of \(record.key.path) cannot be read, and this run does not read that file; "
          + "name it too, or write into another folder. Nothing was written.")
    }
    let earlier = before.flatMap { RunCircumstances($0.circumstances) }
    if record.circumstances != circumstances.hash, let earlier { try checkZone(earlier, of: record) }
    if record.circumstances != circumstances.hash, let earlier, earlier.outputs != circumstances.outputs {
      throw .cannotPartition(
        "\(place.folder): holds rows of \(record.key.path) in other tables, partitions or another format, and this run does "
          + "not read that file; name it too, or write into another folder. Nothing was written.")
    }
    for segment in record.segments where outputs[segment.output] == nil || segment.run != 0 {
      if place.holds(segment) { continue }
      throw .cannotPartition(
        "\(place.path(segment.output)): the rows of \(record.key.path) are damaged, and this run does not read that file; "
          + "name it too, or restore the output. Nothing was written.")
    }
  }

  /// Local times and dates of two zones must not be mixed.
  private func checkZone(_ earlier: RunCircumstances, of record: PartRecord) throws(ResumeError) {
    let (own, other) = (circumstances.timeZone, earlier.timeZone)
    guard own != other else { return }
    throw .cannotPartition(
      "\(place.folder): was begun with --time-zone \(other), this run has \(own), and it does not read \(record.key.path), "
        + "whose rows stand there. Give the zone of the folder, name that file too, or write into another folder. Nothing "
        + "was written.")
  }

  // MARK: Saving

  /// Saves the ledger if it is time.
  ///
  /// - Parameter keep: makes sure of what the ledger will say is done.
  mutating func save(_ writer: PartWriter, after keep: () throws -> Void) throws {
    guard writer.hasNews, saving.isTime else { return }
    saving.begin()
    try keep()
    try writer.save(state)
    saving.end()
  }
}

/// Decides when the ledger is saved: not too often for a slow disk.
private struct SavingClock {
  let interval: Duration
  let share: Double
  private var last = ContinuousClock.now
  private var pause: Duration
  private var begun = ContinuousClock.now

  init(interval: Duration, share: Double) {
    self.interval = interval
    self.share = share
    pause = interval
  }

  var isTime: Bool { ContinuousClock.now - last >= pause }

  mutating func begin() { begun = ContinuousClock.now }

  mutating func end() {
    last = ContinuousClock.now
    pause = max(interval, (last - begun) / share)
  }
}
