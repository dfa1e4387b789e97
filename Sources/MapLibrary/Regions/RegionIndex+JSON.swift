internal import Downloads
internal import Geodesy
package import Records
internal import RoadGraph

/// The index of a server in GeoJSON: a collection of features, one for each region.
///
///     properties.id, name             as they are shown; other properties are ignored
///     properties.parent               the id of the region around it
///     properties.iso3166-1:alpha2     a list of country codes
///     properties.urls.pbf             the extract; its MD5 is at the same address with `.md5`
///     properties.urls.updates         the folder of its change files
///     properties.urls.map             a built map; only servers made by `tracemill maps publish` have it
///     properties.map                  likewise: what that map is, see ``PublishedMap``
///     properties.version, sizes       likewise: the time of the data, and bytes by the names of `urls`
///     geometry                        Polygon, MultiPolygon or null
///
/// - Source: https://download.geofabrik.de/technical.html, `index-v1.json`.
extension RegionIndex {
  /// The name of the index in a server's folder.
  package static let fileName = "index-v1.json"

  /// The most bytes of an index, and the most regions in it: some 60 times as many regions as Geofabrik has. A region takes
  /// 2.6 kB in memory, so that what a server sends cannot fill it.
  package static let mostBytes = 32 << 20
  package static let mostRegions = 30_000

  /// - Parameter path: for messages.
  /// - Throws: ``MapLibraryError/damagedIndex(path:reason:)``, ``MapLibraryError/largeIndex(path:amount:)``.
  package init(parsing text: [UInt8], path: String) throws(MapLibraryError) {
    guard text.count <= Self.mostBytes else {
      throw .largeIndex(path: path, amount: "\(text.count) bytes, and at most \(Self.mostBytes)")
    }
    let root: JSONValue
    do throws(JSONError) {
      root = try JSONValue(parsing: text)
    } catch {
      throw .damagedIndex(path: path, reason: "not JSON: \(error.description)")
    }
    guard root["type"]?.text == "FeatureCollection", let features = root["features"]?.list else {
      throw .damagedIndex(path: path, reason: "not a GeoJSON FeatureCollection")
    }
    guard features.count <= Self.mostRegions else {
      throw .largeIndex(path: path, amount: "\(features.count) regions, and at most \(Self.mostRegions)")
    }
    var regions: [Region] = []
    for (number, feature) in features.enumerated() {
      do throws(IndexFault) {
        regions.append(try readRegion(feature))
      } catch {
        throw .damagedIndex(path: path, reason: "feature \(number + 1): \(error.clause)")
      }
    }
    try self.init(regions, path: path)
  }

  /// The index as the text that ``init(parsing:path:)`` reads, with a line for each region.
  package var text: [UInt8] {
    let features = regions.map { feature(of: $0).line() }.joined(separator: Array(",\n".utf8))
    return Array("{\"type\": \"FeatureCollection\", \"features\": [\n".utf8) + features + Array("\n]}\n".utf8)
  }
}

struct IndexFault: Error {
  var clause: String
}

private func readRegion(_ feature: JSONValue) throws(IndexFault) -> Region {
  guard let properties = feature["properties"], let id = properties["id"]?.text, !id.isEmpty else {
    throw IndexFault(clause: "a region needs an id")
  }
  guard isSafeID(id) else { throw IndexFault(clause: "the id \(quoted(id.utf8)) cannot be part of a path") }
  var region = Region(id: id, name: properties["name"]?.text ?? id)
  region.parent = properties["parent"]?.text
  region.countries = (properties["iso3166-1:alpha2"]?.list ?? []).compactMap(\.text)
  let urls = properties["urls"]
  region.extract = urls?["pbf"]?.text
  region.updates = urls?["updates"]?.text
  region.map = urls?["map"]?.text
  region.version = properties["version"]?.text.flatMap(ReleaseVersion.init)
  region.extractSize = properties["sizes"]?["pbf"]?.fileSize
  region.mapSize = properties["sizes"]?["map"]?.fileSize
  region.publishedMap = properties["map"].flatMap { PublishedMap($0) }
  region.polygons = try geoJSONPolygons(of: feature["geometry"] ?? .null)
  return region
}

/// Ids become names of files: letters, digits, `-`, `_` and `.`, with `/` between parts, and no part begins with a dot.
func isSafeID(_ id: String) -> Bool {
  let parts = id.split(separator: "/", omittingEmptySubsequences: false)
  return parts.allSatisfy { part in
    !part.isEmpty && part.first != "." && part.first != "-"
      && part.unicodeScalars.allSatisfy { scalar in
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "-" || scalar == "_"
          || scalar == "."
      }
  }
}

