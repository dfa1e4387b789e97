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

  /// - Parameter refusals: what was refused before the first file, such as rows that give traces their plans.
  package init(files: [String], settings: TraceReadingSettings, refusals: [Refusal] = []) {
    self.refusals = refusals
    self.files = files[...]
    self.settings = settings
  }

  package func next() -> [TraceJob.Input]? {
    var bundle: [TraceJob.Input] = refusals.map { .refusal($0) }
    refusals = []
    var fixes = 0
    while fixes < Self.fixesPerBundle, bundle.count < Self.inputsPerBundle, let item = nextItem() {
      switch item {
      case .trace(let trace):
        fixes += trace.fixes.count
        bundle.append(.trace(trace, tripID: tripIDs.unique(trace.id)))
      case .refusal(let refusal): bundle.append(.refusal(refusal))
      }
    }
    return bundle.isEmpty ? nil : bundle
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
