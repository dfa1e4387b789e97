internal import Storage

/// One row of a CSV stream.
package struct StreamedRow: Sendable {
  /// `nil` for a row of which that is not certain.
  package var traceID: String?
  package var fix: Fix
  /// What is wrong with it, if anything.
  package var refusal: Refusal?
}

/// Reads the rows of one CSV file or pipe as they come, each as soon as its line has ended.
///
/// The layout is told by the header and the first row, or by the first two rows where there is no header. A row that
/// cannot be read is handed out with its reason, and the next one is read.
///
/// Memory: a chunk.
package final class CSVRowStream {
  package let path: String
  private let settings: TraceReadingSettings
  private var rows: RowSplitter?
  private var stream: ByteStream?
  private var buffer = [UInt8](repeating: 0, count: ByteStream.chunkSize)
  private var begin = 0
  private var end = 0
  private var isAtEnd = false

  package init(path: String, settings: TraceReadingSettings = TraceReadingSettings()) {
    self.path = path
    self.settings = settings
  }

  /// Waits for input and hands the rows that came with it to `take`, at least one but at the end.
  ///
  /// - Returns: whether there may be more.
  /// - Throws: what `take` throws.
  package func read(_ take: (StreamedRow) throws -> Void, refuse: (Refusal) throws -> Void) throws -> Bool {
    do throws(StorageError) {
      if stream == nil { stream = try ByteStream(path: path) }
      makeRoom()
      let count = try stream?.read(into: &buffer, from: end) ?? 0
      end += count
      isAtEnd = count == 0
    } catch {
      isAtEnd = true
      try refuse(refusal(ReadingReason.unreadable.rawValue, "\(error). The rest was skipped."))
    }
    if rows == nil, !(try recognise(refuse)) { return !isAtEnd }
    try rows?.forEachRow(in: buffer, from: &begin, to: end, isLast: isAtEnd, path, take)
    return !isAtEnd
  }

  private func refusal(_ reason: String, _ message: String) -> Refusal {
    Refusal(file: path, line: nil, traceID: nil, reason: reason, message: message)
  }

  private func makeRoom() {
    if begin > 0 {
      buffer.replaceSubrange(0..<end - begin, with: Array(buffer[begin..<end]))
      end -= begin
      begin = 0
    }
    if end == buffer.count { buffer.append(contentsOf: [UInt8](repeating: 0, count: buffer.count)) }
  }

  /// Tells the layout once two lines of the table are there.
  private func recognise(_ refuse: (Refusal) throws -> Void) throws -> Bool {
    let sample = Array(buffer[..<end].prefix(CSVSniffer.sampleSize))
    let whole = sample.lastIndex { $0 == 0x0A || $0 == 0x0D }.map { sample[...$0] } ?? []
    let lines = whole.split { $0 == 0x0A || $0 == 0x0D }.filter { $0.first != 0x23 }
    guard lines.count >= 2 || isAtEnd || sample.count >= CSVSniffer.sampleSize else { return false }
    guard end > 0 else {
      try refuse(refusal(ReadingReason.emptyFile.rawValue, "the input is empty."))
      return false
    }
    do throws(CSVLayoutError) {
      let head = isAtEnd ? sample : Array(whole)
      rows = RowSplitter(try CSVSniffer.layout(of: head, isWhole: true, settings: settings), settings)
      begin = rows?.layout.firstRow.offset ?? 0
    } catch {
      isAtEnd = true
      try refuse(refusal(error.reason.rawValue, error.message))
    }
    return rows != nil
  }
}

/// Cuts rows out of bytes.
private struct RowSplitter {
  let layout: CSVLayout
  private let splitter: CSVSplitter
  private let parser: CSVRowParser
  private let hasTraceColumn: Bool
  private var isHeaderNext: Bool
  private var line: Int

  init(_ layout: CSVLayout, _ settings: TraceReadingSettings) {
    self.layout = layout
    splitter = layout.splitter
    parser = CSVRowParser(layout, settings: settings)
    hasTraceColumn = layout.columns[.trace] != nil
    isHeaderNext = layout.header != nil
    line = layout.firstRow.line
  }

  mutating func forEachRow(
    in buffer: [UInt8], from begin: inout Int, to end: Int, isLast: Bool, _ path: String,
    _ take: (StreamedRow) throws -> Void
  ) throws {
    let bytes = buffer.span.extracting(0..<end)
    var record = CSVRecord()
    while begin < end, CSVReader.split(bytes, from: begin, splitter, isLast: isLast, into: &record) {
      begin = record.end
      defer { line += 1 + record.innerLines }
      if record.fieldCount == 1 && record.endsEmpty { continue }
      if isHeaderNext {
        isHeaderNext = false
        continue
      }
      try take(row(of: record, in: bytes, path))
    }
  }

  private func row(of record: CSVRecord, in bytes: Span<UInt8>, _ path: String) -> StreamedRow {
    var row = StreamedRow(traceID: nil, fix: parser.fix(of: record, in: bytes, line: line))
    if hasTraceColumn {
      let id = CSVSplitter.text(of: record.fields[0], in: bytes)
      // A row without its fields may show anything as its id.
      if !id.isEmpty && row.fix.refusal != .badRecord { row.traceID = String(decoding: id, as: UTF8.self) }
    } else {
      row.traceID = traceFileStem(path)
    }
    guard row.fix.refusal != nil || row.traceID == nil else { return row }
    let complaint = row.fix.refusal == nil ? "the trace id is empty" : parser.complaint(record, in: bytes)
    row.refusal = Refusal(
      file: path, line: line, traceID: row.traceID, reason: (row.fix.refusal ?? .badRecord).rawValue,
      message: complaint + ". The row was skipped.")
    return row
  }
}
