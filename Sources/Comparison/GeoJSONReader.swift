internal import Foundation
internal import Geodesy
internal import Storage

/// The lines of a GeoJSON file: features with a property `trace_id`, else all of them one trace without a name.
///
/// A feature with an empty geometry is a trace that was not driven. Features that are no lines are refused by the
/// number of the feature, from 1, since JSON has no lines to speak of.
///
/// - Source: RFC 7946.
func readGeoJSON(_ stream: ByteStream, _ refusals: inout RefusalLedger) throws(ComparisonError) -> Grouped<[Place]> {
  let root: Any
  do {
    root = try JSONSerialization.jsonObject(with: Data(try allBytes(of: stream)))
  } catch let error as ComparisonError {
    throw error
  } catch {
    throw .notGeoJSON(path: stream.path, reason: "the text is not well-formed JSON")
  }
  guard let object = root as? [String: Any] else {
    throw .notGeoJSON(path: stream.path, reason: "the outermost value is not an object")
  }
  var collection = FeatureLines(path: stream.path, refusals: refusals)
  try collection.add(root: object)
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

  mutating func add(root: [String: Any]) throws(ComparisonError) {
    switch root["type"] as? String {
    case "FeatureCollection":
      guard let features = root["features"] as? [Any] else {
        throw .notGeoJSON(path: path, reason: "a FeatureCollection without features")
      }
      for feature in features { add(feature: feature as? [String: Any] ?? [:]) }
    case "Feature": add(feature: root)
    case .some: add(feature: ["geometry": root])
    case nil: throw .notGeoJSON(path: path, reason: "the outermost object has no type")
    }
  }

  private mutating func add(feature: [String: Any]) {
    featureCount += 1
    guard let geometry = feature["geometry"] else { return refuse(.badGeometry) }
    let id = (feature["properties"] as? [String: Any])?["trace_id"].flatMap { $0 is NSNull ? nil : "\($0)" }
    if geometry is NSNull { return add([], id) }
    guard let geometry = geometry as? [String: Any], let coordinates = geometry["coordinates"] as? [Any] else {
      return refuse(.badGeometry)
    }
    let parts: [Any]
    switch geometry["type"] as? String {
    case "LineString": parts = [coordinates]
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

  private func line(_ coordinates: Any) -> [Place]? {
    guard let positions = coordinates as? [Any] else { return nil }
    let places = positions.map { position -> Place? in
      guard let numbers = position as? [Double], numbers.count >= 2,
        Place.isValid(latitude: numbers[1], longitude: numbers[0])
      else { return nil }
      return Place(latitude: numbers[1], longitude: numbers[0])
    }
    return places.contains(where: { $0 == nil }) ? nil : places.compactMap(\.self)
  }

  private mutating func refuse(_ reason: ComparisonReason) {
    refusals.refuse(reason, file: "\(path) (feature \(featureCount))", line: nil, what: "feature")
  }
}
