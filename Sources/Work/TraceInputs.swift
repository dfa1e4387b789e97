package import Records
package import Traces

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
  private var reader: TraceReader?
  var tripIDs = TripIDs()
  private let selection: TraceSelection
  private let stop: StopRequest
  private var taken = 0
  /// Traces that the selection left to other runs.
  package private(set) var leftToOthers = 0

  /// - Parameters:
  ///   - refusals: what was refused before the first file, such as rows that give traces their plans.
  ///   - stop: looked at before each file.
  package init(
    files: [String], settings: TraceReadingSettings, refusals: [Refusal] = [],
    selection: TraceSelection = TraceSelection(), stop: StopRequest = StopRequest()
  ) {
    self.refusals = refusals
    self.files = files[...]
    self.settings = settings
    self.selection = selection
    self.stop = stop
  }

  /// The files that have not been begun.
  package var remaining: ArraySlice<String> { files }

  package func next() -> [TraceJob.Input]? {
    var bundle: [TraceJob.Input] = refusals.filter { selection.takes($0.traceID, of: $0.file) }.map { .refusal($0) }
    refusals = []
    var fixes = 0
    while fixes < Self.fixesPerBundle, bundle.count < Self.inputsPerBundle, let item = nextItem() {
      switch item {
      case .trace(let trace):
        // All traces of all shards get their ids, so that a trip has the same id in each of them.
        let tripID = tripIDs.unique(trace.id)
        guard takes(trace) else { continue }
        fixes += trace.fixes.count
        bundle.append(.trace(trace, tripID: tripID))
      case .refusal(let refusal):
        if selection.takes(refusal.traceID, of: refusal.file) { bundle.append(.refusal(refusal)) }
      }
    }
    return bundle.isEmpty ? nil : bundle
  }

  private func takes(_ trace: Trace) -> Bool {
    guard selection.takes(trace.id, of: trace.source.file) else {
      leftToOthers += 1
      return false
    }
    taken += 1
    return true
  }

  private func nextItem() -> TraceItem? {
    if let limit = selection.limit, taken >= limit { return nil }
    while true {
      if let reader {
        if let item = reader.next() { return item }
        self.reader = nil
      }
      guard stop.cause == nil, let file = files.popFirst() else { return nil }
      reader = TraceReader(path: file, settings: settings)
    }
  }
}
