package import Moments
internal import Records
internal import Storage

/// One row of a table: a number for each column.
///
/// The cells are made once and used for all rows. What a number means is known by its column: see ``CellForm``. Texts
/// are bytes in a buffer of the row.
///
/// Shapes:
///
///     cells 0 ..< identityCount    of the identity of the report, filled once for all its rows
///     the cells after them         of the row
package struct Cells: RowSink, CellSink, ~Copyable, Sendable {
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
  package private(set) var timeStep: Int64 = 1

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
    Row.columns(of: GivenRow(row), in: &self)
    precondition(next == end, "a row with another number of columns than its table")
  }

  // MARK: Values

  @inline(__always)
  package mutating func putNull() { put(Self.null) }

  @inline(__always)
  package mutating func put(integer: Int64) { put(integer) }

  @inline(__always)
  package mutating func put(id: Int64) { put(id) }

  @inline(__always)
  package mutating func put(units: Int64, places: Int) { put(units) }

  @inline(__always)
  package mutating func put(code: Int) { put(Int64(code)) }

  @inline(__always)
  package mutating func put(flag: Int64) { put(flag) }

  @inline(__always)
  package mutating func put(time: Timestamp) { put(time.millisecondsSince1970) }

  package mutating func put(localTime: ZonedTime) { put(localTime.cell) }

  @inline(never)
  package mutating func put(text: String) {
    let begin = texts.count
    texts.append(text)
    put(Int64(begin) << 32 | Int64(texts.count - begin))
  }

  /// Several words with spaces between them.
  package mutating func put(words: some Sequence<String>) {
    let begin = texts.count
    for word in words {
      if texts.count > begin { texts.append(UInt8(ascii: " ")) }
      texts.append(word)
    }
    put(Int64(begin) << 32 | Int64(texts.count - begin))
  }

  package mutating func put(counts: [(code: String, count: Int)]) {
    put(words: counts.map { "\($0.code)=\($0.count)" })
  }

  @inline(__always)
  private mutating func put(_ value: Int64) {
    values[next] = value
    next += 1
  }
}
