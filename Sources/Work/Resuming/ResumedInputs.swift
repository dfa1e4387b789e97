internal import Glibc
internal import Ledger
internal import Records
internal import Storage
internal import Traces
internal import Trips

/// What happens to one part next.
struct PartStep: Sendable {
  /// The part begins, with what an earlier run has made of it.
  var record: PartRecord?
  /// The ledger does not have the record as it is.
  var isNew = true
  var inputs: [TraceJob.Input] = []
  /// The ids of the traces among the inputs, in their file and in the run.
  var ownIDs: [String] = []
  var givenIDs: [String] = []
  /// The part ends.
  var standing: PartRecord.Progress?
}

/// Reads trace files as ``TraceInputs`` does, but only those whose rows an earlier run does not have.
final class ResumedInputs {
  private let place: OutputPlace
  private let settings: TraceReadingSettings
  private let selection: TraceSelection
  private let splitter: TraceSplitter?
  private let circumstances: UInt64
  /// Outputs whose bytes are as the last run left them.
  private let outputs: [String: OutputRecord]
  private let now: () -> Int64
  private var parts: ArraySlice<PartKey>
  /// What was refused before the first file.
  private let refusals: [Refusal]
  private var ids = TraceIDs()
  private(set) var tally = ResumeTally()
  /// Of the files that were read.
  private(set) var layouts = LayoutTally()
  private var reading: Reading?

  /// The part that is being read.
  private struct Reading {
    let source: TraceInputs
    let key: PartKey
    let stamp: FileStamp?
    /// How many of the next outcomes an earlier run has.
    var toSkip: Int
  }

  init(
    files: [String], refusals: [Refusal], settings: TraceReadingSettings, selection: TraceSelection,
    splitter: TraceSplitter?, place: OutputPlace, outputs: [String: OutputRecord], circumstances: UInt64,
    now: @escaping () -> Int64
  ) {
    self.place = place
    self.settings = settings
    self.selection = selection
    self.splitter = splitter
    self.outputs = outputs
    self.circumstances = circumstances
    self.now = now
    self.refusals = refusals
    parts = (refusals.isEmpty ? [] : [Self.keyOfRefusals])[...]
    var occurrences: [String: Int] = [:]
    for file in files {
      parts.append(PartKey(path: file, occurrence: occurrences[file, default: 0]))
      occurrences[file, default: 0] += 1
    }
  }

  /// Refusals before the first file are a part of their own.
  private static let keyOfRefusals = PartKey(path: "")

  /// The parts to come.
  var keys: Set<PartKey> { Set(parts) }

  /// Gives the traces of a part that is not read their ids, before any other.
  func keep(_ record: PartRecord) { _ = take(record) }

  private func take(_ record: PartRecord, isTrial: Bool = false) -> Bool {
    ids.take(record.ownIDs, given: record.givenIDs, of: settings.ownID(of: record.key.path), isTrial: isTrial)
  }

  /// With the name of the file, on which the ids of its traces depend. It changes when another folder is named.
  func circumstances(of key: PartKey) -> UInt64 {
    circumstances ^ checksum(Array(settings.ownID(of: key.path).utf8))
  }

  func note(unnamed: Int) { tally.unnamed = unnamed }

  // MARK: Steps

  func next() throws -> PartStep? {
    if reading != nil { return try nextOfFile(PartStep()) }
    guard let key = parts.popFirst() else { return nil }
    return try key == Self.keyOfRefusals ? stepOfRefusals() : begin(key)
  }

  private func stepOfRefusals() throws -> PartStep {
    let content = checksum(Array(refusals.map(\.description).joined(separator: "\n").utf8))
    if let known = try place.ledger.part(Self.keyOfRefusals), known.standing == .whole, known.content == content,
      known.circumstances == circumstances, known.segments.allSatisfy(isGood), RunCounts(inLedger: known.counts) != nil
    {
      return PartStep(record: known, isNew: false, standing: .whole)
    }
    var record = PartRecord(key: Self.keyOfRefusals)
    record.content = content
    record.circumstances = circumstances
    return PartStep(record: record, inputs: refusals.map { .refusal($0) }, standing: .whole)
  }

