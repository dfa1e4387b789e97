package import Geodesy
package import Moments

/// How traces are read; every default suits files that follow the common conventions.
package struct TraceReadingSettings: Sendable {
  /// Which CSV columns mean what; what is not named is recognised by the header or by its values.
  package var columns = CSVColumnChoices()
  /// The byte between CSV fields; `nil` to recognise `,` `;` tab or `|`.
  package var delimiter: UInt8?
  /// The unit of CSV speeds; `nil` for the one the column's name states, else metres per second.
  package var speedUnit: SpeedUnit?
  package var timeFormat = TimeFormat.automatic
  package var rows = RowArrangement.automatic
  /// Memory for rows whose trace is not complete, in bytes; 64 MiB holds 1.6 million rows. Beyond it, interleaved rows
  /// go through a temporary file.
  package var bufferSize = 64 << 20
  /// Where that temporary file takes its space; `nil` for `TMPDIR`, else `/tmp`.
  package var temporaryDirectory: String?
  /// The accuracy of a fix with a horizontal dilution of precision of 1.
  ///
  /// - Source: user-equivalent range errors of single-frequency receivers in the open lie between 4 and 7 m; Kaplan &
  ///   Hegarty, Understanding GPS, 2nd ed. 2006, §7.2.
  package var metresPerHDOP: Metres = 5
  /// Routes of GPX files are read as tracks are.
  package var readsRoutes = false
  /// Refusals told with their text per trace, and per file for records of no trace; all are counted.
  package var refusalsPerTrace = 20

  package init() {}
}

/// How the rows of several traces lie in one CSV file.
package enum RowArrangement: String, CaseIterable, Sendable {
  /// Found out while reading.
  case automatic = "auto"
  /// All rows of a trace together: a trace is complete when the next begins.
  case grouped
  /// In any order, as several vehicles report in turn.
  case interleaved
}

/// The unit of a speed column.
package enum SpeedUnit: String, CaseIterable, Sendable {
  case metresPerSecond = "m/s"
  case kilometresPerHour = "km/h"
  case milesPerHour = "mph"
  case knots

  /// Metres per second in one of the unit; the international mile of 1609.344 m and nautical mile of 1852 m.
  package var metresPerSecond: Double {
    switch self {
    case .metresPerSecond: 1
    case .kilometresPerHour: 1 / 3.6
    case .milesPerHour: 0.44704
    case .knots: 1852.0 / 3600
    }
  }
}
