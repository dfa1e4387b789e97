package import Moments
internal import Records
internal import Storage
package import Traces

/// One row of a table: a number for each column.
///
/// The cells are made once and used for all rows. What a number means is known by its column: see ``CellForm``. Texts
/// are bytes in a buffer of the row.
///
/// Shapes:
///
///     cells 0 ..< identityCount    of the identity of the report, filled once for all its rows
///     the cells after them         of the row
package struct Cells: RowSink, ~Copyable, Sendable {
  private var values = FixedArray(repeating: Cells.null, count: 96)
  private var texts = ByteBuffer(capacity: 1024)
  /// The number of the next cell.
  private var next = Cells.identityCount
  /// The number of the cell after the last one of a row.
  private var end = Cells.identityCount
  /// The length of the texts of the identity.
  private var identityLength = 0
  package private(set) var clock: LocalClock?
  /// See ``Report/timeStep``.
  private(set) var timeStep: Int64 = 1
  /// The texts of recurring columns in documents; without it all columns are filled in each row.
  var known: RecurringTexts?
  private(set) var recurring = RecurringCells()

  /// A cell that has no value.
  static let null = Int64.min
  /// The number of cells that are kept for the identity of a report.
  static let identityCount = 4

  /// - Parameter clock: see ``RowSink/clock``; a report that begins brings its own.
  package init(clock: LocalClock? = nil) { self.clock = clock }

  /// The cells; only the cells of the row are filled.
  var numbers: Span<Int64> {
    @_lifetime(borrow self)
    @inline(__always) get { values.span }
  }

  /// The bytes of a text of this row.
  @_lifetime(borrow self)
  @inline(__always)
  func text(_ value: Int64) -> Span<UInt8> {
    let begin = Int(value >> 32)
    return texts.utf8.extracting(begin..<begin + Int(value & 0xFFFF_FFFF))
  }

  // MARK: Rows

  /// Begins the rows of a report, and fills the cells that are equal in all of them.
  mutating func begin<Identity: Columned>(_ identity: Identity, clock: LocalClock?, timeStep: Int64? = nil) {
    self.clock = clock
    self.timeStep = timeStep ?? 1
    next = 0
    texts.removeAll()
    Identity.columns(of: GivenRow(identity), in: &self)
    precondition(next <= Self.identityCount)
    identityLength = texts.count
  }

  /// Begins the rows of a table with a number of columns; some may be carried from the input.
  mutating func beginTable(_ columnCount: Int) {
    end = Self.identityCount + columnCount
    if end <= values.count { return }
    var larger = FixedArray(repeating: Self.null, count: end)
    for cell in 0..<Self.identityCount { larger[cell] = values[cell] }
    values = larger
  }

  /// Fills the cells of a row.
  ///
  /// - Precondition: its table was begun, and has as many columns as the row.
  @inline(never)
  mutating func fill<Row: TableRow>(_ row: Row) {
    next = Self.identityCount
    texts.removeAll(after: identityLength)
    recurring = RecurringCells()
    Row.columns(of: GivenRow(row), in: &self)
    precondition(next == end, "a row with another number of columns than its table")
  }

  // MARK: Columns

  @inline(__always)
  package mutating func take<Value: CellValue>(_ column: () -> ColumnSchema, _ value: () -> Value?) {
    if let value = value() { value.put(in: &self) } else { putNull() }
  }

  package mutating func take(kept texts: () -> [String]) {
    for text in texts() { putKept(text.isEmpty ? nil : text) }
  }

  package mutating func take(kept summaries: () -> [KeptValues.Summary]) {
    for summary in summaries() {
      putKept(summary.first)
      put(Int64(summary.count))
    }
  }

  private mutating func putKept(_ text: String?) {
    if let text { put(text: text) } else { putNull() }
  }

  @inline(__always)
  mutating func putNull() { put(Self.null) }

  @inline(__always)
  mutating func put(_ value: Int64) {
    values[next] = value
    next += 1
  }

  @inline(never)
  mutating func put(text: String) {
    let begin = texts.count
    texts.append(text)
    put(Int64(begin) << 32 | Int64(texts.count - begin))
  }

  /// Several words with spaces between them.
  mutating func put(words: some Sequence<String>) {
    let begin = texts.count
    for word in words {
      if texts.count > begin { texts.append(UInt8(ascii: " ")) }
      texts.append(word)
    }
    put(Int64(begin) << 32 | Int64(texts.count - begin))
  }

  // MARK: Recurring columns

  @inline(__always)
  package mutating func begin(_ part: RecurringPart, of key: @autoclosure () -> RecurringKey?) -> Bool {
    if known == nil { return true }
    return begin(part, part == .first ? key() : nil)
  }

  private mutating func begin(_ part: RecurringPart, _ key: RecurringKey?) -> Bool {
    let isFound = part == .first ? known?.find(key) : known?.isFound
    recurring.begin(part, at: next)
    guard isFound == true else { return true }
    recurring.isKnown = true
    next += known?.columnCount(of: part) ?? 0
    recurring.end(part, at: next)
    return false
  }

  package mutating func end(_ part: RecurringPart) {
    if known != nil { recurring.end(part, at: next) }
  }
}

/// The cells of a row whose texts may be known from another row.
struct RecurringCells: Sendable {
  private(set) var first = 0..<0
  private(set) var second = 0..<0
  /// They were not filled, since their texts are known.
  var isKnown = false

  mutating func begin(_ part: RecurringPart, at cell: Int) {
    if part == .first { first = cell..<cell } else { second = cell..<cell }
  }

  mutating func end(_ part: RecurringPart, at cell: Int) {
    if part == .first { first = first.lowerBound..<cell } else { second = second.lowerBound..<cell }
  }

  var isEmpty: Bool { first.lowerBound == 0 }
}
