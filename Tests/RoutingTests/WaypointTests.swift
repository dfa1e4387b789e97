import Geodesy
import RandomNumbers
import RoadGraph
import Routing
import TestSupport
import Testing

/// Two dead-straight streets joined at both ends; the far end is a long way off.
private func ladder(adjust: (inout RoadNetwork) -> Void = { _ in }) throws -> RoadSketch {
  try RoadSketch(
    """
      4
    A--1--B-2-------------C
          |               |
          D-3-------------E
    """, metresPerCell: 50, roads: ["A-B-C", "B-D-E", "C-E"], adjust: adjust)
}

extension RoadSketch {
  /// The route through the places of some digits, halts between blanks: `"1 2 3"`, or through those with a `>` before
  /// them: `"1 >2 3"`.
  fileprivate func route(
    _ text: String, changing change: (inout RouteRequest) -> Void = { _ in }
  ) throws -> Route {
    var request = RouteRequest(
      waypoints: text.split(separator: " ").map { word in
        var waypoint = Waypoint(place: place(word.last ?? " "))
        if word.first == ">" { waypoint.kind = .passThrough }
        return waypoint
      })
    change(&request)
    var router = Router(on: graph)
    return try router.route(request)
  }

  /// Its legs as letters: `"AB BC | CB"`.
  fileprivate func legs(_ route: Route) -> String {
    route.legs.map { spelled($0.elements.map(\.edge)) }.joined(separator: " | ")
  }
}

@Suite struct `A waypoint` {
  @Test(arguments: [
    ("1 2 3", "AB BC | CB BD DE"),
    ("1 >2 3", "AB BC | BC CE ED"),
    ("1 2", "AB BC"),
    ("2 1 2", "CB BA | AB BC"),
    ("1 >2 >3 1", "AB BC | BC CE ED | ED DB BA"),
  ])
  func `where the vehicle halts lets it turn round, and one it passes through does not`(
    waypoints: String, legs: String
  ) throws {
    let sketch = try ladder()
    #expect(sketch.legs(try sketch.route(waypoints)) == legs)
  }

  @Test(arguments: [(0.0, "BC CE ED"), (90, "BC CE ED"), (270, "CB BD DE")])
  func `with a heading is left in that direction`(heading: Degrees, legs: String) throws {
    let sketch = try ladder()
    if heading == 0 {
      // Across the street: neither direction is within the tolerance.
      #expect(throws: RouteError.couldNotMatch(waypoint: 0, of: 2)) {
        try sketch.route("2 3") {
          $0.waypoints[0].heading = heading; $0.waypoints[0].radius = 40
        }
      }
    } else {
      let route = try sketch.route("2 3") { $0.waypoints[0].heading = heading }
      #expect(sketch.legs(route) == legs)
    }
  }

  @Test(arguments: [
    ("4", Waypoint.Side.any, "CB BA"), ("4", .kerb, "CB BA"), ("5", .any, "CB BA"), ("5", .kerb, "CB BA AB"),
  ])
  func `at the kerb is reached on its own side`(target: Character, side: Waypoint.Side, legs: String) throws {
    let sketch = try RoadSketch(
      """
        4
      A---B-2-C
        5
      """, metresPerCell: 20, roads: ["A-B-C"])
    let route = try sketch.route("2 \(target)") { $0.waypoints[1].side = side }
    #expect(sketch.legs(route) == legs)
  }

  /// Also where roads to end on are not roads to begin on.
  @Test(arguments: UInt64(1)...20)
  func `repeated at once adds nothing to a route`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var network = RoadNetwork.random(nodes: 40, roads: 80, forbiddenTurns: 20, using: &random)
    network.addLocalRoadsAndBarriers(using: &random)
    let graph = try RoadGraph(network)
    var router = Router(on: graph)
    var found = 0
    for _ in 0..<20 {
      let (a, b) = (Waypoint(place: random.place(on: graph)), Waypoint(place: random.place(on: graph)))
      guard let route = try? router.route(RouteRequest(waypoints: [a, b])), route.violations.isEmpty else { continue }
      found += 1
      let begun = try router.route(RouteRequest(waypoints: [a, a, b]))
      #expect(begun.legs[0].length == 0 && begun.cost == route.cost)
      #expect(begun.waypoints[0].snapped.place == begun.waypoints[1].snapped.place)
      let ended = try router.route(RouteRequest(waypoints: [a, b, b]))
      #expect(ended.legs[1].length == 0 && ended.legs[1].duration == 0)
      #expect(try router.route(RouteRequest(waypoints: [a, a])).length == 0)
    }
    #expect(found > 5)
  }

  @Test func `off the road is reached by a straight line, there and back`() throws {
    let sketch = try ladder()
    let middle = try sketch.route("1 4 2").offRoadStretches
    #expect(middle.map(\.waypoint) == [1, 1])
    #expect(middle.allSatisfy { abs($0.length - 50) < 0.1 })
    #expect(middle[0].end == sketch.place("4") && middle[1].begin == sketch.place("4"))
    #expect(middle[0].begin == middle[1].end)
    #expect(try sketch.route("4 2").offRoadStretches.map(\.begin) == [sketch.place("4")])
    #expect(try sketch.route("2 4").offRoadStretches.map(\.end) == [sketch.place("4")])
    #expect(try sketch.route("1 >4 2").offRoadStretches.isEmpty, "who passes through stays on the road")
    let length = try sketch.route("1 4 2").length
    #expect(abs(length - 350) < 1, "the straight lines are not counted: \(length)")
  }

  @Test(arguments: [
    ("1", RouteError.tooFewWaypoints), (">1 2", .passThroughAtEnd), ("1 >2", .passThroughAtEnd),
    ("1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3 1 2 3", .tooManyWaypoints(most: 32)),
  ])
  func `of a request that makes no sense gives none`(waypoints: String, error: RouteError) throws {
    let sketch = try ladder()
    #expect(throws: error) { try sketch.route(waypoints) }
  }
}

