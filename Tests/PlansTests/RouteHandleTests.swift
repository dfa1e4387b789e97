import Geodesy
import Plans
import RandomNumbers
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing

func randomTown(_ random: inout SplitMix64) throws -> RoadGraph {
  var network = RoadNetwork.random(nodes: 12, roads: 24, forbiddenTurns: 6, using: &random)
  network.addLongBans(8, using: &random)
  network.addLocalRoadsAndBarriers(using: &random)
  return try RoadGraph(network)
}

/// A route through some random places, or `nil` if there is none.
func randomRoute(on router: inout Router, using random: inout SplitMix64) -> Route? {
  let places = (0..<Int.random(in: 2...5, using: &random)).map { _ in
    let node = NodeID(Int.random(in: 0..<router.graph.nodeCount, using: &random))
    return router.graph.place(of: node).interpolated(
      to: Place(latitude: 47.515, longitude: 9.52), fraction: Double.random(in: 0...0.3, using: &random))
  }
  var request = RouteRequest(waypoints: places.map { Waypoint(place: $0) })
  request.options.optimisation = Optimisation.allCases[Int.random(in: 0..<3, using: &random)]
  if Bool.random(using: &random) { request.options.avoid = [AvoidedFeatures(.uTurns), AvoidedFeatures(.tunnels)] }
  for i in request.waypoints.indices.dropFirst().dropLast() where Bool.random(using: &random) {
    request.waypoints[i].kind = .passThrough
  }
  return try? router.route(request)
}

@Suite struct `The handle of a route` {
  @Test(arguments: 1...16)
  func `gives the same route on the same map`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let graph = try randomTown(&random)
    var router = Router(on: graph)
    var routes = 0
    for _ in 0..<20 {
      guard let route = randomRoute(on: &router, using: &random) else { continue }
      routes += 1
      let handle = RouteHandle(of: route, on: graph)
      let again = try Route(handle, on: graph, states: router.states)
      #expect(again.options.mode == route.options.mode && again.options.avoid == route.options.avoid)
      #expect(again.options.optimisation == route.options.optimisation)
      #expect(again.waypoints.map(\.waypoint.kind) == route.waypoints.map(\.waypoint.kind))
      #expect(again.legs.map { $0.elements.map(\.edge) } == route.legs.map { $0.elements.map(\.edge) })
      #expect(again.legs.map(\.violations) == route.legs.map(\.violations))
      for (a, b) in zip(again.legs.flatMap(\.elements), route.legs.flatMap(\.elements)) {
        #expect(abs(a.begin - b.begin) <= 0.0005 && abs(a.end - b.end) <= 0.0005 && abs(a.duration - b.duration) < 0.01)
      }
      for (a, b) in zip(again.waypoints, route.waypoints) {
        #expect(a.position.edge == b.position.edge && abs(a.position.offset - b.position.offset) <= 0.0005)
      }
      let difference = abs(Int64(again.cost) - Int64(route.cost))
      #expect(difference <= 4 * Int64(route.legs.count) + Int64(route.cost) / 1_000_000, "\(again.cost) \(route.cost)")
      // The first handle rounds to millimetres, all further ones have nothing to round.
      let second = RouteHandle(of: again, on: graph)
      #expect(RouteHandle(of: try Route(second, on: graph, states: router.states), on: graph) == second)
    }
    #expect(routes > 5)
  }

  @Test(
    arguments: [
      Vehicle(), Vehicle([.height: 4]), Vehicle([.weight: 12.5, .axleLoad: 7.001]),
      Vehicle([.height: 4, .width: 2.55, .length: 16.5, .weight: 40, .axleLoad: 11.5]),
    ], [Bool?.none, true, false])
  func `has the measures of the vehicle and whether it carries dangerous goods`(given: Vehicle, goods: Bool?) throws {
    var vehicle = given
    vehicle.isHazardous = goods
    var random = SplitMix64(seed: 5)
    let graph = try randomTown(&random)
    var router = Router(on: graph)
    var found: Route?
    while found == nil { found = randomRoute(on: &router, using: &random) }
    var route = try #require(found)
    route.options.vehicle = vehicle
    #expect(try Route(RouteHandle(of: route, on: graph), on: graph, states: router.states).options.vehicle == vehicle)
  }

  @Test func `that lost or changed a character is damaged`() throws {
    var random = SplitMix64(seed: 3)
    let graph = try randomTown(&random)
    var router = Router(on: graph)
    var found: Route?
    while found == nil { found = randomRoute(on: &router, using: &random) }
    let text = RouteHandle(of: try #require(found), on: graph).text
    #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
    for length in 0..<text.count {
      #expect(throws: RouteHandleError.self) {
        try Route(RouteHandle(text: String(text.prefix(length))), on: graph, states: router.states)
      }
    }
    // The last character may hold bits beyond the last byte.
    for index in text.indices.dropLast() {
      var changed = text
      changed.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
      #expect(throws: RouteHandleError.self) { try Route(RouteHandle(text: changed), on: graph, states: router.states) }
    }
  }

  @Test(arguments: ["", "hello", "AA", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "über", "{}", "Aw"])
  func `is not any text`(text: String) throws {
    let sketch = try RoadSketch("A--B", roads: ["A-B"])
    #expect(throws: RouteHandleError.notAHandle) {
      try Route(RouteHandle(text: text), on: sketch.graph, states: TurnStates(of: sketch.graph))
    }
  }

  @Test func `is of one map`() throws {
    let sketch = try RoadSketch("A-1-2-B", roads: ["A-B"])
    let other = try RoadSketch("A-1-2-B", roads: [SketchRoad("A-B", name: "Elsewhere")])
    var router = Router(on: sketch.graph)
    let route = try router.route(
      RouteRequest(waypoints: ["1", "2"].map { Waypoint(place: sketch.place($0)) }))
    let handle = RouteHandle(of: route, on: sketch.graph)
    #expect(throws: RouteHandleError.otherMap(made: sketch.graph.version, given: other.graph.version)) {
      try Route(handle, on: other.graph, states: TurnStates(of: other.graph))
    }
  }
}
