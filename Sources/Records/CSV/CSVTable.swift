package import Storage

/// The rows of a CSV file with a header, one at a time, each as soon as it has ended.
///
/// Before the header there may be a byte order mark, empty lines and lines that begin with `#`. An unusable row has a
/// ``flaw``; it does not affect the rows after it.
///
/// Memory: a chunk, or the longest record.
package struct CSVTable {
  /// The fields of the header.
  package let header: [String]
  private var buffer: RecordBuffer
  private let columns: [String: Int]
  private var record = CSVRecord(AllFields())
  /// The offset of the current row in the buffer.
  private var rowBegin = 0
  /// The line on which the current row begins, from 1.
  package private(set) var line = 0

  /// The line of the next row, from 1.
  package var nextLine: Int { buffer.line }

  /// - Parameter path: the path of a file, compressed with gzip or not; `-` is standard input.
  package init(path: String) throws(CSVTableError) {
    let stream: ByteStream
    do throws(StorageError) { stream = try ByteStream(path: path) } catch { throw .unreadable(error) }
    try self.init(RecordBuffer(stream))
  }

  package init(_ stream: ByteStream) throws(CSVTableError) { try self.init(RecordBuffer(stream)) }

  /// Reads the header.
  ///
  /// - Parameter firstLine: the line of the first row, where the table was made of something else.
  package init(_ buffer: RecordBuffer, firstLine: Int? = nil) throws(CSVTableError) {
    var buffer = buffer
    let head = try Self.readHead(from: &buffer)
    if let firstLine { buffer.line = firstLine }
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

  /// What follows the header or the last row taken, for those who split it themselves with ``splitter``.
  package var rest: RecordBuffer { buffer }

  /// The splitter of the table, for rows that are split elsewhere; see ``bytes``.
  package let splitter: CSVSplitter

  /// The number of the first of these columns that exists, ignoring case.
  package func column(_ names: String...) -> Int? { names.lazy.compactMap { columns[$0] }.first }

  /// Moves to the next row that is not an empty line; `false` at the end.
  ///
  /// - Throws: the error of the stream, after all complete rows.
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

  /// Takes the next record if it is complete.
  private static func take(
    _ buffer: RecordBuffer, _ splitter: CSVSplitter, into record: inout CSVRecord<AllFields>
  ) -> Bool {
    if buffer.isEmpty { return false }
    return splitter.take(buffer.span, from: buffer.begin, isLast: buffer.isAtEnd, into: &record)
  }
}

// MARK: - The current row

extension CSVTable {
  /// Why the row cannot be used, regardless of its fields.
  package var flaw: CSVFlaw? { splitter.flaw(of: record) }

  /// The row as written, including its line end.
  package var bytes: [UInt8] { Array(buffer.bytes[rowBegin..<record.end]) }

  /// The text of a column; empty if the column or the field is absent.
  package func text(_ column: Int?) -> String {
    guard let field = field(column) else { return "" }
    if field.hasEscapes { return String(decoding: field.text(in: buffer.bytes.span), as: UTF8.self) }
    return String(decoding: buffer.bytes[field.range], as: UTF8.self)
  }

  /// The texts of the columns of the header.
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

  /// The field of a column if it is not empty.
  private func field(_ column: Int?) -> CSVField? {
    let fields = record.fields.list
    guard let column, column < fields.count, !fields[column].isEmpty else { return nil }
    return fields[column]
  }
}

// MARK: - The header

extension CSVTable {
  /// The bytes of the header line.
  private static func readHead(from buffer: inout RecordBuffer) throws(CSVTableError) -> [UInt8] {
    while true {
      if let head = takeHead(from: &buffer) { return head }
      if buffer.isAtEnd { throw .empty(path: buffer.path) }
      if buffer.end - buffer.begin > CSVSplitter.longestRecord { throw .headerTooLong(path: buffer.path) }
      do throws(StorageError) { try buffer.fill() } catch { throw .unreadable(error) }
    }
  }

  /// Takes the first line after the preamble, once it is complete.
  private static func takeHead(from buffer: inout RecordBuffer) -> [UInt8]? {
    let sample = Array(buffer.bytes[buffer.begin..<buffer.end])
    let start = CSVDialect.preambleEnd(of: sample)
    let ends: Set<UInt8> = [0x0A, 0x0D]
    let head = sample[start.offset...].prefix { !ends.contains($0) }
    // A line feed that has not been read yet may follow a carriage return.
    guard buffer.isAtEnd || head.endIndex + 1 < sample.count || sample.last == 0x0A else { return nil }
    guard !head.isEmpty else { return nil }
    let isOfWindows = sample[head.endIndex...].starts(with: [0x0D, 0x0A])
    buffer.begin += min(head.endIndex + (isOfWindows ? 2 : 1), sample.count)
    buffer.line = start.line + 1
    // The header includes its line end, which is part of the dialect.
    return Array(head) + sample[head.endIndex...].prefix(isOfWindows ? 2 : 1)
  }
}

/// Why a file cannot be read as a table at all.
package enum CSVTableError: Error, Equatable, Sendable {
  case unreadable(StorageError)
  case empty(path: String)
  /// There is no line end within the greatest length of a record.
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
