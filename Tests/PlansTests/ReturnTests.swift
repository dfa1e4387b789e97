import Geodesy
import Plans
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing

extension RoadSketch {
  /// The path from a digit back to the route through others, halts between blanks, those with `>` passed through; as
  /// letters, legs apart by `|`, what lies before the plan in brackets: `"[DC] BE | EF"`.
  fileprivate func pathBack(
    from start: Character, heading: Degrees? = nil, to plan: String, next: Int? = nil,
    planning change: (inout RouteRequest) -> Void = { _ in }
  ) throws -> (text: String, back: RouteReturn, route: Route) {
    var request = RouteRequest(
      waypoints: plan.split(separator: " ").map { word in
        var waypoint = Waypoint(place: place(word.last ?? " "))
        if word.first == ">" { waypoint.kind = .passThrough }
        return waypoint
      })
    change(&request)
    var router = Router(on: graph)
    let planned = try router.route(request)
    var from = Waypoint(place: place(start))
    from.heading = heading
    let (route, back) = try router.route(returningTo: planned, next: next, RouteRequest(waypoints: [from]))
    var legs = route.legs.map { spelled($0.elements.map(\.edge)) }
    let count = elementsBefore(back, route)
    let words = legs[0].split(separator: " ")
    if count > 0 {
      let before: Substring = "[\(words.prefix(count).joined(separator: " "))]"
      legs[0] = ([before] + words.dropFirst(count)).joined(separator: " ")
    }
    return (legs.joined(separator: " | "), back, route)
  }

  /// The number of elements that end at or before the place where the plan is joined.
  private func elementsBefore(_ back: RouteReturn, _ route: Route) -> Int {
    var length: Metres = 0
    return route.legs[0].elements.prefix { element in
      length += element.length
      return length <= back.length + 0.01
    }.count
  }
}

/// The plan leads from 1 along the straight street to 2; another street runs beside it.
///
///     1 = A ===== B ===== C ===== D = 2
///                 |       |       |
///                 E-------F-------G
private func street(metresPerCell: Metres = 20, adjust: (inout RoadNetwork) -> Void = { _ in }) throws -> RoadSketch {
  try RoadSketch(
    """
    A-1---B---3---C-------D-2-H
          |       |       |
          |       6       |
          |       |       |
          E---4---F---5---G
    """, metresPerCell: metresPerCell, roads: ["A-B-C-D-H", "B-E", "C-F", "D-G", "E-F-G"], adjust: adjust)
}

@Suite struct `The path back to a planned route` {
  @Test(arguments: [
    // Still on it: nothing to do.
    ("3", "BC CD DH", 0.0),
    // Having turned off at B: the nearest street leads back.
    ("4", "[EF FC] CD DH", 160.0), ("6", "[FC] CD DH", 40.0), ("5", "[FG GD] DH", 160.0),
  ])
  func `is the cheapest one, and tells where the plan is joined`(
    start: Character, legs: String, length: Metres
  ) throws {
    let (text, back, route) = try street().pathBack(from: start, to: "1 2")
    #expect(text == legs)
    #expect(abs(back.length - length) < 1, "\(back.length)")
    #expect(abs(back.remaining + back.length - route.length) < 0.01)
    #expect(abs(back.joined + back.remaining - 440) < 1)
  }

  @Test func `tells how much of the plan is skipped, and where the vehicle is along it`() throws {
    let sketch = try street()
    let back = try sketch.pathBack(from: "6", to: "1 2").back
    // 6 is 40 m from C, 220 m along the plan, and nothing of it lies between.
    #expect(abs(back.passed - 240) < 1 && abs(back.joined - 240) < 1 && back.skipped < 1)
    #expect(abs(back.distance - 40) < 1 && back.joinedAt == sketch.place("C") && back.nextWaypoint == 1)
    let ahead = try sketch.pathBack(from: "4", heading: 90, to: "1 2").back
    #expect(abs(ahead.passed - 160) < 1 && abs(ahead.joined - 240) < 1 && abs(ahead.skipped - 80) < 1)
  }

