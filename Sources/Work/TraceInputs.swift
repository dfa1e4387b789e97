package import Records
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
  private var tripIDs = TripIDs()

  /// - Parameters:
  ///   - refusals: what was refused before the first file, such as rows that give traces their plans.
  ///   - splitter: cuts traces into parts; `nil` if they are matched as they are.
  package init(
    files: [String], settings: TraceReadingSettings, refusals: [Refusal] = [], splitter: TraceSplitter? = nil
  ) {
    self.refusals = refusals
    self.files = files[...]
    self.settings = settings
    self.splitter = splitter
  }

  package func next() -> [TraceJob.Input]? {
    var bundle: [TraceJob.Input] = refusals.map { .refusal($0) }
    refusals = []
    var fixes = 0
    while fixes < Self.fixesPerBundle, bundle.count < Self.inputsPerBundle, let input = nextInput() {
      if case .trace(let trace, _) = input { fixes += trace.fixes.count }
      bundle.append(input)
    }
    return bundle.isEmpty ? nil : bundle
  }

  private func nextInput() -> TraceJob.Input? {
    if let input = waiting.popFirst() { return input }
    switch nextItem() {
    case nil: return nil
    case .refusal(let refusal): return .refusal(refusal)
    case .trace(let trace):
      let tripID = tripIDs.unique(trace.id)
      guard let splitter else { return .trace(trace, tripID: tripID) }
      waiting = inputs(of: splitter.parts(of: trace), of: trace, tripID: tripID)[...]
      return waiting.popFirst()
    }
  }

  /// - Parameter tripID: of the whole trace.
  private func inputs(of parts: TraceSplitter.Parts, of trace: Trace, tripID: String) -> [TraceJob.Input] {
    var inputs: [TraceJob.Input] = []
    if parts.lacksTimes { inputs.append(.refusal(Refusal(ofTimeless: trace))) }
    if parts.unselected > 0 || parts.parts.isEmpty {
      inputs.append(.unselected(fixes: parts.unselected, isWholeTrace: parts.parts.isEmpty))
    }
    for part in parts.parts {
      inputs.append(.trace(part, tripID: part.part.map { tripIDs.unique("\(tripID)/\($0.number)") } ?? tripID))
    }
    return inputs
  }

  private func nextItem() -> TraceItem? {
    while true {
      if let reader {
        if let item = reader.next() { return item }
        self.reader = nil
      }
      guard let file = files.popFirst() else { return nil }
      reader = TraceReader(path: file, settings: settings)
    }
  }
}

extension Refusal {
  /// Rules of `--split` and windows of times look at times only.
  fileprivate init(ofTimeless trace: Trace) {
    self.init(
      file: trace.source.file, line: nil, traceID: trace.id, reason: ReadingReason.noTimes.rawValue,
      message:
        "the fixes of trace \(trace.id) have no times: --from, --to and --day select none of them, and the rules "
        + "gap, stop and day of --split do not cut.")
  }
}
