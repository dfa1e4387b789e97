/// The type of a column, and how its values are written.
package enum ColumnType: Hashable, Sendable {
  case text
  /// One of a fixed list of codes.
  case code([String])
  /// Any number of codes from a fixed list: separated by spaces in CSV, an array in JSON.
  case codes([String])
  /// Numbers by code: in CSV `duplicate=2 jump=1`, in JSON an object.
  case counts
  case integer(unit: String?)
  /// A source id: in JSON a string beyond ±2⁵³.
  case id
  case latitude, longitude
  case decimal(unit: String, places: Int)
  /// ISO 8601 in UTC, with milliseconds: `2026-01-01T08:30:05.000Z`.
  case time
  /// ISO 8601 in local time, with milliseconds and offset: `2026-01-01T09:30:05.000+01:00`.
  case localTime
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
    case .latitude, .longitude, .decimal: "decimal"
    case .time: "time"
    case .localTime: "local_time"
    case .flag: "flag"
    }
  }

  package var unit: String? {
    switch self {
    case .latitude, .longitude: "deg"
    case .decimal(let unit, _): unit
    case .integer(let unit): unit
    default: nil
    }
  }

  /// The number of decimals, for decimal numbers.
  package var places: Int? {
    switch self {
    case .latitude, .longitude: 7
    case .decimal(_, let places): places
    default: nil
    }
  }

  /// The possible codes.
  package var values: [String]? {
    switch self {
    case .code(let values), .codes(let values): values
    default: nil
    }
  }
}

extension ColumnType {
  static func quantity<let places: Int>(_ measure: Measure<places>) -> ColumnType {
    .decimal(unit: measure.unit, places: places)
  }
}
