import Geodesy
import Guidance
import RoadGraph
import TestSupport
import Testing

@Suite struct `The spans of a drive` {
  private static let frankfurt = Place(latitude: 50.05, longitude: 8.6)

  private func spans(
    _ roads: [SketchRoad], corner: Place = frankfurt, adjust: (inout RoadNetwork) -> Void = { _ in }
  ) throws -> [Span] {
    let sketch = try RoadSketch("A---B---C---D", metresPerCell: 25, corner: corner, roads: roads, adjust: adjust)
    return Guidance.spans(of: sketch.trip("AB BC CD"), on: sketch.graph, for: .car)
  }

  @Test func `go on across nodes at which nothing changes`() throws {
    let spans = try spans([SketchRoad("A-B-C-D", name: "Mill Street")])
    #expect(spans.map(\.edges) == [0...2])
    #expect(spans.map { $0.length.rounded() } == [300])
    #expect(spans.map(\.distance) == [0])
  }

  @Test(arguments: [RoadFlags.tunnel, .bridge, .toll, .unpaved])
  func `begin and end with a tunnel, a bridge, a toll and a surface`(flag: RoadFlags) throws {
    let name = "Mill Street"
    let roads = [
      SketchRoad("A-B", name: name), SketchRoad("B-C", name: name, flags: flag), SketchRoad("C-D", name: name),
    ]
    let spans = try spans(roads)
    #expect(spans.map(\.edges) == [0...0, 1...1, 2...2])
    #expect(spans.map { flags($0.attributes) } == [[], flag, []])
    #expect(spans.map { $0.distance.rounded() } == [0, 100, 200])
  }

  @Test func `change with the name, the number and the class`() throws {
    let spans = try spans([
      SketchRoad("A-B", name: "Mill Street"), SketchRoad("B-C", name: "Mill Street", ref: "B 44"),
      SketchRoad("C-D", name: "Mill Street", ref: "B 44", roadClass: .primary),
    ])
    #expect(spans.map(\.attributes.number) == ["", "B 44", "B 44"])
    #expect(spans.map(\.attributes.functionalClass) == [5, 5, 2])
  }

  @Test func `are private where the owner must agree`() throws {
    var access = AccessSet.all
    access[.car] = .permit
    let name = "Mill Street"
    let spans = try spans([SketchRoad("A-B-C", name: name), SketchRoad("C-D", name: name, access: access)])
    #expect(spans.map(\.attributes.isPrivate) == [false, true])
  }

  @Test func `are urban on streets and where a sign limits the speed as in towns`() throws {
    let name = "Mill Street"
    let roads = [
      SketchRoad("A-B", name: name), SketchRoad("B-C", name: name, roadClass: .secondary),
      SketchRoad("C-D", name: name, roadClass: .secondary),
    ]
    let spans = try spans(roads) { network in
      for segment in network.segments.indices where network.segments[segment].way == 1 {
        network.segments[segment].forward.speedLimit = SpeedLimit(kmh: 50, source: .tag)
      }
    }
    #expect(spans.map(\.attributes.isUrban) == [true, true, false])
  }

  @Test(arguments: [
    (frankfurt, "DE"), (Place(latitude: 39, longitude: -98), "US"), (Place(latitude: 47.5, longitude: 9.5), nil),
  ])
  func `say the country where it is sure`(corner: Place, country: String?) throws {
    let spans = try spans([SketchRoad("A-B-C-D", name: "Mill Street")], corner: corner)
    #expect(spans.map(\.attributes.country) == [country])
  }

  @Test func `end with a leg`() throws {
    let sketch = try RoadSketch("A---B---C", metresPerCell: 25, roads: [SketchRoad("A-B-C", name: "Mill Street")])
    let spans = Guidance.spans(of: sketch.trip("AB | BC"), on: sketch.graph, for: .car)
    #expect(spans.map(\.edges) == [0...0, 1...1])
  }

  private func flags(_ attributes: SpanAttributes) -> RoadFlags {
    var flags: RoadFlags = []
    if attributes.isTunnel { flags.insert(.tunnel) }
    if attributes.isBridge { flags.insert(.bridge) }
    if attributes.isToll { flags.insert(.toll) }
    if attributes.isUnpaved { flags.insert(.unpaved) }
    return flags
  }
}
