internal import Records
internal import RoadRules
internal import Routing
internal import Traces

/// The columns of a CSV file of requests.
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

  /// `From Lat`, `fromLatitude` and `from_lng` as well.
  init?(written name: String) {
    let words: [String: String] = ["latitude": "lat", "longitude": "lon", "lng": "lon", "long": "lon"]
    let plain = KnownColumns.words(of: name).map { words[$0] ?? $0 }.joined(separator: "_")
    self.init(rawValue: plain)
  }
}

/// The column of each field, and the delimiter.
struct CSVForm: Sendable {
  private let fields: [RequestColumn]
  private let splitter: CSVSplitter

  init(_ table: CSVTable) throws(RequestFileError) {
    var fields: [RequestColumn] = []
    for name in table.header {
      guard let field = RequestColumn(written: name), !fields.contains(field) else {
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
    var waypoints = [try Self.end(values, .fromLat, .fromLon)]
    for text in (values[.via] ?? "").split(separator: ";") { waypoints.append(try Waypoint(text: text.trimmingBlanks)) }
    waypoints.append(try Self.end(values, .toLat, .toLon))
    self.init(id: values[.id], .through(waypoints), try RequestOptions(values))
  }

  private static func end(
    _ values: [RequestColumn: String], _ latitude: RequestColumn, _ longitude: RequestColumn
  ) throws(RequestRefusal) -> Waypoint {
    var numbers: [Double] = []
    for field in [latitude, longitude] {
      guard let text = values[field] else { throw RequestRefusal(.missingField, "\(field.rawValue) is missing") }
      guard let written = WrittenCoordinate(text, isLatitude: field == latitude) else {
        throw RequestRefusal(.wrongType, "\(field.rawValue) is a coordinate in degrees, not \(shown(text))")
      }
      numbers.append(written.degrees)
    }
    return try waypoint(latitude: numbers[0], longitude: numbers[1], latitude == .fromLat ? "from" : "to")
  }
}

extension RequestOptions {
  fileprivate init(_ values: [RequestColumn: String]) throws(RequestRefusal) {
    self.init()
    if let name = values[.mode] { mode = try travelMode(name, "mode") }
    if let word = values[.optimisation] ?? values[.optimization] { optimisation = try choice(word, "optimisation") }
    if let names = values[.avoid] { avoid = try avoidedFeatures(names.split(separator: " ").map(String.init)) }
    if let text = values[.avoidEdges] { avoidEdges = try wholeNumbers(text, "avoid_edges") }
    if let text = values[.avoidWays] { avoidWays = try wholeNumbers(text, "avoid_ways") }
    if let text = values[.avoidArea] { avoidArea = .area(try RoadArea(text: text)) }
    if let text = values[.departure] { try set(.departure(try zonedTime(text, "departure"))) }
    if let text = values[.arrival] { try set(.arrival(try zonedTime(text, "arrival"))) }
    if let text = values[.strict] { isStrict = try flag(text, "strict") }
    if let text = values[.alternatives] {
      alternatives = try checkedAlternatives(try wholeNumber(text, "alternatives"))
    }
    for (field, measure) in RequestColumn.measures {
      guard let text = values[field] else { continue }
      vehicle[measure] = try checkedMeasure(try number(text, field.rawValue), measure)
    }
    if let text = values[.hazardousGoods] { vehicle.isHazardous = try flag(text, "hazardous_goods") }
    if let text = values[.snapRadius] { snapRadius = try checkedRadius(try number(text, "snap_radius"), "snap_radius") }
  }
}

private func wholeNumber(_ text: String, _ field: String) throws(RequestRefusal) -> Int {
  guard let number = Int(text) else {
    throw RequestRefusal(.wrongType, "\(field) is a whole number, not \(shown(text))")
  }
  return number
}

/// Whole numbers separated by blanks.
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