func geoJSONPolygons(of geometry: JSONValue) throws(IndexFault) -> [[[Place]]] {
  switch geometry["type"]?.text {
  case "Polygon": return [try rings(of: geometry["coordinates"])]
  case "MultiPolygon":
    var polygons: [[[Place]]] = []
    for polygon in geometry["coordinates"]?.list ?? [] { polygons.append(try rings(of: polygon)) }
    return polygons
  case nil: return []
  case let type?: throw IndexFault(clause: "the ground of a region is a Polygon or a MultiPolygon, not a \(type)")
  }
}

private func rings(of coordinates: JSONValue?) throws(IndexFault) -> [[Place]] {
  var rings: [[Place]] = []
  for ring in coordinates?.list ?? [] {
    var places: [Place] = []
    for position in ring.list ?? [] {
      guard let pair = position.list, pair.count >= 2, let longitude = pair[0].number, let latitude = pair[1].number,
        Place.isValid(latitude: latitude, longitude: longitude)
      else { throw IndexFault(clause: "a corner of its ground is not [longitude, latitude]") }
      places.append(Place(latitude: latitude, longitude: longitude))
    }
    guard places.count >= 3 else { throw IndexFault(clause: "a ring of its ground has fewer than three corners") }
    if places.first == places.last { places.removeLast() }
    rings.append(places)
  }
  guard !rings.isEmpty else { throw IndexFault(clause: "a polygon of its ground has no outline") }
  return rings
}

private func feature(of region: Region) -> JSONValue {
  let urls = JSONValue.object([
    "pbf": region.extract.map(JSONValue.text), "updates": region.updates.map(JSONValue.text),
    "map": region.map.map(JSONValue.text),
  ])
  let sizes = JSONValue.object([
    "pbf": region.extractSize.map(JSONValue.integer), "map": region.mapSize.map(JSONValue.integer),
  ])
  let countries = region.countries.map(JSONValue.text)
  let properties = JSONValue.object([
    "id": .text(region.id), "parent": region.parent.map(JSONValue.text), "name": .text(region.name),
    "iso3166-1:alpha2": countries.isEmpty ? nil : .list(countries),
    "version": region.version.map { .text($0.description) }, "sizes": sizes.fields?.isEmpty == true ? nil : sizes,
    "map": region.publishedMap?.json,
    "urls": urls,
  ])
  return .object([
    "type": .text("Feature"), "properties": properties,
    "geometry": region.polygons.isEmpty ? .null : geometry(of: region.polygons),
  ])
}

private func geometry(of polygons: [[[Place]]]) -> JSONValue {
  .object([
    "type": .text("MultiPolygon"),
    "coordinates": .list(
      polygons.map { rings in
        .list(
          rings.map { ring in
            .list((ring + ring.prefix(1)).map { .list([.number($0.longitude), .number($0.latitude)]) })
          })
      }),
  ])
}

extension PublishedMap {
  /// Another server may mean something else by this property, so an incomplete value is ignored.
  fileprivate init?(_ value: JSONValue) {
    guard let mapVersion = value["map_version"]?.text, isSafeID(mapVersion),
      let version = value["version"]?.text.flatMap(ReleaseVersion.init),
      let builtSize = value["map_size"]?.fileSize, let size = value["size"]?.fileSize, let md5 = value["md5"]?.text,
      let groups = value["groups"]?.text.flatMap({ DataGroups(names: $0) }), builtSize > 0, size > 0
    else { return nil }
    self.init(
      mapVersion: mapVersion, version: version, builtSize: builtSize, size: size, md5: md5, groups: groups,
      rules: value["rules"]?.integer ?? 0, deltas: (value["deltas"]?.list ?? []).compactMap { MapDelta($0) })
  }

  fileprivate var json: JSONValue {
    .object([
      "map_version": .text(mapVersion), "version": .text(version.description), "map_size": .integer(builtSize),
      "size": .integer(size), "md5": .text(md5), "groups": .text(groups.names), "rules": .integer(rules),
      "deltas": deltas.isEmpty ? nil : .list(deltas.map(\.json)),
    ])
  }
}

extension MapDelta {
  fileprivate init?(_ value: JSONValue) {
    guard let base = value["from"]?.text, let reference = value["url"]?.text, let size = value["size"]?.fileSize,
      let md5 = value["md5"]?.text, size > 0
    else { return nil }
    self.init(base: base, reference: reference, size: size, md5: md5)
  }

  fileprivate var json: JSONValue {
    .object(["from": .text(base), "url": .text(reference), "size": .integer(size), "md5": .text(md5)])
  }
}

extension JSONValue {
  /// A size in bytes; `nil` for one that no file has, so that sums of sizes do not overflow.
  package var fileSize: Int? { integer.flatMap { (0...plausibleFileSize).contains($0) ? $0 : nil } }
}
