/// Writes objects of fixes, and GeoJSON.
struct WrittenJSON {
  private let choices: WrittenChoices
  /// Between the parts of an object.
  private let gap: String

  init(_ choices: WrittenChoices) {
    self.choices = choices
    gap = choices.isCompact ? "" : " "
  }

  private func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0.0)\":\(gap)\($0.1)" }.joined(separator: ",\(gap)") + "}"
  }

  /// The rows of all traces, in turn or one trace behind the other.
  private func rows(_ traces: [[WrittenTable.Row]]) -> [WrittenTable.Row] {
    let ordered = traces.map(choices.ordered)
    guard choices.variant % 3 == 0 else { return ordered.flatMap(\.self) }
    let longest = ordered.map(\.count).max() ?? 0
    return (0..<longest).flatMap { index in ordered.compactMap { $0.indices.contains(index) ? $0[index] : nil } }
  }

  // MARK: Objects

  private static let names = [
    (vehicle: "vehicle_id", latitude: "lat", longitude: "lon", time: "time"),
    (vehicle: "deviceId", latitude: "latitude", longitude: "longitude", time: "timestamp"),
    (vehicle: "plate", latitude: "Latitude", longitude: "Longitude", time: "fixTime"),
    (vehicle: "imei", latitude: "lat", longitude: "lng", time: "ts"),
  ]

  private func fix(_ row: WrittenTable.Row) -> String {
    let names = Self.names[choices.variant % 4]
    var place = [(names.latitude, choices.degrees(row.latitude)), (names.longitude, choices.degrees(row.longitude))]
    if choices.variant % 2 == 0 { place.reverse() }
    var members = [(names.vehicle, "\"\(row.vehicle)\"")]
    members += choices.hasPrefix ? [("location", object(place))] : place
    members.append((names.time, choices.json(row)))
    if choices.hasSpeed { members.append(("speed_kmh", decimal(row.speed * 3.6, 3, false))) }
    if choices.hasExtras { members += [("tags", "[1, \"}\"]"), ("odometer", "120000"), ("driver", "null")] }
    return object(choices.variant % 5 == 0 ? members.reversed() : members)
  }

  func lines(of traces: [[WrittenTable.Row]]) -> String { rows(traces).map { fix($0) + "\n" }.joined() }

  func list(of traces: [[WrittenTable.Row]]) -> String {
    let list = "[" + rows(traces).map(fix).joined(separator: ",\n") + "]"
    return choices.variant % 2 == 0 ? list : object([("device", "7"), ("positions", list)])
  }

  // MARK: GeoJSON

  private func place(_ row: WrittenTable.Row) -> String {
    "[\(choices.degrees(row.longitude)),\(gap)\(choices.degrees(row.latitude))\(choices.hasAltitude ? ", 430.5" : "")]"
  }

  private func feature(_ geometry: String, _ properties: [(String, String)]) -> String {
    let members = [("geometry", geometry), ("properties", object(properties))]
    return object([("type", "\"Feature\"")] + (choices.variant % 2 == 0 ? members : members.reversed()))
  }

  private func geometry(_ type: String, _ coordinates: String) -> String {
    object([("type", "\"\(type)\""), ("coordinates", coordinates)])
  }

  private func point(_ row: WrittenTable.Row) -> String {
    feature(geometry("Point", place(row)), [("vehicle", "\"\(row.vehicle)\""), ("time", choices.json(row))])
  }

  private func line(_ rows: [WrittenTable.Row]) -> String {
    let rows = choices.ordered(rows)
    let places = "[" + rows.map(place).joined(separator: ",\(gap)") + "]"
    let times = "[" + rows.map(choices.json).joined(separator: ",\(gap)") + "]"
    let properties =
      switch choices.variant % 3 {
      case 0: [("coordTimes", times)]
      case 1: [("name", "\"x\""), ("times", times)]
      default: [("coordinateProperties", object([("times", times)]))]
      }
    switch choices.variant % 4 {
    case 0: return feature(geometry("MultiPoint", places), properties)
    case 1:
      let nested = properties.map { name, value in
        (name, name == "name" ? value : value.replacing(times, with: "[\(times)]"))
      }
      return feature(geometry("MultiLineString", "[\(places)]"), nested)
    default: return feature(geometry("LineString", places), properties)
    }
  }

  private func collection(_ features: [String]) -> String {
    object([("type", "\"FeatureCollection\""), ("features", "[" + features.joined(separator: ",\n") + "]")]) + "\n"
  }

  func points(of traces: [[WrittenTable.Row]]) -> String { collection(rows(traces).map(point)) }
  func lineStrings(of traces: [[WrittenTable.Row]]) -> String { collection(traces.map(line)) }

  func sequence(of traces: [[WrittenTable.Row]]) -> String {
    traces.map { (choices.hasPrefix ? "\u{1E}" : "") + line($0) + "\n" }.joined()
  }
}
