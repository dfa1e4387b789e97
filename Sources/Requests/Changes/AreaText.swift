internal import Geodesy
internal import Records
package import RoadRules
internal import Routing

extension RoadArea {
  /// The area in a text: a `POLYGON` or `MULTIPOLYGON` of well-known text, or a GeoJSON object, of which the polygons
  /// are used.
  ///
  /// - Source: OGC 06-103r4 §7 (WKT, longitude before latitude); RFC 7946 §3.1.6.
  package init(text: String) throws(RequestRefusal) {
    if text.first(where: { !$0.isWhitespace }) == "{" {
      self = try RoadArea(json: Array(text.utf8))
      return
    }
    let positions: [[[[Double]]]]
    do throws(WKTFlaw) {
      positions = try Geodesy.polygons(ofWKT: text)
    } catch {
      throw RequestRefusal(error)
    }
    try self.init(positions: positions)
  }

  /// The area in a file, or in a text if there is no such file.
  package init(fileOrText: String) throws(ChangeFileError) {
    let isText = fileOrText.uppercased().contains("POLYGON")
    let text = isText ? fileOrText : String(decoding: try wholeFile(fileOrText), as: UTF8.self)
    do throws(RequestRefusal) {
      self = try RoadArea(text: text)
    } catch {
      throw .notAnArea(path: isText ? "the area" : fileOrText, error.message)
    }
  }

  private init(json: [UInt8]) throws(RequestRefusal) {
    guard let value = try? JSONValue(parsing: json), let found = GeoJSONObject(value) else {
      throw RequestRefusal(.badArea, "the area is no well-formed GeoJSON with polygons")
    }
    try self.init(found)
  }

  init(_ object: GeoJSONObject) throws(RequestRefusal) { try self.init(positions: object.polygons) }

  private init(positions: [[[[Double]]]]) throws(RequestRefusal) {
    var polygons: [[[Place]]] = []
    for polygon in positions {
      polygons.append(
        try polygon.map { ring throws(RequestRefusal) in
          try ring.map { position throws(RequestRefusal) in try place(position) }
        })
    }
    self.init(polygons: polygons)
    try check()
  }

  private func check() throws(RequestRefusal) {
    guard !polygons.isEmpty, polygons.allSatisfy({ $0.allSatisfy { Set($0).count >= 3 } && !$0.isEmpty }) else {
      throw RequestRefusal(.badArea, "an area has a polygon at least, and a ring of it three different places")
    }
  }
}

extension RequestRefusal {
  fileprivate init(_ flaw: WKTFlaw) {
    let message =
      switch flaw {
      case .otherKind(let kind): "an area is a POLYGON or MULTIPOLYGON or GeoJSON, not \(shown(kind))"
      case .lacks(let letter, let rest): "the area lacks a '\(letter)' before \(shown(rest))"
      case .noPosition(let text): "a place of an area is longitude and latitude, not \(shown(text))"
      case .textAfter(let rest): "after the area comes \(shown(rest))"
      }
    self.init(.badArea, message)
  }
}

private func place(_ position: [Double]) throws(RequestRefusal) -> Place {
  guard position.count >= 2 else { throw RequestRefusal(.badArea, "a place of an area is longitude and latitude") }
  return try waypoint(latitude: position[1], longitude: position[0], "area").place
}

/// A GeoJSON object, of which only the polygons are read.
struct GeoJSONObject: JSONReadable {
  private(set) var polygons: [[[[Double]]]] = []

  init?(_ json: JSONValue) {
    guard let type = json["type"]?.text else { return nil }
    let found: [[[[Double]]]]?
    switch type {
    case "FeatureCollection": found = Self.polygons(ofAll: json["features"])
    case "GeometryCollection": found = Self.polygons(ofAll: json["geometries"])
    case "Feature":
      let geometry = json["geometry"] ?? .null
      found = geometry == .null ? [] : GeoJSONObject(geometry)?.polygons
    case "Polygon": found = json["coordinates"].flatMap { [[[Double]]]($0) }.map { [$0] }
    case "MultiPolygon": found = json["coordinates"].flatMap { [[[[Double]]]]($0) }
    default: found = []
    }
    guard let found else { return nil }
    polygons = found
  }

  private static func polygons(ofAll objects: JSONValue?) -> [[[[Double]]]]? {
    objects.flatMap { [GeoJSONObject]($0) }?.flatMap(\.polygons)
  }
}
