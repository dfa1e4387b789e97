import Geodesy
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing

@testable import Plans

extension RoadSketch {
  /// The route along the places of some signs, as letters, legs apart by `|`, and how it fits the line.
  ///
  /// - Parameters:
  ///   - stops: the places that it must pass.
  ///   - isOnRoads: the places are known to be on roads.
  fileprivate func imported(
    _ signs: String, mode: TravelMode = .car, stops: String = "", isOnRoads: Bool = false
  ) throws -> (text: String, route: Route, fit: RouteImport) {
    var planner = Planner(router: Router(on: graph))
    var request = RouteRequest(waypoints: [])
    request.options.mode = mode
    let line = DrawnLine(
      places: signs.map { place($0) }, stops: stops.map { Waypoint(place: place($0)) }, isOnRoads: isOnRoads)
    let (route, fit) = try planner.route(along: line, request)
    return (route.legs.map { spelled($0.elements.map(\.edge)) }.joined(separator: " | "), route, fit)
  }
}

/// A block of streets; Z is a path through the field that no map has.
///
///     A ---- B ---- C
///     |      |      |
///     D ---- E ---> F
private func block() throws -> RoadSketch {
  try RoadSketch(
    """
    A-1-----2-B-3-----C
    |         |       |
    4         5       6
    |    9    |       |
    D-7-------E---8---F
    """, metresPerCell: 40, roads: ["A-B-C", "A-D", "B-E", "C-F", "D-E", "E>F"])
}

@Suite struct `A line` {
  @Test(arguments: [
    // With every bend and without, to the ends and from the midst of roads.
    ("1BEF6", "AB BE EF FC"), ("12B5E8F6", "AB BE EF FC"), ("1B3C6F", "AB BC CF"), ("A4D7E", "AD DE"),
  ])
  func `becomes the route along its roads`(line: String, edges: String) throws {
    let (text, route, fit) = try block().imported(line)
    #expect(text == edges)
    #expect(route.violations.isEmpty && fit.matched == line.count)
    #expect(fit.covered > 0.999 && fit.differences.isEmpty && fit.greatestDistance < 1)
  }

  @Test func `against a oneway is a violation, and where it is`() throws {
    let (text, route, _) = try block().imported("6F8E5")
    #expect(text == "CF FE EB")
    #expect(route.violations.map(\.kind) == [.noAccess] && route.violations.map(\.elements) == [1..<2])
    #expect(try block().imported("6F8E5", mode: .pedestrian).route.violations.isEmpty)
  }

  @Test func `that turns round on the road halts there`() throws {
    let (text, route, fit) = try block().imported("1B3B5")
    #expect(text == "AB BC | CB BE")
    #expect(route.waypoints.map(\.waypoint.kind) == [.stopover, .stopover, .stopover])
    #expect(groundDistance(route.waypoints[1].waypoint.place, try block().place("3")) < 2 && fit.covered > 0.999)
  }

  @Test func `that leaves the roads is bridged by them, and the difference told`() throws {
    // From A by D to 9, through the field to 5: the roads lead over E.
    let (text, _, fit) = try block().imported("1A4D795B3")
    #expect(text.hasPrefix("BA AD DE EB"))
    #expect(fit.covered < 0.999 && fit.covered > 0.5 && fit.greatestDistance > 20)
    let difference = try #require(fit.differences.first)
    #expect(difference.length > 20 && difference.greatestDistance > 15)
    #expect(difference.distance > 300 && difference.distance < 900)
  }

  @Test func `of few positions of a trip takes the roads between them`() throws {
    let (text, _, fit) = try block().imported("16", isOnRoads: true)
    #expect(text == "AB BC CF" || text == "AB BE EF FC")
    #expect(fit.matched == 2 && fit.covered < 0.5)
  }

  @Test(arguments: ["16", "36"]) func `less than half on roads is places to drive through, and refused`(
    signs: String
  ) throws {
    #expect {
      try block().imported(signs)
    } throws: { error in
      guard let error = error as? RouteError, case .lineOffRoads(let covered) = error else { return false }
      return covered < 0.5 && error.code == "could_not_match_line" && "\(error)".contains("waypoints of a request")
    }
  }

  @Test func `off all roads is refused with where that is`() throws {
    let sketch = try RoadSketch(
      """
      A---B


                      1

                          2
      """, metresPerCell: 100, roads: ["A-B"])
    #expect(throws: RouteError.couldNotMatchLine(position: 0, place: sketch.place("1"))) { try sketch.imported("12") }
  }
}

