import RoadGraph
import RoadRules
import Routing
import Testing

@Suite struct `A road that tags open to a mode foreign to its class` {
  @Test(arguments: [
    ("highway=footway bicycle=designated", TravelMode.bicycle, 10.0...14),
    ("highway=footway bicycle=yes", .bicycle, 10...14),
    ("highway=pedestrian bicycle=yes", .bicycle, 6...10), ("highway=footway", .bicycle, 3...5),
    ("highway=pedestrian", .bicycle, 3...5), ("highway=path bicycle=dismount", .bicycle, 3...5),
    ("highway=residential bicycle=dismount", .bicycle, 3...5), ("highway=steps", .bicycle, 1...3),
    ("highway=motorway bicycle=yes", .bicycle, 15...18), ("highway=motorway foot=yes", .bicycle, 3...5),
    ("highway=busway bicycle=yes", .bicycle, 15...18), ("highway=bridleway bicycle=yes", .bicycle, 6...12),
    ("highway=runway bicycle=yes", .bicycle, 10...18), ("man_made=pier", .bicycle, 3...5),
    ("highway=platform", .pedestrian, 4...5), ("man_made=pier", .pedestrian, 4...5),
    ("highway=corridor", .pedestrian, 4...5), ("highway=motorway foot=yes", .pedestrian, 4...5),
    ("highway=cycleway motor_vehicle=designated", .car, 5...15), ("highway=footway motor_vehicle=yes", .car, 5...15),
    ("highway=path motorcar=yes", .car, 5...15), ("highway=busway motorcar=yes", .car, 20...35),
    ("highway=pedestrian motor_vehicle=destination", .car, 5...15), ("highway=footway hgv=yes", .truck, 5...15),
    ("highway=pedestrian bus=yes", .bus, 5...15), ("highway=pedestrian taxi=yes", .taxi, 5...15),
    ("highway=path motorcycle=yes", .motorcycle, 5...15), ("highway=path moped=yes", .scooter, 5...15),
    ("highway=motorway moped=yes", .scooter, 30...45), ("highway=cycleway moped=yes", .scooter, 15...25),
    ("highway=some_value motor_vehicle=yes", .car, 10...30),
  ])
  func `has a speed`(tags: String, mode: TravelMode, speeds: ClosedRange<Double>) throws {
    let roads = try TaggedRoads("A---------B", ["AB \(tags)"])
    let speed = try #require(try roads.speed("AB", mode))
    #expect(speeds.contains(speed))
  }

  @Test(arguments: [
    ("highway=footway", TravelMode.car), ("highway=footway access=yes", .car),
    ("highway=steps motor_vehicle=yes", .car),
    ("highway=cycleway", .scooter), ("highway=pedestrian", .bus), ("highway=busway", .car),
    ("highway=busway", .bicycle),
    ("highway=footway bicycle=no", .bicycle), ("highway=motorway", .pedestrian), ("highway=motorway", .bicycle),
    ("highway=residential access=taxi", .car), ("highway=residential access=minibus", .taxi),
    ("highway=residential access=no", .pedestrian), ("highway=residential bicycle=use_sidepath", .bicycle),
    ("highway=track smoothness=impassable", .car), ("highway=track smoothness=impassable", .bicycle),
    ("highway=service service=emergency_access", .car), ("highway=primary ice_road=yes", .truck),
    ("highway=steps conveying=yes", .bicycle), ("highway=service access=private;agricultural bicycle=no", .bicycle),
  ])
  func `is closed to all others`(tags: String, mode: TravelMode) throws {
    #expect(try TaggedRoads("A---------B", ["AB \(tags)"]).route("AB", mode) == nil)
  }
}

@Suite struct `A bicycle` {
  @Test func `is pushed through a pedestrian zone where riding round it takes longer`() throws {
    let far = try TaggedRoads(
      """
      E-----------------------------F
      |                             |
      |                             |
      |                             |
      |                             |
      |                             |
      |                             |
      |                             |
      A---------B--C----------------D
      """,
      [
        "AB highway=residential", "BC highway=pedestrian", "CD highway=residential", "AE highway=residential",
        "EF highway=residential", "FD highway=residential",
      ])
    #expect(try far.route("AD", .bicycle) == "ABCD")
    #expect(try far.route("AD", .car) == "AEFD")
  }

