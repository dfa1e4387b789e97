import Geodesy
import RoadGraph
import Routing
import TestSupport
import Testing

@testable import Plans

@Suite struct `How far along a route a vehicle is` {
  @Test(arguments: [(nil, 80.0), (90.0, 80), (120, 80), (0, 320), (330, 320), (200, 80)])
  func `where the route crosses itself is told by the heading`(heading: Degrees?, passed: Metres) throws {
    // Eastward first, and northward later; neither fits who drives to the south.
    let sketch = try crossing()
    let route = sketch.plan(along: "AB BC CE ED").route
    let progress = route.progress(at: sketch.place("1"), heading: heading, on: sketch.graph)
    #expect(abs(progress.passed - passed) < 1 && progress.distance < 0.1)
  }

  @Test func `on a loop driven twice is the first time round`() throws {
    let town = try grid()
    let route = town.plan(along: "BC CG GF FB | BC CG GF FB").route
    let place = town.graph.place(on: town.edge("GF"), at: 50)
    let progress = route.progress(at: place, heading: 270, on: town.graph)
    #expect(abs(progress.passed - 350) < 1 && progress.leg == 0)
  }

  @Test(arguments: [("A", 0.0, 0), ("B", 200, 0), ("C", 400, 1), ("D", 600, 2)])
  func `at a waypoint is the end of the leg to it, and not the start of the next one`(
    sign: String, passed: Metres, leg: Int
  ) throws {
    let town = try grid()
    let route = town.plan(along: "AB | BC | CD").route
    let progress = route.progress(at: town.place(try #require(sign.first)), heading: nil, on: town.graph)
    #expect(abs(progress.passed - passed) < 1 && progress.leg == leg)
  }

  @Test(arguments: [(100.0, 250.0), (1000, 250)])
  func `beside it is where it is nearest`(north: Metres, east: Metres) throws {
    let town = try grid()
    let place = LocalRuler(at: town.place("A")).place(LocalPoint(x: east, y: north))
    let progress = town.plan(along: "AB | BC").route.progress(at: place, heading: nil, on: town.graph)
    #expect(abs(progress.passed - east) < 1 && abs(progress.distance - north) < 1 && progress.leg == 1)
  }

  @Test func `on a way there and back is the way back only with its heading`() throws {
    let town = try grid()
    let route = town.plan(along: "AB BC CB BA").route
    let place = town.graph.place(on: town.edge("AB"), at: 150)
    let passed = [90.0, 270, nil].map { route.progress(at: place, heading: $0, on: town.graph).passed.rounded() }
    #expect(passed == [150, 650, 150])
  }
}
