import Geodesy
import RoadGraph
import Testing

@testable import MapImport

struct SplittingTests {
  static let street: OSMSketch.TagPairs = ["highway": "residential"]

  @Test(arguments: [
    // Ways, and the segments they are cut into.
    (["ABC"], "AC"),
    (["ABC", "BD"], "AB BC BD"),
    (["ABC", "CD"], "AC CD"),
    (["AB", "AB"], "AB AB"),
    (["ABCA"], "AC CA"),
    (["ABCDB"], "AB BD DB"),
    (["ABA"], "AB BA"),
    (["AABBC"], "AC"),
    (["ABCDA", "BE", "CF"], "AB BC CA BE CF"),
  ])
  func `ways are cut where they meet, end, or touch themselves`(ways: [String], expected: String) throws {
    let sketch = OSMSketch(
      """
      A--B--C
      F--E--D
      """, ways: ways.map { ($0, Self.street) })
    #expect(try sketch.network().spelled == expected)
  }

  @Test func `a closed way is halved, so that no segment is a loop`() throws {
    let ring = OSMSketch(
      """
      A--B
      D--C
      """, ways: [("ABCDA", ["highway": "residential", "junction": "roundabout"])])
    let network = try ring.network()
    #expect(network.spelled == "AC CA")
    #expect(network.segments.allSatisfy { $0.from != $0.to })
  }

  @Test(arguments: [
    ("highway", "traffic_signals", NodeFlags.trafficSignals), ("highway", "stop", .stopSign),
    ("highway", "give_way", .giveWay), ("highway", "mini_roundabout", .miniRoundabout),
    ("highway", "motorway_junction", .motorwayJunction), ("railway", "level_crossing", .levelCrossing),
    ("barrier", "toll_booth", .tollBooth), ("barrier", "bollard", .barrier), ("barrier", "gate", .barrier),
    ("crossing", "traffic_signals", .trafficSignals),
  ])
  func `something that stands on the road cuts it`(key: String, value: String, flag: NodeFlags) throws {
    var sketch = OSMSketch("A--B--C", ways: [("ABC", Self.street)])
    sketch.nodeTags["B"] = [key: value]
    let network = try sketch.network()
    #expect(network.spelled == "AB BC")
    #expect(try network.node("B").flags == flag)
  }

  @Test func `an exit keeps its number and name`() throws {
    var sketch = OSMSketch("A--B--C", ways: [("ABC", ["highway": "motorway"])])
    sketch.nodeTags["B"] = ["highway": "motorway_junction", "ref": "12a", "name": "Altstadt"]
    let exit = try sketch.network().node("B")
    #expect(exit.exitRef == "12a")
    #expect(exit.exitName == "Altstadt")
  }

  @Test func `shapes keep every place and its source, both ends included`() throws {
    let network = try OSMSketch("A-B-C", ways: [("ABC", Self.street)]).network()
    #expect(network.segments[0].shape == 0..<3)
    #expect(network.shape[1] == Place(latitudeE7: 475_000_000, longitudeE7: 95_002_000))
    #expect(network.shapeSources.map(\.rawValue) == [1, 2, 3])
  }

  @Test func `a missing node cuts its way and is counted`() throws {
    var sketch = OSMSketch("A-B-C-D-E", ways: [("ABCDE", Self.street)])
    sketch.missing = "C"
    let network = try sketch.network()
    #expect(network.spelled == "AB DE")
    #expect(network.provenance.counts["nodes_missing"] == 1)
  }

  @Test func `ways that cannot be placed are counted, not kept`() throws {
    var sketch = OSMSketch(
      "A-B-C", ways: [("AB", Self.street), ("C", Self.street), ("BC", Self.street), ("", Self.street)])
    sketch.missing = "C"
    let network = try sketch.network()
    #expect(network.ways.map(\.id.rawValue) == [1])
    #expect(network.provenance.counts["ways_without_length"] == 3)
    #expect(network.provenance.counts["ways_kept"] == 1)
  }

  @Test func `two nodes at one place make a segment of no length, which is counted`() throws {
    let xml = """
      <osm version='0.6'><node id='1' lat='1' lon='1'/><node id='2' lat='1' lon='1'/>
      <way id='1'><nd ref='1'/><nd ref='2'/><tag k='highway' v='service'/></way></osm>
      """
    let network = try imported(xml)
    #expect(network.spelled == "AB")
    #expect(network.provenance.counts["segments_of_zero_length"] == 1)
  }

  @Test func `order in the file does not matter`() throws {
    let sketch = OSMSketch(
      """
      A--B--C
         D
      """, ways: [("ABC", Self.street), ("BD", Self.street)])
    let inOrder = try sketch.network()
    let nodes = sketch.nodeElements
    let elements = sketch.wayElements + [nodes[3], nodes[1], nodes[0], nodes[2]]
    let shuffled = try imported("<osm version='0.6'>\(elements.joined())</osm>")
    #expect(shuffled.text == inOrder.text)
  }

  @Test func `an object that occurs twice counts once`() throws {
    let sketch = OSMSketch("A--B", ways: [("AB", Self.street)])
    let elements = sketch.nodeElements + sketch.wayElements + sketch.nodeElements + sketch.wayElements
    let network = try imported("<osm version='0.6'>\(elements.joined())</osm>")
    #expect(network.spelled == "AB")
    #expect(network.provenance.counts["ways_repeated"] == 1)
  }

  @Test(arguments: [3_600_000_000_000_000, -9_000_000_000, 0] as [Int64])
  func `ids may be huge or negative`(offset: Int64) throws {
    var sketch = OSMSketch(
      """
      A--B--C
         D
      """, ways: [("ABC", Self.street), ("BD", Self.street)])
    sketch.idOffset = offset
    let network = try sketch.network()
    #expect(network.segments.count == 3)
    #expect(network.nodes.map { $0.source.rawValue - offset } == [1, 2, 3, 4])
  }

  @Test func `a road may cross the antimeridian`() throws {
    var sketch = OSMSketch("A-B-C-D", ways: [("ABCD", Self.street)])
    sketch.corner = (-16.8, 179.9998)
    let network = try sketch.network()
    #expect(network.spelled == "AD")
    #expect(network.shape.map(\.longitudeE7) == [1_799_998_000, 1_800_000_000, -1_799_998_000, -1_799_996_000])
    let length = zip(network.shape, network.shape.dropFirst()).map { groundDistance($0, $1) }.reduce(0, +)
    #expect(abs(length - 64) < 1)
  }

  @Test func `only roads of the wanted modes are kept`() throws {
    let sketch = OSMSketch("A-B-C", ways: [("AB", Self.street), ("BC", ["highway": "footway"])])
    var settings = MapImportSettings()
    settings.modes = TravelModeSet(.car)
    let network = try sketch.network(settings: settings)
    #expect(network.spelled == "AB")
    #expect(network.provenance.options == ["modes": "car"])
    #expect(network.provenance.counts["ways_of_other_modes"] == 1)
  }
}
