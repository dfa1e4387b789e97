import Geodesy
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing

/// A crossing of two streets, and a way round it in the north-east.
///
///         D-----F
///         |     |
///     A---B-1---C
///         |
///         E
private func crossing(
  _ roads: [SketchRoad] = ["A-B", "B-C", "D-B", "B-E", "D-F-C"], forbidden: [String] = []
) throws -> RoadSketch {
  try RoadSketch(
    """
        D-----F
        |     |
    A---B-1---C
        |
        E
    """, metresPerCell: 50, roads: roads, forbidden: forbidden)
}

extension RoadSketch {
  /// The route through the places of some letters and digits: `"A >B C"` passes through *B* and halts at the others.
  fileprivate func route(
    _ text: String, changing change: (inout RouteRequest) -> Void = { _ in }
  ) throws -> Route {
    var request = RouteRequest(
      waypoints: text.split(separator: " ").map { word in
        var waypoint = Waypoint(place: place(word.last ?? " "))
        if word.first == ">" { waypoint.kind = .passThrough }
        return waypoint
      })
    for i in request.waypoints.indices { request.waypoints[i].radius = 20 }
    change(&request)
    var router = Router(on: graph)
    return try router.route(request)
  }

  fileprivate func legs(_ route: Route) -> String {
    route.legs.map { spelled($0.elements.map(\.edge)) }.joined(separator: " | ")
  }
}

@Suite struct `A waypoint on a junction` {
  @Test(arguments: [
    ("B A", "BA"), ("B C", "BC"), ("B D", "BD"), ("B E", "BE"), ("A B", "AB"), ("C B", "CB"), ("D B", "DB"),
    ("E B", "EB"), ("1 B", "CB"), ("B 1", "BC"), ("A D", "AB BD"),
  ])
  func `lets a route begin and end on every road that meets there`(waypoints: String, legs: String) throws {
    let sketch = try crossing()
    let route = try sketch.route(waypoints)
    #expect(sketch.legs(route) == legs)
    #expect(route.legs[0].elements.allSatisfy { $0.length > 1 }, "no road is driven over no length")
    #expect(route.waypoints.allSatisfy { $0.snapped.distance < 0.1 })
  }

  @Test func `pays no turn at either end`() throws {
    let sketch = try crossing()
    let costs = RoadCosts(graph: sketch.graph, options: RouteOptions())
    #expect(try sketch.route("B D").cost == costs.cost(of: sketch.edge("BD")))
    #expect(try sketch.route("D B").cost == costs.cost(of: sketch.edge("DB")))
  }

  @Test(arguments: [("B D", "BD"), ("B C", "BC"), ("B A", "BA")])
  func `that oneways leave is left by each of them`(waypoints: String, legs: String) throws {
    let sketch = try crossing(["B>A", "B>C", "B>D", "E>B"])
    #expect(sketch.legs(try sketch.route(waypoints)) == legs)
    let source = try crossing(["B>A", "B>C", "B>D"])
    #expect(source.legs(try source.route(waypoints)) == legs, "no road leads there")
    #expect(throws: RouteError.noRoute(leg: 0)) { try source.route("A B") }
  }

  @Test(arguments: [("D B", "DB"), ("C B", "CB"), ("A B", "AB")])
  func `to which oneways lead is reached by each of them`(waypoints: String, legs: String) throws {
    let sketch = try crossing(["A>B", "C>B", "D>B"])
    #expect(sketch.legs(try sketch.route(waypoints)) == legs)
    #expect(throws: RouteError.noRoute(leg: 0)) { try sketch.route("B A") }
  }

  @Test func `where a free road begins leads along no road to be avoided`() throws {
    for toll in ["A-B", "B-C", "D-B", "B-E"] {
      let roads = ["A-B", "B-C", "D-B", "B-E", "D-F-C"].map {
        SketchRoad($0, flags: $0 == toll ? .toll : [])
      }
      let sketch = try crossing(roads)
      for end in ["A", "C", "D", "E"] where !toll.contains(end) {
        let route = try sketch.route("B \(end)") { $0.options.avoid = AvoidedFeatures(.tollRoads) }
        #expect(route.violations.isEmpty)
        #expect(sketch.legs(route) == "B\(end)")
      }
    }
  }

  @Test func `may be given to five decimals`() throws {
    let sketch = try crossing()
    let node = sketch.place("B")
    for (north, east) in [(50, 0), (-50, 0), (0, 60), (0, -60), (50, 60), (-50, -60)] as [(Int32, Int32)] {
      var request = RouteRequest(waypoints: [
        Waypoint(
          place: Place(latitudeE7: node.latitudeE7 + north, longitudeE7: node.longitudeE7 + east)),
        Waypoint(place: sketch.place("D")),
      ])
      request.isStrict = true
      var router = Router(on: sketch.graph)
      let route = try router.route(request)
      #expect(sketch.legs(route) == "BD")
      #expect(route.waypoints[0].snapped.place == node)
    }
  }

