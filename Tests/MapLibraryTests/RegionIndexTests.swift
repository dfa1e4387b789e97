import Geodesy
import Records
import Testing

@testable import MapLibrary

@Suite("The index of regions")
struct RegionIndexTests {
  /// As Geofabrik writes it, with one region of each kind.
  static let text = """
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "properties": {"id": "europe", "name": "Europe",
        "urls": {"pbf": "https://example.org/europe-latest.osm.pbf", "updates": "https://example.org/europe-updates"}},
       "geometry": {"type": "MultiPolygon", "coordinates": [[[[-10, 35], [40, 35], [40, 70], [-10, 70], [-10, 35]]]]}},
      {"type": "Feature", "properties": {"id": "liechtenstein", "parent": "europe", "name": "Liechtenstein",
        "iso3166-1:alpha2": ["LI"], "urls": {"pbf": "https://example.org/europe/liechtenstein-latest.osm.pbf",
        "shp": "https://example.org/ignored.zip", "updates": "https://example.org/europe/liechtenstein-updates"}},
       "geometry": {"type": "Polygon", "coordinates": [[[9.4, 47.0], [9.7, 47.0], [9.7, 47.3], [9.4, 47.3]]]}},
      {"type": "Feature", "properties": {"id": "us/nowhere", "parent": "us", "name": "Nowhere", "urls": {}},
       "geometry": null}]}
    """

  func index() throws -> RegionIndex { try RegionIndex(parsing: Array(Self.text.utf8), path: "index-v1.json") }

  @Test("A region has its id, name, parent, countries, addresses and ground")
  func region() throws {
    let region = try #require(try index()["liechtenstein"])
    #expect(region.name == "Liechtenstein")
    #expect(region.parent == "europe")
    #expect(region.countries == ["LI"])
    #expect(region.extract == "https://example.org/europe/liechtenstein-latest.osm.pbf")
    #expect(region.updates == "https://example.org/europe/liechtenstein-updates")
    #expect(region.polygons.map { $0.map(\.count) } == [[4]])
  }

