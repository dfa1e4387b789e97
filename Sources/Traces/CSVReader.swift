internal import Storage

/// Reads the traces of one CSV file, a chunk at a time.
struct CSVReader {
  let layout: CSVLayout
  private let stream: ByteStream
  private let splitter: CSVSplitter
  private let parser: CSVRowParser
  private var items: ReadItems
  private var gatherer: RowGatherer
  /// The bytes read and not yet parsed are `buffer[begin..<end]`.
  private var buffer: [UInt8]
  private var begin = 0
  private var end = 0
  private var line: Int
  private var state = State.reading
  private var streamError: StorageError?
  private var rowCount = 0
  private var isHeaderNext: Bool
  private let hasTraceColumn: Bool

  private enum State { case reading, handingOut, done }

  /// Longer records are taken for a quote that was never closed.
  private static let longestRecord = 1 << 20

  init(_ stream: ByteStream, layout: CSVLayout, settings: TraceReadingSettings) {
    self.layout = layout
    self.stream = stream
    splitter = layout.splitter
    parser = CSVRowParser(layout, settings: settings)
    items = ReadItems(file: stream.path, refusalLimit: settings.refusalsPerTrace)
    gatherer = RowGatherer(source: stream.path, settings: settings)
    buffer = [UInt8](repeating: 0, count: ByteStream.chunkSize)
    line = layout.firstRow.line
    begin = layout.firstRow.offset
    isHeaderNext = layout.header != nil
    hasTraceColumn = layout.columns[.trace] != nil
    noteRowNumbers()
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

  private mutating func noteRowNumbers() {
    guard let number = layout.rowNumberColumn else { return }
    items.note(
      .idNumbersRows, line: line,
      "column \(number), 'id', differs in every row and was not taken for the trace; "
        + "--columns trace=\(number) takes it.")
  }

  private mutating func finish() {
    state = .done
    if let streamError { items.note(streamError: streamError) }
    if rowCount == 0 && streamError == nil { items.note(.noRows, "the file has a header but no rows.") }
  }

  // MARK: Chunks

  private mutating func readChunk() throws(StorageError) {
    moveTailToBegin()
    do throws(StorageError) {
      let count = try stream.read(into: &buffer, from: end)
      end += count
      try parseRecords(isLast: count == 0)
      if count == 0 { state = .handingOut }
    } catch {
      streamError = error
      state = .handingOut
      try? parseRecords(isLast: true)  // with no room for more rows, the ones before are still good
    }
  }

  private mutating func moveTailToBegin() {
    if begin > 0 && end > 0 {
      for offset in begin..<end { buffer[offset - begin] = buffer[offset] }
      end -= begin
      begin = 0
    }
    if end == buffer.count { buffer.append(contentsOf: [UInt8](repeating: 0, count: buffer.count)) }
  }

  // MARK: Records

  /// Takes the complete records out of the buffer; with `isLast` everything.
  private mutating func parseRecords(isLast: Bool) throws(StorageError) {
    var chunk: [UInt8] = []
    swap(&chunk, &buffer)  // a span of a local leaves `self` free to change
    defer { swap(&chunk, &buffer) }
    let bytes = chunk.span.extracting(0..<end)
    var record = CSVRecord()
    while begin < end {
      guard Self.split(bytes, from: begin, splitter, isLast: isLast, into: &record) else { return }
      if record.fieldCount == 1 && record.endsEmpty {
        // An empty line is no record.
      } else if isHeaderNext {
        isHeaderNext = false
      } else {
        rowCount += 1
        let fix = parser.fix(of: record, in: bytes, line: line)
        if fix.refusal == nil && !(hasTraceColumn && record.fields[0].range.isEmpty) {
          try gatherer.select(bytes, record.fields[0], line: line, &items)
          gatherer.append(fix)
        } else {
          let row = RefusedRow(fix: fix, record: record, hasTraceColumn: hasTraceColumn)
          try row.add(to: &gatherer, parser, bytes, &items)
        }
      }
      begin = record.end
      line += 1 + record.innerLines
    }
  }

  /// Splits the next record; `false` where it is not complete.
  ///
  /// A quote that is not closed on its line and does not close a field later costs one line, not the rest of the file.
  @inline(__always)
  static func split(
    _ bytes: Span<UInt8>, from begin: Int, _ splitter: CSVSplitter, isLast: Bool, into record: inout CSVRecord
  ) -> Bool {
    let isComplete = splitter.split(bytes, from: begin, isLast: isLast, into: &record)
    if isComplete && !(record.isBroken && record.innerLines > 0) { return true }
    if !isComplete && bytes.count - begin < longestRecord { return false }
    record = brokenLine(in: bytes, from: begin, splitter.dialect)
    return true
  }

  private static func brokenLine(in bytes: Span<UInt8>, from begin: Int, _ dialect: CSVDialect) -> CSVRecord {
    var cursor = ByteCursor(bytes, in: begin..<bytes.count)
    var record = CSVRecord()
    record.end = min(cursor.text(until: dialect.lineEnd).upperBound + 1, bytes.count)
    record.isBroken = true
    return record
  }
}

/// A row that cannot be used, on its way to its trace.
private struct RefusedRow {
  let fix: Fix
  let record: CSVRecord
  let hasTraceColumn: Bool

  private var id: CSVField { record.fields[0] }
  private var reason: FixReason { fix.refusal ?? .badRecord }  // a good fix without a trace id

  /// Adds it where its trace is certain: a row without its fields may show anything as its id.
  func add(
    to gatherer: inout RowGatherer, _ parser: CSVRowParser, _ bytes: Span<UInt8>, _ items: inout ReadItems
  ) throws(StorageError) {
    let complaint = fix.refusal == nil ? "the trace id is empty" : parser.complaint(record, in: bytes)
    let message = complaint + ". The row was skipped."
    guard !hasTraceColumn || isTraceCertain(gatherer, bytes) else {
      return items.refuse(reason, line: Int(fix.line), message)
    }
    try gatherer.select(bytes, id, line: Int(fix.line), &items)
    gatherer.append(fix, refusedFor: reason, &items, message)
  }

  private func isTraceCertain(_ gatherer: RowGatherer, _ bytes: Span<UInt8>) -> Bool {
    if id.range.isEmpty { return false }
    return reason != .badRecord || gatherer.knows(CSVSplitter.text(of: id, in: bytes))
  }
}
