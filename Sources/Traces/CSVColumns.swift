/// What a CSV column can mean.
package enum CSVColumn: String, CaseIterable, Sendable {
  case trace, latitude = "lat", longitude = "lon", time, speed, heading, accuracy, hdop, vehicle

  /// The normalised header names of this column, the most certain first.
  var names: [String] {
    switch self {
    case .trace:
      [
        "trace_id", "trip_id", "journey_id", "track_id", "traj_id", "trajectory_id", "trace", "trip", "journey",
        "track",
      ] + Self.vehicle.names + ["id"]
    case .latitude: ["latitude", "lat", "gps_lat", "gps_latitude", "position_lat", "location_lat", "y"]
    case .longitude:
      ["longitude", "lon", "lng", "long", "gps_lon", "gps_lng", "gps_longitude", "position_long", "location_long", "x"]
    case .time:
      [
        "timestamp", "time", "datetime", "date_time", "recorded_at", "gps_time", "utc_time", "time_utc", "timestamp_ms",
        "time_ms", "epoch_ms",
        "ts", "epoch", "unix_time", "unixtime", "created_at", "t", "date",
      ]
    case .speed: ["speed", "gps_speed", "velocity", "speed_ms"]
    case .heading: ["heading", "bearing", "course", "cog", "direction", "azimuth"]
    case .accuracy: ["accuracy", "horizontal_accuracy", "gps_accuracy", "haccuracy", "hacc", "h_acc"]
    case .hdop: ["hdop"]
    case .vehicle: ["vehicle_id", "device_id", "vehicle", "device", "imei", "unit_id", "taxi_id", "bus_id"]
    }
  }
}

/// How the user identifies a column.
package enum CSVColumnChoice: Hashable, Sendable {
  /// As in the header, ignoring case.
  case name(String)
  /// Counted from 1.
  case number(Int)

  /// Digits are a number; anything else is a name.
  package init(_ text: String) {
    if let number = Int(text), number > 0 { self = .number(number) } else { self = .name(text) }
  }
}

/// The columns that the user has named.
package struct CSVColumnChoices: Hashable, Sendable {
  package var byColumn: [CSVColumn: CSVColumnChoice] = [:]

  package init() {}

  /// From `lat=Breite,lon=Laenge,time=3`; `nil` if a part is not `COLUMN=NAME` or `COLUMN=NUMBER`.
  package init?(_ text: String) {
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1)
      guard sides.count == 2, let column = CSVColumn(rawValue: String(sides[0])) else { return nil }
      byColumn[column] = CSVColumnChoice(String(sides[1]))
    }
  }
}

/// A header field in the form in which names are compared: lower-case letters, every run of other characters as one
/// `_`, without a unit.
struct HeaderName: Equatable {
  var text: String
  /// The unit stated by `speed_kmh`, `speed (km/h)` and the like.
  var speedUnit: SpeedUnit?

  init(_ field: String) {
    var words = field.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
    for (ending, unit) in Self.speedEndings
    where words.count > ending.count && Array(words.suffix(ending.count)) == ending {
      words.removeLast(ending.count)
      speedUnit = unit
      break
    }
    let units: Set<String> = ["deg", "degrees", "m", "metres", "meters"]
    if words.count > 1, let last = words.last, units.contains(last) { words.removeLast() }
    text = words.joined(separator: "_")
  }

  private static let speedEndings: [([String], SpeedUnit)] = [
    (["km", "h"], .kilometresPerHour), (["kmh"], .kilometresPerHour), (["kph"], .kilometresPerHour),
    (["kmph"], .kilometresPerHour), (["m", "s"], .metresPerSecond), (["mps"], .metresPerSecond),
    (["mph"], .milesPerHour), (["knots"], .knots), (["kn"], .knots), (["kts"], .knots),
    (["kt"], .knots),
  ]
}