  @Test func `rides where it is pushed at other times`() throws {
    let roads = try TaggedRoads("A---------B", ["AB highway=pedestrian bicycle:conditional=yes@(20:00-08:00)"])
    let (day, night) = ("2026-03-02T12:00:00Z", "2026-03-02T22:00:00Z")
    let (pushed, ridden) = (
      try #require(try roads.speed("AB", .bicycle, departure: day)),
      try #require(try roads.speed("AB", .bicycle, departure: night))
    )
    #expect(pushed < 5 && ridden > 6)
  }

  @Test func `rides round a long footway`() throws {
    let roads = try TaggedRoads(
      """
      E------------------F
      |                  |
      A------------------D
      """, ["AD highway=footway", "AE highway=residential", "EF highway=residential", "FD highway=residential"])
    #expect(try roads.route("AD", .bicycle) == "AEFD")
    #expect(try roads.route("AD", .pedestrian) == "AD")
  }

  private static let block = """
    A----B
    |    |
    D----C
    """

  @Test(arguments: [
    ("", "BCDA"), ("oneway:bicycle=no", "BA"), ("cycleway=opposite", "BA"), ("cycleway=opposite_lane", "BA"),
    ("cycleway:left=lane cycleway:left:oneway=-1", "BA"), ("cycleway:right=track cycleway:right:oneway=no", "BA"),
    ("bicycle:backward=yes", "BA"), ("cycleway=track", "BCDA"), ("cycleway:right=lane", "BCDA"),
  ])
  func `rides against a oneway only where it may, and is not pushed there`(tags: String, route: String) throws {
    let roads = try TaggedRoads(
      Self.block,
      [
        "AB highway=residential oneway=yes \(tags)", "BC highway=residential", "CD highway=residential",
        "DA highway=residential",
      ])
    #expect(try roads.route("BA", .bicycle) == route)
    #expect(try roads.route("AB", .bicycle) == "AB")
    #expect(try roads.route("BA", .car) == "BCDA")
    #expect(try roads.route("BA", .pedestrian) == "BA")
  }
}

@Suite struct `A node on the way` {
  /// Who gets from A to C: one letter for each of car, truck, bus, taxi, motorcycle, scooter, bicycle, pedestrian.
  @Test(arguments: [
    ("barrier=bollard", "------yy"), ("barrier=gate", "yyyyyyyy"), ("barrier=stile", "-------y"),
    ("barrier=kissing_gate", "-------y"), ("barrier=cycle_barrier", "------yy"), ("barrier=wall", "--------"),
    ("barrier=fence", "--------"), ("barrier=hedge", "--------"), ("barrier=ditch", "--------"),
    ("barrier=gap", "yyyyyyyy"), ("barrier=entrance", "yyyyyyyy"), ("barrier=kerb kerb=raised", "yyyyyyyy"),
    ("barrier=bus_trap", "-yy-yyyy"), ("barrier=wall access=yes", "yyyyyyyy"), ("barrier=hedge foot=yes", "-------y"),
    ("barrier=gate access=private", "yyyyyyyy"), ("barrier=gate locked=yes", "yyyyyyyy"),
    ("access=no", "--------"), ("vehicle=no", "-------y"), ("motor_vehicle=no", "------yy"),
    ("bicycle=no", "yyyyyy-y"), ("foot=no", "yyyyyyy-"), ("access=no foot=yes", "-------y"),
    ("highway=crossing bicycle=no", "yyyyyyyy"), ("highway=elevator", "------yy"),
  ])
  func `lets pass whom it should`(tags: String, open: String) throws {
    let ways = ["AB highway=residential", "BC highway=residential"]
    let roads = try TaggedRoads("A----B----C", ways, nodes: ["B \(tags)"])
    for (mode, letter) in zip(TravelMode.allCases, open) {
      #expect(try roads.route("AC", mode) == (letter == "y" ? "ABC" : nil), "\(mode)")
    }
  }

