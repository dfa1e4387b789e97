internal import Records
internal import Storage

/// The objects on the lines of a file: NDJSON, or one of the forms of `match` that has one object per line.
///
/// What is around the objects, such as the brackets of a list, is passed over.
struct JSONLines {
  private var lines: LineReader
  let path: String
  /// The line of the current object, from 1.
  private(set) var line = 0

  /// In bytes; the document of a trip is one line.
  private static let longest = 1 << 30

  init(path: String) throws(ReportReadingError) {
    self.path = path
    do throws(StorageError) {
      lines = LineReader(RecordBuffer(try ByteStream(path: path)), longest: Self.longest)
    } catch { throw .unreadable(error) }
  }

  enum Line {
    case object(JSONValue)
    case damaged
  }

  /// `nil` at the end.
  mutating func next() throws(ReportReadingError) -> Line? {
    while let next = try nextLine() {
      line = next.number
      guard var bytes = next.bytes else { return .damaged }
      if bytes.last == UInt8(ascii: ",") { bytes.removeLast() }
      if Self.frames.contains(where: bytes.elementsEqual) || bytes.starts(with: Self.collection) { continue }
      guard let value = try? JSONValue(parsing: bytes), value.fields != nil else { return .damaged }
      return .object(value)
    }
    return nil
  }

  private mutating func nextLine() throws(ReportReadingError) -> LineReader.Line? {
    do throws(StorageError) { return try lines.next() } catch { throw .unreadable(error) }
  }

  private static let frames = ["[", "]", "]}", "}"].map { Array($0.utf8) }
  private static let collection = Array("{\"type\":\"FeatureCollection\"".utf8)
}

/// The rows of a table as NDJSON or JSON.
final class JSONRowStream: RowStream {
  private var lines: JSONLines

  init(reading table: ReportTable, path: String) throws(ReportReadingError) {
    lines = try JSONLines(path: path)
    super.init(table, path: path)
  }

  override func advance() throws(ReportReadingError) -> Bool {
    guard let next = try lines.next() else { return false }
    line = lines.line
    isSound = false
    guard case .object(let value) = next else { return true }
    let missing = cells.take(value, of: table)
    guard missing.isEmpty else { throw .missingColumns(missing, path: path, table: table.rawValue) }
    isSound = true
    return true
  }
}

extension RowCells {
  /// Takes a row, or a part of the document of a trip.
  ///
  /// - Returns: the columns that it does not have.
  mutating func take(_ value: JSONValue, of table: ReportTable, tripID: JSONValue? = nil) -> [String] {
    removeAll()
    var missing: [String] = []
    for column in table.columns {
      let member = ReportTable.members[column].flatMap { value[$0.0]?[$0.1] }
      let cell = member ?? value[column] ?? (column == "trip_id" ? tripID : nil)
      if cell == nil { missing.append(column) }
      append(cell?.plainText)
    }
    return missing
  }
}
