internal import Records
internal import Storage

/// Gathers rows by columns, and writes them as batches of a stream of Arrow.
final class ArrowBatches {
  private var columns: [ArrowColumn]
  private var rowCount = 0
  private var textLength = 0

  /// Enough for readers to be quick, and few enough for many files to be open.
  private static let mostRows = 1 << 14
  private static let mostText = 16 << 20

  init(_ columns: [ColumnSchema]) { self.columns = columns.map { ArrowColumn(CellForm($0.type)) } }

  /// Takes rows of ``ArrowRows``.
  ///
  /// - Returns: the batches that are full.
  func take(_ rows: borrowing ByteBuffer) -> [UInt8] {
    let bytes = rows.utf8
    var written: [UInt8] = []
    var next = 0
    while next < bytes.count {
      next = takeRow(bytes, at: next)
      if rowCount == Self.mostRows || textLength >= Self.mostText { written += flush() }
    }
    return written
  }

  /// - Returns: the place after the row.
  private func takeRow(_ bytes: Span<UInt8>, at begin: Int) -> Int {
    var text = begin + 8 * columns.count
    for index in columns.indices {
      let value = Int64(bitPattern: bytes.word(at: begin + 8 * index))
      let length = columns[index].type == .text && value != Cells.null ? Int(value) : 0
      columns[index].append(value, bytes.extracting(text..<text + length))
      text += length
    }
    textLength += text - begin - 8 * columns.count
    rowCount += 1
    return text
  }

  /// Writes the rows gathered so far as one batch. Without rows it returns no bytes.
  func flush() -> [UInt8] {
    if rowCount == 0 { return [] }
    var body: [UInt8] = []
    var buffers: [(begin: Int, length: Int)] = []
    for column in columns {
      for buffer in column.buffers {
        buffers.append((body.count, buffer.count))
        body += buffer
        body += [UInt8](repeating: 0, count: -body.count & 7)
      }
    }
    let head = ArrowMessage.batch(
      rowCount: rowCount, nullCounts: columns.map(\.nullCount), buffers: buffers, bodyLength: body.count)
    for index in columns.indices { columns[index].removeAll() }
    rowCount = 0
    textLength = 0
    return head + body
  }
}

/// The values of one column of a batch.
private struct ArrowColumn {
  let type: ArrowType
  private let form: CellForm
  private var values: [Int64] = []
  private var text: [UInt8] = []
  private(set) var nullCount = 0

  init(_ form: CellForm) {
    self.form = form
    type = ArrowType(form)
  }

  /// - Parameter value: of a text its length.
  mutating func append(_ value: Int64, _ bytes: Span<UInt8>) {
    values.append(value)
    if value == Cells.null { nullCount += 1 }
    for index in bytes.indices { text.append(bytes[index]) }
  }

  mutating func removeAll() {
    values.removeAll(keepingCapacity: true)
    text.removeAll(keepingCapacity: true)
    nullCount = 0
  }

  /// Which values there are, and the values: of texts their ends and their bytes.
  var buffers: [[UInt8]] {
    let validity = nullCount == 0 ? [] : Self.bits(values.map { $0 != Cells.null })
    switch type {
    case .integer, .time: return [validity, Self.bytes(values.map { $0 == Cells.null ? 0 : $0 })]
    case .double: return [validity, Self.bytes(values.map { Int64(bitPattern: number($0).bitPattern) })]
    case .flag: return [validity, Self.bits(values.map { $0 == 1 })]
    case .text: return [validity, ends, text]
    }
  }

  private func number(_ value: Int64) -> Double { value == Cells.null ? 0 : Double(value) / decimalPowers[form.places] }

  /// The start of the first text, and the end of each, in 32 bits.
  private var ends: [UInt8] {
    var buffer = ByteBuffer(capacity: 4 * values.count + 4)
    var end: UInt64 = 0
    buffer.append(end, count: 4)
    for value in values {
      if value != Cells.null { end += UInt64(value) }
      buffer.append(end, count: 4)
    }
    return buffer.array
  }

  private static func bytes(_ values: [Int64]) -> [UInt8] {
    var buffer = ByteBuffer(capacity: 8 * values.count)
    for value in values { buffer.append(UInt64(bitPattern: value), count: 8) }
    return buffer.array
  }

  /// One bit for each, the first one the lowest.
  private static func bits(_ flags: [Bool]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (flags.count + 7) / 8)
    for (index, isSet) in flags.enumerated() where isSet { bytes[index / 8] |= 1 << (index % 8) }
    return bytes
  }
}
