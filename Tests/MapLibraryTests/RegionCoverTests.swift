import Geodesy
import TestSupport
import Testing

@testable import MapLibrary

/// A plan of countries in a row, each four degrees wide, with an overlap of half a degree at each border:
///
///     0    4    8    12
///     | A  | B  | C  |          world contains all; AB and mountains lie across A and B
@Suite("The regions that cover traces")
struct RegionCoverTests {
  static let index: RegionIndex = {
    func region(_ id: String, _ parent: String?, _ west: Double, _ east: Double, south: Double = 0, north: Double = 4)
      -> Region
    {
      var region = Region(id: id, name: id.uppercased())
      (region.parent, region.extract) = (parent, id + "-latest.osm.pbf")
      region.polygons = [
        [
          [
            Place(latitude: south, longitude: west), Place(latitude: south, longitude: east),
            Place(latitude: north, longitude: east), Place(latitude: north, longitude: west),
          ]
        ]
      ]
      return region
    }
    let regions = [
      region("world", nil, -20, 20, south: -20, north: 20), region("a", "world", 0, 4.25),
      region("b", "world", 3.75, 8.25),
      region("c", "world", 7.75, 12), region("mountains", "world", -1, 10, south: -1, north: 5),
      region("a/town", "a", 1, 2, south: 1, north: 2),
    ]
    do { return try RegionIndex(regions, path: "plan") } catch { preconditionFailure("\(error)") }
  }()

  func cover(_ traces: [[Double]]) -> RegionCover {
    RegionCover(of: traces.map { $0.map { Place(latitude: 3, longitude: $0) } }, in: Self.index)
  }

  @Test(
    "As few regions as possible are named, and never the world for a country",
    arguments: [
      ([[1, 2]], ["a"]), ([[1, 5]], ["a", "b"]), ([[4]], ["a"]), ([[4, 5]], ["b"]), ([[4], [5]], ["b"]),
      ([[1], [4], [5], [8], [11]], ["a", "b", "c"]), ([[4, 8]], ["b"]), ([[15]], ["world"]), ([[50]], []),
    ] as [([[Double]], [String])])
  func named(_ traces: [[Double]], _ ids: [String]) { #expect(cover(traces).regions.map(\.region.id) == ids) }

  @Test("The smallest of regions inside each other counts")
  func smallest() {
    let cover = RegionCover(of: [[Place(latitude: 1.5, longitude: 1.5)]], in: Self.index)
    #expect(cover.regions.map(\.region.id) == ["a/town"])
  }

  @Test("Traces are counted by region; those that cross and those outside are counted too")
  func counts() {
    let cover = cover([[1, 2], [1, 5], [4, 5], [50, 1], [60]])
    #expect(cover.regions.map { "\($0.region.id) \($0.traces)" } == ["a 4", "b 2"])
    #expect(cover.crossing == 1)
    #expect(cover.outside == 2)
  }

  @Test("A thinned trace keeps a place of each hundredth of a degree")
  func thinned() {
    let places = (0..<1000).map { Place(latitude: 47, longitude: 9 + Double($0) / 100_000) }
    #expect(RegionCover.thinned(places).count == 1)
    #expect(RegionCover.thinned(places + [Place(latitude: 48, longitude: 9)]).count == 2)
  }

  static let poly = """
    name
    first
       9.0   47.0
       9.5   47.0
       9.5   47.5
       9.0   47.0
    END
    !hole
       9.3   47.1
       9.4   47.1
       9.4   47.2
    END
    second
       1 1
       2 1
       2 2
    END
    END
    """

  @Test("A polygon file of Osmosis has outlines and holes")
  func polygonFile() throws {
    let folder = try TemporaryFolder()
    let ground = try RegionGround(path: folder.write("a.poly", Self.poly))
    #expect(ground.polygons.map { $0.map(\.count) } == [[3, 3], [3]])
    #expect(ground.polygons[0][0][1] == Place(latitude: 47, longitude: 9.5))
  }

  @Test("GeoJSON gives the same ground as a feature, a collection and a bare geometry")
  func geoJSON() throws {
    let folder = try TemporaryFolder()
    let bare = #"{"type": "Polygon", "coordinates": [[[9, 47], [9.5, 47], [9.5, 47.5], [9, 47]]]}"#
    let feature = #"{"type": "Feature", "properties": {}, "geometry": \#(bare)}"#
    let collection = #"{"type": "FeatureCollection", "features": [\#(feature)]}"#
    let grounds = try [bare, feature, collection].map { try RegionGround(path: folder.write("a.json", $0)).polygons }
    #expect(Set(grounds).count == 1)
    #expect(grounds[0].map { $0.map(\.count) } == [[3]])
  }

  @Test(
    "A file without ground is refused with the reason",
    arguments: [
      ("", "no polygon"), ("{}", "no polygon"),
      ("name\nfirst\n1 1\n2 2\nEND\nEND\n", "line 5: a ring has fewer than three"),
      ("name\nfirst\n1 x\n", "line 3 is no longitude and latitude"), ("name\nfirst\n1 1\n", "no END"),
      ("{", "not JSON"),
    ])
  func noGround(_ text: String, _ reason: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a", text)
    let error = #expect(throws: MapLibraryError.self) { try RegionGround(path: path) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }
}
