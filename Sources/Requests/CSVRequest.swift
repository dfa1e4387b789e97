internal import Records
internal import RoadRules
internal import Routing

/// The columns of a file of requests in CSV.
enum RequestColumn: String, CaseIterable {
  case id, via, mode, optimisation, optimization, avoid, strict, alternatives, departure, arrival
  case fromLat = "from_lat"
  case fromLon = "from_lon"
  case toLat = "to_lat"
  case toLon = "to_lon"
  case avoidEdges = "avoid_edges"
  case avoidWays = "avoid_ways"
  case avoidArea = "avoid_area"
  case snapRadius = "snap_radius"
  case height = "vehicle_height"
  case width = "vehicle_width"
  case length = "vehicle_length"
  case weight = "vehicle_weight"
  case axleLoad = "vehicle_axle_load"
  case hazardousGoods = "hazardous_goods"

  static let measures: [(RequestColumn, Vehicle.Measure)] = [
    (.height, .height), (.width, .width), (.length, .length), (.weight, .weight), (.axleLoad, .axleLoad),
  ]
  static let required: [RequestColumn] = [.fromLat, .fromLon, .toLat, .toLon]
  static let allNames = allCases.map(\.rawValue)
}

/// Which column holds which field, and what separates them.
struct CSVForm: Sendable {
  private let fields: [RequestColumn]
  private let splitter: CSVSplitter

  init(_ table: CSVTable) throws(RequestFileError) {
    var fields: [RequestColumn] = []
    for name in table.header {
      guard let field = RequestColumn(rawValue: name.lowercased()), !fields.contains(field) else {
        throw .unknownColumn(path: table.path, shown(name))
      }
      fields.append(field)
    }
    let missing = RequestColumn.required.filter { !fields.contains($0) }
    guard missing.isEmpty else { throw .missingColumns(path: table.path, missing.map(\.rawValue)) }
    self.fields = fields
    splitter = table.splitter
  }

  /// The request of a row.
  func request(_ row: [UInt8]) throws(RequestRefusal) -> WrittenRequest {
    let (texts, flaw) = splitter.texts(of: row)
    if let flaw { throw RequestRefusal(.badRow, flaw.description) }
    var values: [RequestColumn: String] = [:]
    for (field, text) in zip(fields, texts) where !text.isEmpty { values[field] = text }
    do throws(RequestRefusal) {
      return try WrittenRequest(values)
    } catch {
      var refusal = error
      refusal.id = values[.id]
      throw refusal
    }
  }
}

extension WrittenRequest {
  fileprivate init(_ values: [RequestColumn: String]) throws(RequestRefusal) {
    self.init()
    id = values[.id]
    waypoints = [try Self.end(values, .fromLat, .fromLon)]
    for text in (values[.via] ?? "").split(separator: ";") { waypoints.append(try Waypoint(text: text.trimmingBlanks)) }
    waypoints.append(try Self.end(values, .toLat, .toLon))
    mode = values[.mode]
    optimisation = values[.optimisation] ?? values[.optimization]
    avoid = values[.avoid]?.split(separator: " ").map(String.init)
    avoidEdges = try values[.avoidEdges].map { text throws(RequestRefusal) in try wholeNumbers(text, "avoid_edges") }
    avoidWays = try values[.avoidWays].map { text throws(RequestRefusal) in try wholeNumbers(text, "avoid_ways") }
    avoidArea = values[.avoidArea]
    departure = values[.departure]
    arrival = values[.arrival]
    isStrict = try values[.strict].map { text throws(RequestRefusal) in try flag(text, "strict") }
    alternatives = try values[.alternatives].map { text throws(RequestRefusal) in
      guard let count = Int(text) else {
        throw RequestRefusal(.wrongType, "alternatives is a whole number, not \(shown(text))")
      }
      return count
    }
    for (field, measure) in RequestColumn.measures {
      vehicle[measure] = try values[field].map { text throws(RequestRefusal) in try number(text, field.rawValue) }
    }
    vehicle.isHazardous = try values[.hazardousGoods].map { text throws(RequestRefusal) in
      try flag(text, "hazardous_goods")
    }
    snapRadius = try values[.snapRadius].map { text throws(RequestRefusal) in try number(text, "snap_radius") }
  }

  private static func end(
    _ values: [RequestColumn: String], _ latitude: RequestColumn, _ longitude: RequestColumn
  ) throws(RequestRefusal) -> Waypoint {
    var numbers: [Double] = []
    for field in [latitude, longitude] {
      guard let text = values[field] else { throw RequestRefusal(.missingField, "\(field.rawValue) is missing") }
      numbers.append(try number(text, field.rawValue))
    }
    return try waypoint(latitude: numbers[0], longitude: numbers[1], latitude == .fromLat ? "from" : "to")
  }
}

/// Whole numbers with blanks between them.
private func wholeNumbers(_ text: String, _ field: String) throws(RequestRefusal) -> [Int64] {
  var numbers: [Int64] = []
  for word in text.split(separator: " ") {
    guard let number = Int64(word) else {
      throw RequestRefusal(.wrongType, "\(field) are whole numbers, not \(shown(text))")
    }
    numbers.append(number)
  }
  return numbers
}

private func flag(_ text: String, _ field: String) throws(RequestRefusal) -> Bool {
  guard let flag = Bool(text) else { throw RequestRefusal(.wrongType, "\(field) is true or false, not \(shown(text))") }
  return flag
}
