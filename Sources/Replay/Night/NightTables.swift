internal import Moments
internal import Records
internal import Reports

/// The tables that a run wrote into a folder, each read from its first row to its last, in any order.
///
/// Tables in CSV and NDJSON are files of their own; documents of trips have the other tables in them.
struct NightTables {
  private let files: [String: TableFolder.TableFile]

  /// - Throws: ``ReplayError/noTables(folder:)`` for a folder without trips.
  init(_ folder: String) throws(ReplayError) {
    files = TableFolder.tables(in: folder)
    guard files["trips"] != nil else { throw .noTrips(folder: folder) }
  }

  /// Everything that is read.
  var paths: [String] { TripTable.ofNight.compactMap { files[$0.rawValue]?.path }.sorted() }

  /// Calls `body` with the cells of each row, in the order of `columns`.
  ///
  /// - Returns: whether the run wrote the table.
  @discardableResult
  func forEachRow(
    of table: TripTable, _ columns: [String], _ body: (NightRow) throws(ReplayError) -> Void
  ) throws(ReplayError) -> Bool {
    guard let file = files[table.rawValue] else { return try forEachMember(table, columns, body) }
    var rows = try open(table, file)
    if rows.document != nil, table == .trips { return try forEachDocument(&rows, columns, body) }
    let numbers = columns.map { name in rows.columns.firstIndex { $0.name == name } }
    while rows.hasRow {
      try body(
        NightRow(
          path: rows.path, line: rows.line, trip: rows.id, columns: columns,
          texts: numbers.map { $0.map(rows.text) ?? "" }))
      try rows.next()
    }
    return true
  }

  /// A table of the run has no trips to be joined with.
  private func open(_ table: TripTable, _ file: TableFolder.TableFile) throws(ReplayError) -> TableRows {
    try TableRows(
      table.rawValue, at: file.path, isCSV: file.isCSV, schema: table.schema(with: AddedColumns(clock: .utc)).columns,
      idName: table.idOfNight)
  }

  private func forEachDocument(
    _ rows: inout TableRows, _ columns: [String], _ body: (NightRow) throws(ReplayError) -> Void
  ) throws(ReplayError) -> Bool {
    let numbers = columns.map { name in rows.columns.firstIndex { $0.name == name } }
    while rows.hasRow {
      let texts = numbers.map { $0.map(rows.text) ?? "" }
      try body(NightRow(path: rows.path, line: rows.line, trip: rows.id, columns: columns, texts: texts))
      try rows.next()
    }
    return true
  }

  /// The rows of a table in the documents of trips.
  private func forEachMember(
    _ table: TripTable, _ columns: [String], _ body: (NightRow) throws(ReplayError) -> Void
  ) throws(ReplayError) -> Bool {
    guard let file = files["trips"], !file.isCSV else { return false }
    let known = WrittenColumn.all(of: table.schema(with: AddedColumns(clock: .utc)).columns)
    let wanted = columns.map { name in known.first { $0.name == name } ?? WrittenColumn(name) }
    var isThere = false
    var rows = try open(.trips, file)
    while rows.hasRow {
      let own = rows.document?[table.rawValue] ?? (table == .plans ? rows.document?["plan"].map { .list([$0]) } : nil)
      if let own { isThere = own.list != nil || isThere }
      for member in own?.list ?? [] {
        let texts = wanted.map { $0.text(in: member) }
        try body(NightRow(path: rows.path, line: rows.line, trip: rows.id, columns: columns, texts: texts))
      }
      try rows.next()
    }
    return isThere
  }
}

/// The cells of a row that were asked for.
struct NightRow {
  let path: String
  let line: Int
  /// The id of its trip; of a table of the run, the value of another column.
  let trip: String
  let columns: [String]
  /// In the order in which they were asked for; empty for none.
  let texts: [String]

  subscript(_ column: Int) -> String { texts[column] }

  /// `nil` for an empty cell.
  func number(_ column: Int) throws(ReplayError) -> Double? {
    guard !texts[column].isEmpty else { return nil }
    guard let number = Double(texts[column]), abs(number) <= Self.greatest else { throw fault(column) }
    return number
  }

  func count(_ column: Int) throws(ReplayError) -> Int { Int(try number(column) ?? 0) }

  func flag(_ column: Int) -> Bool { texts[column] == "true" || texts[column] == "1" }

  /// In milliseconds since 1970; `nil` for an empty cell.
  func time(_ column: Int) throws(ReplayError) -> Int64? { try zonedTime(column)?.moment.millisecondsSince1970 }

  func zonedTime(_ column: Int) throws(ReplayError) -> ZonedTime? {
    guard !texts[column].isEmpty else { return nil }
    guard let time = ZonedTime(iso8601: texts[column]) else { throw fault(column) }
    return time
  }

  private func fault(_ column: Int) -> ReplayError {
    .badTable(
      path: path,
      reason: "line \(line): \(columns[column]) is '\(texts[column])', which no run writes; make the tables anew")
  }

  /// Beyond all lengths in metres and numbers of records; whole numbers up to here are exact.
  private static let greatest = 1e15
}

extension TripTable {
  /// The tables from which the page of a night is made.
  static let ofNight: [TripTable] = [
    .trips, .edges, .events, .milestones, .deviations, .plans, .jobs, .rejects, .doubts, .visits,
  ]

  /// A column that each row has.
  fileprivate var idOfNight: String {
    switch self {
    case .rejects: "file"
    case .doubts: "type"
    default: "trip_id"
    }
  }
}
