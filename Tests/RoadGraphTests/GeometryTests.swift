import Geodesy
import RoadGraph
import TestSupport
import Testing

@Suite struct `The shape of an edge` {
  private let sketch: RoadSketch
  private var graph: RoadGraph { sketch.graph }

  init() throws {
    sketch = try RoadSketch(
      """
      A---b
          |
      D---c
      """, metresPerCell: 10, roads: ["A-b-c-D"])
  }

  /// Places as letters if they are near one, otherwise as metres east and south of *A*.
  private func spelled(_ places: [Place]) -> String {
    let ruler = LocalRuler(at: sketch.place("A"))
    return places.map { place in
      let letter = "AbcD".first { groundDistance(sketch.place($0), place) < 0.02 }
      let point = ruler.point(place)
      return letter.map(String.init) ?? "\(Int(point.x.rounded())),\(Int(-point.y.rounded()))"
    }.joined(separator: " ")
  }

  @Test(arguments: [
    ("AD", 0.0, "A"), ("AD", 15, "15,0"), ("AD", 40, "b"), ("AD", 50, "40,10"), ("AD", 70, "30,20"), ("AD", 100, "D"),
    ("DA", 0, "D"), ("DA", 15, "15,20"), ("DA", 60, "b"), ("DA", 100, "A"), ("AD", -5, "A"), ("AD", 1e12, "D"),
    ("DA", -5, "D"), ("DA", .infinity, "A"), ("AD", -.infinity, "A"),
  ])
  func `has a place at every offset`(edge: String, offset: Double, place: String) {
    #expect(spelled([graph.place(on: sketch.edge(edge), at: offset)]) == place)
  }

  @Test(arguments: [
    ("AD", 0.0, 100.0, "A b c D"), ("DA", 0, 100, "D c b A"), ("AD", 10, 50, "10,0 b 40,10"),
    ("DA", 10, 50, "10,20 c 40,10"), ("AD", 10, 20, "10,0 20,0"), ("DA", 10, 20, "10,20 20,20"),
    ("AD", 40, 60, "b c"), ("AD", 39.999_9, 60.000_1, "b c"), ("AD", 30, 30, "30,0 30,0"), ("AD", -9, 999, "A b c D"),
    ("AD", 50, 10, "40,10 b 10,0"),
  ])
  func `is cut between two offsets, in the order driven`(edge: String, begin: Double, end: Double, places: String) {
    #expect(spelled(graph.shape(of: EdgeStretch(edge: sketch.edge(edge), begin: begin, end: end))) == places)
  }

  @Test func `is its places in the order driven`() {
    #expect(spelled(graph.shape(of: sketch.edge("AD"))) == "A b c D")
    #expect(spelled(graph.shape(of: sketch.edge("DA"))) == "D c b A")
  }

  @Test func `crosses the antimeridian the short way`() throws {
    let fiji = try RoadSketch("A---------B", corner: Place(latitude: -17, longitude: 179.9995), roads: ["A-B"])
    let edge = fiji.edge("AB")
    #expect(abs(fiji.graph.length(of: edge) - 100) < 0.05)
    for offset in stride(from: 0.0, through: 100, by: 10) {
      let place = fiji.graph.place(on: edge, at: offset)
      #expect(abs(groundDistance(place, fiji.place("A")) - offset) < 0.02)
      #expect(abs(place.longitude) > 179.99 && abs(place.longitude) <= 180)
    }
  }
}

@Suite struct `Distances along a shape` {
  private func distances(_ places: [Place], stated: Metres?) throws -> [UInt32] {
    var network = RoadNetwork()
    network.nodes = [places[0], places[places.count - 1]].map { RoadNetwork.Node(source: SourceNodeID(1), place: $0) }
    network.ways = [RoadNetwork.Way(id: WayID(1), roadClass: .road)]
    network.shape = places
    network.segments = [RoadNetwork.Segment(way: 0, from: 0, to: 1, shape: 0..<places.count)]
    network.segments[0].length = stated
    let graph = try RoadGraph(network)
    return (0..<graph.placeCount).map { UInt32((graph.shapeDistance(at: $0) * 1000).rounded()) }
  }

  private func line(_ metres: Double...) -> [Place] {
    let ruler = LocalRuler(at: Place(latitude: 0, longitude: 0))
    return metres.map { ruler.place(LocalPoint(x: 0, y: $0)) }
  }

  @Test func `are those on the ground`() throws {
    let millimetres = try distances(line(0, 25, 100, 100), stated: nil)
    for (found, expected) in zip(millimetres, [0, 25_000, 100_000, 100_000]) {
      #expect(abs(Int(found) - expected) <= 10)
    }
  }

  @Test(arguments: [200.0, 50, 0.001, 123.456, 4_000_000])
  func `are scaled to a stated length`(stated: Double) throws {
    let millimetres = try distances(line(0, 25, 75, 100), stated: stated)
    #expect(millimetres == millimetres.sorted() && millimetres.last == UInt32((stated * 1000).rounded()))
    #expect(abs(Double(millimetres[1]) - stated * 250) <= 1 + stated)
  }

  @Test(
    arguments: [(nil, UInt32(1)), (7.5, 7500), (0, 1), (-3, 1), (1e9, .max), (.infinity, .max), (.nan, 1)]
      as [(Double?, UInt32)])
  func `end at the stated length also where the line has none, and never at zero`(stated: Double?, length: UInt32)
    throws
  {
    #expect(try distances(line(50, 50, 50), stated: stated) == [0, 0, length])
  }
}
