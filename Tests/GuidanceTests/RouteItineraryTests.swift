import Guidance
import RoadGraph
import Routing
import TestSupport
import Testing

@Suite struct `The itinerary of a route` {
  let sketch: RoadSketch
  init() throws {
    sketch = try RoadSketch(
      """
      A---1---B---2---C---F
              |       |
              D---3---E---G
      """, metresPerCell: 20,
      roads: [
        SketchRoad("A-B-C-F", name: "High Street"), SketchRoad("B-D", name: "Mill Lane"),
        SketchRoad("D-E-G", name: "Low Street"), SketchRoad("C-E", name: "Quay"),
      ])
  }

  private func route(_ digits: String, passing: Set<Character> = []) throws -> Route {
    var router = Router(on: sketch.graph)
    return try router.route(
      RouteRequest(
        waypoints: digits.map { digit in
          var waypoint = Waypoint(place: sketch.place(digit))
          if passing.contains(digit) { waypoint.kind = .passThrough }
          return waypoint
        }))
  }

  private func described(_ route: Route) -> [String] {
    itinerary(of: route, on: sketch.graph).maneuvers.map { "\($0.edge) \($0.details.words.full)" }
  }

  @Test func `arrives and departs at every halt`() throws {
    #expect(
      described(try route("123")) == [
        "0 Head east on High Street.", "1 Arrive.", "2 Head east on High Street.",
        "3 Turn right onto Quay.", "4 Turn right onto Low Street.", "4 Arrive.",
      ])
  }

  @Test func `is silent of places passed through, and numbers elements all the same`() throws {
    let route = try route("123", passing: ["2"])
    #expect(route.legs.map(\.elements.count) == [2, 3])
    #expect(
      described(route) == [
        "0 Head east on High Street.", "3 Turn right onto Quay.", "4 Turn right onto Low Street.",
        "4 Arrive.",
      ])
  }

  @Test func `ends on the last element of an edge that a waypoint divides`() throws {
    let route = try route("132", passing: ["3"])
    let maneuvers = itinerary(of: route, on: sketch.graph).maneuvers
    let elements = route.legs.flatMap(\.elements)
    #expect(maneuvers.last?.edge == elements.count - 1)
    #expect(abs((maneuvers.last?.distance ?? 0) - route.length) < 1e-6)
    #expect(abs((maneuvers.last?.duration ?? 0) - route.duration) < 0.002)
  }
}
