/// How reports are written. Raw values are the names in options.
package enum ReportFormat: String, CaseIterable, Sendable {
  /// One array.
  case json
  /// One object per line.
  case ndjson
  case csv
  case geojson
  case gpx
}

/// What is written of reports and how.
package struct ReportSettings<Subject: Report>: Hashable, Sendable {
  package var format: ReportFormat
  /// The tables wanted; none stands for the format's own choice: documents for JSON and NDJSON, the
  /// ``ReportDefaults`` for CSV, the line of each report for GeoJSON, tracks and routes for GPX.
  package var tables: [Subject.Table]
  /// Tables that the format's own choice holds as well, where it holds tables.
  package var moreTables: [Subject.Table]

  package init(format: ReportFormat = .csv, tables: [Subject.Table] = [], moreTables: [Subject.Table] = []) {
    self.format = format
    self.tables = tables
    self.moreTables = moreTables
  }
}

package typealias TripReportSettings = ReportSettings<TripReport>
package typealias RouteReportSettings = ReportSettings<RouteReport>

/// Where reports go.
package enum ReportDestination: Hashable, Sendable {
  /// All files and a manifest; made where it is missing.
  case directory(String)
  case file(String)
  case standardOutput
}

/// What went wrong with writing reports.
package enum ReportError: Error, Equatable, Sendable {
  /// The reader at the other end of the pipe has seen enough. No failure: the program ends quietly.
  case brokenPipe
  /// Standard output and single files hold one table only.
  case oneTableOnly(ReportFormat, tables: Int)
  /// The format cannot hold this table.
  case notATableOf(ReportFormat, table: String)
  case cannotMakeDirectory(path: String, reason: String)
  /// The sentence of the storage's error.
  case cannotWrite(String)
}

extension ReportError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .brokenPipe: "the reader of standard output has closed the pipe"
    case .oneTableOnly(let format, let tables):
      "\(tables) \(format.rawValue) tables do not fit into one stream; choose one with --table, or a directory with -o"
    case .notATableOf(.gpx, let table):
      "gpx holds tracks only and no table \(table); leave out --table, or choose csv, json or ndjson"
    case .notATableOf(let format, let table):
      "\(format.rawValue) cannot hold the table \(table); choose csv, json or ndjson for it"
    case .cannotMakeDirectory(let path, let reason):
      "\(path): cannot make the directory: \(reason); choose another one with -o"
    case .cannotWrite(let sentence): "\(sentence); nothing appears under its name until a run completes"
    }
  }
}
