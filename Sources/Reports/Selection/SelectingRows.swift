internal import Moments
internal import Records
internal import Storage
internal import Traces

/// A sink that writes some columns of rows, in an order of their own.
///
/// The chosen values are written one after the other as the row names them, and then copied to their places. A value
/// that is not chosen is not computed.
struct SelectingRows<Cells: TextRowWriter & ~Copyable>: RowSink, ~Copyable {
  /// The finished rows.
  var bytes: ByteWriter
  private(set) var rowCount = 0
  private let form: SelectedForm
  private var cells: Cells
  private var ranges: [Range<Int>]
  private var next = 0

  init(_ form: SelectedForm, cells: consuming Cells) {
    self.form = form
    self.cells = cells
    bytes = ByteWriter(capacity: 4096)
    ranges = Array(repeating: 0..<0, count: form.leads.count)
  }

  mutating func take<Value: CellValue>(_ column: () -> ColumnSchema, _ value: () -> Value?) {
    takeCell { if let value = value() { value.put(in: &$0) } else { $0.putNull() } }
  }

  mutating func take(kept texts: () -> [String]) {
    for text in texts() { take(kept: text.isEmpty ? nil : text) }
  }

  mutating func take(kept summaries: () -> [KeptValues.Summary]) {
    for summary in summaries() {
      take(kept: summary.first)
      takeCell { $0.put(integer: Int64(summary.count)) }
    }
  }

  private mutating func take(kept text: String?) {
    takeCell { if let text { $0.put(text: text) } else { $0.putNull() } }
  }

  @inline(__always)
  private mutating func takeCell(_ put: (inout Cells) -> Void) {
    defer { next += 1 }
    guard let place = form.places[next] else { return }
    let begin = cells.bytes.count
    put(&cells)
    ranges[place] = begin..<cells.bytes.count
  }

  var clock: LocalClock? { cells.clock }

  /// - Parameter identity: fills the columns before those of the row; `nil` if the row stands alone.
  mutating func write<Row: TableRow>(_ row: Row, _ identity: (some Columned)?) {
    if rowCount > 0 { bytes.text(form.separator) }
    rowCount += 1
    next = 0
    if let identity { type(of: identity).columns(of: GivenRow(identity), in: &self) }
    Row.columns(of: GivenRow(row), in: &self)
    for (lead, range) in zip(form.leads, ranges) {
      bytes.bytes(lead)
      bytes.buffer.append(cells.bytes.buffer.bytes.extracting(range))
    }
    bytes.bytes(form.closing)
    cells.bytes.removeAll()
  }
}

/// The text around the values of rows with chosen columns.
struct SelectedForm {
  /// For each column of the table, its place in the row; `nil` if it is not written.
  let places: [Int?]
  /// Before each value.
  let leads: [[UInt8]]
  let closing: [UInt8]
  /// Between two rows.
  var separator = ""

  private init(_ selection: ColumnSelection, closing: String, _ lead: (Int, ColumnSchema) -> String) {
    places = selection.places
    leads = selection.columns.enumerated().map { Array(lead($0, $1).utf8) }
    self.closing = Array(closing.utf8)
  }

  static func csv(_ selection: ColumnSelection) -> SelectedForm {
    SelectedForm(selection, closing: "\n") { place, _ in place == 0 ? "" : "," }
  }

  /// - Parameter opening: before the first name.
  static func json(_ selection: ColumnSelection, opening: String = "{", closing: String) -> SelectedForm {
    SelectedForm(selection, closing: closing) { place, column in
      (place == 0 ? opening : ",") + "\(jsonText(column.name)):"
    }
  }

  static func packed(_ selection: ColumnSelection) -> SelectedForm {
    SelectedForm(selection, closing: "") { _, _ in "" }
  }
}