  @Test(arguments: [(90.0, "[EF FC] CD DH"), (270.0, "[FE EB] BC CD DH")])
  func `does not turn round at once`(heading: Degrees, legs: String) throws {
    #expect(try street().pathBack(from: "4", heading: heading, to: "1 2").text == legs)
  }

  @Test func `keeps to the plan where that is not much longer than leaving it for good`() throws {
    // The plan was made to go round between C and D; 6 has just missed the turn. Straight on is faster by a fifth.
    let sketch = try RoadSketch(
      """
      A-1-B-----C6--------------D-2-H
                F---------------G
      """, metresPerCell: 100, roads: ["A-B-C-D-H", "C-F", "D-G", "F-G"])
    let avoiding = { (request: inout RouteRequest) in request.options.avoidedEdges.insert(sketch.edge("CD")) }
    #expect(try sketch.pathBack(from: "6", to: "1 2", planning: avoiding).text == "[DC] CF FG GD DH")
    #expect(try sketch.pathBack(from: "6", heading: 90, to: "1 2", planning: avoiding).text == "[CD] DH")
  }

  @Test(arguments: [
    (nil, "[FC] CD | DH"), (1, "[FC] CD | DH"), (2, "[FG GD] DH"),
  ])
  func `never skips a waypoint that is not reached yet, and does one that is`(next: Int?, legs: String) throws {
    // The halt 7 lies between C and D.
    let sketch = try RoadSketch(
      """
      A-1---B---3---C---7---D-2-H
            |       |       |
            |       6       |
            |       |       |
            E---4---F---5---G
      """, metresPerCell: 20, roads: ["A-B-C-D-H", "B-E", "C-F", "D-G", "E-F-G"])
    for halt in ["7", ">7"] {
      let (text, back, route) = try sketch.pathBack(from: "5", to: "1 \(halt) 2", next: next ?? 1)
      #expect(route.waypoints.count == (next == 2 ? 2 : 3))
      #expect(back.nextWaypoint == next ?? 1)
      if next == 2 { #expect(text == "[FG GD] DH") } else { #expect(text.contains("CD | CD DH")) }
    }
  }

  @Test func `goes on to the next waypoint by the leg that is nearest, on both sides of a halt`() throws {
    let sketch = try street()
    #expect(try sketch.pathBack(from: "6", to: "1 3 2").back.nextWaypoint == 2)
    #expect(try sketch.pathBack(from: "1", to: "1 3 2").back.nextWaypoint == 1)
    #expect(try sketch.pathBack(from: "3", to: "1 3 2").back.nextWaypoint == 1, "a halt is reached as late as can be")
  }

  @Test func `of a route there and back is told by the heading`() throws {
    let sketch = try street()
    #expect(try sketch.pathBack(from: "3", heading: 90, to: "1 2 1").back.nextWaypoint == 1)
    #expect(try sketch.pathBack(from: "3", heading: 270, to: "1 2 1").back.nextWaypoint == 2)
    #expect(try sketch.pathBack(from: "3", to: "1 2 1").back.nextWaypoint == 1)
  }

  @Test func `obeys turn restrictions that only who comes back runs into`() throws {
    // From G over D it is forbidden to go on to H; the plan comes along the street and may.
    let sketch = try RoadSketch(
      """
      A-1---B---3---C-------D-2-H
            |       |       |
            E---4---F---5---G
      """, metresPerCell: 20, roads: ["A-B-C-D-H", "B-E", "C-F", "D-G", "E-F-G"], forbidden: ["GDH"])
    let (text, _, route) = try sketch.pathBack(from: "5", heading: 90, to: "1 2")
    #expect(route.violations.isEmpty && text == "[FG GD DC CF FE EB] BC CD DH", "\(text)")
    #expect(try sketch.pathBack(from: "5", to: "1 2").text == "[GF FC] CD DH")
  }
}
