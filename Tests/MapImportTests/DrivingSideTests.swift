import Geodesy
import RoadGraph
import Testing

@testable import MapImport

struct DrivingSideTests {
  @Test(arguments: [
    ("London", 51.5, -0.12, DrivingSide.left), ("Dover", 51.13, 1.31, .left), ("Calais", 50.95, 1.86, .right),
    ("Dublin", 53.35, -6.26, .left), ("Valletta", 35.9, 14.51, .left), ("Nicosia", 35.17, 33.36, .left),
    ("Suva", -18.14, 178.44, .left), ("Taveuni, west of the antimeridian", -16.8, -179.98, .left),
    ("Melbourne", -37.81, 144.96, .left), ("Auckland", -36.85, 174.76, .left), ("Singapore", 1.28, 103.85, .left),
    ("Bangkok", 13.75, 100.5, .left), ("Jakarta", -6.2, 106.8, .left), ("Hong Kong", 22.28, 114.16, .left),
    ("Tokyo", 35.68, 139.69, .left), ("Delhi", 28.6, 77.2, .left), ("Karachi", 24.86, 67, .left),
    ("Nairobi", -1.29, 36.82, .left), ("Cape Town", -33.92, 18.42, .left), ("Kingston", 17.97, -76.79, .left),
    ("Georgetown", 6.8, -58.16, .left), ("Monaco", 43.73, 7.42, .right), ("Vaduz", 47.14, 9.52, .right),
    ("Bayreuth", 49.95, 11.58, .right), ("Shanghai", 31.23, 121.47, .right), ("Seoul", 37.57, 126.98, .right),
    ("Busan", 35.18, 129.08, .right), ("Manila", 14.6, 120.98, .right), ("Phnom Penh", 11.56, 104.92, .right),
    ("Vientiane", 17.97, 102.6, .right), ("Kabul", 34.53, 69.17, .right), ("Lhasa", 29.65, 91.1, .right),
    ("Kigali", -1.95, 30.06, .right), ("Lubumbashi", -11.66, 27.48, .right), ("Havana", 23.1, -82.4, .right),
    ("Marigot", 18.07, -63.08, .right), ("Seattle", 47.6, -122.33, .right), ("Boa Vista", 2.82, -60.67, .right),
  ])
  func `the territory tells where nothing else does`(
    city: String, latitude: Double, longitude: Double, side: DrivingSide
  ) {
    #expect(isLeftDrivingTerritory(Place(latitude: latitude, longitude: longitude)) == (side == .left))
  }

  /// Three little roundabouts, run clockwise or not, and a street, in Liechtenstein.
  private func roundabouts(_ rings: [String], street: OSMSketch.TagPairs) throws -> [Bool] {
    let sketch = OSMSketch(
      """
      A-B  E-F  I-J
      D-C  H-G  L-K  M--N
      """,
      ways: rings.map { ($0, ["highway": "primary", "junction": "roundabout"]) } + [("MN", street)])
    return try sketch.network().ways.map { $0.flags.contains(.drivesOnLeft) }
  }

  @Test func `roundabouts run clockwise where traffic keeps left`() throws {
    let clockwise = ["ABCDA", "EFGHE", "IJKLI"]
    let counterclockwise = ["ADCBA", "EHGFE", "ILKJI"]
    let street: OSMSketch.TagPairs = ["highway": "residential"]
    #expect(try roundabouts(clockwise, street: street) == [true, true, true, true])
    #expect(try roundabouts(counterclockwise, street: street) == [false, false, false, false])
    #expect(try roundabouts(["ABCDA", "EHGFE", "IJKLI"], street: street) == [false, false, false, false])
  }

  @Test func `a tag on the way goes before everything else but the settings`() throws {
    #expect(
      try roundabouts(["ADCBA"], street: ["highway": "residential", "driving_side": "left"]) == [false, true])
    var settings = MapImportSettings()
    settings.drivingSide = .right
    let sketch = OSMSketch("A-B", ways: [("AB", ["highway": "residential", "driving_side": "left"])])
    let network = try sketch.network(settings: settings)
    #expect(!network.ways[0].flags.contains(.drivesOnLeft))
    #expect(network.provenance.options == ["driving_side": "right"])
  }
}

struct NodeIndexTests {
  @Test(
    arguments: [
      [], [7], [3, 1, 2, 3, 1], [-5, 3_600_000_000_000_000, 0, -5, 12], [.min, .max, 0],
      (0..<5000).map { Int64($0 * 7919 % 4999) },
    ] as [[Int64]])
  func `ids come out sorted, each once, and are found again`(ids: [Int64]) {
    let index = NodeIndex(ids)
    #expect(index.ids == Set(ids).sorted())
    #expect(index.ids.indices.allSatisfy { index.row(of: index.ids[$0]) == $0 })
    let absent = [-6, 5, 4999, 3_600_000_000_000_001].filter { !ids.contains($0) }
    #expect(absent.allSatisfy { index.row(of: $0) == nil })
  }

  @Test func `a cursor finds ids in any order`() {
    let index = NodeIndex((0..<1000).map { $0 * 3 })
    var cursor = MergeCursor()
    for id in [0, 1, 3, 2997, 2998, 5000, 6, 7, 9, 2994, 0, -1, 300] as [Int64] {
      #expect(cursor.row(of: id, in: index) == (id % 3 == 0 && (0..<3000).contains(id) ? Int(id / 3) : nil))
    }
  }
}
