internal import Geodesy
internal import Records
internal import RoadRules

/// The columns of a table of places.
struct SiteColumns {
  private let id: Int?
  private let name: Int?
  private let latitude: Int?
  private let longitude: Int?
  private let radius: Int?
  private let text: Int?

  init(of table: CSVTable) {
    id = table.column("id", "place_id")
    name = table.column("name", "place")
    latitude = table.column("lat", "latitude")
    longitude = table.column("lon", "lng", "longitude")
    radius = table.column("radius_m", "radius")
    text = table.column("wkt", "geometry")
  }

  var hasPosition: Bool { latitude != nil && longitude != nil || text != nil }
  var hasName: Bool { id != nil || name != nil }

  func site(_ row: CSVTable) throws(SiteRefusal) -> Site {
    func value(_ column: Int?) -> String { column.map { trimmedID(row.text($0)) } ?? "" }
    let extent =
      value(text).isEmpty
      ? try SiteExtent(latitude: value(latitude), longitude: value(longitude), radius: value(radius))
      : try SiteExtent(text: value(text))
    return try Site(id: value(id), orName: value(name), extent)
  }
}

extension Site {
  /// - Parameter name: also the id if that is empty.
  init(id: String, orName name: String, _ extent: SiteExtent) throws(SiteRefusal) {
    guard !id.isEmpty || !name.isEmpty else { throw SiteRefusal(.missingField, "it has neither an id nor a name") }
    self.init(id: id.isEmpty ? name : id, name: name, extent)
  }

  /// A feature of GeoJSON: a point, with its `radius_m` if it has one, or polygons.
  init(feature: JSONValue) throws(SiteRefusal) {
    guard feature["type"]?.text == "Feature", let geometry = feature["geometry"] else {
      throw SiteRefusal(.badJSON, "it is no feature of GeoJSON")
    }
    let properties = feature["properties"] ?? .null
    func value(_ names: String...) -> String {
      names.lazy.compactMap { properties[$0]?.plainText.map(trimmedID) }.first { !$0.isEmpty } ?? ""
    }
    let extent: SiteExtent
    if geometry["type"]?.text == "Point" {
      let numbers = geometry["coordinates"]?.list?.map { $0.number == nil ? "" : $0.plainText ?? "" } ?? []
      guard numbers.count >= 2 else { throw SiteRefusal(.missingField, "its point has no coordinates") }
      extent = try SiteExtent(latitude: numbers[1], longitude: numbers[0], radius: value("radius_m", "radius"))
    } else {
      extent = try SiteExtent(json: geometry)
    }
    let id = trimmedID(feature["id"]?.plainText ?? "")
    try self.init(id: id.isEmpty ? value("id", "place_id") : id, orName: value("name", "place"), extent)
  }
}

extension SiteExtent {
  fileprivate init(latitude: String, longitude: String, radius: String) throws(SiteRefusal) {
    guard !latitude.isEmpty, !longitude.isEmpty else { throw SiteRefusal(.missingField, "it has no lat and lon") }
    guard let north = Double(latitude), let east = Double(longitude), Place.isValid(latitude: north, longitude: east)
    else {
      throw SiteRefusal(.badValue, "lat \(shown(latitude)) and lon \(shown(longitude)) are no place on the earth")
    }
    var metres = SiteFile.defaultRadius
    if !radius.isEmpty {
      guard let given = Double(radius), given > 0, given <= SiteFile.longestRadius else {
        throw SiteRefusal(.badValue, "radius_m is above 0 and at most 100000, not \(shown(radius))")
      }
      metres = given
    }
    self = .circle(Place(latitude: north, longitude: east), radius: metres)
  }

  fileprivate init(text: String) throws(SiteRefusal) {
    do throws(RequestRefusal) {
      self = .polygons(try RoadArea(text: text).polygons)
    } catch {
      throw SiteRefusal(.badArea, error.message)
    }
  }

  fileprivate init(json: JSONValue) throws(SiteRefusal) {
    let type = json["type"]?.text ?? ""
    guard ["Polygon", "MultiPolygon"].contains(type), let object = GeoJSONObject(json) else {
      throw SiteRefusal(
        .badArea, "a place is a Point, a Polygon or a MultiPolygon, well-formed, and not \(shown(type))")
    }
    do throws(RequestRefusal) {
      self = .polygons(try RoadArea(object).polygons)
    } catch {
      throw SiteRefusal(.badArea, error.message)
    }
  }
}
