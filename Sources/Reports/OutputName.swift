package import Storage

/// What the name of an output file says about its content: `trips.csv.gz` is CSV in gzip.
package struct OutputName: Equatable, Sendable {
  /// The ending of the name before any compression ending, in lower case; empty without one.
  package let ending: String
  package let compression: Compression?

  package init(_ path: String) {
    let (name, last) = nameAndEnding(of: path)
    compression = Compression(rawValue: last.lowercased())
    ending = (compression == nil ? last : nameAndEnding(of: name).ending).lowercased()
  }

  /// `nil` if the ending belongs to no format.
  package var format: ReportFormat? { ending == "jsonl" ? .ndjson : ReportFormat(rawValue: ending) }

  /// Whether the name has no ending at all, such as the name of a pipe.
  package var saysNothing: Bool { ending.isEmpty && compression == nil }

  /// Whether tracemill knows the ending as one of files, so that a directory of this name would be a mistake.
  package var isOfKnownFile: Bool { format != nil || compression != nil || ending == Self.parquet }

  private static let parquet = "parquet"

  /// Why a file of this name cannot be written unless its format is given.
  package func refusal(of path: String) -> String {
    if let advice = adviceOnForeignFormat(ending) { return "\(path): \(advice)" }
    let formats = ReportFormat.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
    let compressions = Compression.allCases.map { ".\($0.rawValue)" }.joined(separator: " or ")
    let said = ending.isEmpty ? "the name does not say which format" : "no format has the ending .\(ending)"
    return "\(path): \(said). The endings are \(formats), each also followed by \(compressions). Name the file so, or "
      + "choose its format with --format; the name of a directory ends in /."
  }
}

/// How to get a format that others write; `nil` for a word that does not name one.
package func adviceOnForeignFormat(_ name: String) -> String? {
  switch name.lowercased() {
  case "parquet", "feather", "orc", "avro":
    "tracemill writes no \(name == "parquet" ? "Parquet" : name). Write CSV or Arrow and convert it, as "
      + "Documentation/Tables.md shows, for example with DuckDB: COPY (FROM 'points.csv') TO 'points.parquet'."
  case "xlsx", "xls", "ods", "excel":
    "tracemill writes no spreadsheets. Write CSV, which they open; --csv-safe keeps others' texts from becoming formulas."
  case "shp", "shapefile", "kml", "kmz", "fgb", "flatgeobuf", "tab":
    "tracemill writes no \(name). Write a GeoPackage (gpkg), which QGIS and ogr2ogr read and convert."
  case "sqlite", "db", "sqlite3":
    "tracemill writes no \(name). Write a GeoPackage (gpkg), which is a SQLite database."
  default: nil
  }
}
