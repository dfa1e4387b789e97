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

/// What is written and how.
package struct ReportSettings: Hashable, Sendable {
  package var format: ReportFormat
  /// The tables wanted; none stands for the format's own choice: trip documents for JSON and NDJSON, the
  /// ``ReportTable/standard`` tables for CSV, the driven lines for GeoJSON, tracks for GPX.
  package var tables: [ReportTable]
  /// Alternatives are looked for: the format's own choice holds them too, but for GPX.
  package var hasAlternatives: Bool

  package init(format: ReportFormat = .csv, tables: [ReportTable] = [], hasAlternatives: Bool = false) {
    self.format = format
    self.tables = tables
    self.hasAlternatives = hasAlternatives
  }
}

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
  case notATableOf(ReportFormat, table: ReportTable)
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
      "gpx holds tracks only and no table \(table.rawValue); leave out --table, or choose csv, json or ndjson"
    case .notATableOf(let format, let table):
      "\(format.rawValue) cannot hold the table \(table.rawValue); choose csv, json or ndjson for it"
    case .cannotMakeDirectory(let path, let reason):
      "\(path): cannot make the directory: \(reason); choose another one with -o"
    case .cannotWrite(let sentence): "\(sentence); nothing appears under its name until a run completes"
    }
  }
}
