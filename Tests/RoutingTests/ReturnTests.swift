import Geodesy
import Plans
import RandomNumbers
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing

extension RoadSketch {
  /// The way from a digit back to the route through others, halts between blanks, those with `>` passed through; as
  /// letters, legs apart by `|`, what lies before the plan in brackets: `"[DC] BE | EF"`.
  fileprivate func wayBack(
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

  /// How many elements end before the plan is joined, or where it is.
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

@Suite struct `The way back to a planned route` {
  @Test(arguments: [
    // Still on it: nothing to do.
    ("3", "BC CD DH", 0.0),
    // Having turned off at B: the nearest street leads back.
    ("4", "[EF FC] CD DH", 160.0), ("6", "[FC] CD DH", 40.0), ("5", "[FG GD] DH", 160.0),
  ])
  func `is the cheapest one, and tells where the plan is joined`(
    start: Character, legs: String, length: Metres
  ) throws {
    let (text, back, route) = try street().wayBack(from: start, to: "1 2")
    #expect(text == legs)
    #expect(abs(back.length - length) < 1, "\(back.length)")
    #expect(abs(back.remaining + back.length - route.length) < 0.01)
    #expect(abs(back.joined + back.remaining - 440) < 1)
  }

  @Test func `tells how much of the plan is skipped, and where the vehicle is along it`() throws {
    let sketch = try street()
    let back = try sketch.wayBack(from: "6", to: "1 2").back
    // 6 is 40 m from C, 220 m along the plan, and nothing of it lies between.
    #expect(abs(back.passed - 240) < 1 && abs(back.joined - 240) < 1 && back.skipped < 1)
    #expect(abs(back.distance - 40) < 1 && back.joinedAt == sketch.place("C") && back.nextWaypoint == 1)
    let ahead = try sketch.wayBack(from: "4", heading: 90, to: "1 2").back
    #expect(abs(ahead.passed - 160) < 1 && abs(ahead.joined - 240) < 1 && abs(ahead.skipped - 80) < 1)
  }

  @Test(arguments: [(90.0, "[EF FC] CD DH"), (270.0, "[FE EB] BC CD DH")])
  func `does not turn round at once`(heading: Degrees, legs: String) throws {
    #expect(try street().wayBack(from: "4", heading: heading, to: "1 2").text == legs)
  }

  @Test func `keeps to the plan where that is not much longer than leaving it for good`() throws {
    // The plan was made to go round between C and D; 6 has just missed the turn. Straight on is faster by a fifth.
    let sketch = try RoadSketch(
      """
      A-1-B-----C6--------------D-2-H
                F---------------G
      """, metresPerCell: 100, roads: ["A-B-C-D-H", "C-F", "D-G", "F-G"])
    let avoiding = { (request: inout RouteRequest) in request.options.avoidedEdges.insert(sketch.edge("CD")) }
    #expect(try sketch.wayBack(from: "6", to: "1 2", planning: avoiding).text == "[DC] CF FG GD DH")
    #expect(try sketch.wayBack(from: "6", heading: 90, to: "1 2", planning: avoiding).text == "[CD] DH")
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
      let (text, back, route) = try sketch.wayBack(from: "5", to: "1 \(halt) 2", next: next ?? 1)
      #expect(route.waypoints.count == (next == 2 ? 2 : 3))
      #expect(back.nextWaypoint == next ?? 1)
      if next == 2 { #expect(text == "[FG GD] DH") } else { #expect(text.contains("CD | CD DH")) }
    }
  }

  @Test func `goes on to the next waypoint by the leg that is nearest, on both sides of a halt`() throws {
    let sketch = try street()
    #expect(try sketch.wayBack(from: "6", to: "1 3 2").back.nextWaypoint == 2)
    #expect(try sketch.wayBack(from: "1", to: "1 3 2").back.nextWaypoint == 1)
    #expect(try sketch.wayBack(from: "3", to: "1 3 2").back.nextWaypoint == 1, "a halt is reached as late as can be")
  }

  @Test func `of a route there and back is told by the heading`() throws {
    let sketch = try street()
    #expect(try sketch.wayBack(from: "3", heading: 90, to: "1 2 1").back.nextWaypoint == 1)
    #expect(try sketch.wayBack(from: "3", heading: 270, to: "1 2 1").back.nextWaypoint == 2)
    #expect(try sketch.wayBack(from: "3", to: "1 2 1").back.nextWaypoint == 1)
  }

  @Test func `obeys turn restrictions that only who comes back runs into`() throws {
    // From G over D it is forbidden to go on to H; the plan comes along the street and may.
    let sketch = try RoadSketch(
      """
      A-1---B---3---C-------D-2-H
            |       |       |
            E---4---F---5---G
      """, metresPerCell: 20, roads: ["A-B-C-D-H", "B-E", "C-F", "D-G", "E-F-G"], forbidden: ["GDH"])
    let (text, _, route) = try sketch.wayBack(from: "5", heading: 90, to: "1 2")
    #expect(route.violations.isEmpty && text == "[FG GD DC CF FE EB] BC CD DH", "\(text)")
    #expect(try sketch.wayBack(from: "5", to: "1 2").text == "[GF FC] CD DH")
  }

  @Test(arguments: 1...12)
  func `costs as little as by looking at every place where the plan can be joined`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var network = RoadNetwork.random(nodes: 7, roads: 13, forbiddenTurns: 4, using: &random)
    network.addLongBans(8, using: &random)
    if seed % 2 == 0 { network.addLocalRoadsAndBarriers(using: &random) }
    let graph = try RoadGraph(network)
    let states = TurnStates(of: graph)
    var search = LegSearch(on: graph, states: states)
    for strictness in [Strictness.lawful, .lawful, .yielding] {
      let costs = RoadCosts(graph: graph, options: RouteOptions(), strictness: strictness)
      let starts = (0..<4).map { _ in LegStart(position: random.position(on: graph)) }
      let leg = search.paths(from: starts, to: [random.position(on: graph)], costs: costs)[0]
      guard let leg else { continue }
      let elements = costs.leg(along: leg.stretches, states: states).elements
      let plan = PlannedLeg(elements, factor: 1.5, states: states, costs: costs)
      let all = EveryWayBack(elements: elements, factor: 1.5, graph: graph, costs: costs)
      for _ in 0..<2 {
        let starts = (0..<2).map { _ in LegStart(position: random.position(on: graph)) }
        let way = search.wayBack(from: starts, to: plan, costs: costs)
        let least = all.least(from: starts)
        #expect((way?.weighedCost ?? .infinity) == least)
        if let way { #expect(all.cost(of: way) == least) }
      }
    }
  }
}

/// Drives everywhere, and along the plan from everywhere: slow, and plain enough to be believed.
private struct EveryWayBack {
  let elements: [RouteElement]
  let factor: Double
  let graph: RoadGraph
  let costs: RoadCosts

  private var ending: Int { elements.count - elements.reversed().prefix { costs.isRestricted($0.edge) }.count }

  func least(from starts: [LegStart]) -> Double {
    var least = Double.infinity
    for start in starts {
      for (i, element) in elements.enumerated()
      where element.edge == start.position.edge && start.position.offset <= element.end {
        let joined = max(start.position.offset, element.begin)
        let isThere = joined == start.position.offset
        let back = start.cost &+| (isThere ? 0 : driving(element.edge, start.position.offset, joined))
        guard back < .never else { continue }
        least = min(least, factor * Double(back) + rest(i, from: joined, driven: [element.edge]))
      }
    }
    for (node, cost) in PlainLegSearch(graph: graph, costs: costs, memory: 4).costs(from: starts) {
      for (i, element) in elements.enumerated() where element.edge == node.last && (!node.isEnding || i >= ending) {
        let back = element.begin > 0 ? cost &+| driving(element.edge, 0, element.begin) : cost
        guard back < .never else { continue }
        least = min(least, factor * Double(back) + rest(i, from: element.begin, driven: node.driven))
      }
    }
    return least
  }

  /// What a way costs that is driven as it stands.
  func cost(of way: WayBack) -> Double {
    let edges = way.path.map(\.edge)
    let before = edges.prefix(way.edgesBefore)
    let end = way.edgesBefore == 0 ? way.offset : graph.length(of: edges[0])
    var cost: RouteCost = end == way.path[0].begin ? 0 : driving(edges[0], way.path[0].begin, end)
    let ending = before.count - before.reversed().prefix { costs.isRestricted($0) }.count
    let isEnding = way.element >= self.ending
    for i in edges.indices.dropFirst() where i <= way.edgesBefore {
      let driven = Array(edges[..<i])
      let enters = costs.isRestricted(edges[i]) && !costs.isRestricted(edges[i - 1])
      let pays = enters && !(isEnding && i >= ending)
      let plain = PlainLegSearch(graph: graph, costs: costs, memory: 4)
      cost = cost &+| plain.turn(Array(driven.suffix(4)), onto: edges[i], pays: pays)
      let to = i == way.edgesBefore ? way.offset : graph.length(of: edges[i])
      if to > 0 { cost = cost &+| driving(edges[i], 0, to) }
    }
    let driven = Array(edges.prefix(way.edgesBefore + 1).suffix(4))
    return factor * Double(cost) + rest(way.element, from: way.offset, driven: driven)
  }

  private func driving(_ edge: EdgeID, _ begin: Metres, _ end: Metres) -> RouteCost {
    costs.cost(of: edge, from: begin, to: end)
  }

  /// Along the plan from a place on an element, having driven some edges, the element's last.
  private func rest(_ first: Int, from offset: Metres, driven: [EdgeID]) -> Double {
    var total = 0.0
    var driven = driven
    for i in first..<elements.count {
      let (edge, begin) = (elements[i].edge, i == first ? offset : elements[i].begin)
      if i > first {
        let isNew = isBanned(driven, edge) && !isBanned(Array(elements[..<i].map(\.edge).suffix(4)), edge)
        if isNew, costs.strictness == .lawful { return .infinity }
        total += (costs.duration(from: elements[i - 1].edge, onto: edge) * 1000).rounded(.up)
        if isNew { total += RoadCosts.offence * 1000 }
        driven = Array((driven + [edge]).suffix(4))
      }
      total += costs.plannedCost(of: edge, from: begin, to: elements[i].end)
    }
    return total
  }

  private func isBanned(_ driven: [EdgeID], _ next: EdgeID) -> Bool {
    graph.isTurnBanned(onto: next, for: .car) { i in i < driven.count ? driven[driven.count - 1 - i] : nil }
  }
}
