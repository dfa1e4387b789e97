package import Records
internal import Storage

/// One row of a stream.
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

/// Reads the rows of one stream of CSV or NDJSON as they arrive, each as soon as its line has ended.
///
/// The header and the first row determine the layout of CSV, or the first two rows if there is no header. Further lines
/// are used if they arrive together, or while the earlier ones leave the layout open. The first object with a place
/// determines the layout of NDJSON. A row that cannot be read is handed out with its reason, and reading continues. A
/// stream of another format is refused as soon as its beginning shows what it is.
///
/// Memory: a chunk, or the longest row.
package final class RowStream {
  package let path: String
  /// Columns that are not read, though their names might change what the others mean. It may grow.
  package private(set) var telling: [String] = []
  private let settings: TraceReadingSettings
  private var buffer: RecordBuffer?
  private var table: RowSplitter?
  private var objects: ObjectSplitter?
  private var isRefused = false

  package init(path: String, settings: TraceReadingSettings = TraceReadingSettings()) {
    self.path = path
    self.settings = settings
  }

  /// Waits for the first rows.
  ///
  /// - Returns: whether the rows name traces; `nil` if no row can be read.
  package func namesTraces(refuse: (Refusal) throws -> Void) throws -> Bool? {
    while try fill(refuse) {
      hasRows = true
      if objects != nil, var buffer = self.buffer.take() {
        defer { self.buffer = buffer }
        try readObjects(&buffer, { held.append($0) }, refuse)
      }
      if table != nil { return table?.maker.hasTraceColumn }
      if let maker = objects?.maker { return maker.hasTraceColumn }
      if isRefused || buffer?.isAtEnd != false { return nil }
    }
    return nil
  }

  /// Rows have arrived that were not passed on.
  private var hasRows = false
  /// The rows that have been read but not handed out yet.
  private var held: [StreamedRow] = []

  /// Waits for input; false if none can be read.
  private func fill(_ refuse: (Refusal) throws -> Void) throws -> Bool {
    if isRefused { return false }
    do throws(StorageError) {
      if buffer == nil { buffer = RecordBuffer(try ByteStream(path: path)) }
      try buffer?.fill()
    } catch {
      isRefused = true
      try refuse(refusal(ReadingReason.unreadable.rawValue, "\(error.reason). The rest was skipped."))
      return false
    }
    try recognise(refuse)
    return true
  }

  /// Waits for input and passes the rows that arrived with it to `take`: at least one, except at the beginning and at the
  /// end.
  ///
  /// - Returns: whether more rows may follow.
  /// - Throws: what `take` throws.
  package func read(_ take: (StreamedRow) throws -> Void, refuse: (Refusal) throws -> Void) throws -> Bool {
    if !hasRows, !(try fill(refuse)) { return false }
    hasRows = false
    for row in held { try take(row) }
    held = []
    guard !isRefused, var buffer = self.buffer.take() else { return false }
    defer { self.buffer = buffer }
    try table?.forEachRow(in: &buffer, take)
    if objects != nil { try readObjects(&buffer, take, refuse) }
    return !buffer.isAtEnd && !isRefused
  }

  private func readObjects(
    _ buffer: inout RecordBuffer, _ take: (StreamedRow) throws -> Void, _ refuse: (Refusal) throws -> Void
  ) throws {
    try objects?.forEachRow(in: &buffer, take, refuse)
    isRefused = objects?.isRefused ?? false
    telling = objects?.telling ?? []
  }

  private func refusal(_ reason: String, _ message: String) -> Refusal {
    Refusal(file: path, line: nil, traceID: nil, reason: reason, message: message)
  }

  // MARK: Recognition

  /// Recognises the format and the layout once enough has arrived.
  private func recognise(_ refuse: (Refusal) throws -> Void) throws {
    guard let buffer, table == nil, objects == nil else { return }
    let sample = Array(buffer.bytes[..<buffer.end].prefix(CSVSniffer.sampleSize))
    let isWhole = buffer.isAtEnd || sample.count == CSVSniffer.sampleSize
    do throws(CSVLayoutError) {
      if sample.isEmpty { throw CSVLayoutError(reason: .emptyFile, message: "the input is empty.") }
      switch try LiveFormat(of: sample, isWhole: isWhole) {
      case .objects: objects = ObjectSplitter(path, settings)
      case .table: try recogniseTable(sample, isWhole: isWhole)
      case nil: return
      }
    } catch {
      isRefused = true
      try refuse(refusal(error.reason.rawValue, error.message))
    }
    for note in table?.notes ?? [] { try refuse(refusal(note.reason.rawValue, note.message)) }
  }

  /// A header, and 20 lines of titles or rows: if these do not give a layout, no others will.
  private static let mostLines = 22

  /// Recognises the layout from the complete lines that have arrived, once there are two; waits for more if they leave it
  /// open, because titles precede the header, or the day and the month of dates may be exchanged.
  private func recogniseTable(_ sample: [UInt8], isWhole: Bool) throws(CSVLayoutError) {
    let head = isWhole ? sample : Array(sample[...(sample.lastIndex { $0 == 0x0A || $0 == 0x0D } ?? 0)])
    let count = Self.lineCount(of: head[...])
    guard count >= 2 + (settings.skip ?? 0) || isWhole else { return }
    do throws(CSVLayoutError) {
      let layout = try CSVSniffer.layout(of: head, isWhole: true, settings: settings)
      guard isWhole || Self.lineCount(of: head[layout.firstRow.offset...]) >= 2 else { return }
      table = RowSplitter(layout, path, settings)
      telling = layout.namesOfTellingColumns
      buffer?.begin = layout.firstRow.offset
      buffer?.line = layout.firstRow.line
    } catch {
      if isWhole || count >= Self.mostLines + (settings.skip ?? 0) { throw error }
    }
  }

  /// The number of lines that are neither empty nor comments.
  private static func lineCount(of bytes: ArraySlice<UInt8>) -> Int {
    bytes.split(maxSplits: 2000) { $0 == 0x0A || $0 == 0x0D }.count { $0.first != 0x23 }
  }
}