  @Test(arguments: [
    ("A B C", "AB | BC"), ("A B A", "AB | BA"), ("A B D", "AB | BD"), ("A B 1", "AB | BC"), ("1 B 1", "CB | BC"),
    ("A >B C", "AB | BC"), ("A >B D", "AB | BD"),
  ])
  func `is left over its roads after a halt, or back, and without turning round if it is passed`(
    waypoints: String, legs: String
  ) throws {
    let sketch = try crossing()
    let route = try sketch.route(waypoints)
    #expect(sketch.legs(route) == legs)
    #expect(route.legs.allSatisfy { $0.elements.allSatisfy { $0.length > 1 } })
    let states = TurnStates(of: sketch.graph)
    let costs = RoadCosts(graph: sketch.graph, options: RouteOptions())
    #expect(costs.cost(of: route.legs, states: states) == route.cost)
  }

  @Test func `that is passed is no place to turn round`() throws {
    let sketch = try crossing()
    let route = try sketch.route("A >B A")
    #expect(sketch.legs(route).replacing(" |", with: "") == "AB BE EB BA")
  }

  @Test func `takes the time of the turn there`() throws {
    let sketch = try crossing()
    let costs = RoadCosts(graph: sketch.graph, options: RouteOptions())
    let turn = costs.duration(from: sketch.edge("AB"), onto: sketch.edge("BD"))
    #expect(turn > 1)
    for waypoints in ["A B D", "A >B D"] {
      let halted = try sketch.route(waypoints)
      #expect(abs(halted.duration - (try sketch.route("A D")).duration) < 1e-6)
    }
  }

  @Test func `is not left over a turn that is banned`() throws {
    let sketch = try crossing(["A-B", "B-C", "D-B", "D-F-C"], forbidden: ["ABD"])
    #expect(sketch.legs(try sketch.route("A B D")) == "AB | BC CF FD")
    #expect(sketch.legs(try sketch.route("B D")) == "BD", "who begins there does not turn")
    let closed = try crossing(["A-B", "D-B"], forbidden: ["ABD"])
    let route = try closed.route("A >B D")
    #expect(closed.legs(route) == "AB | BD")
    #expect(route.legs[1].violations.map(\.kind) == [.turnRestriction])
    #expect(route.legs[1].violations.map(\.elements) == [0..<1])
  }

  @Test(arguments: ["B B", "B B B"])
  func `to itself is a route without a length`(waypoints: String) throws {
    let sketch = try crossing()
    let route = try sketch.route(waypoints)
    #expect(route.length == 0 && route.cost == 0 && route.duration == 0)
    #expect(route.legs.allSatisfy { $0.elements.count == 1 })
  }

  @Test(arguments: [("A B B D", "AB | AB | BD"), ("B B C", "BC | BC"), ("A B B A", "AB | AB | BA")])
  func `given twice is reached once`(waypoints: String, legs: String) throws {
    let sketch = try crossing()
    let route = try sketch.route(waypoints)
    #expect(sketch.legs(route) == legs)
    #expect(route.legs.contains { $0.length == 0 })
  }

  @Test(arguments: [
    (0.0, "D", "BD"), (90, "C", "BC"), (90, "D", "BC CF FD"), (270, "A", "BA"), (180, "E", "BE"),
  ])
  func `with a heading is left that way`(heading: Degrees, target: Character, legs: String) throws {
    let sketch = try crossing()
    #expect(sketch.legs(try sketch.route("B \(target)") { $0.waypoints[0].heading = heading }) == legs)
  }

  @Test func `with a heading is reached that way`() throws {
    let sketch = try crossing()
    #expect(sketch.legs(try sketch.route("A B") { $0.waypoints[1].heading = 90 }) == "AB")
    #expect(sketch.legs(try sketch.route("A B") { $0.waypoints[1].heading = 180 }) == "AB BC CF FD DB")
  }

  /// The vehicle came up the side street.
  @Test func `at the end of a side street is left by a turn`() throws {
    let sketch = try crossing(["A-B", "B-C", "B-E"])
    let route = try sketch.route("B C") { $0.waypoints[0].heading = 0 }
    #expect(sketch.legs(route) == "EB BC")
    #expect(route.legs[0].elements[0].length == 0)
  }

