internal import RoadRules
internal import Routing

/// The columns of a file of requests in CSV.
enum CSVField: String, CaseIterable {
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

  static let measures: [(CSVField, Vehicle.Measure)] = [
    (.height, .height), (.width, .width), (.length, .length), (.weight, .weight), (.axleLoad, .axleLoad),
  ]
  static let required: [CSVField] = [.fromLat, .fromLon, .toLat, .toLon]
  static let allNames = allCases.map(\.rawValue)
}

/// Which column holds which field, and what separates them.
struct CSVForm: Sendable {
  let delimiter: UInt8
  private let fields: [CSVField]

  /// - Parameter header: the first line of the file.
  init(header: [UInt8], names: [String], path: String) throws(RequestFileError) {
    let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    delimiter = delimiters.first(where: header.contains) ?? delimiters[0]
    var fields: [CSVField] = []
    for name in names {
      guard let field = CSVField(rawValue: name.lowercased()), !fields.contains(field) else {
        throw .unknownColumn(path: path, shown(name))
      }
      fields.append(field)
    }
    let missing = CSVField.required.filter { !fields.contains($0) }
    guard missing.isEmpty else { throw .missingColumns(path: path, missing.map(\.rawValue)) }
    self.fields = fields
  }

  /// The request of a row.
  func request(_ texts: [String]) throws(RequestRefusal) -> WrittenRequest {
    var values: [CSVField: String] = [:]
    for (field, text) in zip(fields, texts) where !text.isEmpty { values[field] = text }
    do throws(RequestRefusal) {
      guard texts.count == fields.count else {
        throw RequestRefusal(.badRow, "the row has \(texts.count) columns, and the header \(fields.count)")
      }
      return try WrittenRequest(values)
    } catch {
      var refusal = error
      refusal.id = texts.count == fields.count ? values[.id] : nil
      throw refusal
    }
  }
}

extension WrittenRequest {
  fileprivate init(_ values: [CSVField: String]) throws(RequestRefusal) {
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
    for (field, measure) in CSVField.measures {
      vehicle[measure] = try values[field].map { text throws(RequestRefusal) in try number(text, field.rawValue) }
    }
    vehicle.isHazardous = try values[.hazardousGoods].map { text throws(RequestRefusal) in
      try flag(text, "hazardous_goods")
    }
    snapRadius = try values[.snapRadius].map { text throws(RequestRefusal) in try number(text, "snap_radius") }
  }

  private static func end(
    _ values: [CSVField: String], _ latitude: CSVField, _ longitude: CSVField
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