/// A street that a bus drives twice, with stops beside it.
///
///     line          A B C D E B C F
///     stops         small letters
private func loop() throws -> RoadSketch {
  try RoadSketch(
    """
              E-----D
              |     |
              |     6
              |     |
    A-------1-B--2--C----3--F
                 4



                 5
    """, metresPerCell: 20, roads: ["A-B-C-F", "C-D-E-B"])
}

@Suite struct `A line with stops` {
  private let course = "ABCDEBCF"

  @Test(arguments: [
    // The line is followed as it is, and halts where its stops are.
    ("A2F", "AB BC | BC CD DE EB BC CF"), ("A23F", "AB BC | BC CD DE EB BC CF | CF"),
    // The stop on the second pass, for it comes after one on CD.
    ("A62F", "AB BC CD | CD DE EB BC | BC CF"),
    // Beside the road; and without the ends of the line, which are waypoints all the same.
    ("A4F", "AB BC | BC CD DE EB BC CF"), ("2", "AB BC | BC CD DE EB BC CF"),
  ])
  func `passes them in their order`(stops: String, path: String) throws {
    let sketch = try loop()
    let (text, route, fit) = try sketch.imported(course, stops: stops)
    #expect(text == path && fit.covered > 0.999, "\(text)")
    let inner = stops.filter { $0 != "A" && $0 != "F" }
    #expect(route.waypoints.count == inner.count + 2)
    for (waypoint, sign) in zip(route.waypoints.dropFirst(), inner) {
      #expect(waypoint.waypoint.place == sketch.place(sign) && waypoint.snapped.distance <= 60)
    }
  }

  @Test(arguments: [
    // 100 m off the line; and 4 lies on it only before F.
    ("A5F", 1, 100), ("AF4", 2, 221),
  ])
  func `that do not lie on it in order are refused with how far away they are`(
    stops: String, waypoint: Int, distance: Metres
  ) throws {
    #expect {
      try loop().imported(course, stops: stops)
    } throws: { error in
      guard let error = error as? RouteError, case .waypointOffLine(waypoint, let found) = error else { return false }
      return abs(found - distance) < 5 && error.code == "waypoint_off_line"
        && "\(error)".hasPrefix("waypoint \(waypoint + 1) is \(Int(found.rounded())) m from the line")
    }
  }
}

@Suite struct `A route on another map` {
  /// The handle of the route through some places, found again on another sketch.
  private func found(
    _ waypoints: String, of old: RoadSketch, on new: RoadSketch
  ) throws -> (planned: Route, route: Route, fit: RouteImport) {
    var router = Router(on: old.graph)
    let request = RouteRequest(waypoints: waypoints.map { Waypoint(place: old.place($0)) })
    let planned = try router.route(request)
    var planner = Planner(router: Router(on: new.graph))
    let (route, fit) = try planner.route(RouteHandle(of: planned, on: old.graph))
    return (planned, route, try #require(fit))
  }

  @Test func `is the same by its handle alone, waypoints included`() throws {
    let old = try block()
    let new = try RoadSketch(
      """
      A-1-----2-B-3-----C
      |         |       |
      4         5       6
      |    9    |       |
      D-7-------E---8---F
      """, metresPerCell: 40, roads: ["E-F", "C-F", "D-E", "A-D", "B-E", "A-B", "B-C"])
    #expect(old.graph.version != new.graph.version)
    let (planned, route, fit) = try found("1538", of: old, on: new)
    let legs = route.legs.map { new.spelled($0.elements.map(\.edge)) }
    #expect(legs.count == 3 && legs == planned.legs.map { old.spelled($0.elements.map(\.edge)) })
    #expect(fit.covered > 0.999 && fit.differences.isEmpty && fit.isSame == true)
    #expect(fit.source == .route && fit.mapVersion == old.graph.version && abs(route.length - fit.length) < 10)
  }

  @Test func `goes round where the road is gone, and says so`() throws {
    let new = try RoadSketch(
      """
      A-1-----2-B-3-----C
      |         |       |
      4         5       6
      |    9    |       |
      D-7-------E---8---F
      """, metresPerCell: 40, roads: ["A-B-C", "A-D", "C-F", "D-E", "E-F"])
    let (_, route, fit) = try found("28", of: try block(), on: new)
    #expect(!route.legs.isEmpty && fit.covered < 0.9 && fit.isSame == false)
    #expect(fit.differences.contains { $0.greatestDistance > 50 })
  }
}
