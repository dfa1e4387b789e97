internal import Moments
internal import Records
internal import Storage

/// Some rows by columns, each checked to lie within the bytes.
struct ArrowBatch {
  private struct Buffers {
    /// Empty if there are no nulls.
    var validity: Range<Int>
    /// Of texts their ends.
    var values: Range<Int>
    var text: Range<Int>
  }

  let rowCount: Int
  private let body: [UInt8]
  private let columns: [ArrowColumn]
  private var buffers: [Buffers] = []

  /// - Returns: `nil` if a buffer is too short, or texts do not follow each other.
  init?(_ header: FlatTable, _ body: [UInt8], _ columns: [ArrowColumn]) {
    guard let rows = Int(exactly: header.number(0, size: 8)), rows <= body.count * 8 else { return nil }
    (rowCount, self.body, self.columns) = (rows, body, columns)
    var places = header.pairs(2)[...]
    for column in columns {
      guard places.count >= column.kind.bufferCount else { return nil }
      let ranges = places.prefix(column.kind.bufferCount).compactMap { Self.range($0.first, $0.second, in: body) }
      places = places.dropFirst(column.kind.bufferCount)
      guard ranges.count == column.kind.bufferCount else { return nil }
      buffers.append(Buffers(validity: ranges[0], values: ranges[1], text: ranges.count > 2 ? ranges[2] : 0..<0))
    }
    guard columns.indices.allSatisfy(isSound) else { return nil }
  }

  private static func range(_ begin: UInt64, _ count: UInt64, in body: [UInt8]) -> Range<Int>? {
    guard begin <= UInt64(body.count), count <= UInt64(body.count) - begin else { return nil }
    return Int(begin)..<Int(begin + count)
  }

  private func isSound(_ column: Int) -> Bool {
    let buffers = buffers[column]
    let bits = (rowCount + 7) / 8
    guard buffers.validity.isEmpty || buffers.validity.count >= bits else { return false }
    switch columns[column].kind {
    case .integer, .double, .time: return buffers.values.count >= 8 * rowCount
    case .flag: return buffers.values.count >= bits
    case .text:
      guard buffers.values.count >= 4 * rowCount + 4 else { return false }
      var last = UInt64(0)
      for row in 0...rowCount {
        let end = body.span.number(at: buffers.values.lowerBound + 4 * row, count: 4)
        guard end >= last, end <= UInt64(buffers.text.count) else { return false }
        last = end
      }
      return true
    }
  }

  /// Appends the value of a column as text, as the tables in CSV have it.
  func append(_ column: Int, row: Int, to cells: inout RowCells, _ writer: inout ByteWriter) {
    let buffers = buffers[column]
    guard buffers.validity.isEmpty || bit(row, of: buffers.validity) else { return cells.append(nil as String?) }
    let first = buffers.values.lowerBound
    writer.removeAll()
    switch columns[column].kind {
    case .text:
      let begin = Int(body.span.number(at: first + 4 * row, count: 4))
      let end = Int(body.span.number(at: first + 4 * row + 4, count: 4))
      return cells.append(body[buffers.text.lowerBound + begin..<buffers.text.lowerBound + end])
    case .integer: writer.integer(whole(at: first + 8 * row))
    case .time: writer.time(Timestamp(millisecondsSince1970: whole(at: first + 8 * row)))
    case .flag: writer.text(bit(row, of: buffers.values) ? "true" : "false")
    case .double:
      let units = Double(bitPattern: UInt64(bitPattern: whole(at: first + 8 * row))) * 1e7
      if let units = Int64(exactly: units.rounded()) { writer.fixed(units, places: 7) } else { writer.text("nan") }
    }
    cells.append(writer.buffer.utf8)
  }

  private func whole(at place: Int) -> Int64 { Int64(bitPattern: body.span.number(at: place, count: 8)) }

  private func bit(_ row: Int, of range: Range<Int>) -> Bool {
    body[range.lowerBound + row / 8] >> UInt8(row % 8) & 1 == 1
  }
}

/// The rows of a table as a stream of Arrow.
final class ArrowRowStream: RowStream {
  private let stream: ArrowStream
  /// The numbers of the wanted columns.
  private let numbers: [Int]
  private var batch: ArrowBatch?
  private var row = 0
  private var writer = ByteWriter()

  init(reading table: ReportTable, path: String) throws(ReportReadingError) {
    let stream = try ArrowStream(path: path)
    let names = stream.columns.map(\.name)
    let missing = table.columns.filter { !names.contains($0) }
    guard missing.isEmpty else { throw .missingColumns(missing, path: path, table: table.rawValue) }
    self.stream = stream
    numbers = table.columns.compactMap { names.firstIndex(of: $0) }
    super.init(table, path: path)
  }

  override func advance() throws(ReportReadingError) -> Bool {
    while row >= batch?.rowCount ?? 0 {
      batch = try stream.batch()
      row = 0
      if batch == nil { return false }
    }
    cells.removeAll()
    for column in numbers { batch?.append(column, row: row, to: &cells, &writer) }
    row += 1
    line += 1
    return true
  }
}
