package import Records

/// An item found by a ``TraceReader``: a trace, or something unusable.
package enum TraceItem: Sendable {
  case trace(Trace)
  case refusal(Refusal)
}

/// Why the reader refused a record that belongs to no trace, or a whole file. The raw values are stable codes, distinct
/// from the codes of ``FixReason``.
package enum ReadingReason: String, CaseIterable, Sendable {
  /// The file cannot be opened or read.
  case unreadable
  /// A pipe, a socket, a device or a link to itself in a folder, under the name of a trace file.
  case noFile = "no_file"
  case emptyFile = "empty_file"
  /// Not one of the formats that are read.
  case unknownFormat = "unknown_format"
  case damagedCompression = "damaged_compression"
  case malformedXML = "malformed_xml"
  case doctypeRefused = "doctype_refused"
  /// A GPX file without tracks; if it has routes, `routeOnly`.
  case noTrack = "no_track"
  case routeOnly = "route_only"
  /// NMEA sentences without a date; the fixes have no times.
  case noDate = "no_date"
  /// A trace without times was to be split or selected by times.
  case noTimes = "no_times"
  /// A `trkseg` without points.
  case emptySegment = "empty_segment"
  /// A CSV file whose latitude and longitude columns are not recognised.
  case columnsUnknown = "columns_unknown"
  /// A document of JSON without the list to which a path should lead.
  case itemsUnknown = "items_unknown"
  /// A file without a column that is to be carried into reports.
  case keptColumnUnknown = "kept_column_unknown"
  /// A CSV file in whose dates the day or the month may come first.
  case timesUnknown = "times_unknown"
  /// A column looks like times and is not known as such; the fixes have none.
  case timesNotRead = "times_not_read"
  /// Times were read as the days of a spreadsheet.
  case spreadsheetDays = "spreadsheet_days"
  /// Times were read as seconds from an unknown beginning.
  case relativeTimes = "relative_times"
  /// Local times without an offset were read as UTC.
  case localTimesAsUTC = "local_times_as_utc"
  /// Times 1024 weeks in the past were mended, as other times prove them wrong.
  case weekRollover = "week_rollover"
  /// Two columns of times differ by more than a year.
  case clocksDisagree = "clocks_disagree"
  /// A CSV file whose coordinates are not degrees, and may be anything else.
  case coordinatesUnknown = "coordinates_unknown"
  /// A CSV file without a column of traces whose positions leap as if several vehicles were mixed.
  case severalVehicles = "several_vehicles"
  /// Nothing says which unit a column of speeds has; it was left empty.
  case speedUnitUnknown = "speed_unit_unknown"
  /// Speeds do not fit the distances between fixes, and were left empty.
  case speedContradicted = "speed_contradicted"
  /// Courses do not point where the fixes go, and were left empty.
  case headingContradicted = "heading_contradicted"
  /// Values of a column of speeds or courses are neither, and were left empty.
  case valuesNotRead = "values_not_read"
  /// Coordinates have so few decimals that the places are far off.
  case coarseCoordinates = "coarse_coordinates"
  /// Whole numbers were read as degrees times a power of ten that nothing states.
  case scaledCoordinates = "scaled_coordinates"
  /// Latitudes and longitudes of a file or a trace have each other's values, and were read so.
  case swappedCoordinates = "swapped_coordinates"
  /// The fixes of a trace were not in the order of time, and were sorted.
  case sortedByTime = "sorted_by_time"
  /// Lines before the header that are not part of the table were skipped.
  case titleLines = "title_lines"
  /// A CSV header without rows.
  case noRows = "no_rows"
  /// A column `id` that numbers rows instead of naming traces, and was therefore not used.
  case idNumbersRows = "id_numbers_rows"
  /// The points of a polyline have no times, as nothing says how far apart they are.
  case noInterval = "no_interval"
  /// Two vehicles have traces of the same id; the vehicle was put in front of the second.
  case sharedTraceID = "shared_trace_id"
  /// A trace returned after it had been taken as complete; its later rows form another trace.
  case rowsNotContiguous = "rows_not_contiguous"
  /// The file changed while a run with a ledger read it; its rows are written, and the next run reads it again.
  case changedWhileRead = "changed_while_read"
}

/// The items read but not yet handed out, and the counts of all refusals.
struct ReadItems {
  private let file: String
  private let limit: Int
  private var queue: [TraceItem] = []
  private var next = 0
  private var toldWithoutTrace = 0
  /// Refused records and files by reason, including those beyond the limit.
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

  /// Notes something about the whole file or one trace.
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

  /// Refuses a record of a trace; `told` counts the refusals of that trace already reported.
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
