import Foundation
import Geodesy
import RoadGraph
import TestSupport
import Testing

@Suite struct `The summary of a map` {
  private let summary: GraphSummary
  private let sketch: RoadSketch

  init() throws {
    sketch = try fullSketch()
    summary = GraphSummary(of: sketch.graph)
  }

  @Test func `counts what is in it`() {
    let counts = summary.counts
    #expect(counts.nodes == 5 && counts.segments == 5 && counts.edges == 10 && counts.ways == 5)
    #expect(counts.places == 11 && counts.restrictions == 2 && counts.conditionalRestrictions == 1)
    #expect(summary.nodeFlags.map(\.name) == ["traffic_signals", "barrier", "motorway_junction", "speed_camera"])
    #expect(summary.nodeFlags.allSatisfy { $0.nodes == 1 })
    #expect(summary.provenance == sketch.network.provenance && summary.version == sketch.graph.version)
  }

  @Test func `measures classes, modes and flags, every road once`() throws {
    #expect(summary.classes.map(\.name) == ["motorway_link", "primary", "residential"])
    #expect(summary.classes.map(\.edges) == [2, 2, 6])
    let all = (0..<5).reduce(0) { $0 + UInt64(sketch.graph.lengthInMillimetres(of: SegmentID($1))) }
    #expect(summary.classes.reduce(0) { $0 + $1.lengthInMillimetres } == all)
    let car = try #require(summary.modes.first { $0.name == "car" })
    let walkers = try #require(summary.modes.first { $0.name == "pedestrian" })
    // A to C forbids cars one way; C to D is oneway for all but walkers.
    #expect(car.edges == 8 && walkers.edges == 10 && car.lengthInMillimetres == all)
    #expect(summary.flags.map(\.name) == ["bridge", "toll", "oneway"])
  }

  @Test func `says where speed limits come from`() {
    let limits = summary.speedLimits
    #expect(limits.tagged == 1 && limits.defaultOfClass == 1 && limits.unknown == 6)
    #expect(summary.speedLimits.taggedShare == 0.125)
  }

  @Test func `adds up to the size of the file`() {
    let bytes = RoadGraphWriter(sketch.network).bytes()
    #expect(summary.bytes == bytes.count && summary.sections.map(\.name) == GraphFile(bytes).tags)
    let content = summary.sections.reduce(128 + 32 * summary.sections.count) { $0 + $1.bytes }
    #expect(content <= bytes.count && bytes.count < content + 64 * (summary.sections.count + 1))
  }

  @Test(arguments: [
    (Place(latitude: -17, longitude: 180), true), (Place(latitude: -17, longitude: -179.999), true),
    (Place(latitude: 51.5, longitude: 0), false), (Place(latitude: 10, longitude: 179.5), false),
  ])
  func `has narrow bounds on every side of the earth`(centre: Place, crossesAntimeridian: Bool) throws {
    let bounds = try #require(GraphSummary(of: RoadGraph(.random(seed: 1, around: centre))).bounds)
    #expect((bounds[1] > bounds[3]) == crossesAntimeridian)
    #expect(bounds[2] > bounds[0] && bounds[2] - bounds[0] < 0.02)
    let width = (bounds[3] - bounds[1] + 360).truncatingRemainder(dividingBy: 360)
    #expect(width > 0 && width < 0.03)
  }

  @Test func `reads well`() throws {
    let text = try GraphSummary(of: fullSketch().graph).text
    #expect(text.contains("\n  primary        2 edges  0.1 km\n"))
    #expect(text.contains("\n  limits tagged  12.5 %\n"))
    #expect(text.contains("\noption  class defaults = DE\n"))
    #expect(text.contains("\nbounds  47."))
    #expect(text.hasSuffix(" bytes\n") && !text.contains("\n\n\n"))
    let empty = try GraphSummary(of: RoadGraph(RoadNetwork())).text
    #expect(empty.contains("bounds  none, the map is empty") && empty.contains("source  unknown"))
  }

  @Test func `is JSON with stable names`() throws {
    let json = summary.json
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    #expect(
      object.keys.sorted() == [
        "bounds", "bytes", "classes", "counts", "flags", "format", "modes", "node_flags", "path", "sections", "source",
        "speed_limits", "version",
      ])
    #expect(json.contains("\"length_km\": 0.0"))
    #expect(json.contains("\"data_time\": \"2026-01-02T03:04:05Z\""))
    #expect(summary.json == GraphSummary(of: sketch.graph).json)
    #expect(try GraphSummary(of: RoadGraph(RoadNetwork())).json.contains("\"bounds\": null"))
  }
}
