internal import Moments
internal import Records

/// Rows as columns in memory.
struct ColumnRows {
  private(set) var columns: [CellColumn]
  private(set) var rowCount = 0
  private let written: WrittenColumns

  init(_ schema: [ColumnSchema], _ written: WrittenColumns) {
    columns = schema.map { CellColumn($0) }
    self.written = written
  }

  mutating func write(_ cells: inout Cells) {
    rowCount += 1
    for (index, column) in written.columns.enumerated() {
      Self.put(column, of: written, &cells, to: &columns[index])
    }
  }

  /// Static, since a method would hold all columns while one changes, and copy them.
  private static func put(
    _ column: WrittenColumn, of written: WrittenColumns, _ cells: inout Cells, to values: inout CellColumn
  ) {
    let value = cells.numbers[column.cell]
    if value == Cells.null { return values.appendNull() }
    switch column.form {
    case .code: values.append(word: written.words[column.firstWord + Int(value)])
    case .text, .words, .counts:
      let text = cells.text(value)
      values.append(word: String(decoding: text.indices.map { text[$0] }, as: UTF8.self))
    case .localTime:
      var bytes = ByteWriter(capacity: 29)
      bytes.time(ZonedTime(cell: value))
      values.append(word: String(decoding: bytes.array, as: UTF8.self))
    case .flag where value < 0: values.appendNull()  // what is known only when the run has ended has no value
    case .integer, .id, .decimal1, .decimal2, .decimal3, .decimal4, .decimal6, .decimal7, .time, .flag:
      values.append(value)
    }
  }
}
