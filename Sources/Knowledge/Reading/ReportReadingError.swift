internal import Records
package import Storage

/// Why reports cannot be learned from at all.
package enum ReportReadingError: Error, Equatable, Sendable {
  case unreadable(StorageError)
  /// The sentence of the reader of tables.
  case notATable(String)
  /// No stream of Arrow, one cut short, or one whose values are written in another way.
  case notArrow(path: String)
  /// A folder without trips in it or below it.
  case noReports(path: String)
  /// A file that is none of the tables, or in a format that cannot be read back.
  case unknownFile(path: String)
  /// A table that is not there, beside a table of trips.
  case missingTable(name: String, beside: String)
  case missingColumns([String], path: String, table: String)
  /// The trips were matched on another map.
  case otherMap(path: String, line: Int, version: String, wanted: String)
  /// The manifest lists the file, and it is not there, or has another size.
  case changed(path: String)
}

extension ReportReadingError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unreadable(let error): error.description
    case .notATable(let sentence): sentence
    case .notArrow(let path):
      "\(path): is cut short, or not a stream of Arrow as match writes it; write it again with match --format arrow or csv"
    case .noReports(let path):
      "\(path): there are no trips of tracemill here or below; name the folder that was given to match -o"
    case .unknownFile(let path):
      "\(path): reports are learned from as CSV, Arrow, NDJSON, JSON, GeoJSON or GeoPackage; write them again with match "
        + "--format csv"
    case .missingTable(let name, let beside):
      "\(beside): the table \(name) is not with it, and learning needs it; write it too, with match --table +\(name)"
    case .missingColumns(let columns, let path, let table):
      "\(path): the table \(table) has no \(columns.joined(separator: ", ")); write it without --select"
    case .otherMap(let path, let line, let version, let wanted):
      "\(path):\(line): the trip was matched on map version \(version), and --map is version \(wanted), so the numbers "
        + "of its edges mean other roads; learn with the map of the reports, or match the traces again"
    case .changed(let path):
      "\(path): the manifest of its run lists this file with another size, or it is gone; run match again"
    }
  }
}
