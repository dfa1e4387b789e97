package import Moments
package import Records

/// What is known about a CSV file before its rows are read.
package struct CSVLayout: Equatable, Sendable {
  package let dialect: CSVDialect
  /// The column of the file, from 0, for each meaning.
  package var columns: [CSVColumn: Int] = [:]
  /// The header's texts; `nil` in files without one.
  package var header: [String]?
  /// The number of fields in every row.
  package var columnCount = 0
  package var speedUnit = SpeedUnit.metresPerSecond
  /// How the times of the file are read.
  package var times = TimeReading()
  /// How its times are written: a name of ``TimeFormat``; `nil` without times.
  package var timeShape: String?
  /// What is to be said about the file.
  var notes: [LayoutNote] = []
  /// Where the first row begins.
  var firstRow = (offset: 0, line: 1)
  /// The number of a column `id`, from 1, that is ignored because it numbers rows.
  var rowNumberColumn: Int?

  init(dialect: CSVDialect) {
    self.dialect = dialect
  }

  package static func == (a: CSVLayout, b: CSVLayout) -> Bool {
    a.dialect == b.dialect && a.columns == b.columns && a.header == b.header && a.columnCount == b.columnCount
      && a.speedUnit == b.speedUnit && a.firstRow == b.firstRow && a.rowNumberColumn == b.rowNumberColumn
      && a.times == b.times && a.notes == b.notes
  }

  var splitter: CSVSplitter { CSVSplitter(dialect, columnCount: columnCount) }

  /// `trace=trip_id lat=lat lon=lon time=time`; by number if there is no header.
  package var columnDescription: String {
    let parts = CSVColumn.allCases.compactMap { column in
      columns[column].map { index in "\(column.rawValue)=\(header.map { $0[index] } ?? String(index + 1))" }
    }
    return parts.joined(separator: " ")
  }
}

/// Why a file cannot be read as CSV.
struct CSVLayoutError: Error, Equatable {
  var reason: ReadingReason
  var message: String
}
