/// A message of a stream of Arrow: its metadata, and the buffers after it.
///
/// - Source: Apache Arrow, "Serialization and Interprocess Communication": Message.fbs and Schema.fbs, version 5.
enum ArrowMessage {
  /// What ends a stream.
  static let end: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]

  /// The beginning of a stream.
  static func schema(_ columns: [ColumnSchema]) -> [UInt8] {
    let fields = columns.map { FlatValue.table(Self.field($0)) }
    let note = FlatValue.table([.value(.text(writer)), .value(.text("1"))])
    return framed(headerType: 1, .table([nil, .value(.list(fields)), .value(.list([note]))]), bodyLength: 0)
  }

  /// The key of the note by which a stream is known as a report.
  private static let writer = "tracemill"

  /// Whether bytes begin a stream that tracemill wrote.
  static func isOwn(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.starts(with: [0xFF, 0xFF, 0xFF, 0xFF]) && Array(bytes).firstRange(of: Array((writer + "\0").utf8)) != nil
  }

  /// The metadata of rows by columns.
  ///
  /// - Parameters:
  ///   - nullCounts: for each column.
  ///   - buffers: begin and length of each buffer after the metadata.
  static func batch(rowCount: Int, nullCounts: [Int], buffers: [(begin: Int, length: Int)], bodyLength: Int) -> [UInt8]
  {
    let nodes = nullCounts.map { [Int64(rowCount), Int64($0)] }
    let places = buffers.map { [Int64($0.begin), Int64($0.length)] }
    return framed(
      headerType: 3, .table([.long(Int64(rowCount)), .value(.records(nodes)), .value(.records(places))]),
      bodyLength: bodyLength)
  }

  private static func framed(headerType: UInt8, _ header: FlatValue, bodyLength: Int) -> [UInt8] {
    let version5: Int16 = 4
    let metadata = flatBuffer(
      .table([.short(version5), .byte(headerType), .value(header), .long(Int64(bodyLength))]))
    let length = (0..<4).map { UInt8(truncatingIfNeeded: metadata.count >> (8 * $0)) }
    return [0xFF, 0xFF, 0xFF, 0xFF] + length + metadata
  }

  /// The name, whether it may be null, its type, no children, and its meaning and unit.
  private static func field(_ column: ColumnSchema) -> [FlatField?] {
    let type = ArrowType(CellForm(column.type))
    let isNullable: UInt8 = column.isNullable || type == .double ? 1 : 0  // NaN and infinities become null
    return [
      .value(.text(column.name)), .byte(isNullable), .byte(type.rawValue), .value(.table(type.fields)), nil,
      .value(.list([])), .value(.list(notes(of: column))),
    ]
  }

  private static func notes(of column: ColumnSchema) -> [FlatValue] {
    let notes = [("meaning", column.meaning)] + (column.unit.map { [("unit", $0)] } ?? [])
    return notes.map { .table([.value(.text($0)), .value(.text($1))]) }
  }
}

/// The type of a column. Raw values are as in Arrow.
enum ArrowType: UInt8 {
  case integer = 2
  case double = 3
  case text = 5
  case flag = 6
  case time = 10

  init(_ form: CellForm) {
    switch form {
    case .text, .code, .words, .counts, .localTime: self = .text
    case .integer, .id: self = .integer
    case .decimal1, .decimal2, .decimal3, .decimal4, .decimal6, .decimal7: self = .double
    case .time: self = .time
    case .flag: self = .flag
    }
  }

  fileprivate var fields: [FlatField?] {
    switch self {
    case .integer: [.int(64), .byte(1)]  // signed
    case .double: [.short(2)]
    case .text, .flag: []
    case .time: [.short(1), .value(.text("UTC"))]  // milliseconds
    }
  }
}
