internal import Records
internal import Storage

/// Reads the traces of one CSV file, a chunk at a time.
struct CSVReader {
  let layout: CSVLayout
  private var buffer: RecordBuffer
  private let splitter: CSVSplitter
  private let parser: CSVRowParser
  private var items: ReadItems
  private var gatherer: RowGatherer
  private var state = State.reading
  private var streamError: StorageError?
  private var rowCount = 0
  private var isHeaderNext: Bool
  private let hasTraceColumn: Bool

  private enum State { case reading, handingOut, done }

  init(_ stream: ByteStream, layout: CSVLayout, settings: TraceReadingSettings) {
    self.layout = layout
    buffer = RecordBuffer(stream, skipping: layout.firstRow.offset, line: layout.firstRow.line)
    splitter = layout.splitter
    parser = CSVRowParser(layout, settings: settings)
    items = ReadItems(file: stream.path, refusalLimit: settings.refusalsPerTrace)
    gatherer = RowGatherer(source: stream.path, settings: settings)
    isHeaderNext = layout.header != nil
    hasTraceColumn = layout.columns[.trace] != nil
    gatherer.keeper = ColumnKeeper(layout, settings: settings)
    gatherer.mayBeSeveral = !hasTraceColumn && settings.columns.byColumn[.trace] == nil
    gatherer.take(layout)
    noteLayout()
  }

  var refusedByReason: [String: Int] { items.refusedByReason }

  mutating func next() -> TraceItem? {
    while items.isEmpty && state != .done {
      do throws(StorageError) {
        try advance()
      } catch {
        items.note(streamError: error)
        state = .done
      }
    }
    return items.pop()
  }

  private mutating func advance() throws(StorageError) {
    switch state {
    case .reading: try readChunk()
    case .handingOut: if try !gatherer.finishNext(&items) { finish() }
    case .done: break
    }
  }

  private mutating func noteLayout() {
    for note in layout.notes { items.note(note.reason, line: layout.firstRow.line, note.message) }
    if layout.titleLines > 0 {
      items.note(
        .titleLines, line: 1,
        "\(layout.titleLines) \(layout.titleLines == 1 ? "line" : "lines") before the header were passed over.")
    }
    if layout.areSwapped {
      items.note(
        .swappedCoordinates, line: layout.firstRow.line,
        "the latitudes are beyond 90 and the longitudes are not: each was read as the other. --columns names them.")
    }
    guard let number = layout.rowNumberColumn else { return }
    items.note(
      .idNumbersRows, line: layout.firstRow.line,
      "column \(number), \(layout.quotedName(of: number)), differs in every row, numbers the rows and was not taken for the "
        + "trace; if each row is a trace of its own, --columns trace=\(number) says so.")
  }

  private mutating func finish() {
    state = .done
    if let streamError { items.note(streamError: streamError) }
    if rowCount == 0 && streamError == nil { items.note(.noRows, "the file has a header but no rows.") }
  }

  // MARK: Chunks

  /// If the stream breaks or there is no room for more rows, the rows before are still good.
  private mutating func readChunk() throws(StorageError) {
    do throws(StorageError) {
      try buffer.fill()
      try parseRecords()
      if buffer.isAtEnd { state = .handingOut }
    } catch {
      streamError = error
      state = .handingOut
    }
  }

  // MARK: Records

  /// Takes the complete records out of the buffer.
  private mutating func parseRecords() throws(StorageError) {
    var chunk: [UInt8] = []
    swap(&chunk, &buffer.bytes)  // a span of a local leaves `self` free to change
    defer { swap(&chunk, &buffer.bytes) }
    let bytes = chunk.span.extracting(0..<buffer.end)
    let parser = parser  // not copied for each row
    var record = TraceRecord(WantedFields(layout))
    while !buffer.isEmpty, splitter.take(bytes, from: buffer.begin, isLast: buffer.isAtEnd, into: &record) {
      if record.isEmptyLine {
        // An empty line is not a record.
      } else if isHeaderNext {
        isHeaderNext = false
      } else if parser.passesOver(record, in: bytes) {
        rowCount += 1
      } else {
        rowCount += 1
        let line = buffer.line
        var fix = parser.fix(of: record, in: bytes, line: line)
        if let keeper = gatherer.keeper {
          fix.kept = try keeper.keep(bytes, from: buffer.begin, isLast: buffer.isAtEnd)
        }
        // A time that the clocks showed twice is decided when the trace is whole.
        if fix.refusal == nil || fix.refusal == .repeatedHour,
          !(hasTraceColumn && isBlankID(bytes, record.fields[0].range))
        {
          try gatherer.select(
            bytes, record.fields[0], of: record.fields[CSVRowParser.vehicle], line: line, &items)
          gatherer.append(fix)
        } else {
          let row = RefusedRow(fix: fix, hasTraceColumn: hasTraceColumn)
          try row.add(record, to: &gatherer, parser, bytes, &items)
        }
      }
      buffer.step(behind: record, splitter)
    }
  }
}

/// A row that cannot be used, before it is added to its trace.
struct RefusedRow {
  let fix: Fix
  let hasTraceColumn: Bool

  private var reason: FixReason { fix.refusal ?? .badRecord }  // a good fix without a trace id

  /// Adds the row if its trace is certain: a row with missing fields may show anything as its id.
  func add(
    _ record: borrowing TraceRecord, to gatherer: inout RowGatherer, _ parser: CSVRowParser, _ bytes: Span<UInt8>,
    _ items: inout ReadItems
  ) throws(StorageError) {
    let complaint = fix.refusal == nil ? "the trace id is empty" : parser.complaint(record, in: bytes)
    let message = complaint + ". The row was skipped."
    guard !hasTraceColumn || isTraceCertain(record.fields[0], gatherer, bytes) else {
      return items.refuse(reason, line: Int(fix.line), message)
    }
    try gatherer.select(bytes, record.fields[0], of: record.fields[CSVRowParser.vehicle], line: Int(fix.line), &items)
    gatherer.append(fix, refusedFor: reason, &items, message)
  }

  private func isTraceCertain(_ id: CSVField, _ gatherer: RowGatherer, _ bytes: Span<UInt8>) -> Bool {
    if isBlankID(bytes, id.range) { return false }
    return reason != .badRecord || gatherer.knows(id.text(in: bytes))
  }
}

/// The reader of one CSV file, whose buffers are changed in place.
private final class CSVDocument: TraceDocument {
  private var reader: CSVReader
  let format: TraceFileFormat

  init(_ reader: consuming CSVReader) {
    let layout = reader.layout
    var format = TraceFileFormat("csv", "CSV, \(layout.dialect), \(layout.header == nil ? "no header" : "header")")
    format.layout = layout
    (self.reader, self.format) = (reader, format)
  }

  var refusedByReason: [String: Int] { reader.refusedByReason }
  func next() -> TraceItem? { reader.next() }
}

extension TraceFormat {
  /// A table begins like no other: what no format begins is one.
  static let csv = TraceFormat(
    name: "csv", endings: [".csv", ".tsv"], begins: { _ in false }, nameOfRecording: nil
  ) { stream, beginning, settings throws(CSVLayoutError) in
    let layout = try CSVSniffer.layout(of: beginning.bytes, isWhole: beginning.isWhole, settings: settings)
    return CSVDocument(CSVReader(stream, layout: layout, settings: settings))
  }
}