@Suite struct `The outline of a route` {
  @Test func `counts elements through all legs, and times from the begin`() throws {
    let sketch = try ladder()
    let route = try sketch.route("1 >2 3 1")
    let outline = RouteOutline(of: route)
    #expect(outline.sections.map(\.legs) == [0..<2, 2..<3])
    #expect(outline.legs.map(\.elements) == [0..<2, 2..<5, 5..<8])
    #expect(outline.sections.map(\.elements) == [0..<5, 5..<8])
    #expect(outline.legs.map { outline.section(ofLeg: $0.legs.lowerBound) } == [0, 0, 1])
    for (before, after) in zip(outline.legs, outline.legs.dropFirst()) { #expect(before.arrival == after.departure) }
    #expect(abs(outline.sections.reduce(0) { $0 + $1.length } - route.length) < 1e-6)
    #expect(abs((outline.sections.last?.arrival ?? 0) - route.duration) < 1e-6)
  }

  @Test func `has a course in which no place stands twice in a row, and a box around it`() throws {
    let sketch = try ladder()
    let course = try sketch.route("1 2 3").course(on: sketch.graph)
    #expect(zip(course, course.dropFirst()).allSatisfy { $0 != $1 })
    #expect(course == ["1", "B", "2", "B", "D", "3"].map { sketch.place($0) })
    let bounds = try #require(RouteBounds(of: course))
    #expect(
      bounds.southWest == Place(latitudeE7: sketch.place("3").latitudeE7, longitudeE7: sketch.place("1").longitudeE7))
    #expect(
      bounds.northEast == Place(latitudeE7: sketch.place("1").latitudeE7, longitudeE7: sketch.place("2").longitudeE7))
    #expect(RouteBounds(of: []) == nil)
  }

  @Test func `has a box across the antimeridian whose west is its greater longitude`() throws {
    let line = [(-17.0, 179.9), (-16.9, -179.8), (-16.8, 179.7)].map { Place(latitude: $0.0, longitude: $0.1) }
    let bounds = try #require(RouteBounds(of: line))
    #expect(bounds.southWest == Place(latitude: -17, longitude: 179.7))
    #expect(bounds.northEast == Place(latitude: -16.8, longitude: -179.8))
  }
}

extension SplitMix64 {
  fileprivate mutating func place(on graph: RoadGraph) -> Place { graph.place(at: position(on: graph)) }
}
