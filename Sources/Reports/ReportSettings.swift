package import Records
package import Storage

/// The formats of reports. Raw values are the names in options.
package enum ReportFormat: String, CaseIterable, Sendable {
  /// One array.
  case json
  /// One object per line.
  case ndjson
  case csv
  /// A stream of record batches for each table.
  case arrow
  case geojson
  case gpx
  /// A GeoPackage: all tables in one file.
  case gpkg
  /// A page that replays a trip or a route.
  case html
}

/// Which parts of reports are written, and how.
package struct ReportSettings<Subject: Report>: Hashable, Sendable {
  package var format: ReportFormat
  /// The chosen tables. If none are chosen, the format decides: documents for JSON and NDJSON, the ``ReportDefaults``
  /// for CSV, the line of each report for GeoJSON, tracks and routes for GPX.
  package var tables: [Subject.Table]
  /// Further tables if the format decides, and writes tables.
  package var moreTables: [Subject.Table]
  /// Tables written in place of others.
  package var replacements: [Subject.Table: Subject.Table] = [:]
  /// The columns that tables have in this run only.
  package var added = AddedColumns()
  /// The columns to write, for each table with a choice of columns.
  package var columns: [ColumnChoice<Subject.Table>] = []
  /// How the files are compressed; `nil` if they are plain.
  package var compression: Compression?
  /// Whether CSV is meant for spreadsheets.
  package var csvTexts = CSVTexts.plain

  package init(format: ReportFormat = .csv, tables: [Subject.Table] = [], moreTables: [Subject.Table] = []) {
    self.format = format
    self.tables = tables
    self.moreTables = moreTables
  }

  /// Whether the format's default output has a place for an added table.
  package func hasPlace(for table: Subject.Table) -> Bool {
    switch format {
    case .gpx: false
    case .json, .ndjson, .html:
      table == Subject.document.main || table.isOfRun || Subject.document.members.contains { $0.table == table }
    case .csv, .arrow, .geojson, .gpkg: true
    }
  }

  /// The settings as options, for the manifest.
  package var options: [String: String] {
    var options = ["format": format.rawValue]
    options["compress"] = compression?.rawValue
    options["csv_safe"] = csvTexts == .safe ? "true" : nil
    if !columns.isEmpty { options["select"] = columns.map(\.text).joined(separator: " ") }
    return options
  }
}

package typealias TripReportSettings = ReportSettings<TripReport>
package typealias RouteReportSettings = ReportSettings<RouteReport>

/// The destination of reports.
package enum ReportDestination: Hashable, Sendable {
  /// All files and a manifest; created if it does not exist.
  case directory(String)
  case file(String)
  case standardOutput
}

/// Why reports could not be written.
package enum ReportError: Error, Equatable, Sendable {
  /// The reader at the other end of the pipe has gone. This is not a failure: the program ends silently.
  case brokenPipe
  /// Standard output and single files contain only one table.
  case oneTableOnly(ReportFormat, tables: Int)
  /// The format cannot contain this table.
  case notATableOf(ReportFormat, table: String)
  case cannotMakeDirectory(path: String, reason: String)
  /// Flags that are known at the end of the run cannot be written into a stream.
  case cannotMarkStream
  /// The same for batches of rows.
  case cannotMarkBatches
  /// The format writes no tables with a choice of columns.
  case noColumns(ReportFormat)
  case unknownColumn(String, table: String, known: [String])
  case repeatedColumn(String, table: String)
  case repeatedSelection(table: String)
  /// Columns without a table, of several tables.
  case selectionOfManyTables([String])
  case selectionOfOtherTable(String, written: [String])
  case cannotCompressStream
  case cannotStreamDatabase
  /// A file of HTML shows one drive, and there are more.
  case oneDriveOnly
  /// A picture shows one drive, and there are more.
  case onePlotOnly(path: String)
  case cannotCompressDatabase
  case cannotCompressPages
  /// The message of the storage error.
  case cannotWrite(String)
}

extension ReportError {
  /// The output has room for one trip or request, and there are more.
  package var isOfSecondDrive: Bool {
    switch self {
    case .oneDriveOnly, .onePlotOnly: true
    default: false
    }
  }
}

extension ReportError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .brokenPipe: "the reader of standard output has closed the pipe"
    case .oneTableOnly(let format, let tables):
      "\(tables) \(format.rawValue) tables do not fit into one stream; choose one with --table, or a directory with -o"
    case .notATableOf(.gpx, let table):
      "gpx holds tracks only and no table \(table); leave out --table, or choose csv, json or ndjson"
    case .notATableOf(.html, let table):
      "a page shows all of a trip and no table \(table) by itself; leave out --table, or choose csv, json or ndjson"
    case .notATableOf(let format, let table):
      "\(format.rawValue) cannot hold the table \(table); choose csv, json or ndjson for it"
    case .cannotMakeDirectory(let path, let reason):
      "\(path): \(reason). Choose another one with -o."
    case .cannotMarkStream:
      "which rules are doubtful is known when the run has ended, and a stream cannot be marked then; choose a file or a "
        + "directory with -o, or --table doubts"
    case .cannotMarkBatches:
      "which rules are doubtful is known when the run has ended, and batches of arrow cannot be marked then; choose csv, "
        + "ndjson or gpkg, or --table doubts"
    case .noColumns(let format):
      "--select chooses columns of tables, and \(format.rawValue) without --table writes whole trips or routes; add "
        + "--table, or choose csv, geojson or gpkg"
    case .unknownColumn(let name, let table, let known):
      "the table \(table) has no column \(name).\(didYouMean(name, among: known)) "
        + "See tracemill schema \(table)."
    case .repeatedColumn(let name, let table): "--select names the column \(name) of \(table) twice"
    case .repeatedSelection(let table): "--select is given twice for the table \(table); name all columns in one"
    case .selectionOfManyTables(let tables):
      "--select without a table chooses columns of one table, and \(tables.joined(separator: ", ")) are written; write "
        + "--select TABLE=COLUMN,…, once for each table, or choose one with --table"
    case .selectionOfOtherTable(let table, let written):
      "--select is for the table \(table), and only \(written.joined(separator: ", ")) are written"
    case .cannotCompressStream:
      "a pipe or a device gets plain bytes; compress what comes out of it, or name a file with -o"
    case .oneDriveOnly:
      "a file of html shows one trip or request, and the input has more; name a directory with -o DIR/, which gets a "
        + "page for each and an index"
    case .onePlotOnly(let path):
      "\(path): a picture shows one trip or request, and the input has more; name a directory with --plot DIR/, which "
        + "gets a picture for each"
    case .cannotStreamDatabase: "a GeoPackage is a database and cannot be streamed; name a file with -o trips.gpkg"
    case .cannotCompressDatabase:
      "a GeoPackage is read where it lies and cannot be compressed; leave out the compression, or choose csv or geojson"
    case .cannotCompressPages: "a page is opened as it lies; leave out the compression, or compress it afterwards"
    case .cannotWrite(let sentence): "\(sentence); nothing appears under its name until a run completes"
    }
  }
}
