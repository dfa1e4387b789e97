internal import FoundationEssentials
internal import Glibc
internal import Moments
internal import Records
internal import Reports
package import RoadGraph
internal import Storage

/// The tables that a run has written into a folder, read as drives: one after another, in the order of the folder's
/// trips or routes.
///
/// Memory: the ids of all drives, the tables of one, and all jobs of the run.
package struct TableFolder {
  package let kind: Drive.Kind
  /// The files that are read.
  package let files: [String]
  package private(set) var faults = Faults()
  private var main: TableRows
  private var others: [TableRows]
  /// `nil` without jobs.
  private let tours: TourTables?
  private let known: Set<String>

  /// What of the tables is not in the drives.
  package struct Faults: Sendable {
    /// Rows of drives that the main table does not have, by file.
    package fileprivate(set) var rowsOfOthers: [String: Int] = [:]
    /// Cells that hold no value of their column, by file and column.
    package fileprivate(set) var badCells: [String: Int] = [:]
  }

  /// - Throws: ``ReplayError`` for a folder without trips and routes, and for a file that cannot be read.
  package init(_ path: String) throws(ReplayError) {
    let found = Self.tables(in: path)
    kind = found["trips"] != nil ? .trip : .route
    guard let first = found[kind.main] else { throw .noTables(folder: path) }
    main = try Self.open(kind.main, first, kind)
    var ids: Set<String> = []
    var rows = try Self.open(kind.main, first, kind)
    while rows.hasRow {
      ids.insert(rows.id)
      try rows.next()
    }
    known = ids
    others = []
    for name in kind.tables where name != kind.main {
      if let file = found[name] { others.append(try Self.open(name, file, kind)) }
    }
    var badCells: [String: Int] = [:]
    let kind = kind
    tours =
      kind == .trip
      ? try TourTables(
        opening: { (name, idName) throws(ReplayError) in
          try found[name].map { file throws(ReplayError) in try Self.open(name, file, kind, idName) }
        }, { badCells[$0, default: 0] += 1 }) : nil
    faults.badCells = badCells
    files =
      [main.path] + others.map(\.path)
      + (tours == nil ? [] : TripTable.ofJobs.compactMap { found[$0.rawValue]?.path })
  }

  /// The next drive; `nil` at the end.
  ///
  /// - Throws: ``ReplayError/disordered(path:id:line:)``, if the rows of the tables are not in one order.
  package mutating func next() throws(ReplayError) -> Drive? {
    guard main.hasRow else {
      for rows in others where rows.hasRow { throw .disordered(path: rows.path, id: rows.id, line: rows.line) }
      return nil
    }
    let id = main.id
    let document = main.document
    let traceID = main.traceID
    let isOne = kind == .trip
    var tables = [try Self.table(of: id, &main, known, isOne: isOne, &faults)]
    if let document {
      tables += members(of: document)
    } else {
      for number in others.indices {
        tables.append(try Self.table(of: id, &others[number], known, isOne: false, &faults))
      }
    }
    if let tours { tables += tours.tables(of: id, traceID: traceID, tables[0]) }
    return Drive(kind, title: id, tables: tables)
  }

  /// The rows of one drive.
  ///
  /// - Parameter isOne: whether a drive has one row only, so that two rows with one id are two drives.
  private static func table(
    of id: String, _ rows: inout TableRows, _ known: Set<String>, isOne: Bool, _ faults: inout Faults
  ) throws(ReplayError) -> ColumnTable {
    var columns = rows.columns.map { CellColumn($0.name, $0.kind) }
    var count = 0
    while rows.hasRow {
      let own = rows.id
      if own == id {
        if isOne, count > 0 { break }
        for number in columns.indices where !columns[number].append(text: rows.text(number)) {
          faults.badCells["\(rows.path): \(columns[number].name)", default: 0] += 1
        }
        count += 1
      } else if known.contains(own) {
        break
      } else {
        faults.rowsOfOthers[rows.path, default: 0] += 1
      }
      try rows.next()
    }
    return ColumnTable(rows.name, columns, rowCount: count)
  }

  /// The tables in the document of a drive.
  private mutating func members(of document: JSONValue) -> [ColumnTable] {
    kind.tables.filter { $0 != kind.main }.compactMap { name in
      let member = document[name] ?? (name == "plans" ? document["plan"].map { .list([$0]) } : nil)
      guard let rows = member?.list else { return nil }
      let columns = WrittenColumn.all(of: kind.schema(of: name)).filter { !WrittenColumn.identity.contains($0.name) }
      var cells = columns.map { CellColumn($0.name, $0.kind) }
      for row in rows {
        for number in columns.indices where !cells[number].append(text: columns[number].text(in: row)) {
          faults.badCells["\(main.path): \(name).\(columns[number].name)", default: 0] += 1
        }
      }
      return ColumnTable(name, cells, rowCount: rows.count)
    }
  }

  private static func open(
    _ name: String, _ file: TableFile, _ kind: Drive.Kind, _ idName: String? = nil
  ) throws(ReplayError) -> TableRows {
    try TableRows(
      name, at: file.path, isCSV: file.isCSV, schema: kind.schema(of: name),
      idName: idName ?? (kind == .trip ? "trip_id" : "id"))
  }

  // MARK: The files

  struct TableFile {
    let path: String
    let isCSV: Bool
  }

  /// The files of tables by name; CSV if a table has two formats.
  static func tables(in folder: String) -> [String: TableFile] {
    var tables: [String: TableFile] = [:]
    for file in ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() {
      let name = OutputName(file)
      guard let format = name.format, [.csv, .ndjson, .json].contains(format) else { continue }
      let stem = String(file.prefix { $0 != "." })
      let path = joinedPath(folder, file)
      if tables[stem]?.isCSV != true { tables[stem] = TableFile(path: path, isCSV: format == .csv) }
    }
    return tables
  }
}

extension Drive.Kind {
  /// The table with a row for each drive.
  fileprivate var main: String { self == .trip ? "trips" : "routes" }

  fileprivate var tables: [String] {
    self == .trip ? TripTable.ofReplay.map(\.rawValue) : RouteTable.ofReplay.map(\.rawValue)
  }

  /// The columns that a table can have.
  fileprivate func schema(of table: String) -> [ColumnSchema] {
    guard self == .trip else { return RouteTable(rawValue: table)?.schema.columns ?? [] }
    let local = AddedColumns(clock: .utc)
    let own = TripTable(rawValue: table)?.schema(with: local).columns ?? []
    return table == "points" ? own + TripTable.plannedPoints.schema(with: local).columns : own
  }
}

extension Drive {
  /// The version of the map on which the tables were made; `nil` if they do not say it.
  package var mapVersion: String? { (self["trips"] ?? self["routes"])?["map_version"]?.word(0) }

  /// Draws the roads of a map around the drive.
  ///
  /// - Parameter shared: the tiles of a folder of pages; `nil` for a drive that has all of its map.
  package mutating func takeRoads(of graph: RoadGraph, sharing shared: SharedTiles? = nil) {
    let name = (self["trips"] ?? self["routes"])?["mode"]?.word(0)
    let mode = TravelMode.allCases.first { $0.name == name } ?? .car
    take(SurroundingRoads(of: self, on: graph, for: mode, sharing: shared))
  }
}
