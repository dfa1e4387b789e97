internal import Storage
internal import Traces

/// What one worker takes at a time: traces and refusals of one stretch of the input.
struct Bundle: Sendable {
  enum Entry: Sendable {
    case trace(Trace, tripID: String)
    case refusal(Refusal)
  }

  var entries: [Entry] = []
}

/// Reads the input files one after the other and cuts what they hold into bundles, large enough to be worth a worker's
/// while and small enough to keep all workers busy.
final class TraceBundles {
  /// A few milliseconds of matching.
  private static let fixesPerBundle = 2000
  private static let entriesPerBundle = 256

  private var files: ArraySlice<String>
  private let settings: TraceReadingSettings
  private var reader: TraceReader?
  private var tripIDs = TripIDs()

  init(files: [String], settings: TraceReadingSettings) {
    self.files = files[...]
    self.settings = settings
  }

  func next() -> Bundle? {
    var bundle = Bundle()
    var fixes = 0
    while fixes < Self.fixesPerBundle, bundle.entries.count < Self.entriesPerBundle, let item = nextItem() {
      switch item {
      case .trace(let trace):
        fixes += trace.fixes.count
        bundle.entries.append(.trace(trace, tripID: tripIDs.unique(trace.id)))
      case .refusal(let refusal): bundle.entries.append(.refusal(refusal))
      }
    }
    return bundle.entries.isEmpty ? nil : bundle
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

/// Makes the ids of traces unique within a run: the second `van` becomes `van~2`.
///
/// Remembers a hash of each id, 8 bytes, so that a million traces cost a few megabytes.
struct TripIDs {
  private var seen: Set<UInt64> = []

  mutating func unique(_ id: String) -> String {
    if isNew(id) { return id }
    var number = 2
    while !isNew("\(id)~\(number)") { number += 1 }
    return "\(id)~\(number)"
  }

  private mutating func isNew(_ id: String) -> Bool { seen.insert(checksum(Array(id.utf8))).inserted }
}
