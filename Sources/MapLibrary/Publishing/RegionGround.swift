package import Geodesy
internal import Records
internal import Storage

/// The ground of a region as a file gives it.
package struct RegionGround {
  /// Rings of places, as in ``SiteExtent/polygons(_:)``.
  package let polygons: [[[Place]]]

  /// - Parameter path: GeoJSON with Polygons and MultiPolygons, or a polygon file of Osmosis.
  /// - Throws: ``MapLibraryError/unreadable(reason:)`` if it is neither.
  package init(path: String) throws(MapLibraryError) {
    let bytes: [UInt8]
    do throws(StorageError) {
      bytes = try wholeFile(path, atMost: .document)
    } catch {
      throw .unreadable(reason: error.description)
    }
    let isJSON = bytes.first { !($0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09) } == 0x7B
    do throws(IndexFault) {
      polygons =
        isJSON ? try Self.polygons(json: bytes) : try Self.polygons(poly: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw .unreadable(reason: "\(path): \(error.clause). Give GeoJSON with polygons, or a polygon file of Osmosis.")
    }
    if polygons.isEmpty { throw .unreadable(reason: "\(path): there is no polygon in it") }
  }

  private static func polygons(json bytes: [UInt8]) throws(IndexFault) -> [[[Place]]] {
    guard let root = try? JSONValue(parsing: bytes) else { throw IndexFault(clause: "is not JSON") }
    let geometries: [JSONValue] =
      switch root["type"]?.text {
      case "FeatureCollection": (root["features"]?.list ?? []).compactMap { $0["geometry"] }
      case "Feature": [root["geometry"] ?? .null]
      default: [root]
      }
    var polygons: [[[Place]]] = []
    for geometry in geometries { polygons += try geoJSONPolygons(of: geometry) }
    return polygons
  }

  /// A name; then sections of one ring each, begun by a line with its name, a `!` in front for a hole, and ended by `END`;
  /// each line between has longitude and latitude. A hole belongs to the outlines before it.
  ///
  /// - Source: OSM wiki, Osmosis/Polygon Filter File Format.
  private static func polygons(poly text: String) throws(IndexFault) -> [[[Place]]] {
    var polygons: [[[Place]]] = []
    var ring: [Place]?
    var isHole = false
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().enumerated() {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.isEmpty { continue }
      if words == ["END"] {
        guard var places = ring else { break }
        if places.first == places.last { places.removeLast() }
        guard places.count >= 3 else {
          throw IndexFault(clause: "line \(number + 2): a ring has fewer than three corners")
        }
        if isHole, !polygons.isEmpty { polygons[polygons.count - 1].append(places) } else { polygons.append([places]) }
        ring = nil
      } else if ring == nil {
        (ring, isHole) = ([], words[0].hasPrefix("!"))
      } else {
        guard words.count == 2, let longitude = Double(words[0]), let latitude = Double(words[1]),
          Place.isValid(latitude: latitude, longitude: longitude)
        else { throw IndexFault(clause: "line \(number + 2) is no longitude and latitude") }
        ring?.append(Place(latitude: latitude, longitude: longitude))
      }
    }
    if ring != nil { throw IndexFault(clause: "the last ring has no END") }
    return polygons
  }
}
