public import Storage

/// Splits records as RFC 4180 defines them, and drops blanks around fields.
///
/// A quote that is not closed on its line costs one record and not the rest of the file: if a record over several lines
/// does not have the expected fields, its first line becomes a broken record by itself.
@usableFromInline package struct CSVSplitter: Sendable {
  @usableFromInline package let dialect: CSVDialect
  /// The number of fields of a record; 0 for any number.
  @usableFromInline package let columnCount: Int

  /// In bytes. A longer record is treated as a quote that was never closed.
  @usableFromInline static let longestRecord = 1 << 20

  package init(_ dialect: CSVDialect, columnCount: Int) {
    self.dialect = dialect
    self.columnCount = columnCount
  }

  /// What is wrong with a record, if anything. One extra empty field is a delimiter at the end of the line.
  package func flaw<Fields: ~Copyable>(of record: borrowing CSVRecord<Fields>) -> CSVFlaw? {
    if record.isBroken { return record.isCut ? .tooLong : .brokenQuote }
    return hasExpectedFields(record) ? nil : .fieldCount(record.fieldCount, expected: columnCount)
  }

  @inlinable @inline(__always)
  package func hasExpectedFields<Fields: ~Copyable>(_ record: borrowing CSVRecord<Fields>) -> Bool {
    if record.isBroken { return false }
    let count = record.fieldCount
    return count == columnCount || count == columnCount + 1 && record.endsEmpty || columnCount == 0
  }

  /// Takes the record that begins at `begin`.
  ///
  /// - Parameter isLast: whether nothing follows `bytes`, so that a record may end with them.
  /// - Returns: `false` if the record is not complete.
  @inlinable @inline(__always)
  package func take<Fields: ~Copyable>(
    _ bytes: Span<UInt8>, from begin: Int, isLast: Bool, into record: inout CSVRecord<Fields>
  ) -> Bool {
    let isComplete = split(bytes, from: begin, isLast: isLast, into: &record)
    if isComplete && (record.innerLines == 0 || hasExpectedFields(record)) { return true }
    if !isComplete && bytes.count - begin < Self.longestRecord { return false }
    takeBrokenLine(of: bytes, from: begin, isLast: isLast, into: &record)
    return true
  }

  @usableFromInline @inline(never)
  func takeBrokenLine<Fields: ~Copyable>(
    of bytes: Span<UInt8>, from begin: Int, isLast: Bool, into record: inout CSVRecord<Fields>
  ) {
    record.reset()
    record.isBroken = true
    let stop = bytes.firstOffset(of: dialect.lineEnd, or: dialect.lineEnd, from: begin)
    record.end = min(stop + 1, bytes.count)
    record.isCut = stop == bytes.count && !isLast
  }

  /// Splits the record that begins at `start`.
  ///
  /// The record is filled in place: returning its 130 bytes cost 15 % of all reading time.
  @inlinable
  func split<Fields: ~Copyable>(
    _ bytes: Span<UInt8>, from start: Int, isLast: Bool, into record: inout CSVRecord<Fields>
  ) -> Bool {
    record.reset()
    var position = start
    while true {
      var field = CSVField()
      let stop = scanField(in: bytes, from: position, into: &field, &record)
      guard isLast || stop < bytes.count else { return false }
      record.fields.put(field, at: record.fieldCount)
      record.fieldCount += 1
      guard stop < bytes.count, bytes[stop] == dialect.delimiter else {
        record.end = min(stop + 1, bytes.count)
        record.endsEmpty = field.isEmpty
        return true
      }
      position = stop + 1
    }
  }

  /// Returns the offset of the delimiter or line end after the field, or of the end of `bytes`.
  @inlinable @inline(__always)
  func scanField<Fields: ~Copyable>(
    in bytes: Span<UInt8>, from start: Int, into field: inout CSVField, _ record: inout CSVRecord<Fields>
  ) -> Int {
    var begin = start
    while begin < bytes.count, bytes[begin] == 0x20 { begin += 1 }
    if begin < bytes.count, bytes[begin] == 0x22 { return scanQuoted(in: bytes, from: begin, into: &field, &record) }
    let position = bytes.firstOffset(of: dialect.delimiter, or: dialect.lineEnd, from: begin)
    var end = position
    while end > begin, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x0D { end -= 1 }
    field.begin = Int32(truncatingIfNeeded: begin)
    field.end = Int32(truncatingIfNeeded: end)
    return position
  }

  @inlinable
  func scanQuoted<Fields: ~Copyable>(
    in bytes: Span<UInt8>, from quote: Int, into field: inout CSVField, _ record: inout CSVRecord<Fields>
  ) -> Int {
    var position = quote + 1
    while position < bytes.count {
      if bytes[position] == dialect.lineEnd { record.innerLines += 1 }
      if bytes[position] == 0x22 {
        guard position + 1 < bytes.count, bytes[position + 1] == 0x22 else { break }
        field.hasEscapes = true
        position += 1
      }
      position += 1
    }
    field.begin = Int32(truncatingIfNeeded: quote + 1)
    field.end = Int32(truncatingIfNeeded: position)
    guard position < bytes.count else {
      record.isBroken = true
      return bytes.count
    }
    return skipBehindQuote(in: bytes, from: position + 1, &record)
  }

  @inlinable
  func skipBehindQuote<Fields: ~Copyable>(in bytes: Span<UInt8>, from start: Int, _ record: inout CSVRecord<Fields>)
    -> Int
  {
    var position = start
    while position < bytes.count, bytes[position] != dialect.delimiter, bytes[position] != dialect.lineEnd {
      if bytes[position] != 0x20 && bytes[position] != 0x0D { record.isBroken = true }
      position += 1
    }
    return position
  }
}

extension CSVSplitter {
  /// The texts of all fields of the single record in `bytes`, as far as they can be read, and its flaw.
  package func texts(of bytes: [UInt8]) -> (texts: [String], flaw: CSVFlaw?) {
    var record = CSVRecord(AllFields())
    _ = split(bytes.span, from: 0, isLast: true, into: &record)
    let texts = record.fields.list.map { decodedText($0.text(in: bytes.span)) }
    return (texts, flaw(of: record))
  }
}
