package import Storage

/// The rows of a CSV file with a header, one at a time, each as soon as it has ended.
///
/// Before the header there may be a byte order mark, empty lines and lines that begin with `#`. A row that cannot be
/// used has a ``flaw``, and the rows behind it are read as if it were not there.
///
/// Memory: a chunk, or the longest record.
package struct CSVTable {
  /// The texts of the header's fields.
  package let header: [String]
  private var buffer: RecordBuffer
  private let columns: [String: Int]
  private var record = CSVRecord(AllFields())
  /// Where the current row begins in the buffer.
  private var rowBegin = 0
  /// On which the current row begins, from 1.
  package private(set) var line = 0

  /// Of the row that comes next, from 1.
  package var nextLine: Int { buffer.line }

  /// - Parameter path: of a file, compressed with gzip or not; `-` is standard input.
  package init(path: String) throws(CSVTableError) {
    let stream: ByteStream
    do throws(StorageError) { stream = try ByteStream(path: path) } catch { throw .unreadable(error) }
    try self.init(RecordBuffer(stream))
  }

  package init(_ stream: ByteStream) throws(CSVTableError) { try self.init(RecordBuffer(stream)) }

  /// Reads the header.
  package init(_ buffer: RecordBuffer) throws(CSVTableError) {
    var buffer = buffer
    let head = try Self.readHead(from: &buffer)
    let dialect = CSVDialect(of: head, isWhole: true)
    let (texts, flaw) = CSVSplitter(dialect, columnCount: 0).texts(of: head)
    if flaw != nil { throw .brokenHeader(path: buffer.path, line: buffer.line - 1) }
    header = texts
    columns = Dictionary(
      texts.enumerated().map { ($1.lowercased(), $0) }, uniquingKeysWith: { first, _ in first })
    splitter = CSVSplitter(dialect, columnCount: texts.count)
    self.buffer = buffer
  }

  package var path: String { buffer.path }

  /// For rows that are split elsewhere; see ``bytes``.
  package let splitter: CSVSplitter

  /// Where the first of these columns stands, capital letters or small.
  package func column(_ names: String...) -> Int? { names.lazy.compactMap { columns[$0] }.first }

  /// Steps to the next row that is no empty line; `false` at the end.
  ///
  /// - Throws: what broke the stream. All rows that are whole have been stepped to before.
  package mutating func next() throws(StorageError) -> Bool {
    while try readRecord() {
      if !record.isEmptyLine { return true }
    }
    return false
  }

  private mutating func readRecord() throws(StorageError) -> Bool {
    while !Self.take(buffer, splitter, into: &record) {
      if buffer.isAtEnd { return false }
      try buffer.fill()
    }
    (line, rowBegin) = (buffer.line, buffer.begin)
    buffer.step(behind: record, splitter)
    return true
  }

  /// Takes the next record where it is complete.
  private static func take(
    _ buffer: RecordBuffer, _ splitter: CSVSplitter, into record: inout CSVRecord<AllFields>
  ) -> Bool {
    if buffer.isEmpty { return false }
    return splitter.take(buffer.span, from: buffer.begin, isLast: buffer.isAtEnd, into: &record)
  }
}

// MARK: - The current row

extension CSVTable {
  /// Why the row cannot be used, whatever its fields say.
  package var flaw: CSVFlaw? { splitter.flaw(of: record) }

  /// The row as it is written, its line end included.
  package var bytes: [UInt8] { Array(buffer.bytes[rowBegin..<record.end]) }

  /// The text of a column; empty where the column or the field is absent.
  package func text(_ column: Int?) -> String {
    guard let field = field(column) else { return "" }
    if field.hasEscapes { return String(decoding: field.text(in: buffer.bytes.span), as: UTF8.self) }
    return String(decoding: buffer.bytes[field.range], as: UTF8.self)
  }

  /// The texts of the header's columns.
  package var texts: [String] { header.indices.map { text($0) } }

  /// Whether the column exists and its field is not empty.
  package func has(_ column: Int?) -> Bool { field(column) != nil }

  /// A whole number; `nil` if the field is not one.
  package func integer(_ column: Int?) -> Int64? {
    guard let field = field(column) else { return nil }
    var cursor = ByteCursor(buffer.bytes.span, in: field.range)
    return cursor.wholeInteger()
  }

  /// A number; `nil` if the field is not one.
  package func number(_ column: Int?) -> Double? {
    guard let field = field(column) else { return nil }
    var cursor = ByteCursor(buffer.bytes.span, in: field.range)
    guard let number = cursor.decimal(), cursor.isAtEnd else { return nil }
    return number.value
  }

  /// One that holds something.
  private func field(_ column: Int?) -> CSVField? {
    let fields = record.fields.list
    guard let column, column < fields.count, !fields[column].isEmpty else { return nil }
    return fields[column]
  }
}

// MARK: - The header

extension CSVTable {
  /// The bytes of the header's line.
  private static func readHead(from buffer: inout RecordBuffer) throws(CSVTableError) -> [UInt8] {
    while true {
      if let head = takeHead(from: &buffer) { return head }
      if buffer.isAtEnd { throw .empty(path: buffer.path) }
      if buffer.end - buffer.begin > CSVSplitter.longestRecord { throw .headerTooLong(path: buffer.path) }
      do throws(StorageError) { try buffer.fill() } catch { throw .unreadable(error) }
    }
  }

  /// Takes the first line behind the preamble, once it has ended.
  private static func takeHead(from buffer: inout RecordBuffer) -> [UInt8]? {
    let sample = Array(buffer.bytes[buffer.begin..<buffer.end])
    let start = CSVDialect.preambleEnd(of: sample)
    let ends: Set<UInt8> = [0x0A, 0x0D]
    let head = sample[start.offset...].prefix { !ends.contains($0) }
    // Behind a carriage return there may be a line feed, which is still to come.
    guard buffer.isAtEnd || head.endIndex + 1 < sample.count || sample.last == 0x0A else { return nil }
    guard !head.isEmpty else { return nil }
    let isOfWindows = sample[head.endIndex...].starts(with: [0x0D, 0x0A])
    buffer.begin += min(head.endIndex + (isOfWindows ? 2 : 1), sample.count)
    buffer.line = start.line + 1
    // The line end is told with the header, so that the dialect knows it.
    return Array(head) + sample[head.endIndex...].prefix(isOfWindows ? 2 : 1)
  }
}

/// Why a file cannot be read as a table at all.
package enum CSVTableError: Error, Equatable, Sendable {
  case unreadable(StorageError)
  case empty(path: String)
  /// No line end within the bytes that a record may have.
  case headerTooLong(path: String)
  case brokenHeader(path: String, line: Int)
}

extension CSVTableError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let error): error.description
    case .empty(let path): "\(path): the file is empty"
    case .headerTooLong(let path): "\(path):1: the line is too long for the header of a table"
    case .brokenHeader(let path, let line): "\(path):\(line): a quote in the header is not closed"
    }
  }
}
