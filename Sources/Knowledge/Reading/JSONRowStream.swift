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
    case object(JSONText)
    case damaged
  }

  /// `nil` at the end.
  mutating func next() throws(ReportReadingError) -> Line? {
    while let next = try nextLine() {
      line = next.number
      guard var bytes = next.bytes else { return .damaged }
      if bytes.last == UInt8(ascii: ",") { bytes.removeLast() }
      if Self.frames.contains(where: bytes.elementsEqual) || bytes.starts(with: Self.collection) { continue }
      return bytes.first == UInt8(ascii: "{") ? .object(JSONText(bytes: bytes)) : .damaged
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
  private var columns: JSONColumns

  init(reading table: ReportTable, path: String) throws(ReportReadingError) {
    lines = try JSONLines(path: path)
    columns = JSONColumns(table)
    super.init(table, path: path)
  }

  override func advance() throws(ReportReadingError) -> Bool {
    guard let next = try lines.next() else { return false }
    line = lines.line
    isSound = false
    guard case .object(let text) = next,
      let missing = try? columns.take(text.whole, of: text, into: &cells)
    else { return true }
    guard missing.isEmpty else { throw .missingColumns(missing, path: path, table: table.rawValue) }
    isSound = true
    return true
  }
}
