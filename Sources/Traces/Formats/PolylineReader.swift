internal import Geodesy
internal import Moments
internal import Records
internal import Storage

/// Reads a table in which each row is a trace: a column `polyline` has its places as `[[9.52,47.14],[9.53,47.14]]`,
/// longitudes first.
///
/// The places have times only if it is known how far apart these are: by a column `interval` in seconds or by the
/// settings. The first has the time of the row. A row that says that places are missing (`MISSING_DATA`) has no times.
///
/// Memory: the longest row.
final class PolylineReader: TraceDocument {
  private let settings: TraceReadingSettings
  private var table: CSVTable
  private let columns: Columns
  private let times: TimeReading
  private var items: ReadItems
  private var rows = 0
  private var isFinished = false
  private var hasToldTimes = false

  /// The numbers of the columns that mean something.
  private struct Columns {
    var polyline: Int?
    var trace: Int?
    var vehicle: Int?
    var time: Int?
    var interval: Int?
    var missing: Int?

    init(_ header: [String]) {
      let words = header.map { HeaderName($0).word }
      func best(_ column: CSVColumn) -> Int? {
        words.indices.compactMap { index in ColumnVocabulary.rank(of: words[index], as: column).map { ($0, index) } }
          .min { $0 < $1 }?.1
      }
      polyline = words.firstIndex(of: "polyline")
      (trace, vehicle, time) = (best(.trace), best(.vehicle), best(.time))
      if vehicle == trace { vehicle = nil }
      interval = words.firstIndex { ["interval", "intervals", "samplinginterval", "period"].contains($0) }
      missing = words.firstIndex(of: "missingdata")
    }
  }

  /// Whether the first line of a file is the header of such a table.
  static func begins(_ sample: [UInt8]) -> Bool {
    let start = CSVDialect.preambleEnd(of: sample).offset
    let head = Array(sample[start...].prefix { $0 != 0x0A && $0 != 0x0D })
    guard !head.contains(UInt8(ascii: "[")) else { return false }
    let dialect = CSVDialect(of: head, isWhole: true)
    return Columns(CSVSplitter(dialect, columnCount: 0).texts(of: head).texts).polyline != nil
  }

  /// - Throws: ``CSVLayoutError`` for a header that cannot be read.
  init(_ stream: ByteStream, settings: TraceReadingSettings) throws(CSVLayoutError) {
    self.settings = settings
    items = ReadItems(file: stream.path, refusalLimit: settings.refusalsPerTrace)
    times = TimeReading(settings.timeFormat, clock: settings.clock)
    do throws(CSVTableError) {
      table = try CSVTable(stream)
    } catch {
      throw CSVLayoutError(reason: .columnsUnknown, message: "\(error). The file was skipped.")
    }
    columns = Columns(table.header)
  }

  var format: TraceFileFormat { TraceFileFormat("polylines", "CSV, a polyline in each row") }
  var refusedByReason: [String: Int] { items.refusedByReason }

  func next() -> TraceItem? {
    while items.isEmpty && !isFinished {
      do throws(StorageError) {
        guard try table.next() else {
          finish()
          break
        }
        rows += 1
        takeRow()
      } catch {
        items.note(streamError: error)
        isFinished = true
      }
    }
    return items.pop()
  }

  private func finish() {
    isFinished = true
    if rows == 0 { items.note(.noRows, "the file has a header but no rows.") }
  }

  // MARK: Rows

  private func takeRow() {
    let line = table.line
    if let flaw = table.flaw { return refuse(line, flaw.description) }
    let text = table.text(columns.polyline)
    guard let list = (try? JSONValue(parsing: Array(text.utf8)))?.list else {
      return refuse(line, "the polyline \(quoted(text.utf8)) is no list of [longitude, latitude]")
    }
    let name = table.text(columns.trace)
    let id = name.isEmpty ? "\(settings.ownID(of: table.path))#\(rows)" : name
    guard !list.isEmpty else {
      return items.note(.emptySegment, line: line, traceID: id, "the polyline has no places.")
    }
    let vehicle = table.text(columns.vehicle)
    var told = 0
    let clock = clock(of: id, line)
    let fixes = list.enumerated().map { number, pair in
      let place = Self.place(pair.list)
      let refusal: FixReason? = place == nil ? .badPosition : clock.flaw
      if let refusal {
        items.refuse(
          refusal, line: line, traceID: id, told: &told,
          "point \(number + 1) of the polyline: \(refusal.meaning). The point was skipped.")
      }
      return Fix(
        place: place, time: clock.begin?.adding(seconds: Double(number) * clock.interval), line: UInt32(clamping: line),
        refusal: refusal)
    }
    items.append(
      Trace(
        id: id, source: TraceSource(file: table.path), fixes: fixes, vehicle: vehicle.isEmpty ? nil : vehicle))
  }

  private func refuse(_ line: Int, _ complaint: String) {
    items.refuse(.badRecord, line: line, "\(complaint). The row was skipped.")
  }

  private static func place(_ pair: [JSONValue]?) -> Place? {
    guard let pair, pair.count >= 2, let longitude = pair[0].number, let latitude = pair[1].number,
      Place.isValid(latitude: latitude, longitude: longitude)
    else { return nil }
    return Place(latitude: latitude, longitude: longitude)
  }

  // MARK: Times

  /// The time of the first place and the time between two; without a time if one of them is not known.
  private func clock(of id: String, _ line: Int) -> (begin: Timestamp?, interval: Seconds, flaw: FixReason?) {
    let interval = columns.interval.flatMap { table.number($0) } ?? settings.interval
    guard let interval, interval > 0 else {
      if !hasToldTimes {
        hasToldTimes = true
        items.note(
          .noInterval, line: line,
          "nothing says how far apart in time the points of a polyline are; they have no times. --csv interval=15s says it."
        )
      }
      return (nil, 0, nil)
    }
    if ["true", "1", "yes"].contains(table.text(columns.missing).lowercased()) {
      items.note(
        .noInterval, line: line, traceID: id,
        "the row says that points are missing; those that are there have no times.")
      return (nil, 0, nil)
    }
    let text = Array(table.text(columns.time).utf8)
    if text.isEmpty { return (nil, 0, nil) }
    guard let begin = times.time(ByteCursor(text.span)) else {
      return (nil, 0, times.flaw(of: ByteCursor(text.span))?.reason ?? .badTime)
    }
    return (begin, interval, nil)
  }
}

extension TraceFormat {
  static let polylines = TraceFormat(
    name: "polylines", endings: [], begins: { !$0.isXML && !$0.isJSON && PolylineReader.begins($0.bytes) },
    nameOfRecording: "a table with a whole trace in each row"
  ) { stream, _, settings throws(CSVLayoutError) in try PolylineReader(stream, settings: settings) }
}
