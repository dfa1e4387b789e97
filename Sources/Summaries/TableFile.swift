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

  /// `nil` if the column is null or absent.
  func number(_ column: String) throws(RowFault) -> Double? {
    guard let text = text(column), !text.isEmpty else { return nil }
    guard let number = Double(text), abs(number) <= Self.greatest else {
      throw RowFault(description: "\(column) is '\(text)', which is no number that a run writes")
    }
    return number
  }

  func flag(_ column: String) -> Bool { ["true", "1"].contains(text(column)) }

  /// Beyond any length in metres and any number of records; whole numbers up to here are exact.
  private static let greatest = 1e15
}

/// Why a row cannot be added up.
struct RowFault: Error {
  let description: String
}

/// A file of a report that has rows of trips, of events, of jobs or of tours.
struct TableFile {
  enum Table: String, CaseIterable { case trips, events, jobs, tours }

  private enum Format { case csv, lines, database }

  let path: String
  private let format: Format
  /// The table of all rows that name none.
  let table: Table

  /// `nil` for a file that has none of them.
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

  /// Whether its rows, documents or layers may have events. Features represent trips unless tables were chosen.
  var hasEvents: Bool { table == .events || table == .trips && format != .csv }

  /// Calls `body` with each row, one at a time.
  ///
  /// - Parameter columns: the columns needed from each table.
  func forEachRow(_ columns: [Table: [String]], _ body: (Table, TableRow) throws(RowFault) -> Void) throws(SummaryError)
  {
    do {
      switch format {
      case .csv: try forEachRecord(columns[table] ?? [], body)
      case .lines: try forEachLine(body)
      case .database:
        for table in Table.allCases { try forEachRow(ofLayer: table, columns[table] ?? [], body) }
      }
    } catch let error as SummaryError {
      throw error
    } catch {
      throw .unreadable("\(error)")
    }
  }

  private func forEachRow(
    ofLayer table: Table, _ columns: [String], _ body: (Table, TableRow) throws(RowFault) -> Void
  ) throws {
    var row = 0
    var fault: SummaryError?
    try forEachLayerRow(of: table.rawValue, columns, at: path) { fields in
      guard fault == nil else { return }
      row += 1
      do throws(SummaryError) {
        try checked(row) { () throws(RowFault) in try body(table, .fields(fields)) }
      } catch { fault = error }
    }
    if let fault { throw fault }
  }

  private func checked(_ line: Int, _ body: () throws(RowFault) -> Void) throws(SummaryError) {
    do throws(RowFault) { try body() } catch {
      throw .badRow(path: path, line: line, fault: error.description)
    }
  }

  private func forEachRecord(_ columns: [String], _ body: (Table, TableRow) throws(RowFault) -> Void) throws {
    var rows = try CSVTable(path: path)
    let numbers = columns.map { ($0, rows.column($0)) }
    while try rows.next() {
      if rows.flaw != nil { throw SummaryError.badRow(path: path, line: rows.line, fault: "the row is broken") }
      let fields = numbers.compactMap { name, number in rows.has(number) ? (name, rows.text(number)) : nil }
      try checked(rows.line) { () throws(RowFault) in
        try body(table, .fields(Dictionary(fields) { first, _ in first }))
      }
    }
  }
}

// MARK: - JSON

extension TableFile {
  /// Each row, document or feature has its line, whatever is around them.
  private func forEachLine(_ body: (Table, TableRow) throws(RowFault) -> Void) throws {
    var lines = LineReader(RecordBuffer(try ByteStream(path: path)), longest: 1 << 30)
    while let line = try lines.next() {
      guard var bytes = line.bytes, bytes.first == UInt8(ascii: "{") else { continue }
      if bytes.starts(with: "{\"type\":\"FeatureCollection\"".utf8) { continue }
      if bytes.last == UInt8(ascii: ",") { bytes.removeLast() }
      let value: JSONValue
      do throws(JSONError) {
        value = try JSONValue(parsing: bytes)
      } catch {
        throw SummaryError.badRow(path: path, line: line.number, fault: error.description)
      }
      try checked(line.number) { () throws(RowFault) in try take(value, body) }
    }
  }

  /// Takes a feature, the document of a trip with its events, or a row.
  private func take(_ value: JSONValue, _ body: (Table, TableRow) throws(RowFault) -> Void) throws(RowFault) {
    if let properties = value["properties"] {
      if let table = properties["table"]?.text.flatMap(Table.init) { try body(table, .object(properties)) }
      return
    }
    try body(table, .object(value))
    guard value["schema"] != nil else { return }
    for event in value["events"]?.list ?? [] { try body(.events, .object(event)) }
  }
}
