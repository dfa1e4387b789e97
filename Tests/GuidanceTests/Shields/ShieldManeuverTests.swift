import Geodesy
import Guidance
import RoadGraph
import TestSupport
import Testing

@Suite struct `The shields of a maneuver` {
  /// A road that turns off from another; `numbers` are those of the road it leads onto.
  private func codes(
    numbers: String = "", onSign sign: String = "", routes: [NumberedRoute] = [],
    corner: Place = Place(latitude: 50.05, longitude: 8.6)
  ) throws -> [[String]] {
    let sketch = try RoadSketch(
      """
      A---B---C
          |
          D
      """, metresPerCell: 50, corner: corner, roads: [SketchRoad("A-B-C", name: "Hauptstraße"), "B-D"]
    ) { network in
      network.ways[1].ref = numbers
      network.sign(way: 2, numbers: sign)
      for segment in network.segments.indices where network.segments[segment].way == 1 {
        network.segments[segment].forward.routes = routes
      }
    }
    return maneuvers("AB BD", on: sketch).map { $0.details.shields.map(\.code) }
  }

  @Test func `are those of the road it leads onto, and then those on its sign`() throws {
    #expect(try codes(numbers: "B 44;E 35", onSign: "A 5;B 44") == [[], ["DE-B-44", "EU-E-35", "DE-A-5"], []])
  }

  @Test func `are those on a sign further down the ramp`() throws {
    let sketch = try RoadSketch(
      """
      A---B----C
           D---E
      """, metresPerCell: 50, corner: Place(latitude: 50.05, longitude: 8.6),
      roads: [
        SketchRoad("A>B>C", name: "", ref: "A 3", roadClass: .motorway),
        SketchRoad("B>D", name: "", roadClass: .motorwayLink), SketchRoad("D>E", name: "", roadClass: .motorwayLink),
      ]
    ) { network in
      network.sign(way: 3, destination: "Köln", numbers: "A 5")
    }
    let ramp = try #require(maneuvers("AB BD DE", on: sketch).dropFirst().first)
    #expect(ramp.details.sign.destinations == "Köln" && ramp.details.shields.map(\.code) == ["DE-A-5"])
  }

  @Test func `are none on a road without a number`() throws {
    #expect(try codes() == [[], [], []])
  }

  @Test func `are those of relations with their direction`() throws {
    let route = NumberedRoute(network: "US:I", number: "95", direction: .north)
    #expect(
      try codes(onSign: "I 95 South;US 1", routes: [route], corner: Place(latitude: 39, longitude: -98)) == [
        [], ["US-I-95:north", "US-US-1"], [],
      ])
  }
}
