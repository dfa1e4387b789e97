package import Records
internal import Storage
package import Traces
package import Trips

/// Reads trace files one after the other and splits their traces into bundles, large enough to be worth handing over
/// and small enough to keep all workers busy.
package final class TraceInputs {
  /// A few milliseconds of matching.
  private static let fixesPerBundle = 2000
  private static let inputsPerBundle = 256

  /// What was refused before the first file.
  private var refusals: [Refusal]
  private var files: ArraySlice<String>
  private let settings: TraceReadingSettings
  private let splitter: TraceSplitter?
  /// The parts of the last trace that are in no bundle yet.
  private var waiting: ArraySlice<TraceJob.Input> = []
  private var reader: TraceReader?
  var ids = TraceIDs()
  private let selection: TraceSelection
  private let stop: StopRequest
  private var taken = 0
  private var layoutsBefore = LayoutTally()
  /// Bundles that were looked at before they are taken.
  private var ahead: ArraySlice<[TraceJob.Input]> = []
  /// Traces that the selection left to other runs.
  package private(set) var leftToOthers = 0

  /// - Parameters:
  ///   - refusals: what was refused before the first file, such as rows that give traces their plans.
  ///   - stop: looked at before each file.
  ///   - splitter: cuts traces into parts; `nil` if they are matched as they are.
  package init(
    files: [String], settings: TraceReadingSettings, refusals: [Refusal] = [],
    selection: TraceSelection = TraceSelection(), stop: StopRequest = StopRequest(), splitter: TraceSplitter? = nil
  ) {
    self.refusals = refusals
    self.files = files[...]
    self.settings = settings
    self.splitter = splitter
    self.selection = selection
    self.stop = stop
  }

  /// The layouts of the files that have been begun.
  package var layouts: LayoutTally {
    var layouts = layoutsBefore
    if let reader { layouts.add(reader.layouts) }
    return layouts
  }

  /// The files that have not been begun.
  package var remaining: ArraySlice<String> { files }

  /// Other runs take some of the traces of the same inputs.
  var isShared: Bool { selection.shard != nil }

  /// Looks at the traces to come, until one of them is enough, or there are too many.
  ///
  /// Memory: the fixes of some 100 bundles.
  func lookAhead(until isEnough: (Trace) -> Bool) -> KnownTraces {
    ReadMeter.beginRun()
    var known = KnownTraces()
    var fixes = 0
    while ahead.count < Self.mostBundlesAhead, fixes < Self.mostBundlesAhead * Self.fixesPerBundle {
      guard let bundle = read() else {
        known.isAll = true
        break
      }
      ahead.append(bundle)
      for input in bundle {
        fixes += input.fixCount
        if input.traces.contains(where: isEnough) { return known }
        let isUsable = input.traces.contains { $0.fixes.contains { $0.refusal == nil } }
        if isUsable, let trace = input.traces.first { known.traces.append(trace.id) }
      }
    }
    return known
  }

  private static let mostBundlesAhead = 100

  package func next() -> [TraceJob.Input]? { ahead.popFirst() ?? read() }

  private func read() -> [TraceJob.Input]? {
    var bundle: [TraceJob.Input] = refusals.filter { selection.takes($0.traceID, of: $0.file) }.map { .refusal($0) }
    refusals = []
    var fixes = 0
    while fixes < Self.fixesPerBundle, bundle.count < Self.inputsPerBundle, let input = nextInput() {
      fixes += input.fixCount
      bundle.append(input)
    }
    ReadMeter.take(fixes)
    return bundle.isEmpty ? nil : bundle
  }

  private func nextInput() -> TraceJob.Input? {
    if let input = waiting.popFirst() { return input }
    while let item = nextItem() {
      // All traces of all shards get their ids, so that a trip has the same id in each of them.
      let named = ids.name(item, settings: settings)
      guard takes(item) else { continue }
      switch named {
      case .refusal(let refusal): return .refusal(refusal)
      case .trace(let trace):
        guard let splitter else { return .trace(trace, tripID: trace.id) }
        waiting = inputs(of: splitter.parts(of: trace), of: trace, tripID: trace.id)[...]
        return waiting.popFirst()
      }
    }
    return nil
  }

  /// - Parameter tripID: of the whole trace.
  private func inputs(of parts: TraceSplitter.Parts, of trace: Trace, tripID: String) -> [TraceJob.Input] {
    var inputs: [TraceJob.Input] = []
    if parts.lacksTimes { inputs.append(.refusal(Refusal(ofTimeless: trace))) }
    if parts.unselected > 0 || parts.parts.isEmpty {
      let head = trace.piece(0..<0, nil)
      inputs.append(.unselected(of: head, tripID: tripID, fixes: parts.unselected, isWhole: parts.parts.isEmpty))
    }
    // Unique, since all trips of the run end with the number of their part.
    let trips = parts.parts.map { part in
      TraceJob.NamedTrace(trace: part, tripID: part.part.map { "\(tripID)/\($0.number)" } ?? tripID)
    }
    let isTogether = trips.count > 1 && splitter?.keepsPartsTogether == true
    return inputs + (isTogether ? [.parts(trips)] : trips.map { .trace($0.trace, tripID: $0.tripID) })
  }

  /// By the ids in the source, which do not depend on what else is read.
  private func takes(_ item: TraceItem) -> Bool {
    switch item {
    case .refusal(let refusal): return selection.takes(refusal.traceID, of: refusal.file)
    case .trace(let trace):
      guard selection.takes(trace.id, of: trace.source.file) else {
        leftToOthers += 1
        return false
      }
      taken += 1
      return true
    }
  }

  private func nextItem() -> TraceItem? {
    if let limit = selection.limit, taken >= limit { return nil }
    while true {
      if let reader {
        if let item = reader.next() { return item }
        layoutsBefore.add(reader.layouts)
        self.reader = nil
      }
      guard stop.cause == nil, let file = files.popFirst() else { return nil }
      reader = TraceReader(path: file, settings: settings)
      ids.beginInput(settings.ownID(of: file))
    }
  }
}

extension Refusal {
  /// Rules of `--split` and windows of times look at times only.
  fileprivate init(ofTimeless trace: Trace) {
    self.init(
      file: trace.source.file, line: nil, traceID: trace.id, reason: ReadingReason.noTimes.rawValue,
      message:
        "the fixes of trace \(trace.id) have no times: --when selects none of them, and the rules "
        + "gap, stop and day of --split do not cut.")
  }
}
