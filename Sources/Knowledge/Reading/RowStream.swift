internal import Records
internal import Storage

/// The rows of a table of a report, one at a time.
///
/// Subclasses know formats; what they have in common is ``cells``.
class RowStream {
  final let table: ReportTable
  final let path: String
  /// The line or row of the current row, from 1.
  final var line = 0
  /// The current row.
  final var cells = RowCells()
  /// Whether the current row can be read at all; if not, ``cells`` are of no use.
  final var isSound = true

  init(_ table: ReportTable, path: String) {
    self.table = table
    self.path = path
  }

  /// Moves to the next row; `false` at the end.
  func advance() throws(ReportReadingError) -> Bool { false }
}

/// The rows of a CSV file, plain or compressed.
final class CSVRowStream: RowStream {
  private var buffer: RecordBuffer
  private let splitter: CSVSplitter
  private var record: CSVRecord<WantedFields>

  init(reading table: ReportTable, path: String) throws(ReportReadingError) {
    let head: CSVTable
    do throws(CSVTableError) { head = try CSVTable(path: path) } catch { throw .notATable(error.description) }
    let missing = table.columns.filter { head.column($0) == nil }
    guard missing.isEmpty else { throw .missingColumns(missing, path: path, table: table.rawValue) }
    record = CSVRecord(WantedFields(table.columns.compactMap { head.column($0) }, of: head.header.count))
    splitter = head.splitter
    buffer = head.rest
    super.init(table, path: path)
  }

  override func advance() throws(ReportReadingError) -> Bool {
    repeat {
      while !takeRecord() {
        if buffer.isAtEnd { return false }
        do throws(StorageError) { try buffer.fill() } catch { throw .unreadable(error) }
      }
      line = buffer.line
      buffer.step(behind: record, splitter)
    } while record.isEmptyLine
    isSound = splitter.hasExpectedFields(record)
    if isSound { takeCells() }
    return true
  }

  private func takeRecord() -> Bool {
    !buffer.isEmpty && Self.take(buffer, splitter, into: &record)
  }

  /// The buffer is lent: as a property of an object it could change while it is read.
  private static func take(
    _ buffer: RecordBuffer, _ splitter: CSVSplitter, into record: inout CSVRecord<WantedFields>
  ) -> Bool {
    splitter.take(buffer.span, from: buffer.begin, isLast: buffer.isAtEnd, into: &record)
  }

  private func takeCells() {
    cells.removeAll()
    for field in record.fields.list {
      if field.hasEscapes { cells.append(unescaped(field)[...]) } else { cells.append(buffer.bytes[field.range]) }
    }
  }

  private func unescaped(_ field: CSVField) -> [UInt8] {
    let bytes = buffer.bytes
    return field.text(in: bytes.span)
  }
}

/// The fields of a record that are wanted, in the order wanted.
private struct WantedFields: CSVFields {
  private(set) var list: [CSVField]
  /// By column of the file: the number of the wanted column, or −1.
  private let slots: [Int]

  /// - Parameter columns: the numbers in the file of the wanted columns, all different.
  init(_ columns: [Int], of columnCount: Int) {
    list = [CSVField](repeating: CSVField(), count: columns.count)
    var slots = [Int](repeating: -1, count: columnCount)
    for (slot, column) in columns.enumerated() { slots[column] = slot }
    self.slots = slots
  }

  mutating func removeAll() {}

  mutating func put(_ field: CSVField, at column: Int) {
    guard column < slots.count, slots[column] >= 0 else { return }
    list[slots[column]] = field
  }
}
