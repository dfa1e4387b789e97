package import Records

/// What a ``TraceReader`` finds: a trace, or something it could not use.
package enum TraceItem: Sendable {
  case trace(Trace)
  case refusal(Refusal)
}

/// Why the reader refused a record that belongs to no trace, or a whole file. The raw values are stable codes, beside
/// those of ``FixReason``.
package enum ReadingReason: String, CaseIterable, Sendable {
  /// The file cannot be opened or read.
  case unreadable
  case emptyFile = "empty_file"
  /// Neither GPX nor a table of fixes.
  case unknownFormat = "unknown_format"
  case damagedCompression = "damaged_compression"
  case malformedXML = "malformed_xml"
  case doctypeRefused = "doctype_refused"
  /// A GPX file without tracks; with routes in it, `routeOnly`.
  case noTrack = "no_track"
  case routeOnly = "route_only"
  /// A `trkseg` without points.
  case emptySegment = "empty_segment"
  /// A CSV file in which latitude and longitude are not recognised.
  case columnsUnknown = "columns_unknown"
  /// A CSV header without rows.
  case noRows = "no_rows"
  /// A column `id` that numbers rows instead of naming traces, and was therefore not used.
  case idNumbersRows = "id_numbers_rows"
  /// A trace came back after it had been taken for complete; its later rows are a trace of their own.
  case rowsNotContiguous = "rows_not_contiguous"
}

/// What is read but not yet handed out, and the counts of everything refused.
struct ReadItems {
  private let file: String
  private let limit: Int
  private var queue: [TraceItem] = []
  private var next = 0
  private var toldWithoutTrace = 0
  /// Refused records and files by reason, the ones beyond the limit included.
  private(set) var refusedByReason: [String: Int] = [:]

  init(file: String, refusalLimit: Int) {
    self.file = file
    limit = refusalLimit
  }

  var isEmpty: Bool { next == queue.count }

  mutating func pop() -> TraceItem? {
    guard next < queue.count else { return nil }
    let item = queue[next]
    next += 1
    if next == queue.count {
      queue.removeAll(keepingCapacity: true)
      next = 0
    }
    return item
  }

  mutating func append(_ trace: Trace) { queue.append(.trace(trace)) }

  /// A word on the whole file or one trace.
  mutating func note(_ reason: ReadingReason, line: Int? = nil, traceID: String? = nil, _ message: String) {
    refusedByReason[reason.rawValue, default: 0] += 1
    guard refusedByReason[reason.rawValue, default: 0] <= max(1, limit) else { return }
    tell(reason.rawValue, line: line, traceID: traceID, message)
  }

  /// A record without a trace.
  mutating func refuse(_ reason: FixReason, line: Int, _ message: @autoclosure () -> String) {
    var told = toldWithoutTrace
    refuse(reason, line: line, traceID: nil, told: &told, message())
    toldWithoutTrace = told
  }

  /// A record of a trace that has had `told` refusals told.
  mutating func refuse(
    _ reason: FixReason, line: Int, traceID: String?, told: inout Int, _ message: @autoclosure () -> String
  ) {
    refusedByReason[reason.rawValue, default: 0] += 1
    guard told < limit else { return }
    told += 1
    tell(reason.rawValue, line: line, traceID: traceID, message())
  }

  private mutating func tell(_ reason: String, line: Int?, traceID: String?, _ message: String) {
    queue.append(.refusal(Refusal(file: file, line: line, traceID: traceID, reason: reason, message: message)))
  }
}
