internal import Geodesy
internal import Records
internal import RoadRules
internal import Traces

/// The columns of a table of places, which may be named and written like the columns of traces.
struct SiteColumns {
  private let id: Int?
  private let name: Int?
  private let ground: GroundColumns

  init(of table: CSVTable) {
    let known = KnownColumns(header: table.header)
    id = known.number(of: ["id", "placeid", "siteid", "locationid", "stopid", "poiid"])
    name = known.number(of: ["name", "place", "placename", "site", "sitename", "stopname", "label", "title"])
    ground = GroundColumns(of: known, besides: [id, name])
  }

  var hasPosition: Bool { ground.hasPosition }
  var hasName: Bool { id != nil || name != nil }

  func site(_ row: CSVTable) throws(SiteRefusal) -> Site {
    func value(_ column: Int?) -> String { column.map { trimmedID(row.text($0)) } ?? "" }
    return try Site(id: value(id), orName: value(name), try ground.extent(value))
  }
}

/// The columns that say where a place is, and how large.
struct GroundColumns {
  let latitude: Int?
  let longitude: Int?
  private let latitudeHemisphere: Int?
  private let longitudeHemisphere: Int?
  private let radius: Int?
  let text: Int?
  /// Of whole numbers; `nil` for degrees.
  private let exponent: Int?
  /// Of the unit of the radius.
  private let metresPerUnit: Metres

  /// - Parameters:
  ///   - taken: columns that say something else.
  ///   - words: names of a column with a point or polygon as text.
  init(of known: KnownColumns, besides taken: [Int?], words: [String] = ["wkt", "geometry", "geom"]) {
    latitude = known.number(of: .latitude, besides: taken)
    longitude = known.number(of: .longitude, besides: taken)
    latitudeHemisphere = known.number(of: .latitudeHemisphere, besides: taken)
    longitudeHemisphere = known.number(of: .longitudeHemisphere, besides: taken)
    exponent = known.exponent(latitude)
    radius = known.number(of: ["radiusm", "radius", "radiusmeters", "radiusmetres", "radiuskm", "radiusft"])
    let units: [String: Metres] = ["radiuskm": 1000, "radiusft": 0.3048]
    metresPerUnit = radius.flatMap { units[known.word($0)] } ?? 1
    let isPlaced = latitude != nil && longitude != nil
    text = known.number(of: words) ?? (isPlaced ? nil : known.number(of: .position, besides: taken))
  }

  var hasPosition: Bool { latitude != nil && longitude != nil || text != nil }

  /// - Parameter value: of a column, without blanks around it.
  func extent(_ value: (Int?) -> String) throws(SiteRefusal) -> SiteExtent {
    let radius = try SiteExtent.radius(value(radius), in: metresPerUnit)
    if value(text).isEmpty { return .circle(try place(value), radius: radius) }
    if let position = WrittenPosition(value(text)) {
      return .circle(Place(latitude: position.latitude, longitude: position.longitude), radius: radius)
    }
    return try SiteExtent(text: value(text))
  }

  /// The circle around latitude and longitude in columns of their own.
  func circle(_ value: (Int?) -> String) throws(SiteRefusal) -> SiteExtent {
    .circle(try place(value), radius: try SiteExtent.radius(value(radius), in: metresPerUnit))
  }

  private func place(_ value: (Int?) -> String) throws(SiteRefusal) -> Place {
    let (latitude, longitude) = (value(latitude), value(longitude))
    guard !latitude.isEmpty, !longitude.isEmpty else {
      throw SiteRefusal(.missingField, "it has no lat and lon")
    }
    let (north, east) = (
      WrittenCoordinate(latitude, isLatitude: true, hemisphere: value(latitudeHemisphere), exponent: exponent),
      WrittenCoordinate(longitude, isLatitude: false, hemisphere: value(longitudeHemisphere), exponent: exponent)
    )
    guard let north = north?.degrees, let east = east?.degrees, Place.isValid(latitude: north, longitude: east) else {
      throw SiteRefusal(.badValue, "lat \(shown(latitude)) and lon \(shown(longitude)) are no place on the earth")
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
