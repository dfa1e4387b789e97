import Geodesy
import RoadGraph
import Routing
import TestSupport
import Testing

/// A ring of streets, and beside it a oneway that neither leads anywhere nor is led to.
private func town() throws -> RoadSketch {
  try RoadSketch(
    """
    A--2--B
    |     |
    C-----D
       1
    E--3-->F
    """, metresPerCell: 10, roads: ["A-B", "A-C", "B-D", "C-D", "E>F"])
}

@Suite struct `A waypoint on a road that leads nowhere` {
  private func route(from: Character, to: Character, radius: Metres? = nil) throws -> (RoadSketch, Route) {
    let sketch = try town()
    var waypoints = [from, to].map { Waypoint(place: sketch.place($0)) }
    for i in waypoints.indices { waypoints[i].radius = radius }
    var router = Router(on: sketch.graph)
    return (sketch, try router.route(RouteRequest(waypoints: waypoints)))
  }

  @Test(arguments: [("2", "3"), ("3", "2"), ("2", "1"), ("1", "2")])
  func `is moved to one that does`(from: Character, to: Character) throws {
    let (sketch, route) = try route(from: from, to: to)
    let driven = sketch.spelled(route.legs[0].elements.map(\.edge))
    #expect(!driven.contains("EF") && route.violations.isEmpty)
    #expect(route.waypoints.allSatisfy { $0.snapped.distance < 25 })
  }

  @Test func `stays where the way is all on it`() throws {
    let sketch = try town()
    let places = [sketch.place("E"), sketch.place("3")].map { Waypoint(place: $0) }
    var router = Router(on: sketch.graph)
    let route = try router.route(RouteRequest(waypoints: places))
    #expect(sketch.spelled(route.legs[0].elements.map(\.edge)) == "EF")
  }

  @Test func `stays where no other is near enough`() throws {
    #expect(throws: RouteError.noRoute(leg: 0)) { try route(from: "2", to: "3", radius: 12) }
  }
}

/// Two streets that are connected with nothing near them, and tracks.
@Suite struct `A waypoint on an island` {
  /// *A* lies on an island; 600 m north of it is a road to *C* and *D*, and *1* and *2* lie beside both.
  private func coast(_ island: RoadClass, _ road: RoadClass) throws -> RoadSketch {
    try RoadSketch(
      """
      B-----C-----D
      2




      1
      A---E
      """, metresPerCell: 100,
      roads: [SketchRoad("B-C-D", roadClass: road), SketchRoad("A-E", roadClass: island)])
  }

  @Test(arguments: [
    (RoadClass.residential, RoadClass.residential), (.track, .residential), (.track, .track), (.residential, .track),
  ])
  func `takes the nearest road from which the others can be reached, and says so`(
    island: RoadClass, road: RoadClass
  ) throws {
    let sketch = try coast(island, road)
    var router = Router(on: sketch.graph)
    let ends = [("A", "D"), ("D", "A"), ("1", "C")] as [(Character, Character)]
    for (from, to) in ends {
      let route = try router.route(RouteRequest(waypoints: [from, to].map { Waypoint(place: sketch.place($0)) }))
      #expect(route.violations.isEmpty)
      let moved = route.waypoints.map { $0.snapped.isPastIsland == true }
      #expect(moved == [from, to].map { $0 == "A" || $0 == "1" })
      let place = try #require(route.waypoints.first { $0.snapped.isPastIsland == true }).snapped.place
      #expect(place == sketch.place("B"))
    }
  }

  @Test func `stays where the radius ends, and where the route stays on the island`() throws {
    let sketch = try coast(.residential, .residential)
    var router = Router(on: sketch.graph)
    var waypoints = ["A", "D"].map { Waypoint(place: sketch.place($0)) }
    waypoints[0].radius = 500
    #expect(throws: RouteError.noRoute(leg: 0)) { try router.route(RouteRequest(waypoints: waypoints)) }
    let route = try router.route(RouteRequest(waypoints: ["A", "E"].map { Waypoint(place: sketch.place($0)) }))
    #expect(sketch.spelled(route.legs[0].elements.map(\.edge)) == "AE")
    #expect(route.waypoints.allSatisfy { $0.snapped.isPastIsland == false })
  }
}
