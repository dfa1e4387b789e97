internal import FoundationEssentials
internal import Glibc
internal import Ledger
package import Reports
internal import Storage

/// Writes the rows of the parts of a run, in their order, and keeps in the ledger what is done.
///
/// Used by one thread. Rows of earlier runs that are still good stay in their file or are copied; see ``OutputGroup``.
final class PartWriter {
  let place: OutputPlace
  private let frames: [OutputFrame]
  let isPartitioned: Bool
  /// What the next transaction takes with it.
  private var changes = Ledger.Changes()
  private(set) var groups: [String: OutputGroup] = [:]
  /// Groups with open files, the one used last at the end.
  private var awake: [OutputGroup] = []
  /// Groups with rows that are not in the ledger yet.
  private var unsaved: [String: OutputGroup] = [:]

  /// The part being written.
  private var present: PartRecord?
  private var isPresentNew = false
  private var presentCounts = RunCounts()
  private var touched: [String: OutputGroup] = [:]

  /// All parts so far.
  private(set) var order: [PartKey] = []
  private(set) var counts: RunCounts
  /// Some rows were made by this run.
  private(set) var hasNews = false
  private(set) var outcomes = 0
  /// The counts so far, including the part being written.
  var countsSoFar: RunCounts {
    guard present != nil else { return counts }
    var all = counts
    all.add(presentCounts)
    return all
  }
  /// Called before each step after which the program may be killed; tests throw there.
  let onStep: (RunStep) throws -> Void
  /// Called with each output that is about to be written; throws if it must not.
  private let admit: (String) throws -> Void

  init(
    _ frames: [OutputFrame], in place: OutputPlace, isPartitioned: Bool, counts: RunCounts,
    admit: @escaping (String) throws -> Void, onStep: @escaping (RunStep) throws -> Void
  ) {
    self.frames = frames
    self.place = place
    self.isPartitioned = isPartitioned
    self.counts = counts
    self.admit = admit
    self.onStep = onStep
  }

  // MARK: Parts

  /// Begins a part with the rows that an earlier run has made of it.
  ///
  /// - Parameter isNew: the ledger has to take the record even if no outcome follows.
  func begin(_ record: PartRecord, isNew: Bool) throws {
    present = record
    isPresentNew = isNew
    guard let counts = RunCounts(inLedger: record.counts) else {
      throw LedgerError.damaged(path: place.ledger.path, detail: "the counts of \(record.key.path) cannot be read")
    }
    presentCounts = counts
    outcomes += record.outcomes
    order.append(record.key)
    for segment in record.segments {
      let group = group(named: partition(of: segment.output))
      guard let index = group.frames.firstIndex(where: { $0.name == name(of: segment.output) }) else { continue }
      touched[group.name] = group
      if group.isOpen { try use(group) }
      note(group, try group.take(segment, of: record.key, output: index))
    }
  }

  func append(_ outcome: RenderedOutcome) throws {
    hasNews = true
    isPresentNew = true
    present?.outcomes += 1
    outcomes += 1
    try onStep(.outcome)
    let group = group(named: outcome.partition)
    for chunks in outcome.rendered where group.hasUse(for: chunks) {
      touched[group.name] = group
      if !group.isOpen { try open(group) }
      try use(group)
      try group.append(chunks)
      unsaved[group.name] = group
    }
  }

  func add(_ counts: RunCounts, ownIDs: [String], givenIDs: [String]) {
    presentCounts.add(counts)
    present?.ownIDs += ownIDs
    present?.givenIDs += givenIDs
  }

  func end(_ standing: PartRecord.Progress) {
    guard var record = present else { return }
    record.standing = standing
    if isPresentNew || standing != .whole { changes.parts.append(current(record)) }
    for group in touched.values { group.endPart() }
    counts.add(presentCounts)
    touched = [:]
    present = nil
  }

  /// The record of the present part with where its rows are now.
  private func current(_ record: PartRecord) -> PartRecord {
    var record = record
    record.counts = presentCounts.forLedger
    record.segments = touched.values.flatMap { $0.segments(of: record.key) }
    return record
  }

  // MARK: Groups

  func group(named name: String) -> OutputGroup {
    if let group = groups[name] { return group }
    let isForRefusalsOnly = isPartitioned && name.isEmpty
    let group = OutputGroup(name, of: frames, in: place) { !isForRefusalsOnly || $0.holdsRefusals }
    groups[name] = group
    return group
  }

  func partition(of output: String) -> String { folderPath(of: output) }
  private func name(of output: String) -> String { fileName(of: output) }

  func open(_ group: OutputGroup) throws {
    for output in group.outputs { try admit(output) }
    try use(group)
    unsaved[group.name] = group
    note(group, try group.open(for: present?.key))
    changes.partials += group.partials
  }

  /// Notes where rows have gone.
  private func note(_ group: OutputGroup, _ moved: [OutputGroup.Moved]) {
    if !moved.isEmpty { unsaved[group.name] = group }
    changes.moved += moved.map { ($0.part, $0.segment) }
  }

  /// Marks a group as used last. With too many files open, the group that was unused for longest closes its files.
  private func use(_ group: OutputGroup) throws {
    if awake.last === group { return }
    awake.removeAll { $0 === group }
    awake.append(group)
    if awake.count * frames.count > Self.mostOpenFiles { try awake.removeFirst().suspend() }
  }

  /// Systems allow a process 1,024 files unless told otherwise.
  private static let mostOpenFiles = 512

  // MARK: The ledger

  /// Brings all rows so far to the disk, and then into the ledger.
  func save(_ state: LedgerState) throws {
    for group in unsaved.values {
      try group.sync()
      if !awake.contains(where: { $0 === group }) { try group.suspend() }
    }
    unsaved = [:]
    try onStep(.synced)
    var changes = takeChanges()
    if let present, isPresentNew {
      var record = current(present)
      record.standing = FileStamp(of: record.key.path) == record.stamp ? .begun : .stale
      changes.parts.append(record)
    }
    changes.state = state
    try place.commit(changes)
    try place.removeUnneededPartials()
    try onStep(.saved)
  }

  /// Removes the unfinished files of this run that the ledger does not know, from which no run can continue. If the
  /// ledger cannot be read, all stay.
  func discardUnsaved() {
    guard let known = try? place.ledger.partials() else { return }
    for group in groups.values { group.discard(besides: Set(known.map(\.path))) }
  }

  /// The changes since the last transaction.
  func takeChanges() -> Ledger.Changes {
    defer { changes = Ledger.Changes() }
    return changes
  }
}

/// A moment in which a run with a ledger may be killed.
package enum RunStep: Hashable, Sendable {
  case outcome
  case synced
  case saved
  case sealed
  case finishing
  case renamed(String)
  case finished
}

extension RunCounts {
  /// The counts in a record of the ledger, empty for a record that has none yet; `nil` if they cannot be read, as after
  /// damage or in the ledger of another build. Its rows have to be made again, since nothing else has counted them.
  init?(inLedger text: String) {
    guard !text.isEmpty else {
      self.init()
      return
    }
    guard let read = try? JSONDecoder().decode(RunCounts.self, from: Data(text.utf8)) else { return nil }
    self = read
  }

  var forLedger: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}

extension OutputFrame {
  package var holdsRefusals: Bool { name.hasPrefix("rejects.") }
}
