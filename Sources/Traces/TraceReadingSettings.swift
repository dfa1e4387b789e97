package import Geodesy
package import Moments

/// How traces are read; the defaults suit files that follow the common conventions.
package struct TraceReadingSettings: Sendable {
  /// The meaning of CSV columns; columns not named here are recognised by the header or by their values.
  package var columns = CSVColumnChoices()
  /// The byte between CSV fields; `nil` to recognise `,` `;` tab or `|`.
  package var delimiter: UInt8?
  /// The unit of speeds; `nil` for the unit in the column's name or the one that the places show; in XML, the unit of
  /// the schema.
  package var speedUnit: SpeedUnit?
  /// How CSV coordinates are written; `nil` to tell it from their values.
  package var coordinates: CoordinateForm?
  package var timeFormat = TimeFormat.automatic
  /// What is known beforehand of the columns; the other settings here override it.
  package var preset: TracePreset?
  /// The number of lines before the header or the first row of a table; `nil` to tell it from them.
  package var skip: Int?
  /// The names that lead to the list of fixes within a document of JSON; empty to find it by its name.
  package var items: [String] = []
  /// The preset that named them; `nil` if the user did.
  package var presetOfItems: String?
  /// The clock of times without an offset; `nil` for UTC.
  package var clock: LocalClock?
  /// The time between the points of a polyline in one row; `nil` if it is unknown.
  package var interval: Seconds?
  package var rows = RowArrangement.automatic
  /// Whether the layouts of the files are reported to somebody at a terminal.
  package var tellsLayouts = false
  /// The columns of the input that are carried into reports.
  package var keep: [String] = []
  /// Memory in bytes for rows of incomplete traces; 64 MiB holds 1.6 million rows. Beyond it, interleaved rows go
  /// through a temporary file.
  package var bufferSize = 64 << 20
  /// The folders among the arguments: a file within one is named by its path from there.
  package var folders: [String] = []
  /// Where that temporary file is placed; `nil` for `TMPDIR`, or `/tmp` if that is not set.
  package var temporaryDirectory: String?
  /// The accuracy of a fix with a horizontal dilution of precision of 1.
  ///
  /// - Source: user-equivalent range errors of single-frequency receivers in the open are between 4 and 7 m; Kaplan &
  ///   Hegarty, Understanding GPS, 2nd ed. 2006, §7.2.
  package var metresPerHDOP: Metres = 5
  /// Whether routes of GPX files are read like tracks.
  package var readsRoutes = false
  /// The most refusals reported with their text, per trace, and per file for records of no trace; all are counted.
  package var refusalsPerTrace = 20

  package init() {}

  /// The id of a file, or of a member of an archive, for traces that have none of their own.
  ///
  /// It is the path from the folder that the user named, without endings: `north/drive`. For a file that was named
  /// itself, it is the name alone. An archive is treated as a folder.
  package func ownID(of source: String) -> String { traceFileID(source, within: folders) }

  /// How times of XML are read: dates only, whatever the format of CSV times.
  var timesOfXML: TimeReading {
    TimeReading(.automatic, clock: clock, readsNumbers: false, readsAncient: timeFormat != .automatic)
  }
}

/// How the rows of several traces are arranged in one CSV file.
package enum RowArrangement: String, CaseIterable, Sendable {
  /// Determined while reading.
  case automatic = "auto"
  /// All rows of a trace together: a trace is complete when the next one begins.
  case grouped
  /// In any order, as when several vehicles report in turn.
  case interleaved
}

/// The unit of a speed column.
package struct SpeedUnit: Hashable, CaseIterable, Sendable {
  package let base: Base
  /// The factor of the values over the base unit: 10 for tenths of km/h.
  package let multiple: Int

  package enum Base: String, CaseIterable, Sendable {
    case metresPerSecond = "m/s"
    case kilometresPerHour = "km/h"
    case milesPerHour = "mph"
    case knots
    case feetPerSecond = "ft/s"

    /// Metres per second in one unit, with the international mile of 1609.344 m and the nautical mile of 1852 m.
    fileprivate var metresPerSecond: Double {
      switch self {
      case .metresPerSecond: 1
      case .kilometresPerHour: 1 / 3.6
      case .milesPerHour: 0.44704
      case .knots: 1852.0 / 3600
      case .feetPerSecond: 0.3048
      }
    }
  }

  package init(_ base: Base, multiple: Int = 1) {
    self.base = base
    self.multiple = multiple
  }

  package static let metresPerSecond = SpeedUnit(.metresPerSecond)
  package static let kilometresPerHour = SpeedUnit(.kilometresPerHour)
  package static let milesPerHour = SpeedUnit(.milesPerHour)
  package static let knots = SpeedUnit(.knots)
  package static let centimetresPerSecond = SpeedUnit(.metresPerSecond, multiple: 100)

  package static let allCases: [SpeedUnit] =
    Base.allCases.map { SpeedUnit($0) } + [centimetresPerSecond, SpeedUnit(.metresPerSecond, multiple: 1000)]
    + Base.allCases.map { SpeedUnit($0, multiple: 10) } + [SpeedUnit(.kilometresPerHour, multiple: 100)]

  /// Metres per second in one unit.
  package var metresPerSecond: Double { base.metresPerSecond / Double(multiple) }
}

extension SpeedUnit: RawRepresentable {
  /// `km/h`, `0.1 km/h`, `cm/s`.
  package var rawValue: String {
    switch (base, multiple) {
    case (_, 1): base.rawValue
    case (.metresPerSecond, 100): "cm/s"
    case (.metresPerSecond, 1000): "mm/s"
    case (_, 10): "0.1 " + base.rawValue
    case (_, 100): "0.01 " + base.rawValue
    default: "0.001 " + base.rawValue
    }
  }

  package init?(rawValue: String) {
    guard let unit = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = unit
  }
}