  private func begin(_ key: PartKey) throws -> PartStep {
    let stamp = FileStamp(of: key.path)
    let checkedAt = now()
    let known = try place.ledger.part(key)
    let content = content(of: key.path, stamp, known)
    if var record = known, let content, isUsable(record, content) {
      let isNew = record.stamp != stamp
      record.stamp = stamp
      record.checkedAt = isNew ? checkedAt : record.checkedAt
      tally.outcomesTakenOver += record.outcomes
      if record.standing == .whole {
        tally.done += 1
        return PartStep(record: record, isNew: isNew, standing: .whole)
      }
      tally.continued += 1
      return try read(key, stamp, toSkip: record.outcomes, PartStep(record: record))
    }
    if known == nil { tally.new += 1 } else if content == nil { tally.changed += 1 }
    var record = PartRecord(key: key)
    record.stamp = stamp
    record.checkedAt = checkedAt
    record.content = content ?? 0
    record.circumstances = circumstances(of: key)
    return try read(key, stamp, toSkip: 0, PartStep(record: record))
  }

  /// The hash of a file's bytes, from the ledger if the file was not touched since; `nil` if it cannot be read.
  private func content(of path: String, _ stamp: FileStamp?, _ known: PartRecord?) -> UInt64? {
    guard let stamp else { return nil }
    if let known, known.stamp == stamp, stamp.isSettled(at: known.checkedAt) { return known.content }
    return checksum(ofFile: path)
  }

  /// Whether the rows of an earlier run are what this run would write. Counts why not.
  private func isUsable(_ record: PartRecord, _ content: UInt64) -> Bool {
    if record.circumstances != circumstances(of: record.key) {
      tally.underOtherCircumstances += 1
    } else if record.content != content || record.standing == .stale {
      tally.changed += 1
    } else if !record.segments.allSatisfy(isGood) || RunCounts(inLedger: record.counts) == nil {
      tally.damaged += 1
    } else if !take(record, isTrial: record.standing == .begun) {
      tally.renamed += 1
    } else {
      return true
    }
    return false
  }

  private func isGood(_ segment: Segment) -> Bool {
    segment.run == 0 && outputs[segment.output] != nil || place.holds(segment)
  }

  // MARK: Reading

  private func read(_ key: PartKey, _ stamp: FileStamp?, toSkip: Int, _ step: PartStep) throws -> PartStep {
    let source = TraceInputs(files: [key.path], settings: settings, selection: selection, splitter: splitter)
    swap(&source.ids, &ids)
    reading = Reading(source: source, key: key, stamp: stamp, toSkip: toSkip)
    return try nextOfFile(step)
  }

  /// - Parameter step: to which the next inputs are added.
  private func nextOfFile(_ step: PartStep) throws -> PartStep {
    var step = step
    while var present = reading {
      guard let inputs = present.source.next() else {
        end(&step, present)
        return step
      }
      for input in inputs {
        // The parts of a trace that are worked on together were saved together.
        if present.toSkip > 0 { present.toSkip -= input.outcomeCount } else { add(input, to: &step) }
      }
      reading = present
      if !step.inputs.isEmpty { return step }
    }
    return step
  }

  private func add(_ input: TraceJob.Input, to step: inout PartStep) {
    step.inputs.append(input)
    guard let (own, given) = input.ids else { return }
    step.ownIDs.append(own)
    step.givenIDs.append(given)
  }

  private func end(_ step: inout PartStep, _ present: Reading) {
    swap(&present.source.ids, &ids)
    layouts.add(present.source.layouts)
    reading = nil
    step.standing = present.stamp == nil ? .stale : .whole
    guard FileStamp(of: present.key.path) != present.stamp else { return }
    step.standing = .stale
    let refusal = Refusal(
      file: present.key.path, line: nil, traceID: nil, reason: ReadingReason.changedWhileRead.rawValue,
      message: "the file changed while it was read. Its rows are written; the next run reads it again.")
    step.inputs.append(.refusal(refusal))
  }
}

extension TraceJob.Input {
  /// The id of a trace and the one that its trips have or begin with, once for each trace.
  fileprivate var ids: (own: String, given: String)? {
    switch self {
    case .refusal, .unselected(_, _, _, isWhole: false): return nil
    case .unselected(let trace, _, _, isWhole: true): return (trace.writtenID, trace.id)
    case .parts(let parts): return parts.first.map { ($0.trace.writtenID, $0.trace.id) }
    case .trace(let trace, _):
      guard let part = trace.part else { return (trace.writtenID, trace.id) }
      return part.number == 1 ? (trace.writtenID, trace.id) : nil
    }
  }
}
