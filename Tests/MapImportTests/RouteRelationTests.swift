import RoadGraph
import Testing

@testable import MapImport

@Suite struct `Numbered routes drawn by relations` {
  typealias TagPairs = OSMSketch.TagPairs

  /// The routes of the way AB, forward and backward, as `network number direction`.
  private func routes(
    _ relations: [(tags: TagPairs, members: String)], way: TagPairs = ["highway": "primary"]
  ) throws -> [[String]] {
    var sketch = OSMSketch("A--B", ways: [("AB", way)])
    sketch.relations = relations
    let graph = try RoadGraph(sketch.network())
    let forward = try #require((0..<2).map { EdgeID($0) }.first { graph.source(of: graph.head(of: $0))?.rawValue == 2 })
    return [forward, forward.reversed].map { edge in
      graph.routes(of: edge).map { "\($0.network) \($0.number) \($0.direction?.rawValue ?? "-")" }
    }
  }

  private func route(_ direction: String? = nil, role: String) -> (tags: TagPairs, members: String) {
    let members = "w1@" + role
    guard let direction else {
      return (["type": "route", "route": "road", "network": "US:I", "ref": "95"], members)
    }
    return (
      ["type": "route", "route": "road", "network": "US:I", "ref": "95", "direction": direction], members
    )
  }

  @Test func `a member without a role belongs in both directions, and neither is north`() throws {
    #expect(try routes([route(role: "")]) == [["US:I 95 -"], ["US:I 95 -"]])
    #expect(try routes([route("north", role: "")]) == [["US:I 95 -"], ["US:I 95 -"]])
  }

  @Test func `a role says which direction of the way belongs to the route`() throws {
    let pair = [route("north", role: "forward"), route("south", role: "backward")]
    #expect(try routes(pair) == [["US:I 95 north"], ["US:I 95 south"]])
    #expect(try routes([route(role: "backward")]) == [[], ["US:I 95 -"]])
  }

  @Test func `on a oneway road the direction of the relation is that of the road`() throws {
    let oneway: TagPairs = ["highway": "motorway", "oneway": "yes"]
    #expect(try routes([route("south", role: "")], way: oneway) == [["US:I 95 south"], []])
    #expect(try routes([route("south", role: "forward")], way: oneway) == [["US:I 95 south"], []])
    let against: TagPairs = ["highway": "primary", "oneway": "-1"]
    #expect(try routes([route("south", role: "")], way: against) == [[], ["US:I 95 south"]])
  }

  @Test func `a cardinal role is the direction of the carriageway`() throws {
    let oneway: TagPairs = ["highway": "motorway"]
    #expect(try routes([route(role: "west")], way: oneway) == [["US:I 95 west"], []])
    #expect(try routes([route(role: "Northbound")]) == [["US:I 95 north"], ["US:I 95 -"]])
  }

  @Test func `a link to a route does not belong to it`() throws {
    #expect(try routes([route(role: "link")]) == [[], []])
    #expect(try routes([route(role: "whatever")]) == [["US:I 95 -"], ["US:I 95 -"]])
  }

  @Test func `several routes stand in a fixed order, each once`() throws {
    let european: (tags: TagPairs, members: String) = (
      ["type": "route", "route": "road", "network": "e-road", "ref": "E 35"], "w1@"
    )
    let motorway: (tags: TagPairs, members: String) = (
      ["type": "route", "route": "road", "network": "BAB", "ref": "A 5"], "w1@ w1@"
    )
    let both = ["BAB A 5 -", "e-road E 35 -"]
    #expect(try routes([european, motorway]) == [both, both])
    #expect(try routes([motorway, european]) == [both, both])
  }

  @Test(arguments: [
    ["type": "route", "route": "bus", "ref": "95"], ["type": "route", "route": "road", "network": "US:I"],
    ["type": "multipolygon", "route": "road", "ref": "95"],
  ])
  func `other relations are not numbered routes`(tags: [String: String]) throws {
    let pairs = tags.sorted { $0.key < $1.key }
    let elements = pairs.map { "<tag k='\($0.key)' v='\($0.value)'/>" }.joined()
    let sketch = OSMSketch("A--B", ways: [("AB", ["highway": "primary"])])
    let relation = "<relation id='9'><member type='way' ref='1' role=''/>\(elements)</relation></osm>"
    let network = try imported(sketch.xml.replacing("</osm>", with: relation))
    #expect(network.segments.allSatisfy { $0.forward.routes.isEmpty && $0.backward.routes.isEmpty })
    #expect(network.provenance.counts["road_routes_read"] == nil)
  }

  @Test func `a relation before the ways is read as well, and a repeated one once`() throws {
    var sketch = OSMSketch("A--B", ways: [("AB", ["highway": "primary"])])
    sketch.relations = [route(role: "")]
    let relation = sketch.relationElements[0]
    let mixed = sketch.xml.replacing("<way id", with: relation + "<way id", maxReplacements: 1)
    let network = try imported(mixed)
    #expect(network.segments[0].forward.routes == [NumberedRoute(network: "US:I", number: "95")])
    #expect(network.provenance.counts["road_routes_read"] == 1)
  }

  @Test func `tabs in tags cannot forge fields`() throws {
    let strange = NumberedRoute(network: "US:I\t1\tnorth", number: "9\n5")
    #expect(strange.network == "US:I 1 north")
    #expect(strange.number == "9 5")
  }
}
