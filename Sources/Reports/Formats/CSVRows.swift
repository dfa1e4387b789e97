internal import Moments
internal import Records
internal import Storage

/// Rows of CSV (RFC 4180): quotes only where needed, a line feed after every row, nothing for null.
struct CSVRows: ~Copyable {
  var bytes: ByteWriter
  private(set) var rowCount = 0
  private let columns: WrittenColumns
  private let texts: CSVTexts
  /// The first fields of every row, which are equal for a whole trip, each with a comma after it.
  private let identity: [UInt8]

  init(_ columns: WrittenColumns, _ texts: CSVTexts, identity: [UInt8] = [], capacity: Int = 256) {
    self.columns = columns
    self.texts = texts
    self.identity = identity
    bytes = ByteWriter(capacity: capacity)
  }

  mutating func write(_ cells: inout Cells) {
    rowCount += 1
    bytes.bytes(identity)
    putFields(&cells)
    if !columns.columns.isEmpty { bytes.buffer.replaceLast(with: UInt8(ascii: "\n")) }
  }

  /// Writes the fields, each with a comma after it.
  mutating func putFields(_ cells: inout Cells) { bytes.put(columns, texts, &cells) }
}

// Functions of the bytes and not of the rows, which would hold the columns while they change.
extension ByteWriter {
  @inline(never)
  fileprivate mutating func put(_ columns: WrittenColumns, _ texts: CSVTexts, _ cells: inout Cells) {
    let list = columns.columns
    let plan = list.span
    for index in plan.indices {
      let column = plan[index]
      let value = cells.numbers[column.cell]
      if value != Cells.null { put(value, column, columns, texts, &cells) }
      byte(UInt8(ascii: ","))
    }
  }

  @inline(__always)
  private mutating func put(
    _ value: Int64, _ column: WrittenColumn, _ columns: WrittenColumns, _ texts: CSVTexts, _ cells: inout Cells
  ) {
    switch column.form {
    case .text: csvField(cells.text(value), texts)
    case .code: columns.plainWords.put(column.firstWord + Int(value), into: &self)
    case .words, .counts: buffer.append(cells.text(value))
    case .integer, .id: integer(value)
    case .decimal1: decimal1(value)
    case .decimal2: decimal2(value)
    case .decimal3: decimal3(value)
    case .decimal4: decimal4(value)
    case .decimal6: decimal6(value)
    case .decimal7: decimal7(value)
    case .time: time(Timestamp(millisecondsSince1970: value))
    case .localTime: time(ZonedTime(cell: value))
    case .flag: flag(value)
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
