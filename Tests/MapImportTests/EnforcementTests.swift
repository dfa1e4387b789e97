import Geodesy
import RoadGraph
import Testing

@testable import MapImport

@Suite struct `Devices that watch roads` {
  /// A road from A to E; the camera D stands beside it between B and C, the signals at C.
  private func road(_ members: String, _ tags: OSMSketch.TagPairs, oneway: String = "no") -> OSMSketch {
    var sketch = OSMSketch(
      """
      A---------B-------------------C---------E
                          D
                                    F
      """,
      ways: [
        ("ABCE", ["highway": "primary", "oneway": oneway]), ("CF", ["highway": "service"]),
      ])
    sketch.relations = [(tags, members)]
    return sketch
  }

  /// Devices as `kind XY share`, where X and Y are the ends of the edge and the share is in percent.
  private func devices(_ sketch: OSMSketch) throws -> (spelled: [String], network: RoadNetwork) {
    let network = try sketch.network()
    let spelled = network.enforcements.map { device in
      let segment = network.segments[device.segment]
      let ends = device.forward ? [segment.from, segment.to] : [segment.to, segment.from]
      let letters = ends.map { UnicodeScalar(UInt8(64 + network.nodes[$0].source.rawValue)).description }.joined()
      return "\(device.kind) \(letters) \(Int((100 * device.share).rounded()))"
    }
    return (spelled, network)
  }

  private let speed: OSMSketch.TagPairs = ["type": "enforcement", "enforcement": "maxspeed"]

  @Test(arguments: [
    // A camera beside the road, in the direction from B to C, and in the other one.
    ("n4@device n2@from n3@to", ["speed BC 50"]), ("n4@device n3@from n2@to", ["speed CB 50"]),
    // Without `to`, the road leads from B to the camera.
    ("n4@device n2@from", ["speed BC 50"]), ("n4@device n1@from", ["speed AC 67"]),
    // Without the place of the device, its end counts.
    ("n2@from n5@to", ["speed CE 100"]),
    // On the road.
    ("n3@device n2@from", ["speed BC 100"]), ("n3@device n5@to", ["speed CE 0"]),
    ("n3@device", ["speed AC 100", "speed EC 100", "speed FC 100"]),
    // Two directions, and a member that is no node.
    ("n4@device n2@from n3@to w1@section", ["speed BC 50"]),
  ])
  func `are placed on the road and its direction`(members: String, expected: [String]) throws {
    let (spelled, network) = try devices(road(members, speed))
    #expect(spelled.sorted() == expected)
    #expect(network.provenance.counts["enforcements_kept"] == 1 && network.enforcements.allSatisfy { $0.source == 100 })
  }

  @Test(arguments: [
    ("n4@device", "no", "not_on_road"), ("n4@device n3@to", "no", "not_on_road"),
    ("n4@device n3@from n2@to", "yes", "not_connected"), ("n77@device n78@from", "no", "not_on_road"),
  ])
  func `are refused and counted where the road is not known`(members: String, oneway: String, reason: String) throws {
    let (spelled, network) = try devices(road(members, speed, oneway: oneway))
    #expect(spelled.isEmpty && network.provenance.counts["enforcements_refused_\(reason)"] == 1)
  }

  @Test(arguments: [
    ("traffic_signals", ["trafficSignals"]), ("access", ["access"]), ("average_speed", ["averageSpeed"]),
    ("maxspeed;traffic_signals", ["speed", "trafficSignals"]), ("maxheight", ["height"]), ("toll", ["toll"]),
    ("mindistance", ["distance"]), ("maxweight", ["weight"]), ("check", ["check"]), ("mobile_phone", []),
  ])
  func `have kinds`(value: String, kinds: [String]) throws {
    let tags: OSMSketch.TagPairs = ["type": "enforcement", "enforcement": value]
    let (spelled, network) = try devices(road("n4@device n2@from n3@to", tags))
    #expect(spelled == kinds.map { "\($0) BC 50" })
    #expect((network.provenance.counts["enforcements_refused_kind"] ?? 0) == (kinds.isEmpty ? 1 : 0))
  }

  @Test func `replace a camera on the road, which does not know its direction`() throws {
    var sketch = road("n3@device n2@from", speed)
    sketch.nodeTags["C"] = ["highway": "speed_camera"]
    #expect(try sketch.network().node("C").signs.isEmpty)
    sketch.relations = []
    #expect(try sketch.network().node("C").signs == .speedCamera)
    sketch.relations = [(["type": "enforcement", "enforcement": "access"], "n3@device n2@from")]
    #expect(try sketch.network().node("C").signs == .speedCamera)
  }

  @Test func `are kept in the map`() throws {
    let network = try road("n4@device n3@from n2@to", speed).network()
    let graph = try RoadGraph(network)
    let found = (0..<graph.edgeCount).flatMap { graph.enforcements(on: EdgeID($0)) }
    let device = try #require(found.first)
    #expect(found.count == 1 && graph.enforcementCount == 1 && device.kind == .speed && device.source == 100)
    let place = graph.place(on: device.position.edge, at: device.position.offset)
    #expect(abs(place.longitude - 9.502) < 1e-5)
    #expect(graph.source(of: graph.head(of: device.position.edge)) == SourceNodeID(2))
  }
}
