/// The tables of a report. Raw values are the names in options and file names.
package enum ReportTable: String, CaseIterable, Sendable {
  case trips, points, edges, maneuvers, events, segments, alternatives, rejects

  /// The tables that speak of trips; their first two columns are `trip_id` and `trace_id`.
  package static let ofTrips: [ReportTable] = [.trips, .points, .edges, .maneuvers, .events, .segments, .alternatives]

  /// The tables that stand in the trip document as arrays of rows.
  static let ofDocument: [ReportTable] = [.points, .edges, .maneuvers, .events]

  /// Those that stand there only where they were asked for.
  static let ofDocumentOnRequest: [ReportTable] = [.alternatives]

  /// What is written where no table is named. `segments` says what `edges` says, in smaller pieces: only on request,
  /// as `alternatives`.
  package static let standard: [ReportTable] = [.trips, .points, .edges, .maneuvers, .events, .rejects]
}

/// One table: what its rows are, and its columns in order.
///
/// The header of the CSV file, the keys of JSON rows, the JSON Schema of the trip document and the output of
/// `tracemill schema` all come from here.
package struct TableSchema: Sendable {
  /// The name in `tracemill schema`.
  package let name: String
  /// What one row is.
  package let meaning: String
  package let columns: [ColumnSchema]
  /// The columns without those that only say which trip or route the row is of.
  let ownColumns: [ColumnSchema]

  /// - Parameter ownColumns: where they are not all.
  init(_ name: String, _ meaning: String, _ columns: [ColumnSchema], ownColumns: [ColumnSchema]? = nil) {
    self.name = name
    self.meaning = meaning
    self.columns = columns
    self.ownColumns = ownColumns ?? columns
  }

  init(_ table: ReportTable, _ meaning: String, _ columns: [ColumnSchema]) {
    let hasIdentity = ReportTable.ofTrips.contains(table) && table != .trips
    self.init(table.rawValue, meaning, columns, ownColumns: hasIdentity ? Array(columns.dropFirst(2)) : columns)
  }
}

/// One column of a table.
package struct ColumnSchema: Hashable, Sendable {
  package let name: String
  package let type: ColumnType
  /// One sentence.
  package let meaning: String
  /// When the value is missing, as a clause; `nil` for a column that is never null.
  package let nullWhen: String?
  private let statedUnit: String?
  /// Where the value stands in the trip document, when not under the column's name at its top.
  package let documentPath: DocumentPath?

  package struct DocumentPath: Hashable, Sendable {
    package let object: String
    package let key: String
  }

  init(
    _ name: String, _ type: ColumnType, _ meaning: String, unit: String? = nil, nullWhen: String? = nil,
    in object: String? = nil, as key: String? = nil
  ) {
    self.name = name
    self.type = type
    self.meaning = meaning
    self.nullWhen = nullWhen
    statedUnit = unit
    documentPath = object.map { DocumentPath(object: $0, key: key ?? name) }
  }

  package var isNullable: Bool { nullWhen != nil }
  package var unit: String? { statedUnit ?? type.unit }
}

/// What a column holds and how it is written.
package enum ColumnType: Hashable, Sendable {
  case text
  /// One of a fixed list of codes.
  case code([String])
  /// Any number of codes out of a fixed list: in CSV with spaces between, in JSON an array.
  case codes([String])
  /// Numbers by code: in CSV `duplicate=2 jump=1`, in JSON an object.
  case counts
  case integer
  /// An id of the map's source: in JSON a string where it lies beyond ±2⁵³.
  case id
  case latitude, longitude
  case quantity(Quantity)
  /// ISO 8601 in UTC: `2026-01-01T08:30:05Z`, with milliseconds where they are not zero.
  case time
  case flag

  /// The name in `tracemill schema`.
  package var name: String {
    switch self {
    case .text: "text"
    case .code: "code"
    case .codes: "codes"
    case .counts: "counts"
    case .integer: "integer"
    case .id: "id"
    case .latitude, .longitude, .quantity: "decimal"
    case .time: "time"
    case .flag: "flag"
    }
  }

  package var unit: String? {
    switch self {
    case .latitude, .longitude: "deg"
    case .quantity(let quantity): quantity.unit
    default: nil
    }
  }

  /// Decimals written, for decimal numbers.
  package var places: Int? {
    switch self {
    case .latitude, .longitude: 7
    case .quantity(let quantity): quantity.places
    default: nil
    }
  }

  /// The codes that may occur.
  package var values: [String]? {
    switch self {
    case .code(let values), .codes(let values): values
    default: nil
    }
  }
}

/// A measured number: its unit and how many decimals are worth writing.
package enum Quantity: Hashable, CaseIterable, Sendable {
  /// To the centimetre, as fine as coordinates are.
  case metres
  /// To the millisecond, as fine as times are.
  case seconds
  case degrees
  case metresPerSecond
  /// A probability or a share, 0 … 1.
  case probability
  /// A place on a line, 0 at its begin and 1 at its end: a millionth of 10 km is a centimetre.
  case fraction
  /// A natural logarithm of a ratio of probabilities.
  case logarithm

  package var unit: String {
    switch self {
    case .metres: "m"
    case .seconds: "s"
    case .degrees: "deg"
    case .metresPerSecond: "m/s"
    case .probability, .fraction, .logarithm: "1"
    }
  }

  package var places: Int {
    switch self {
    case .metres, .metresPerSecond: 2
    case .seconds: 3
    case .degrees: 1
    case .probability, .logarithm: 4
    case .fraction: 6
    }
  }
}
