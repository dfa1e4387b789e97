import RoadGraph
import Testing

@testable import MapImport

@Suite struct `Signs of nodes and zones of ways` {
  private func node(_ tags: KeyValuePairs<String, String>) throws -> RoadNetwork.Node {
    var sketch = OSMSketch("A--B--C", ways: [("ABC", ["highway": "residential"])])
    sketch.nodeTags["B"] = tags
    let network = try sketch.network()
    #expect(network.spelled == "AB BC")
    return try network.node("B")
  }

  @Test func `border posts and cameras on the road are kept`() throws {
    #expect(try node(["barrier": "border_control"]).signs == .borderControl)
    #expect(try node(["barrier": "border_control"]).barrier == .all)
    #expect(try node(["highway": "speed_camera"]).signs == .speedCamera)
    #expect(try node(["highway": "speed_camera", "direction": "backward"]).signs == [.speedCamera, .forBackward])
  }

  @Test func `stop signs and signals keep their direction`() throws {
    #expect(try node(["highway": "stop"]).signs == [])
    #expect(try node(["highway": "stop", "direction": "forward"]).signs == .forForward)
    #expect(try node(["highway": "stop", "direction": "both"]).signs == [.forForward, .forBackward])
    #expect(try node(["highway": "traffic_signals", "traffic_signals:direction": "backward"]).signs == .forBackward)
    #expect(try node(["highway": "traffic_signals", "direction": "forward"]).signs == .forForward)
    #expect(try node(["highway": "give_way", "direction": "forward"]).signs == [])
    #expect(try node(["highway": "stop", "direction": "120"]).signs == [])
  }

  @Test(arguments: [
    ("hazard", "school_zone", RoadFlags.schoolZone), ("hazard", "ice", RoadFlags()),
    ("low_emission_zone", "yes", RoadFlags.lowEmissionZone), ("low_emission_zone", "no", RoadFlags()),
  ])
  func `zones are flags of ways`(key: String, value: String, flags: RoadFlags) throws {
    let network = try OSMSketch("A--B", ways: [("AB", ["highway": "residential", key: value])]).network()
    #expect(network.ways.map(\.flags) == [flags])
  }
}
