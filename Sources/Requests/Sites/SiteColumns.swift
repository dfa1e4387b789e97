internal import Geodesy
internal import Records
internal import RoadRules
internal import Traces

/// The columns of a table of places, which may be named and written like the columns of traces.
struct SiteColumns {
  private let id: Int?
  private let name: Int?
  private let latitude: Int?
  private let longitude: Int?
  private let latitudeHemisphere: Int?
  private let longitudeHemisphere: Int?
  private let radius: Int?
  private let text: Int?
  /// Of whole numbers; `nil` for degrees.
  private let exponent: Int?
  /// Of the unit of the radius.
  private let metresPerUnit: Metres

  init(of table: CSVTable) {
    let known = KnownColumns(header: table.header)
    id = known.number(of: ["id", "placeid", "siteid", "locationid", "stopid", "poiid"])
    name = known.number(of: ["name", "place", "placename", "site", "sitename", "stopname", "label", "title"])
    latitude = known.number(of: .latitude)
    longitude = known.number(of: .longitude)
    latitudeHemisphere = known.number(of: .latitudeHemisphere)
    longitudeHemisphere = known.number(of: .longitudeHemisphere)
    exponent = known.exponent(latitude)
    radius = known.number(of: ["radiusm", "radius", "radiusmeters", "radiusmetres", "radiuskm", "radiusft"])
    let units: [String: Metres] = ["radiuskm": 1000, "radiusft": 0.3048]
    metresPerUnit = radius.flatMap { units[known.word($0)] } ?? 1
    let isPlaced = latitude != nil && longitude != nil
    text =
      known.number(of: ["wkt", "geometry", "geom"])
      ?? (isPlaced ? nil : known.number(of: .position, besides: [id, name]))
  }

  var hasPosition: Bool { latitude != nil && longitude != nil || text != nil }
  var hasName: Bool { id != nil || name != nil }

  func site(_ row: CSVTable) throws(SiteRefusal) -> Site {
    func value(_ column: Int?) -> String { column.map { trimmedID(row.text($0)) } ?? "" }
    let radius = try SiteExtent.radius(value(radius), in: metresPerUnit)
    let extent: SiteExtent
    if value(text).isEmpty {
      extent = .circle(
        try place(
          (value(latitude), value(latitudeHemisphere)), (value(longitude), value(longitudeHemisphere))), radius: radius)
    } else if let position = WrittenPosition(value(text)) {
      extent = .circle(Place(latitude: position.latitude, longitude: position.longitude), radius: radius)
    } else {
      extent = try SiteExtent(text: value(text))
    }
    return try Site(id: value(id), orName: value(name), extent)
  }

  /// - Parameters: each with the value of its column of hemispheres.
  private func place(
    _ latitude: (text: String, hemisphere: String), _ longitude: (text: String, hemisphere: String)
  ) throws(SiteRefusal) -> Place {
    guard !latitude.text.isEmpty, !longitude.text.isEmpty else {
      throw SiteRefusal(.missingField, "it has no lat and lon")
    }
    let (north, east) = (
      WrittenCoordinate(latitude.text, isLatitude: true, hemisphere: latitude.hemisphere, exponent: exponent),
      WrittenCoordinate(longitude.text, isLatitude: false, hemisphere: longitude.hemisphere, exponent: exponent)
    )
    guard let north = north?.degrees, let east = east?.degrees, Place.isValid(latitude: north, longitude: east) else {
      throw SiteRefusal(
        .badValue, "lat \(shown(latitude.text)) and lon \(shown(longitude.text)) are no place on the earth")
    }
    return Place(latitude: north, longitude: east)
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
    self = .circle(Place(latitude: north, longitude: east), radius: try Self.radius(radius, in: 1))
  }

  /// - Parameter unit: in metres.
  fileprivate static func radius(_ text: String, in unit: Metres) throws(SiteRefusal) -> Metres {
    if text.isEmpty { return SiteFile.defaultRadius }
    guard let given = Double(text) ?? Double(text.replacing(",", with: ".")), given > 0,
      given * unit <= SiteFile.longestRadius
    else {
      throw SiteRefusal(.badValue, "radius_m is above 0 and at most 100000, not \(shown(text))")
    }
    return given * unit
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
