internal import Moments
internal import Records
internal import Storage

/// Rows on their way from the workers to the writer that makes batches of columns of them.
///
/// A row is a number for each column, of a text its length, and then the texts.
struct ArrowRows: ~Copyable {
  private(set) var bytes: ByteWriter
  private(set) var rowCount = 0
  private let columns: WrittenColumns

  init(_ columns: WrittenColumns, capacity: Int = 256) {
    self.columns = columns
    bytes = ByteWriter(capacity: capacity)
  }

  mutating func write(_ cells: inout Cells) {
    rowCount += 1
    for column in columns.columns {
      let value = cells.numbers[column.cell]
      bytes.buffer.append(UInt64(bitPattern: value == Cells.null ? value : number(of: value, column)), count: 8)
    }
    for column in columns.columns where ArrowType(column.form) == .text {
      let value = cells.numbers[column.cell]
      if value == Cells.null { continue }
      switch column.form {
      case .localTime: bytes.time(ZonedTime(cell: value))
      case .code: bytes.text(columns.words[column.firstWord + Int(value)])
      default: bytes.buffer.append(cells.text(value))
      }
    }
  }

  private func number(of value: Int64, _ column: WrittenColumn) -> Int64 {
    switch column.form {
    case .text, .words, .counts: value & 0xFFFF_FFFF
    case .code: Int64(columns.words[column.firstWord + Int(value)].utf8.count)
    case .localTime: 29
    default: value
    }
  }
}