/// Splits bytes into rows.
private struct RowSplitter: ~Copyable {
  /// Notes on the layout.
  let notes: [LayoutNote]
  private let splitter: CSVSplitter
  let maker: RowMaker
  private var isHeaderNext: Bool
  private var record: TraceRecord

  init(_ layout: CSVLayout, _ path: String, _ settings: TraceReadingSettings) {
    notes = layout.notes
    splitter = layout.splitter
    maker = RowMaker(layout, CSVRowParser(layout, settings: settings), path)
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
      if maker.parser.passesOver(record, in: buffer.span) { continue }
      try take(maker.row(of: record, in: buffer.span, line: line))
    }
  }
}

/// Makes streamed rows of split records.
struct RowMaker {
  let parser: CSVRowParser
  let hasTraceColumn: Bool
  private let idsAreVehicles: Bool
  private let path: String

  init(_ layout: CSVLayout, _ parser: CSVRowParser, _ path: String) {
    self.parser = parser
    self.path = path
    hasTraceColumn = layout.columns[.trace] != nil
    idsAreVehicles = hasTraceColumn && layout.tracesAreVehicles
  }

  func row(of record: borrowing TraceRecord, in bytes: Span<UInt8>, line: Int) -> StreamedRow {
    var row = StreamedRow(traceID: nil, fix: parser.fix(of: record, in: bytes, line: line))
    if hasTraceColumn {
      let id = idText(record.fields[0].text(in: bytes))
      if !id.isEmpty { row.traceID = id }
      row.isTraceCertain = row.fix.refusal != .badRecord
    } else {
      row.traceID = traceFileStem(path)
    }
    let vehicle = idText(record.fields[CSVRowParser.vehicle].text(in: bytes))
    row.vehicle = vehicle.isEmpty ? (idsAreVehicles ? row.traceID : nil) : vehicle
    guard row.fix.refusal != nil || row.traceID == nil else { return row }
    let complaint = row.fix.refusal == nil ? "the trace id is empty" : parser.complaint(record, in: bytes)
    row.refusal = Refusal(
      file: path, line: line, traceID: row.isTraceCertain ? row.traceID : nil,
      reason: (row.fix.refusal ?? .badRecord).rawValue,
      message: complaint + ". The row was skipped.")
    return row
  }
}
