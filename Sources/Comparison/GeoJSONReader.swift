internal import Geodesy
internal import Records
internal import Storage

/// The lines of a GeoJSON file: one trace for each `trace_id` among the features, or a single nameless trace.
///
/// A feature with an empty geometry is a trace that was not driven. Features that are not lines are refused, by their
/// number counted from 1.
///
/// - Source: RFC 7946.
func readGeoJSON(_ stream: ByteStream, _ refusals: inout RefusalLedger) throws(ComparisonError) -> Grouped<[Place]> {
  let text = try allBytes(of: stream)
  let root: JSONValue
  do throws(JSONError) {
    root = try JSONValue(parsing: text)
  } catch {
    throw .notGeoJSON(path: stream.path, reason: "the text is not well-formed JSON: \(error)")
  }
  guard root.fields != nil else {
    throw .notGeoJSON(path: stream.path, reason: "the outermost value is not an object")
  }
  var collection = FeatureLines(path: stream.path, refusals: refusals)
  try collection.add(root: root)
  refusals = collection.refusals
  return collection.routes
}

private struct FeatureLines {
  let path: String
  var refusals: RefusalLedger
  private var named = Grouped<[Place]>()
  private var nameless: [[Place]] = []
  private var hasNameless = false
  private var featureCount = 0

  init(path: String, refusals: RefusalLedger) {
    self.path = path
    self.refusals = refusals
  }

  var routes: Grouped<[Place]> {
    guard hasNameless else { return named }
    var routes = named
    routes.isNameless = named.ids.isEmpty
    routes.elements[routes.number(adding: "")] = nameless
    return routes
  }

  mutating func add(root: JSONValue) throws(ComparisonError) {
    switch root["type"]?.text {
    case "FeatureCollection":
      guard let features = root["features"]?.list else {
        throw .notGeoJSON(path: path, reason: "a FeatureCollection without features")
      }
      for feature in features { add(feature: feature) }
    case "Feature": add(feature: root)
    case .some: add(geometry: root, nil)
    case nil: throw .notGeoJSON(path: path, reason: "the outermost object has no type")
    }
  }

  private mutating func add(feature: JSONValue) {
    add(geometry: feature["geometry"], feature["properties"]?["trace_id"]?.plainText)
  }

  private mutating func add(geometry: JSONValue?, _ id: String?) {
    featureCount += 1
    if geometry == .null { return add([], id) }
    guard let geometry, let coordinates = geometry["coordinates"]?.list else { return refuse(.badGeometry) }
    let parts: [JSONValue]
    switch geometry["type"]?.text {
    case "LineString": parts = [.list(coordinates)]
    case "MultiLineString": parts = coordinates
    default: return refuse(.noLine)
    }
    let lines = parts.map(line)
    if lines.contains(where: { $0 == nil }) { return refuse(.badGeometry) }
    add(lines.compactMap(\.self), id)
  }

  private mutating func add(_ lines: [[Place]], _ id: String?) {
    if let id {
      named.elements[named.number(adding: id)] += lines
    } else {
      hasNameless = true
      nameless += lines
    }
  }

  private func line(_ positions: JSONValue) -> [Place]? {
    guard let positions = positions.list else { return nil }
    var places: [Place] = []
    places.reserveCapacity(positions.count)
    for position in positions {
      guard let numbers = position.list, numbers.count >= 2, let longitude = numbers[0].number,
        let latitude = numbers[1].number, Place.isValid(latitude: latitude, longitude: longitude)
      else { return nil }
      places.append(Place(latitude: latitude, longitude: longitude))
    }
    return places
  }

  private mutating func refuse(_ reason: ComparisonReason) {
    refusals.refuse(reason, file: "\(path) (feature \(featureCount))", line: nil, what: "feature")
  }
}
