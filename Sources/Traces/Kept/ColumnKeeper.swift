internal import Records
internal import Storage

/// Reads the columns of a table that are carried into reports.
///
/// A row is split again for them, so that reading without them costs nothing. A fix notes where its values are, which
/// takes no extra memory, and carries the note along wherever it is sorted or stored.
final class ColumnKeeper {
  private let names: [String]
  private let splitter: CSVSplitter
  private var record: CSVRecord<KeptFields>
  private var row: [UInt8] = []
  private var last: (row: [UInt8], place: UInt32) = ([], 0)
  private var log: KeptLog

  /// Separates the values of a row.
  private static let separator: UInt8 = 0x1F

  /// - Returns: `nil` if no column is kept.
  init?(_ layout: CSVLayout, settings: TraceReadingSettings) {
    guard !layout.kept.isEmpty else { return nil }
    names = settings.keep
    splitter = layout.splitter
    record = CSVRecord(KeptFields(layout.kept))
    log = KeptLog(capacity: max(1, settings.bufferSize / 4), directory: settings.temporaryDirectory)
  }

  /// Notes the values of the record that begins at `begin`.
  ///
  /// - Returns: what ``Fix/kept`` is until the trace is whole; 0 for a record without values.
  func keep(_ bytes: Span<UInt8>, from begin: Int, isLast: Bool) throws(StorageError) -> UInt32 {
    guard splitter.take(bytes, from: begin, isLast: isLast, into: &record), splitter.hasExpectedFields(record) else {
      return 0
    }
    row.removeAll(keepingCapacity: true)
    var isEmpty = true
    for index in names.indices {
      if index > 0 { row.append(Self.separator) }
      let text = record.fields.list[index].text(in: bytes)
      if !text.isEmpty { isEmpty = false }
      row += text.map { $0 == Self.separator ? 0x20 : $0 }
    }
    if isEmpty { return 0 }
    if row != last.row { last = (row, try log.place(of: row)) }
    return last.place
  }

  /// The values of a trace's fixes, to which ``Fix/kept`` then points.
  func values(of fixes: inout [Fix]) throws(StorageError) -> KeptValues {
    var rows = [[String](repeating: "", count: names.count)]
    var numbers: [UInt32: UInt32] = [0: 0]
    var last: (place: UInt32, number: UInt32) = (0, 0)
    for index in fixes.indices {
      let place = fixes[index].kept
      if place != last.place {
        if let number = numbers[place] {
          last = (place, number)
        } else {
          last = (place, UInt32(rows.count))
          numbers[place] = last.number
          rows.append(try texts(at: place))
        }
      }
      fixes[index].kept = last.number
    }
    return KeptValues(names: names, rows: rows)
  }

  private func texts(at place: UInt32) throws(StorageError) -> [String] {
    try log.row(at: place).split(separator: Self.separator, omittingEmptySubsequences: false)
      .map { decodedText(Array($0)) }
  }
}

/// The fields of some columns, in the order in which they were asked for.
struct KeptFields: CSVFields {
  /// For each column of the file the places in `list`.
  private let places: [[Int]]
  private(set) var list: [CSVField]

  init(_ columns: [Int]) {
    var places = [[Int]](repeating: [], count: (columns.max() ?? -1) + 1)
    for (place, column) in columns.enumerated() { places[column].append(place) }
    self.places = places
    list = [CSVField](repeating: CSVField(), count: columns.count)
  }

  mutating func removeAll() { for index in list.indices { list[index] = CSVField() } }

  mutating func put(_ field: CSVField, at column: Int) {
    guard column < places.count else { return }
    for place in places[column] { list[place] = field }
  }
}

extension CSVLayout {
  /// The same with the columns that are carried into reports.
  ///
  /// - Parameter names: of columns, or their numbers from 1 in a file without a header.
  func keeping(_ names: [String]) throws(CSVLayoutError) -> CSVLayout {
    var layout = self
    for name in names {
      if let column = header.map({ $0.firstIndex(of: name) }) ?? Int(name).map({ $0 - 1 }),
        (0..<columnCount).contains(column)
      {
        layout.kept.append(column)
      } else {
        throw CSVLayoutError(keptColumn: name, of: header, columnCount: columnCount)
      }
    }
    let kept = layout.kept
    layout.doubtful.removeAll(where: kept.contains)
    return layout
  }
}

extension CSVLayoutError {
  /// - Parameter header: the names that exist; `nil` if columns have numbers only.
  init(keptColumn name: String, of header: [String]?, columnCount: Int) {
    let known = header.map { "the names are \($0.prefix(40).map { quoted($0.utf8) }.joined(separator: ", "))" }
    self.init(
      reason: .keptColumnUnknown,
      message: "there is no \(quoted(name.utf8)) to --keep: "
        + (known ?? "the file has no header; columns are named by their numbers, 1 to \(columnCount)")
        + ". The file was skipped.")
  }

  /// - Parameter format: one that has no columns.
  init(noColumnsIn format: String) {
    self.init(
      reason: .keptColumnUnknown,
      message:
        "--keep carries columns of CSV and members of JSON; \(format) has neither. Leave --keep out for this file. "
        + "The file was skipped.")
  }
}
