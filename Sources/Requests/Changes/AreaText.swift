internal import Geodesy
internal import Records
package import RoadRules
internal import Routing

extension RoadArea {
  /// The area in a text: a `POLYGON` or `MULTIPOLYGON` of well-known text, or a GeoJSON object, of which the polygons
  /// count.
  ///
  /// - Source: OGC 06-103r4 §7 (WKT, longitude before latitude); RFC 7946 §3.1.6.
  package init(text: String) throws(RequestRefusal) {
    let text = text.filter { !$0.isNewline }
    if text.drop(while: { $0 == " " }).first == "{" {
      self = try RoadArea(json: Array(text.utf8))
    } else {
      var reader = WKTReader(text)
      self.init(polygons: try reader.polygons())
    }
    try check()
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

  init(_ object: GeoJSONObject) throws(RequestRefusal) {
    var polygons: [[[Place]]] = []
    for polygon in object.polygons {
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

/// A position in GeoJSON.
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

/// Reads well-known text.
private struct WKTReader {
  private var letters: Substring

  init(_ text: String) { letters = text[...] }

  mutating func polygons() throws(RequestRefusal) -> [[[Place]]] {
    skipBlanks()
    let word = letters.prefix { $0.isLetter }
    letters = letters.dropFirst(word.count)
    let polygons: [[[Place]]]
    switch word.uppercased() {
    case "POLYGON": polygons = [try polygon()]
    case "MULTIPOLYGON": polygons = try list { reader throws(RequestRefusal) in try reader.polygon() }
    default:
      throw RequestRefusal(.badArea, "an area is a POLYGON or MULTIPOLYGON or GeoJSON, not \(shown(String(word)))")
    }
    skipBlanks()
    guard letters.isEmpty else { throw RequestRefusal(.badArea, "behind the area stands \(shown(String(letters)))") }
    return polygons
  }

  private mutating func polygon() throws(RequestRefusal) -> [[Place]] {
    try list { reader throws(RequestRefusal) in
      try reader.list { reader throws(RequestRefusal) in try reader.place() }
    }
  }

  private mutating func place() throws(RequestRefusal) -> Place {
    skipBlanks()
    let words = letters.prefix { $0 != "," && $0 != ")" }
    letters = letters.dropFirst(words.count)
    let numbers = words.split(separator: " ").compactMap { Double($0) }
    guard numbers.count >= 2 else {
      throw RequestRefusal(.badArea, "a place of an area is longitude and latitude, not \(shown(String(words)))")
    }
    return try waypoint(latitude: numbers[1], longitude: numbers[0], "area").place
  }

  private mutating func list<Element>(
    _ element: (inout WKTReader) throws(RequestRefusal) -> Element
  ) throws(RequestRefusal) -> [Element] {
    try take("(")
    var elements = [try element(&self)]
    skipBlanks()
    while letters.first == "," {
      letters.removeFirst()
      elements.append(try element(&self))
      skipBlanks()
    }
    try take(")")
    return elements
  }

  private mutating func take(_ letter: Character) throws(RequestRefusal) {
    skipBlanks()
    guard letters.first == letter else {
      throw RequestRefusal(.badArea, "the area lacks a '\(letter)' before \(shown(String(letters)))")
    }
    letters.removeFirst()
  }

  private mutating func skipBlanks() { letters = letters.drop { $0 == " " || $0 == "\t" } }
}
