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
      try parseRecords(isLast: true)
      state = .handingOut
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
    while begin < end {
      guard let record = Self.record(in: bytes, from: begin, splitter, isLast: isLast) else { return }
      if record.fieldCount == 1 && record.endsEmpty {
        // An empty line is no record.
      } else if isHeaderNext {
        isHeaderNext = false
      } else {
        rowCount += 1
        let fix = parser.fix(of: record, in: bytes, line: line)
        let row = CSVRow(fix: fix, record: record, hasTraceColumn: hasTraceColumn)
        try row.add(to: &gatherer, parser, bytes, &items)
      }
      begin = record.end
      line += 1 + record.innerLines
    }
  }

  /// The next record, or `nil` where it is not complete.
  ///
  /// A quote that is not closed on its line and does not close a field later costs one line, not the rest of the file.
  @inline(__always)
  private static func record(
    in bytes: Span<UInt8>, from begin: Int, _ splitter: CSVSplitter, isLast: Bool
  ) -> CSVRecord? {
    let record = splitter.record(in: bytes, from: begin, isLast: isLast)
    if let record, !(record.isBroken && record.innerLines > 0) { return record }
    if record == nil && bytes.count - begin < longestRecord { return nil }
    return brokenLine(in: bytes, from: begin, splitter.dialect)
  }

  private static func brokenLine(in bytes: Span<UInt8>, from begin: Int, _ dialect: CSVDialect) -> CSVRecord {
    var cursor = ByteCursor(bytes, in: begin..<bytes.count)
    var record = CSVRecord()
    record.end = min(cursor.text(until: dialect.lineEnd).upperBound + 1, bytes.count)
    record.isBroken = true
    return record
  }
}

/// One row on its way to its trace.
private struct CSVRow {
  let fix: Fix
  let record: CSVRecord
  let hasTraceColumn: Bool

  private var id: CSVField { record.fields[0] }

  @inline(__always)
  func add(
    to gatherer: inout RowGatherer, _ parser: CSVRowParser, _ bytes: Span<UInt8>, _ items: inout ReadItems
  ) throws(StorageError) {
    guard fix.refusal == nil, !(hasTraceColumn && id.range.isEmpty) else {
      return try addRefused(to: &gatherer, parser, bytes, &items)
    }
    try gatherer.select(bytes, id, line: Int(fix.line), &items)
    gatherer.append(fix)
  }

  /// A refused row joins its trace where that is certain: a row without its fields may show anything as its id.
  private func addRefused(
    to gatherer: inout RowGatherer, _ parser: CSVRowParser, _ bytes: Span<UInt8>, _ items: inout ReadItems
  ) throws(StorageError) {
    let reason = fix.refusal ?? .badRecord
    let complaint = fix.refusal == nil ? "the trace id is empty" : parser.complaint(record, in: bytes)
    let message = complaint + ". The row was skipped."
    let isCertain =
      !hasTraceColumn || !id.range.isEmpty && (reason != .badRecord || gatherer.knows(CSVSplitter.text(of: id, in: bytes)))
    guard isCertain else { return items.refuse(reason, line: Int(fix.line), message) }
    try gatherer.select(bytes, id, line: Int(fix.line), &items)
    gatherer.append(fix, refusedFor: reason, &items, message)
  }
}