  @Test func `with a locked gate is passed only where nothing else leads there`() throws {
    let roads = try TaggedRoads(
      """
      A----B----C----G
      |         |
      D---------E
      """,
      [
        "AB highway=residential", "BC highway=residential", "AD highway=residential", "DE highway=residential",
        "EC highway=residential", "CG highway=residential",
      ], nodes: ["B barrier=gate access=private"])
    for mode in TravelMode.allCases { #expect(try roads.route("AG", mode) == "ADECG", "\(mode)") }
  }
}

@Suite struct `Places to begin and end` {
  private static let line = "A----1----B----2----C"

  @Test func `are not on a ferry where a road is near`() throws {
    let roads = try TaggedRoads(Self.line, ["AB highway=primary", "BC route=ferry bicycle=yes"])
    for mode in TravelMode.allCases {
      #expect(try roads.route("12", mode) == "AB", "\(mode)")
      #expect(try roads.route("21", mode) == "BA", "\(mode)")
    }
  }

  @Test(arguments: ["private", "delivery", "destination", "customers", "permit", "residents"])
  func `are on roads that are not for everybody`(value: String) throws {
    let roads = try TaggedRoads(
      """
      A-----B-----C
      |     |     |
      |     |     |
      |     |     |
      |     3     |
      D-----E-----F
      """,
      [
        "AB highway=residential", "BC highway=residential", "BE highway=residential access=\(value)",
        "AD highway=residential", "DE highway=residential", "EF highway=residential", "CF highway=residential",
      ])
    for mode in TravelMode.allCases {
      #expect(try roads.route("A3", mode) != nil, "\(mode)")
      #expect(try roads.route("B3", mode) == "BE", "\(mode)")
      #expect(try roads.route("AF", mode)?.contains("BE") == false, "\(mode)")
    }
  }

  @Test func `lie behind a chain of destination roads`() throws {
    let roads = try TaggedRoads(
      """
      A--B--C--D--E
      |           |
      |           |
      |           |
      X-----------Y
      """,
      [
        "AB highway=residential", "BC highway=residential access=destination",
        "CD highway=residential access=destination", "DE highway=residential", "AX highway=residential",
        "XY highway=residential", "YE highway=residential",
      ])
    #expect(try roads.route("AE", .car) == "AXYE")
    #expect(try roads.route("AC", .car) == "ABC")
    #expect(try roads.route("EC", .car) == "EDC")
    #expect(try roads.route("CA", .car) == "CBA")
  }
}

@Suite struct `On foot` {
  @Test func `one crosses a square from entrance to entrance`() throws {
    let roads = try TaggedRoads(
      """
      E--A------B--F
         |      |
         |      |
      H--D------C--G
      """,
      [
        "ABCDA highway=pedestrian area=yes", "EA highway=footway", "BF highway=footway", "DH highway=footway",
        "CG highway=footway",
      ])
    #expect(try roads.route("EG", .pedestrian) == "EACG")
    #expect(try roads.route("HF", .pedestrian) == "HDBF")
    #expect(try roads.route("EG", .bicycle) == "EACG", "pushed")
    #expect(try roads.route("EG", .car) == nil)
  }

  @Test func `one rides on escalators in their direction only`() throws {
    let roads = try TaggedRoads(
      """
      A----B----C----D
           |    |
           E----F
      """,
      [
        "AB highway=footway", "BC highway=steps conveying=forward", "EF highway=steps conveying=backward",
        "BE highway=footway", "CF highway=footway", "CD highway=footway",
      ])
    #expect(try roads.route("AD", .pedestrian) == "ABCD")
    #expect(try roads.route("DA", .pedestrian) == "DCFEBA")
  }

