import Geodesy
import RandomNumbers
import RoadGraph
import TestSupport
import Testing

@Suite struct `The graph writer` {
  private let centre = Place(latitude: 47.5, longitude: 9.5)

  @Test func `gives the same bytes for the same network`() throws {
    let network = try fullSketch().network
    #expect(RoadGraphWriter(network).bytes() == RoadGraphWriter(network).bytes())
    let versions = [try RoadGraph(network).version, try RoadGraph(network).version]
    #expect(versions[0].count == 16 && versions[0] == versions[1])
  }

  @Test func `gives the same bytes in memory and in a file`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("town.tmg")
    let network = RoadNetwork.random(seed: 5, nodes: 5000, segments: 20_000, around: centre)
    try RoadGraphWriter(network).write(to: path)
    #expect(folder.bytes("town.tmg") == RoadGraphWriter(network).bytes())
    #expect(folder.names == ["town.tmg"])
    let graph = try RoadGraph(path: path)
    try graph.verify()
    #expect(graph.edgeCount == 40_000)
  }

  @Test func `leaves nothing behind where it cannot write`() {
    #expect(throws: (any Error).self) { try RoadGraphWriter(RoadNetwork()).write(to: "/nowhere/at/all.tmg") }
  }

  @Test(arguments: UInt64(1)...5)
  func `gives the same bytes for the same network in another order`(seed: UInt64) throws {
    var network = RoadNetwork.random(seed: seed, around: centre)
    network.restrictions = (1...6).map { id in
      RoadNetwork.Restriction(kind: .forbidden, path: [(id, true), (id + 1, id % 2 == 0)], source: Int64(id))
    }
    var random = SplitMix64(seed: seed)
    #expect(
      RoadGraphWriter(network.shuffled(using: &random)).bytes() == RoadGraphWriter(network).bytes())
  }

  @Test func `takes an empty network`() throws {
    let graph = try RoadGraph(RoadNetwork())
    try graph.verify()
    #expect(graph.nodeCount == 0 && graph.edgeCount == 0 && graph.bounds.isEmpty)
  }

  @Test func `leaves out nodes and ways without segments`() throws {
    var network = try RoadSketch("A---B", roads: ["A-B"]).network
    network.nodes.insert(RoadNetwork.Node(source: SourceNodeID(99), place: centre), at: 0)
    network.ways.insert(RoadNetwork.Way(id: WayID(99), roadClass: .road), at: 0)
    network.segments[0].from += 1
    network.segments[0].to += 1
    network.segments[0].way += 1
    let graph = try RoadGraph(network)
    #expect(graph.nodeCount == 2 && graph.wayCount == 1 && graph.way(of: EdgeID(0)) == WayID(1))
  }

  @Test func `takes loops, points and parallel roads`() throws {
    var network = RoadNetwork()
    network.nodes = [RoadNetwork.Node(source: SourceNodeID(1), place: centre)]
    network.ways = [RoadNetwork.Way(id: WayID(1), roadClass: .service)]
    network.shape = [centre, Place(latitude: 47.501, longitude: 9.5), centre, centre, centre, centre]
    for shape in [0..<3, 3..<5, 4..<6] {
      network.segments.append(RoadNetwork.Segment(way: 0, from: 0, to: 0, shape: shape))
    }
    let graph = try RoadGraph(network)
    try graph.verify()
    #expect(Array(graph.edges(leaving: NodeID(0))) == (0..<6).map { EdgeID($0) })
    #expect(graph.head(of: EdgeID(0)) == NodeID(0) && graph.tail(of: EdgeID(0)) == NodeID(0))
    #expect(graph.lengthInMillimetres(of: SegmentID(1)) == 1 && graph.place(on: EdgeID(2), at: 0.5) == centre)
    #expect(abs(graph.length(of: EdgeID(0)) - 222.4) < 0.1)
  }

  @Test func `keeps every street of a town in few bytes`() {
    #expect(MemoryLayout<RoadNetwork.Segment>.size <= 64 && MemoryLayout<RoadNetwork.Node>.size <= 32)
  }
}

extension RoadNetwork {
  /// The same network with nodes, ways, segments and restrictions in another order; segments of one way stay in order.
  fileprivate func shuffled(using random: inout SplitMix64) -> RoadNetwork {
    let newNodes = nodes.indices.shuffled(using: &random)
    let newWays = ways.indices.shuffled(using: &random)
    let newSegments = segments.indices.shuffled(using: &random).sorted { a, b in
      segments[a].way != segments[b].way ? newWays[segments[a].way] < newWays[segments[b].way] : a < b
    }
    var result = RoadNetwork()
    result.nodes = newNodes.map { nodes[$0] }
    result.ways = newWays.map { ways[$0] }
    for old in newSegments {
      let segment = segments[old]
      var copy = segment
      copy.from = newNodes.firstIndex(of: segment.from) ?? 0
      copy.to = newNodes.firstIndex(of: segment.to) ?? 0
      copy.way = newWays.firstIndex(of: segment.way) ?? 0
      copy.shape = result.shape.count..<result.shape.count + segment.shape.count
      result.shape += shape[segment.shape]
      result.segments.append(copy)
    }
    result.restrictions = restrictions.shuffled(using: &random).map { restriction in
      var copy = restriction
      copy.path = restriction.path.map { (newSegments.firstIndex(of: $0.segment) ?? 0, $0.forward) }
      return copy
    }
    return result
  }
}