  @Test func `at the kerb lies on its road and side if it is away from it`() throws {
    let sketch = try RoadSketch(
      """
          D
          |
      A---B---C
          3
      """, metresPerCell: 20, roads: ["A-B", "B-C", "D-B"])
    let east = try sketch.route("C 3") {
      $0.waypoints[1].side = .kerb; $0.waypoints[1].radius = 60
    }
    #expect(east.waypoints[1].snapped.arrivals.count == 1)
    let any = try sketch.route("C 3") { $0.waypoints[1].radius = 60 }
    #expect(any.waypoints[1].snapped.arrivals.count == 3)
  }
}

@Suite struct `A waypoint at a quay` {
  @Test func `boards the ferry, with the time that takes`() throws {
    let sketch = try RoadSketch(
      """
      A---B------C---D
      """, metresPerCell: 100, roads: ["A-B", SketchRoad("B-C", roadClass: .ferry, flags: .ferry), "C-D"])
    let costs = RoadCosts(graph: sketch.graph, options: RouteOptions())
    let boarding = costs.profile.delays.boarding
    let crossing = costs.duration(of: sketch.edge("BC"))
    let states = TurnStates(of: sketch.graph)
    let route = try sketch.route("B C")
    #expect(sketch.legs(route) == "BC")
    #expect(boarding > 0 && abs(route.duration - boarding - crossing) < 1e-6)
    #expect(costs.cost(of: route.legs, states: states) == route.cost)
    #expect(sketch.legs(try sketch.route("C A")) == "CB BA")
    #expect(abs((try sketch.route("A B C").duration) - (try sketch.route("A C").duration)) < 1e-6)
  }

  @Test func `is preferred to a node at sea`() throws {
    let sketch = try RoadSketch(
      """
      A---B---C---D---E
      """, metresPerCell: 100,
      roads: ["A-B", SketchRoad("B-C-D", roadClass: .ferry, flags: .ferry), "D-E"])
    #expect(sketch.legs(try sketch.route("C E") { $0.waypoints[0].radius = 600 }) == "BC CD DE")
    #expect(sketch.legs(try sketch.route("C E")) == "CD DE", "no road is near")
  }
}

@Suite struct `A junction of open and local roads` {
  @Test func `is a place to begin and end, along the local road too`() throws {
    let sketch = try RoadSketch(
      """
      A---B
      |   |
      |   |
      |   |
      C---D
      """, metresPerCell: 50, roads: ["A-C-D-B", SketchRoad("A-B", access: .toEnd)])
    for (waypoints, legs) in [("A B", "AB"), ("B A", "BA"), ("A B A", "AB | BA")] {
      #expect(sketch.legs(try sketch.route(waypoints)) == legs)
    }
  }

  @Test func `is passed along open roads by who goes on`() throws {
    let sketch = try RoadSketch(
      """
      E---A---B---F
          |   |
          |   |
          |   |
          C---D
      """, metresPerCell: 50, roads: ["E-A", "B-F", "A-C-D-B", SketchRoad("A-B", access: .toEnd)])
    #expect(sketch.legs(try sketch.route("E F")) == "EA AC CD DB BF")
    #expect(sketch.legs(try sketch.route("F E")) == "FB BD DC CA AE")
    #expect(sketch.legs(try sketch.route("E B")) == "EA AB")
    #expect(sketch.legs(try sketch.route("A F")) == "AB BF")
  }

  @Test func `lets a route begin on the local road to end on it, and come from it`() throws {
    let sketch = try RoadSketch(
      """
      A-1-B
      |   |
      C---D
      """, metresPerCell: 50, roads: ["A-C-D-B", SketchRoad("A-B", access: .toEnd)])
    for (waypoints, legs) in [("A 1", "AB"), ("1 A", "BA"), ("B 1", "BA"), ("1 B", "AB"), ("A 1 B", "AB | AB")] {
      #expect(sketch.legs(try sketch.route(waypoints)) == legs)
    }
  }

  @Test func `leads through the local road against the law where nothing else does, and says so`() throws {
    let sketch = try RoadSketch(
      """
      A---B---C---D
      """, metresPerCell: 50, roads: ["A-B", SketchRoad("B-C", access: .toEnd), "C-D"])
    let route = try sketch.route("A D")
    #expect(sketch.legs(route) == "AB BC CD")
    #expect(route.violations.map(\.kind) == [.throughTraffic])
    let states = TurnStates(of: sketch.graph)
    let yielding = RoadCosts(graph: sketch.graph, options: RouteOptions(), strictness: .yielding)
    #expect(yielding.cost(of: route.legs, states: states) == route.cost)
    #expect(throws: RouteError.onlyViolating(leg: 0)) { try sketch.route("A D") { $0.isStrict = true } }
  }
}

extension AccessSet {
  /// Only to begin and end there, for every mode.
  fileprivate static var toEnd: AccessSet {
    var access = AccessSet.all
    for mode in TravelMode.allCases { access[mode] = .destination }
    return access
  }
}
