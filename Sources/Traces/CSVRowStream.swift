package import Records
internal import Storage

/// One row of a CSV stream.
package struct StreamedRow: Sendable {
  /// `nil` if the row names no trace.
  package var traceID: String?
  /// `nil` if the row names no vehicle beside its trace.
  package var vehicle: String?
  /// False for a row with too few or too many fields, which may show anything as its trace.
  package var isTraceCertain = true
  package var fix: Fix
  /// What is wrong with the row, if anything.
  package var refusal: Refusal?
}

/// Reads the rows of one CSV file or pipe as they arrive, each as soon as its line has ended.
///
/// The header and the first row determine the layout, or the first two rows if there is no header. A row that cannot be
/// read is handed out with its reason, and reading continues.
///
/// Memory: a chunk.
package final class CSVRowStream {
  package let path: String
  private let settings: TraceReadingSettings
  private var rows: RowSplitter?
  private var buffer: RecordBuffer?

  package init(path: String, settings: TraceReadingSettings = TraceReadingSettings()) {
    self.path = path
    self.settings = settings
  }

  /// Waits for the first rows.
  ///
  /// - Returns: whether the rows name traces; `nil` if there are none that can be read.
  package func namesTraces(refuse: (Refusal) throws -> Void) throws -> Bool? {
    while rows == nil {
      guard try fill(refuse), try recognise(refuse) || buffer?.isAtEnd == false && !isRefused else { return nil }
    }
    hasRows = true
    return rows?.hasTraceColumn
  }

  /// Rows have arrived that were not passed on.
  private var hasRows = false

  private func fill(_ refuse: (Refusal) throws -> Void) throws -> Bool {
    do throws(StorageError) {
      if buffer == nil { buffer = RecordBuffer(try ByteStream(path: path)) }
      try buffer?.fill()
      return true
    } catch {
      try refuse(refusal(ReadingReason.unreadable.rawValue, "\(error). The rest was skipped."))
      return false
    }
  }

  /// Waits for input and passes the rows that arrived with it to `take`: at least one, except at the end.
  ///
  /// - Returns: whether more rows may follow.
  /// - Throws: what `take` throws.
  package func read(_ take: (StreamedRow) throws -> Void, refuse: (Refusal) throws -> Void) throws -> Bool {
    if !hasRows, !(try fill(refuse)) { return false }
    hasRows = false
    if rows == nil, !(try recognise(refuse)) { return buffer?.isAtEnd == false && !isRefused }
    guard var buffer = self.buffer.take() else { return false }
    defer { self.buffer = buffer }
    try rows?.forEachRow(in: &buffer, take)
    return !buffer.isAtEnd
  }

  private var isRefused = false

  private func refusal(_ reason: String, _ message: String) -> Refusal {
    Refusal(file: path, line: nil, traceID: nil, reason: reason, message: message)
  }

  /// What a stream is instead of CSV, and what to do with it; `nil` if that is unknown.
  private static func otherFormat(of sample: [UInt8]) -> String? {
    if let foreign = ForeignFormat(of: sample) { return foreign.message }
    let formats: [UInt8: String] = [0x3C: "XML", 0x7B: "JSON", 0x5B: "JSON", 0x24: "NMEA 0183"]
    guard let first = sample.first(where: { $0 > 0x20 && !byteOrderMark.contains($0) }), let format = formats[first]
    else { return nil }
    return "this looks like \(format); a stream of fixes is read as CSV only. Match the recorded file without --online."
  }

  /// Recognises the layout once two lines of the table have arrived.
  private func recognise(_ refuse: (Refusal) throws -> Void) throws -> Bool {
    guard let buffer else { return false }
    let sample = Array(buffer.bytes[..<buffer.end].prefix(CSVSniffer.sampleSize))
    let whole = sample.lastIndex { $0 == 0x0A || $0 == 0x0D }.map { sample[...$0] } ?? []
    let lines = whole.split { $0 == 0x0A || $0 == 0x0D }.filter { $0.first != 0x23 }
    guard lines.count >= 2 + (settings.skip ?? 0) || buffer.isAtEnd || sample.count >= CSVSniffer.sampleSize else {
      return false
    }
    guard !sample.isEmpty else {
      try refuse(refusal(ReadingReason.emptyFile.rawValue, "the input is empty."))
      return false
    }
    var notes: [LayoutNote] = []
    do throws(CSVLayoutError) {
      let head = buffer.isAtEnd ? sample : Array(whole)
      let layout = try CSVSniffer.layout(of: head, isWhole: true, settings: settings)
      rows = RowSplitter(layout, path, settings)
      self.buffer?.begin = layout.firstRow.offset
      self.buffer?.line = layout.firstRow.line
      notes = layout.notes
    } catch {
      isRefused = true
      try refuse(refusal(error.reason.rawValue, Self.otherFormat(of: sample) ?? error.message))
    }
    for note in notes { try refuse(refusal(note.reason.rawValue, note.message)) }
    return rows != nil
  }
}

/// Splits bytes into rows.
private struct RowSplitter: ~Copyable {
  private let path: String
  private let splitter: CSVSplitter
  private let parser: CSVRowParser
  let hasTraceColumn: Bool
  private var isHeaderNext: Bool
  private var record: TraceRecord

  init(_ layout: CSVLayout, _ path: String, _ settings: TraceReadingSettings) {
    self.path = path
    splitter = layout.splitter
    parser = CSVRowParser(layout, settings: settings)
    hasTraceColumn = layout.columns[.trace] != nil
    isHeaderNext = layout.header != nil
    record = TraceRecord(WantedFields(layout))
  }

  mutating func forEachRow(in buffer: inout RecordBuffer, _ take: (StreamedRow) throws -> Void) throws {
    while !buffer.isEmpty,
      splitter.take(buffer.span, from: buffer.begin, isLast: buffer.isAtEnd, into: &record)
    {
      let line = buffer.line
      buffer.step(behind: record, splitter)
      if record.isEmptyLine { continue }
      if isHeaderNext {
        isHeaderNext = false
        continue
      }
      if parser.passesOver(record, in: buffer.span) { continue }
      try take(row(at: line, in: buffer.span))
    }
  }

  private func row(at line: Int, in bytes: Span<UInt8>) -> StreamedRow {
    var row = StreamedRow(traceID: nil, fix: parser.fix(of: record, in: bytes, line: line))
    if hasTraceColumn {
      let id = record.fields[0].text(in: bytes)
      if !id.isEmpty { row.traceID = decodedText(id) }
      row.isTraceCertain = row.fix.refusal != .badRecord
    } else {
      row.traceID = traceFileStem(path)
    }
    let vehicle = record.fields[CSVRowParser.vehicle]
    if !vehicle.range.isEmpty { row.vehicle = decodedText(vehicle.text(in: bytes)) }
    guard row.fix.refusal != nil || row.traceID == nil else { return row }
    let complaint = row.fix.refusal == nil ? "the trace id is empty" : parser.complaint(record, in: bytes)
    row.refusal = Refusal(
      file: path, line: line, traceID: row.isTraceCertain ? row.traceID : nil,
      reason: (row.fix.refusal ?? .badRecord).rawValue,
      message: complaint + ". The row was skipped.")
    return row
  }
}
