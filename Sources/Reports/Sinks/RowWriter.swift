package import Moments
package import Records
package import Traces

/// A sink that writes the values of rows in one format.
///
/// A row is ``beginRow()``, the table's columns, ``endRow()``. Each column is ``beginField()`` and one `put`. Values
/// that cannot be written (NaN, a year of five digits) become null.
package protocol RowWriter: RowSink, ~Copyable {
  /// The number of rows begun.
  var rowCount: Int { get }
  mutating func beginRow()
  /// Writes the text before a value.
  mutating func beginField()
  mutating func endRow()

  mutating func putNull()
  mutating func put(text: String)
  /// A word of a fixed list: plain letters that need no escape.
  mutating func put(code: String)
  mutating func put(codes: some Sequence<String>)
  mutating func put(counts: [(code: String, count: Int)])
  mutating func put(integer: Int64)
  mutating func put(id: Int64)
  /// `units` ÷ 10^`places`.
  mutating func put(units: Int64, places: Int)
  mutating func put(time: Timestamp)
  mutating func put(local time: ZonedTime)
  mutating func put(flag: Bool)
  mutating func put(late: LateFlag)
}

extension RowWriter where Self: ~Copyable {
  @inline(__always)
  package mutating func take<Value: CellValue>(_ column: () -> ColumnSchema, _ value: () -> Value?) {
    beginField()
    if let value = value() { value.put(in: &self) } else { putNull() }
  }

  @inline(__always)
  package mutating func take(kept texts: () -> [String]) {
    for text in texts() { putKept(text.isEmpty ? nil : text) }
  }

  package mutating func take(kept summaries: () -> [KeptValues.Summary]) {
    for summary in summaries() {
      putKept(summary.first)
      beginField()
      put(integer: Int64(summary.count))
    }
  }

  private mutating func putKept(_ text: String?) {
    beginField()
    if let text { put(text: text) } else { putNull() }
  }

  @inline(__always)
  mutating func write<Row: TableRow>(_ row: Row) {
    beginRow()
    Row.columns(of: GivenRow(row), in: &self)
    endRow()
  }
}

/// A writer of rows of text.
package protocol TextRowWriter: RowWriter, ~Copyable {
  var bytes: ByteWriter { get set }
}

extension TextRowWriter where Self: ~Copyable {
  @inline(__always)
  package mutating func put(integer: Int64) { bytes.integer(integer) }

  @inline(__always)
  package mutating func put(units: Int64, places: Int) { bytes.fixed(units, places: places) }

  @inline(__always)
  package mutating func put(flag: Bool) { bytes.word(flag ? .true : .false) }

  package mutating func put(late: LateFlag) { bytes.bytes(late.bytes) }
}
