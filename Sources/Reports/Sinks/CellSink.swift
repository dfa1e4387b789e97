package import Moments
package import Traces

/// Takes the values of a row's columns, one call for each, in the form of its column.
package protocol CellSink: ~Copyable {
  /// See ``Report/timeStep``.
  var timeStep: Int64 { get }

  mutating func putNull()
  mutating func put(integer: Int64)
  mutating func put(id: Int64)
  /// - Parameter units: the number × 10^`places`.
  mutating func put(units: Int64, places: Int)
  /// - Parameter code: the number of a word in the list of the column.
  mutating func put(code: Int)
  /// - Parameter flag: 0 or 1, or the mark of a ``LateFlag``.
  mutating func put(flag: Int64)
  mutating func put(time: Timestamp)
  mutating func put(localTime: ZonedTime)
  mutating func put(text: String)
  mutating func put(words: some Sequence<String>)
  mutating func put(counts: [(code: String, count: Int)])
}

extension RowSink where Self: CellSink, Self: ~Copyable {
  @inline(__always)
  package mutating func take<Value: CellValue>(_ column: () -> ColumnSchema, _ value: () -> Value?) {
    if let value = value() { value.put(in: &self) } else { putNull() }
  }

  @inline(__always)
  package mutating func take(kept texts: () -> [String]?) {
    guard let texts = texts() else { return }
    for text in texts { putKept(text.isEmpty ? nil : text) }
  }

  package mutating func take(kept summaries: () -> [KeptValues.Summary]) {
    for summary in summaries() {
      putKept(summary.first)
      put(integer: Int64(summary.count))
    }
  }

  private mutating func putKept(_ text: String?) {
    if let text { put(text: text) } else { putNull() }
  }
}
