internal import Moments
internal import Records

/// A sink that collects the values of rows in columns.
struct CellCollector: RowWriter {
  private(set) var columns: [CellColumn]
  private(set) var rowCount = 0
  private var column = -1

  let clock: LocalClock?

  init(_ schema: [ColumnSchema], clock: LocalClock? = nil) {
    columns = schema.map { CellColumn($0) }
    self.clock = clock
  }

  mutating func beginRow() {
    rowCount += 1
    column = -1
  }

  mutating func beginField() { column += 1 }
  mutating func endRow() {}

  mutating func putNull() { columns[column].appendNull() }
  mutating func put(text: String) { columns[column].append(word: text) }
  mutating func put(code: String) { columns[column].append(word: code) }
  mutating func put(codes: some Sequence<String>) { columns[column].append(word: codes.joined(separator: " ")) }
  mutating func put(integer: Int64) { columns[column].append(integer) }
  mutating func put(id: Int64) { columns[column].append(id) }
  mutating func put(units: Int64, places: Int) { columns[column].append(units) }
  mutating func put(time: Timestamp) { columns[column].append(time.millisecondsSince1970) }
  mutating func put(local time: ZonedTime) {
    var bytes = ByteWriter(capacity: 29)
    bytes.time(time)
    columns[column].append(word: String(decoding: bytes.array, as: UTF8.self))
  }
  mutating func put(flag: Bool) { columns[column].append(flag ? 1 : 0) }

  /// What is known only when the run has ended has no value.
  mutating func put(late: LateFlag) { columns[column].appendNull() }

  mutating func put(counts: [(code: String, count: Int)]) {
    columns[column].append(word: counts.map { "\($0.code)=\($0.count)" }.joined(separator: " "))
  }
}
