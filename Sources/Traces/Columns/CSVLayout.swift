package import Moments
package import Records

/// What is known about a CSV file before its rows are read.
package struct CSVLayout: Equatable, Sendable {
  package let dialect: CSVDialect
  /// The column of the file, from 0, for each meaning.
  package var columns: [CSVColumn: Int] = [:]
  /// The columns that say of a record whether its position is good.
  package internal(set) var flags: [FixFlag] = []
  /// The column that says of a row whether it is a fix at all; `nil` if all are.
  var rowChoice: FixFlag?
  /// Columns that are not used although they might change what the others mean, from 0.
  var doubtful: [Int] = []
  /// The columns that are carried into reports, from 0.
  var kept: [Int] = []
  /// The columns that the user has said to ignore, from 0.
  var ignored: Set<Int> = []
  /// The header's texts; `nil` in files without one.
  package var header: [String]?
  /// The number of fields in every row.
  package var columnCount = 0
  package var speedUnit = SpeedUnit.metresPerSecond
  /// How the unit of speeds is known; `nil` without speeds.
  package var speedUnitSource: SpeedUnitSource?
  package var headings = HeadingForm.degrees
  /// Numbers that devices of this file write for "unknown", as its places show.
  var unknownNumbers: [CSVColumn: Set<Double>] = [:]
  /// A large dilution of precision means that there is no position.
  var largeDilutionsAreInvalid = false
  /// What the letter O means among points of the compass.
  var letterO = CompassPoint.LetterO.unknown
  /// Courses below 0 are west of north.
  var headingsAreSigned = false
  /// A preset says the form of courses.
  var headingsAreStated = false
  package var coordinates = CoordinateForm.degrees
  /// The latitudes are in the column of longitudes, and the other way round.
  package var areSwapped = false
  /// The column of traces holds vehicles.
  var tracesAreVehicles = false
  /// Rows with the same trace and different vehicles are different traces.
  var vehiclesSeparateTraces = false
  /// How the times of the file are read.
  package var times = TimeReading()
  /// How its times are written: a name of ``TimeFormat``; `nil` without times.
  package var timeShape: String?
  /// Whether times without an offset are by the clock of a place; otherwise they are UTC.
  package var hasLocalTimes = false
  /// What distinguishes the vehicles of a table without a column of traces.
  var separator = VehicleSeparator.undecided([])
  /// Some times have no offset, and nothing says where the clock was.
  var isOfUnknownClock = false
  /// Notes on its times.
  var notes: [LayoutNote] = []
  /// The number of lines before the header that are not part of the table.
  var titleLines = 0
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
      && a.flags == b.flags && a.headings == b.headings && a.headingsAreSigned == b.headingsAreSigned
      && a.coordinates == b.coordinates && a.areSwapped == b.areSwapped && a.times == b.times && a.notes == b.notes
  }

  var splitter: CSVSplitter { CSVSplitter(dialect, columnCount: columnCount) }

  /// `trace=trip_id lat=lat lon=lon time=time`; by number if there is no header.
  package var columnDescription: String {
    let parts = CSVColumn.allCases.compactMap { column in
      columns[column].map { index in "\(column.rawValue)=\(header.map { $0[index] } ?? String(index + 1))" }
    }
    return parts.joined(separator: " ")
  }

  /// The names of the columns that say whether a position is good; by number if there is no header.
  package var flagNames: [String] { flags.map { flag in header.map { $0[flag.column] } ?? String(flag.column + 1) } }

  /// - Parameter number: of a column, from 1.
  func quotedName(of number: Int) -> String { quoted((header?[number - 1] ?? "").utf8) }

  /// The name of the column that is read as something, or its number from 1.
  func name(of column: CSVColumn) -> String {
    let index = columns[column] ?? 0
    return header.map { $0[index] } ?? String(index + 1)
  }

  /// The names of the header, empty for columns that are ignored.
  var readableNames: [String] { (header ?? []).enumerated().map { ignored.contains($0.offset) ? "" : $0.element } }

  /// The names of the columns that are not read.
  package var unusedColumns: [String] {
    let used = usedColumns
    return (header ?? []).enumerated().filter { !used.contains($0.offset) && !$0.element.isEmpty }.map(\.element)
  }

  /// What files usually have and this one lacks.
  package var missingColumns: [CSVColumn] { [.trace, .time].filter { columns[$0] == nil } }
}

/// How coordinates are written in a CSV file.
package enum CoordinateForm: Equatable, Sendable {
  case degrees
  /// Whole numbers, to be multiplied by ten to this power: −7 for `471234567`.
  case scaled(Int)
  /// Degrees and minutes in one number, as NMEA 0183 has them: `4708.205`.
  case degreesAndMinutes
  /// Whole numbers, with 2³¹ for 180°, as in FIT.
  case semicircles
}

extension CoordinateForm: CustomStringConvertible {
  /// The words of `--csv coordinates`.
  package var description: String {
    switch self {
    case .degrees: "degrees"
    case .scaled(let exponent): "e\(-exponent)"
    case .degreesAndMinutes: "nmea"
    case .semicircles: "semicircles"
    }
  }

  private static let all: [CoordinateForm] = [
    .degrees, .scaled(-7), .scaled(-6), .scaled(-5), .degreesAndMinutes, .semicircles,
  ]

  /// The words of `--csv coordinates`, all of them.
  package static var names: [String] { all.map(\.description) }

  package init?(_ text: String) {
    guard let form = Self.all.first(where: { $0.description == text }) else { return nil }
    self = form
  }
}

/// How the unit of a column of speeds is known. Raw values are the words in reports.
package enum SpeedUnitSource: String, Sendable {
  case option, preset, header
  /// Each value has its unit: `21 km/h`.
  case values
  /// From the distances and times between fixes.
  case distances
}

/// Why a file cannot be read as CSV.
struct CSVLayoutError: Error, Equatable {
  var reason: ReadingReason
  var message: String
}
