internal import GeoPackages
internal import Records
internal import Storage

/// One row of a table, whatever the format.
enum TableRow {
  case fields([String: String])
  case object(JSONValue)

  /// `nil` if the column is null or absent.
  func text(_ column: String) -> String? {
    switch self {
    case .fields(let fields): fields[column]
    case .object(let value): (value[column] ?? value["summary"]?[column])?.plainText
    }
  }

  func number(_ column: String) -> Double? { text(column).flatMap(Double.init) }
}

/// A file of a report that has rows of trips or of events.
struct TableFile {
  enum Table: String { case trips, events }

  private enum Format { case csv, lines, database }

  let path: String
  private let format: Format
  /// The table of all rows that name none.
  private let table: Table

  /// `nil` for a file that has neither.
  init?(name: String, path: String) {
    let parts = name.split(separator: ".").map(String.init)
    guard parts.count >= 2, let table = Table(rawValue: parts[0]) else { return nil }
    switch parts[1] {
    case "csv": format = .csv
    case "json", "ndjson", "geojson": format = .lines
    case "gpkg": format = .database
    default: return nil
    }
    self.path = path
    self.table = table
  }

  /// Whether its rows, documents or layers may have events. Features are of trips unless tables were chosen.
  var hasEvents: Bool { table == .events || format != .csv }

  /// Calls `body` with each row, one at a time.
  ///
  /// - Parameter columns: those that are needed of each table.
  func forEachRow(_ columns: [Table: [String]], _ body: (Table, TableRow) -> Void) throws(SummaryError) {
    do {
      switch format {
      case .csv: try forEachRecord(columns[table] ?? [], body)
      case .lines: try forEachLine(body)
      case .database:
        for table in [Table.trips, .events] {
          try forEachLayerRow(of: table.rawValue, columns[table] ?? [], at: path) { body(table, .fields($0)) }
        }
      }
    } catch let error as SummaryError {
      throw error
    } catch {
      throw .unreadable("\(error)")
    }
  }

  private func forEachRecord(_ columns: [String], _ body: (Table, TableRow) -> Void) throws {
    var rows = try CSVTable(path: path)
    let numbers = columns.map { ($0, rows.column($0)) }
    while try rows.next() {
      if rows.flaw != nil { throw SummaryError.badRow(path: path, line: rows.line, fault: "the row is broken") }
      let fields = numbers.compactMap { name, number in rows.has(number) ? (name, rows.text(number)) : nil }
      body(table, .fields(Dictionary(fields) { first, _ in first }))
    }
  }
}

// MARK: - JSON

extension TableFile {
  /// Each row, document or feature has its line, whatever is around them.
  private func forEachLine(_ body: (Table, TableRow) -> Void) throws {
    var lines = LineReader(RecordBuffer(try ByteStream(path: path)), longest: 1 << 30)
    while let line = try lines.next() {
      guard var bytes = line.bytes, bytes.first == UInt8(ascii: "{") else { continue }
      if bytes.starts(with: "{\"type\":\"FeatureCollection\"".utf8) { continue }
      if bytes.last == UInt8(ascii: ",") { bytes.removeLast() }
      do throws(JSONError) {
        take(try JSONValue(parsing: bytes), body)
      } catch {
        throw SummaryError.badRow(path: path, line: line.number, fault: error.description)
      }
    }
  }

  /// Takes a feature, the document of a trip with its events, or a row.
  private func take(_ value: JSONValue, _ body: (Table, TableRow) -> Void) {
    if let properties = value["properties"] {
      if let table = properties["table"]?.text.flatMap(Table.init) { body(table, .object(properties)) }
      return
    }
    body(table, .object(value))
    guard value["schema"] != nil else { return }
    for event in value["events"]?.list ?? [] { body(.events, .object(event)) }
  }
}
