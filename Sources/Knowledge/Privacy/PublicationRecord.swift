internal import Records
internal import Storage

/// What became of a row of the record.
enum RowState: Int {
  case published
  /// Published once; what takes its place must be as new beside it as if it were published still.
  case withdrawn
  /// Never published.
  case held
}

/// A row of the record of what was published.
struct RecordedRow<Row: PublicRow> {
  var row: Row
  var state: RowState

  /// - Parameter row: whoever is nearly in it is not new in it later.
  init(row: Row, _ state: RowState = .published) {
    self.row = row
    self.row.support.who.merge(row.support.nearly)
    self.row.support.nearly = VehicleSketch()
    self.state = state
  }

  /// What is left of it when another row takes its place.
  func remains(besides other: Row) -> [RecordedRow] {
    guard row.overlaps(other) else { return [self] }
    return row.remains(besides: other).map { RecordedRow(row: $0, state == .held ? .held : .withdrawn) }
  }

  fileprivate var line: String {
    var line = PublicLine()
    line.add(state.rawValue)
    line.add(row.support)
    row.write(to: &line)
    return line.written
  }

  /// - Returns: `nil` for a line that ``line`` does not write.
  fileprivate init?(line text: String) {
    var line = PublicLine(text)
    guard let state = RowState(rawValue: line.integer()) else { return nil }
    let support = line.support()
    row = Row(from: &line)
    row.support = support
    self.state = state
    guard line.isReadWhole else { return nil }
  }
}

/// What a record is about.
struct RecordHeading: Hashable {
  var table: LearnedTable
  /// The version of the map.
  var map: String
  var circumstances: String

  static let format = "tracemill/published/1"
}

/// Writes a record for its owner alone; it appears when it is complete.
final class RecordWriter<Row: PublicRow> {
  private let file: AtomicFile
  private var text = ""
  private var count = 0

  init(_ path: String, _ heading: RecordHeading) throws {
    file = try AtomicFile(path: path, for: .ownerAlone)
    var line = PublicLine()
    for part in [RecordHeading.format, heading.table.rawValue, heading.map, heading.circumstances] { line.add(part) }
    text = line.written + "\n"
  }

  func write(_ row: RecordedRow<Row>) throws {
    text += row.line + "\n"
    count += 1
    if text.utf8.count > 1 << 16 { try flush() }
  }

  func finish() throws {
    text += "end \(count)\n"
    try flush()
    try file.commit()
  }

  private func flush() throws {
    try file.write(Array(text.utf8))
    text.removeAll(keepingCapacity: true)
  }
}

/// Reads the rows of a record.
///
/// Without the record a new publication would betray what the old one hid, so a damaged one is refused.
final class RecordReader<Row: PublicRow> {
  let heading: RecordHeading
  private let path: String
  private var lines: LineReader
  private var count = 0
  private var last: Row?

  /// - Throws: ``PrivacyError/damagedRecord(path:)`` and ``StorageError``, as ``next()`` does.
  init(_ path: String) throws {
    self.path = path
    lines = LineReader(RecordBuffer(try ByteStream(path: path)), longest: 1 << 20)
    var line = PublicLine(try Self.text(lines.next(), path))
    let (format, table) = (line.text(), LearnedTable(rawValue: line.text()))
    let (map, circumstances) = (line.text(), line.text())
    guard format == RecordHeading.format, let table, line.isReadWhole else {
      throw PrivacyError.damagedRecord(path: path)
    }
    heading = RecordHeading(table: table, map: map, circumstances: circumstances)
  }

  private static func text(_ line: LineReader.Line?, _ path: String) throws -> String {
    guard let bytes = line?.bytes else { throw PrivacyError.damagedRecord(path: path) }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `nil` at the end.
  func next() throws -> RecordedRow<Row>? {
    let text = try Self.text(lines.next(), path)
    if text == "end \(count)" {
      guard try lines.next() == nil else { throw PrivacyError.damagedRecord(path: path) }
      return nil
    }
    guard let row = RecordedRow<Row>(line: text), last.map({ $0.subject <= row.row.subject }) ?? true else {
      throw PrivacyError.damagedRecord(path: path)
    }
    count += 1
    last = row.row
    return row
  }

  /// All rows, on another map.
  func carried(by carrier: EdgeCarrier) throws -> [RecordedRow<Row>] {
    var rows: [RecordedRow<Row>] = []
    while let row = try next() {
      rows += row.row.carried(by: carrier).map {
        RecordedRow(row: $0.row, row.state == .published && !$0.isSame ? .withdrawn : row.state)
      }
    }
    return rows.sorted { a, b in
      a.row.subject != b.row.subject ? a.row.subject < b.row.subject : a.row.precedes(b.row)
    }
  }
}

/// Where rows that were published before come from.
enum RecordSource<Row: PublicRow> {
  case record(RecordReader<Row>)
  /// In memory.
  case rows([RecordedRow<Row>], next: Int = 0)

  mutating func next() throws -> RecordedRow<Row>? {
    switch self {
    case .record(let reader): return try reader.next()
    case .rows(let rows, let next):
      guard next < rows.count else { return nil }
      self = .rows(rows, next: next + 1)
      return rows[next]
    }
  }
}
