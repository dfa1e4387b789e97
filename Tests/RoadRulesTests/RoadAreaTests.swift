import Geodesy
import RandomNumbers
import RoadGraph
import RoadRules
import TestSupport
import Testing

/// Both directions of the roads that an area meets, sorted: `"AB BA"`. A word is a ring, a bar begins a polygon.
private func met(_ sketch: RoadSketch, _ area: String) -> String {
  let polygons = area.split(separator: "|").map { polygon in
    polygon.split(separator: " ").map { ring in ring.map { sketch.place($0) } }
  }
  return RoadArea(polygons: polygons).edges(on: sketch.graph).map { sketch.spelled([$0]) }.sorted()
    .joined(separator: " ")
}

@Suite struct `An area` {
  private static let corners = [RoadSketch.corner, Place(latitude: -17, longitude: 179.9995)]

  @Test(
    arguments: corners,
    [
      ("1254", "AB BA"), ("4521", "AB BA"), ("2365", "AB BA BC CB"), ("1287", "AB BA DE ED"),
      ("1397", "AB BA BC CB DE ED EF FE"), ("5698", "DE ED EF FE"), ("28", "AB BA DE ED"), ("13", ""), ("46", ""),
      ("5", ""), ("", ""), ("1254|5698", "AB BA DE ED EF FE"), ("1254|1254", "AB BA"),
    ] as [(places: String, roads: String)])
  func `has the roads that are inside or cross its border, in both directions, also where longitudes jump`(
    corner: Place, area: (places: String, roads: String)
  ) throws {
    let sketch = try RoadSketch(
      """
      1     2     3
         A-----B-----C
      4     5     6
         D-----E-----F
      7     8     9
      """, metresPerCell: 10, corner: corner, roads: ["A-B-C", "D-E-F"])
    #expect(met(sketch, area.places) == area.roads)
  }

  @Test(arguments: [
    ("1234", "AB BA CD DC EF FE"), ("1234 5678", "CD DC EF FE"), ("5678", "AB BA EF FE"), ("1234 1234", "EF FE"),
    ("1234 5678|5678", "AB BA CD DC EF FE"),
  ])
  func `has no roads that are wholly in its holes`(area: String, roads: String) throws {
    let sketch = try RoadSketch(
      """
      1-----------------2
      |  5-----6        |
      |  | A-B |   C-D  |
      |  |     |        |
      |  |  E--+-----------F
      |  8-----7        |
      4-----------------3
      """, metresPerCell: 10, roads: ["A-B", "C-D", "E-F"])
    #expect(met(sketch, area) == roads)
  }

  @Test func `has a road that ends on its border or runs along it`() throws {
    let sketch = try RoadSketch(
      """
      A---B---C
      |   |
      D---E
      """, metresPerCell: 10, roads: ["A-B", "B-C", "D-E"])
    #expect(met(sketch, "ABED") == "AB BA BC CB DE ED")
  }

  @Test func `that is a triangle has the roads that reach into all of its three sides`() throws {
    var random = SplitMix64(seed: 51)
    let graph = try RoadGraph(RoadNetwork.random(nodes: 30, roads: 60, forbiddenTurns: 0, using: &random))
    var failures: [String] = []
    for _ in 0..<200 {
      let triangle = (0..<3).map { _ in
        Place(
          latitudeE7: 475_000_000 + Int32.random(in: -50_000...350_000, using: &random),
          longitudeE7: 95_000_000 + Int32.random(in: -50_000...450_000, using: &random))
      }
      let found = Set(RoadArea(polygons: [[triangle]]).edges(on: graph))
      for edge in (0..<graph.edgeCount).map({ EdgeID($0) }) {
        guard let expected = meets(triangle, graph.shape(of: edge)) else { continue }
        if found.contains(edge) != expected { failures.append("\(triangle): edge \(edge.rawValue)") }
      }
    }
    #expect(failures == [])
  }

  /// Whether a line has a part on the inner side of all sides of a triangle; `nil` if that is too close to tell.
  private func meets(_ triangle: [Place], _ line: [Place]) -> Bool? {
    let corners = triangle.map(point)
    let turn = cross(corners[1] - corners[0], corners[2] - corners[0])
    var isClose = abs(turn) < 1e6
    for (begin, end) in zip(line.map(point), line.dropFirst().map(point)) {
      var (from, to) = (0.0, 1.0)
      for (corner, next) in [(0, 1), (1, 2), (2, 0)] {
        let side = corners[next] - corners[corner]
        let (first, last) = (cross(side, begin - corners[corner]) * turn, cross(side, end - corners[corner]) * turn)
        if first < 0, last < 0 { to = -1 }
        if first < 0, last >= 0 { from = max(from, first / (first - last)) }
        if first >= 0, last < 0 { to = min(to, first / (first - last)) }
      }
      if to - from > 1e-6 { return isClose ? nil : true }
      if abs(to - from) <= 1e-6 { isClose = true }
    }
    return isClose ? nil : false
  }

  private func point(_ place: Place) -> SIMD2<Double> {
    SIMD2(Double(place.longitudeE7 - 95_000_000), Double(place.latitudeE7 - 475_000_000))
  }

  private func cross(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double { a.x * b.y - a.y * b.x }
}
