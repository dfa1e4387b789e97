internal import Moments
internal import Records
internal import Storage

/// Rows as JSON objects.
struct JSONRows: TextRowWriter, ~Copyable {
  var bytes: ByteWriter
  private(set) var rowCount = 0
  private var frame: JSONFrame
  private var identity: [UInt8]
  private let separator: String
  private let terminator: String
  let clock: LocalClock?
  private var column = 0
  /// The texts of recurring columns; without it they are formatted in each row.
  private(set) var known: RecurringTexts?
  /// The offset of the recurring columns being written.
  private var recurring = (begin: 0, column: 0)

  /// - Parameters:
  ///   - identity: the beginning of every row, which is equal for a whole trip.
  ///   - separator: the text between two rows.
  ///   - terminator: the text after every row.
  init(
    _ frame: JSONFrame, identity: [UInt8] = [], separator: String = "", terminator: String = "",
    clock: LocalClock? = nil, bytes: consuming ByteWriter = ByteWriter(), known: consuming RecurringTexts? = nil
  ) {
    self.frame = frame
    self.identity = identity
    self.separator = separator
    self.terminator = terminator
    self.clock = clock
    self.bytes = bytes
    self.known = known
  }

  /// Begins the rows of another table.
  mutating func beginTable(_ frame: JSONFrame, identity: [UInt8] = []) {
    self.frame = frame
    self.identity = identity
    rowCount = 0
  }

  mutating func beginRow() {
    if rowCount > 0 { bytes.text(separator) }
    rowCount += 1
    bytes.bytes(identity)
    column = 0
  }

  @inline(__always)
  mutating func beginField() {
    frame.putText(column, into: &bytes)
    column += 1
  }

  mutating func endRow() {
    frame.putText(column, into: &bytes)
    bytes.text(terminator)
  }

  @inline(__always)
  mutating func begin(_ part: RecurringPart, of key: @autoclosure () -> RecurringKey?) -> Bool {
    if known == nil { return true }
    return begin(part, part == .first ? key() : nil)
  }

  private mutating func begin(_ part: RecurringPart, _ key: RecurringKey?) -> Bool {
    let isFound = part == .first ? known?.find(key) : known?.isFound
    if isFound == true {
      column += known?.append(part, to: &bytes) ?? 0
      return false
    }
    recurring = (bytes.count, column)
    return true
  }

  mutating func end(_ part: RecurringPart) {
    known?.keep(part, of: bytes, from: recurring.begin, columns: column - recurring.column)
  }

  mutating func putNull() { bytes.word(.null) }
  mutating func put(text: String) { bytes.jsonString(text) }
  mutating func put(id: Int64) { bytes.jsonID(id) }

  mutating func put(code: String) {
    bytes.byte(UInt8(ascii: "\""))
    bytes.text(code)
    bytes.byte(UInt8(ascii: "\""))
  }

  mutating func put(time: Timestamp) {
    bytes.byte(UInt8(ascii: "\""))
    bytes.time(time)
    bytes.byte(UInt8(ascii: "\""))
  }

  mutating func put(local time: ZonedTime) {
    bytes.byte(UInt8(ascii: "\""))
    bytes.time(time)
    bytes.byte(UInt8(ascii: "\""))
  }

  mutating func put(codes: some Sequence<String>) {
    bytes.byte(UInt8(ascii: "["))
    var isFirst = true
    for code in codes {
      if isFirst { isFirst = false } else { bytes.byte(UInt8(ascii: ",")) }
      put(code: code)
    }
    bytes.byte(UInt8(ascii: "]"))
  }

  mutating func put(counts: [(code: String, count: Int)]) {
    bytes.byte(UInt8(ascii: "{"))
    for (index, entry) in counts.enumerated() {
      if index > 0 { bytes.byte(UInt8(ascii: ",")) }
      put(code: entry.code)
      bytes.byte(UInt8(ascii: ":"))
      bytes.integer(Int64(entry.count))
    }
    bytes.byte(UInt8(ascii: "}"))
  }
}

extension ByteWriter {
  /// An id: a number if every reader keeps it exact, otherwise a string.
  ///
  /// - Source: RFC 8259 §6: readers may store numbers as IEEE 754 doubles, whose integers are exact to 2⁵³.
  mutating func jsonID(_ id: Int64) {
    guard id.magnitude > 1 << 53 else { return integer(id) }
    byte(UInt8(ascii: "\""))
    integer(id)
    byte(UInt8(ascii: "\""))
  }
}
