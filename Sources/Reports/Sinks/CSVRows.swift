internal import Moments
internal import Records

/// Rows of CSV (RFC 4180): quotes only where needed, a line feed after every row, nothing for null.
struct CSVRows: TextRowWriter, ~Copyable {
  var bytes: ByteWriter
  private(set) var rowCount = 0
  /// The first fields of every row, which are equal for a whole trip.
  private let identity: [UInt8]
  private let texts: CSVTexts
  let clock: LocalClock?
  private var isAtBegin = true

  init(_ texts: CSVTexts, identity: [UInt8] = [], clock: LocalClock? = nil, capacity: Int = 256) {
    self.texts = texts
    self.clock = clock
    self.identity = identity
    bytes = ByteWriter(capacity: capacity)
  }

  mutating func beginRow() {
    rowCount += 1
    bytes.bytes(identity)
    isAtBegin = identity.isEmpty
  }

  @inline(__always)
  mutating func beginField() {
    if isAtBegin { isAtBegin = false } else { bytes.byte(UInt8(ascii: ",")) }
  }

  mutating func endRow() { bytes.byte(UInt8(ascii: "\n")) }
  mutating func putNull() {}
  mutating func put(text: String) { bytes.csvField(text, texts) }
  mutating func put(code: String) { bytes.text(code) }
  mutating func put(id: Int64) { bytes.integer(id) }
  mutating func put(time: Timestamp) { bytes.time(time) }
  mutating func put(local time: ZonedTime) { bytes.time(time) }

  mutating func put(codes: some Sequence<String>) {
    var isFirst = true
    for code in codes {
      if isFirst { isFirst = false } else { bytes.byte(UInt8(ascii: " ")) }
      bytes.text(code)
    }
  }

  mutating func put(counts: [(code: String, count: Int)]) {
    for (index, entry) in counts.enumerated() {
      if index > 0 { bytes.byte(UInt8(ascii: " ")) }
      bytes.text(entry.code)
      bytes.byte(UInt8(ascii: "="))
      bytes.integer(Int64(entry.count))
    }
  }
}

extension TableSchema {
  /// The first line of the table's CSV file. Columns that are carried from the input have the names of others.
  func csvHeader(_ texts: CSVTexts = .plain) -> String {
    var bytes = ByteWriter()
    for (number, column) in columns.enumerated() {
      if number > 0 { bytes.text(",") }
      bytes.csvField(column.name, texts)
    }
    bytes.text("\n")
    return String(decoding: bytes.array, as: UTF8.self)
  }
}
