internal import Moments
internal import Records
internal import Storage

/// Writes the rows of one table as JSON objects, each value as soon as it is named.
///
/// For the tables that are most of a document; each worker has one sink, and the rows of others go through ``Cells``, which all formats share. A row of
/// points takes 83 % of the instructions that it takes by cells; for each kind of row, the program has a function of some
/// ten kilobytes.
///
/// Shapes, for *n* columns whose codes have *w* words in all:
///
///     fields    n, in order
///     words     w, in quotes; the words of a field begin at the `firstWord` of its column
struct JSONSink: RowSink, CellSink, ~Copyable, Sendable {
  var bytes: ByteWriter
  private(set) var clock: LocalClock?
  private(set) var timeStep: Int64 = 1
  private(set) var rowCount = 0
  // Copies of what the form has: an array would be held while the bytes change.
  private var fields = FixedArray<JSONField>([])
  private var words = FixedArray<FixedText>([])
  private var form = JSONForm.none
  /// The number of the next field.
  private var next = 0
  /// The beginning of every row.
  private var identity: [UInt8] = []
  private var separator = ShortWord.none
  /// What ends a row.
  private var ending = ShortWord.none
  /// The texts of recurring columns, kept from report to report.
  var known = RecurringTexts()
  /// Where the open part of recurring columns begins.
  private var partBegin = (byte: 0, field: 0)

  init(bytes: consuming ByteWriter = ByteWriter()) { self.bytes = bytes }

  /// Begins the rows of a table.
  ///
  /// - Parameters:
  ///   - identity: the beginning of every row.
  ///   - separator: the text between two rows.
  ///   - terminator: the text after every row.
  mutating func beginTable(
    _ form: JSONForm, identity: [UInt8] = [], separator: ShortWord = .none, terminator: ShortWord = .none,
    clock: LocalClock?, timeStep: Int64?
  ) {
    if form !== self.form {
      self.form = form
      fields = FixedArray(form.fields)
      words = FixedArray(form.columns.quotedWords.beginnings)
    }
    self.identity = identity
    self.separator = separator
    ending = form.closing + terminator
    self.clock = clock
    self.timeStep = timeStep ?? 1
    rowCount = 0
  }

  /// - Precondition: its table was begun, and has as many columns as the row.
  @inline(never)
  mutating func write<Row: TableRow>(_ row: Row) {
    if rowCount > 0 { bytes.word(separator) }
    rowCount += 1
    if !identity.isEmpty { bytes.bytes(identity) }
    next = 0
    Row.columns(of: GivenRow(row), in: &self)
    precondition(next == fields.count, "a row with another number of columns than its table")
    bytes.word(ending)
  }

  /// The text before the next value; none if it does not fit into three words and has just been written.
  @inline(__always)
  private mutating func lead() -> FixedText {
    let lead = fields[next].lead
    next &+= 1  // no more than there are fields
    if lead.isLonger { return longLead() }
    return lead
  }

  @inline(never)
  private mutating func longLead() -> FixedText {
    form.putLead(of: fields[next - 1], into: &bytes)
    return .none
  }

  // MARK: Values

  @inline(__always)
  mutating func putNull() { bytes.word(.null, after: lead()) }

  @inline(never)
  mutating func put(integer: Int64) { bytes.integer(integer, after: lead()) }

  @inline(never)
  mutating func put(id: Int64) {
    guard id.magnitude > 1 << 53 else { return put(integer: id) }
    bytes.text(lead())
    bytes.jsonID(id)
  }

  @inline(__always)
  mutating func put(units: Int64, places: Int) { bytes.fixed(units, places: places, after: lead()) }

  @inline(__always)
  mutating func put(code: Int) {
    let number = fields[next].column.firstWord + code
    bytes.text(lead())
    let word = words[number]
    bytes.text(word)
    if word.isLonger { putRest(ofWord: number) }
  }

  @inline(never)
  private mutating func putRest(ofWord number: Int) { form.columns.quotedWords.putRest(number, into: &bytes) }

  @inline(__always)
  mutating func put(flag: Int64) {
    let lead = lead()
    if flag >= 0 { return bytes.word(flag == 0 ? .false : .true, after: lead) }
    bytes.text(lead)
    bytes.flag(flag)
  }

  @inline(never)
  mutating func put(time: Timestamp) {
    bytes.text(lead())
    bytes.quotedTime(time)
  }

  mutating func put(localTime: ZonedTime) {
    bytes.text(lead())
    bytes.byte(UInt8(ascii: "\""))
    bytes.time(localTime)
    bytes.byte(UInt8(ascii: "\""))
  }

  @inline(never)
  mutating func put(text: String) {
    bytes.text(lead())
    bytes.jsonString(text)
  }

  mutating func put(words: some Sequence<String>) {
    bytes.text(lead())
    bytes.byte(UInt8(ascii: "["))
    var isFirst = true
    for word in words {
      if !isFirst { bytes.byte(UInt8(ascii: ",")) }
      isFirst = false
      bytes.jsonString(word)
    }
    bytes.byte(UInt8(ascii: "]"))
  }

  mutating func put(counts: [(code: String, count: Int)]) {
    bytes.text(lead())
    bytes.byte(UInt8(ascii: "{"))
    for (number, entry) in counts.enumerated() {
      if number > 0 { bytes.byte(UInt8(ascii: ",")) }
      bytes.jsonString(entry.code)
      bytes.byte(UInt8(ascii: ":"))
      bytes.integer(Int64(entry.count))
    }
    bytes.byte(UInt8(ascii: "}"))
  }

  // MARK: Recurring columns

  @inline(__always)
  mutating func begin(_ part: RecurringPart, of key: @autoclosure () -> RecurringKey?) -> Bool {
    if part == .first { known.find(key()) }
    if known.isFound {
      known.append(part, to: &bytes)
      next &+= known.columnCount(of: part)
      return false
    }
    partBegin = (bytes.count, next)
    return true
  }

  @inline(__always)
  mutating func end(_ part: RecurringPart) {
    known.keep(part, of: bytes, from: partBegin.byte, columns: next - partBegin.field)
  }
}