  @Test func `one takes lifts and platforms`() throws {
    let roads = try TaggedRoads(
      "A---B---C---D---E",
      ["AB highway=footway", "BC highway=elevator", "CD railway=platform", "DE highway=footway"],
      nodes: ["C highway=elevator"])
    #expect(try roads.route("AE", .pedestrian) == "ABCDE")
    #expect(try roads.route("AE", .bicycle) == "ABCDE")
    #expect(try roads.route("AE", .car) == nil)
  }
}

@Suite struct `A car` {
  private static let block = """
    A----B----C
    |         |
    D---------E
    """
  private static let around = ["AD highway=residential", "DE highway=residential", "EC highway=residential"]

  @Test(arguments: [
    ("maxwidth:physical=1", "ADEC"), ("maxwidth:physical=3", "ABC"), ("maxwidth=1.5", "ADEC"), ("width=1.8", "ADEC"),
    ("width=1.9", "ADEC"), ("width=2", "ABC"), ("width=3", "ABC"), ("width=6'", "ADEC"), ("width=6'3\"", "ABC"),
    ("width=1m", "ADEC"), ("width=narrow", "ABC"), ("est_width=1", "ADEC"), ("est_width=3", "ABC"),
    ("maxheight=1", "ADEC"), ("maxheight=3", "ABC"), ("maxheight=default", "ABC"), ("maxheight:physical=1", "ADEC"),
    ("service=emergency_access", "ADEC"), ("smoothness=impassable", "ADEC"), ("smoothness=very_bad", "ABC"),
    ("construction=yes", "ADEC"), ("construction=minor", "ABC"), ("hov=designated", "ADEC"), ("hov=yes", "ABC"),
    ("hov:lanes=designated|designated", "ADEC"), ("hov:lanes=designated|no", "ABC"), ("access=taxi", "ADEC"),
    ("motor_vehicle=agricultural;forestry", "ADEC"), ("motorcar=no", "ADEC"), ("hgv=no", "ABC"),
  ])
  func `takes a narrow, closed or reserved road only where it can`(tags: String, route: String) throws {
    let ways = ["AB highway=residential \(tags)", "BC highway=residential"] + Self.around
    #expect(try TaggedRoads(Self.block, ways).route("AC", .car) == route)
  }

  @Test func `may turn right although not on red`() throws {
    let ways = ["AB highway=primary", "BC highway=primary", "BD highway=primary"]
    let drawing = """
      A----B----C
           |
           D
      """
    let rule = "w1@from,B@via,w3@to type=restriction restriction="
    let onRed = try TaggedRoads(drawing, ways, relations: [rule + "no_right_turn_on_red"])
    #expect(try onRed.route("AD", .car) == "ABD")
    let never = try TaggedRoads(drawing, ways, relations: [rule + "no_right_turn"])
    #expect(try never.route("AD", .car) != "ABD")
  }

  @Test(arguments: ["turning_circle", "turning_loop", "mini_roundabout"])
  func `turns round where there is room, in less time`(place: String) throws {
    let drawing = "A----B----C"
    let ways = ["AB highway=residential", "BC highway=residential"]
    let (free, duration) = try turn(TaggedRoads(drawing, ways, nodes: ["B highway=\(place)"]))
    let (banned, usual) = try turn(TaggedRoads(drawing, ways))
    #expect(free && !banned && duration * 3 < usual)
  }

  /// Whether a car may turn round at B, and for how long it does so.
  private func turn(_ roads: TaggedRoads) throws -> (isLawful: Bool, duration: Double) {
    let (costs, states) = (RoadCosts(graph: roads.graph, options: RouteOptions()), TurnStates(of: roads.graph))
    let nodes = (0..<roads.graph.nodeCount).map { NodeID($0) }
    let middle = try #require(nodes.first { roads.graph.source(of: $0) == SourceNodeID(2) })
    let back = try #require(roads.graph.edges(leaving: middle).first)
    let cost = costs.cost(from: StateID(back.reversed.rawValue), onto: back, in: states)
    return (cost < .never, costs.duration(from: back.reversed, onto: back))
  }
}