  @Test("Regions form a tree; one whose parent is missing stands at the top")
  func tree() throws {
    let index = try index()
    #expect(index.children(of: nil).map(\.id) == ["europe", "us/nowhere"])
    #expect(
      index.tree(from: nil).map { "\($0.region.id) \($0.depth)" } == ["europe 0", "liechtenstein 1", "us/nowhere 0"])
    #expect(index.tree(from: "liechtenstein").map(\.region.id) == ["liechtenstein"])
  }

  @Test("A path is no region, which is said without the index", arguments: ["nothing/", "/tmp", "./a", "..", "~/maps"])
  func path(name: String) {
    #expect(throws: MapLibraryError.pathAsRegion(name)) { try checkIsNoPath(name) }
    #expect(throws: Never.self) { try checkIsNoPath("us/nowhere") }
  }

  @Test("Parents in a circle do not end in an endless tree")
  func circle() throws {
    var (a, b) = (Region(id: "a", name: "A"), Region(id: "b", name: "B"))
    (a.parent, b.parent) = ("b", "a")
    let index = try RegionIndex([a, b], path: "index")
    #expect(index.tree(from: "a").map(\.region.id) == ["a", "b"])
  }

  @Test("The smallest region around a place comes first")
  func places() throws {
    let index = try index()
    #expect(index.regions(at: Place(latitude: 47.1, longitude: 9.5)).map(\.id) == ["liechtenstein", "europe"])
    #expect(index.regions(at: Place(latitude: 50, longitude: 10)).map(\.id) == ["europe"])
    #expect(index.regions(at: Place(latitude: 0, longitude: 0)).isEmpty)
  }

  @Test("A region is found by its id, and by its name in any case", arguments: ["liechtenstein", "LIECHTENSTEIN"])
  func names(_ name: String) throws { #expect(try index().region(named: name).id == "liechtenstein") }

  @Test("An unknown name is refused with the ids that it resembles")
  func unknown() throws {
    let index = try index()
    #expect(throws: MapLibraryError.unknownRegion(name: "liechtenst", similar: ["liechtenstein"])) {
      try index.region(named: "liechtenst")
    }
    #expect(throws: MapLibraryError.unknownRegion(name: "atlantis", similar: [])) {
      try index.region(named: "atlantis")
    }
  }

  @Test(
    "A file that is no index is refused with the reason",
    arguments: [
      ("<html></html>", "not JSON"), ("[]", "not a GeoJSON FeatureCollection"),
      ("{\"type\": \"Feature\"}", "not a GeoJSON"),
      (feature(#""properties": {}"#), "feature 1: a region needs an id"),
      (feature(#""properties": {"id": "../../etc"}"#), "cannot be part of a path"),
      (feature(#""properties": {"id": "a/.b"}"#), "cannot be part of a path"),
      (feature(#""properties": {"id": "-rf"}"#), "cannot be part of a path"),
      (feature(#""properties": {"id": "a"}, "geometry": {"type": "Point", "coordinates": [1, 2]}"#), "not a Point"),
      (
        feature(#""properties": {"id": "a"}, "geometry": {"type": "Polygon", "coordinates": [[[1, 2], [3, 4]]]}"#),
        "three corners"
      ),
      (
        feature(
          #""properties": {"id": "a"}, "geometry": {"type": "Polygon", "coordinates": [[[1, 99], [3, 4], [5, 6]]]}"#),
        "longitude"
      ),
      (feature(#""properties": {"id": "a"}"#, twice: true), "two regions have the id a"),
    ])
  func damaged(_ text: String, _ reason: String) {
    let error = #expect(throws: MapLibraryError.self) {
      try RegionIndex(parsing: Array(text.utf8), path: "index-v1.json")
    }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    #expect(error?.description.hasPrefix("index-v1.json: ") == true)
  }

  static func feature(_ fields: String, twice: Bool = false) -> String {
    let feature = "{\"type\": \"Feature\", \(fields)}"
    return "{\"type\": \"FeatureCollection\", \"features\": [\(twice ? feature + ", " : "")\(feature)]}"
  }

  @Test("An index of more regions or bytes than any server has is refused before it fills the memory")
  func large() {
    func index(of count: Int) -> [UInt8] {
      let features = (0..<count).map { "{\"properties\": {\"id\": \"r\($0)\"}}" }.joined(separator: ",")
      return Array("{\"type\": \"FeatureCollection\", \"features\": [\(features)]}".utf8)
    }
    let most = RegionIndex.mostRegions
    #expect(throws: Never.self) { try RegionIndex(parsing: index(of: most), path: "index") }
    let regions = #expect(throws: MapLibraryError.self) {
      try RegionIndex(parsing: index(of: most + 1), path: "index-v1.json")
    }
    #expect(
      regions?.description.hasPrefix("index-v1.json: the index of regions has \(most + 1) regions, and at most \(most)")
        == true)
    let blanks = [UInt8](repeating: 0x20, count: RegionIndex.mostBytes)
    let bytes = #expect(throws: MapLibraryError.self) { try RegionIndex(parsing: blanks + index(of: 1), path: "x") }
    #expect(bytes?.description.contains(" bytes, and at most \(RegionIndex.mostBytes) can be used") == true)
  }

  @Test("An index that is written reads the same")
  func written() throws {
    let index = try index()
    let again = try RegionIndex(parsing: index.text, path: "again")
    #expect(again.regions == index.regions)
  }

  @Test("Any cut of an index is an error and no crash")
  func cuts() {
    let bytes = Array(Self.text.utf8)
    for end in stride(from: 0, to: bytes.count - 2, by: 7) {
      #expect(throws: MapLibraryError.self) { try RegionIndex(parsing: Array(bytes[..<end]), path: "cut") }
    }
  }
}

@Suite("Sizes that others state")
struct StatedSizeTests {
  @Test("A size that no file has is none, so that sums of sizes do not overflow")
  func implausible() throws {
    #expect(JSONValue.integer(.max).fileSize == nil && JSONValue.integer(-1).fileSize == nil)
    #expect(JSONValue.integer(4711).fileSize == 4711)
    let text = RegionIndexTests.text.replacing(
      #""name": "Europe","#, with: #""name": "Europe", "sizes": {"pbf": 9223372036854775807},"#)
    #expect(try RegionIndex(parsing: Array(text.utf8), path: "index-v1.json")["europe"]?.extractSize == nil)
  }
}
