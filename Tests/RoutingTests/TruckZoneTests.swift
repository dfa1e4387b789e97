import RoadGraph
import RoadRules
import Routing
import Testing

/// A truck of 12 t, 4 m high, 2.55 m wide and 12 m long with 11 t on an axle and dangerous goods, and a zone that is
/// closed to it but for those who begin or end there: BC, CD, CI and DJ.
///
///     A--B--1--C--2--D--E
///     |        |     |  |
///     |        I     J  |
///     |                 |
///     X-----------------Y
@Suite struct `A road that is closed to trucks but to begin or end there` {
  private static let truck: Vehicle = {
    var vehicle = Vehicle([.height: 4, .width: 2.55, .length: 12, .weight: 12, .axleLoad: 11])
    vehicle.isHazardous = true
    return vehicle
  }()

  private static func town(_ tags: String, nodes: [String] = []) throws -> TaggedRoads {
    try TaggedRoads(
      """
      A--B--1--C--2--D--E
      |        |     |  |
      |        I     J  |
      |                 |
      |                 |
      X-----------------Y
      """,
      [
        "AB highway=residential", "BCD highway=residential \(tags)", "DE highway=residential",
        "CI highway=residential \(tags)", "DJ highway=residential \(tags)", "AX highway=residential",
        "XY highway=residential", "YE highway=residential",
      ], nodes: nodes)
  }

  /// The same by both searches.
  private static func route(_ roads: TaggedRoads, _ stops: String) throws -> String? {
    let found = try [false, true].map {
      try roads.found(stops, .truck, vehicle: truck, isPrepared: $0).map(roads.spelled)
    }
    #expect(found[0] == found[1], "by the hierarchy")
    return found[0]
  }

  private static let signs = [
    "maxweight=7.5 maxweight:conditional=none@destination", "maxweight=7.5 maxweight:conditional=none@delivery",
    "maxweight=7.5 maxweight:conditional=none@(customers)", "maxheight=3 maxheight:conditional=none@destination",
    "maxwidth=2 maxwidth:conditional=none@(delivery)", "maxlength=10 maxlength:conditional=none@destination",
    "maxweightrating=7.5 maxweightrating:conditional=none@destination",
    "maxweightrating:hgv=7.5 maxweightrating:hgv:conditional=none@destination",
    "maxaxleload=8 maxaxleload:conditional=none@destination", "maxweight=7.5 maxweight:conditional=20@destination",
    "hazmat=no hazmat:conditional=yes@destination", "hazmat=destination", "hgv=destination", "hgv=delivery",
    "hgv=customers", "hgv=private", "hgv=no hgv:conditional=destination@(weight>7.5)",
    "hgv:conditional=destination@(weight>7.5)", "hgv:conditional=delivery@(length>10)",
    "hgv=no hgv:conditional=yes@destination", "hgv=no hgv:conditional=yes@(delivery)",
    "goods=no goods:conditional=designated@customers", "access=destination", "motor_vehicle=private",
    "maxweight:forward=7.5 maxweight:forward:conditional=none@destination maxweight:backward=7.5"
      + " maxweight:backward:conditional=none@destination",
    "maxweight:conditional=7.5@(00:00-24:00);none@destination maxweight=7.5",
    "maxweight=7.5 maxheight=3 maxweight:conditional=none@destination maxheight:conditional=none@delivery",
  ]

  /// From a place to another, and the way.
  @Test(arguments: signs)
  func `is used by who begins or ends on it, and by nobody who passes`(tags: String) throws {
    let roads = try Self.town(tags)
    for (stops, way) in [
      ("A1", "ABC"), ("E1", "EDCB"), ("A2", "ABCD"), ("E2", "EDC"), ("AI", "ABCI"), ("EI", "EDCI"), ("AJ", "ABCDJ"),
      ("1A", "CBA"), ("1E", "BCDE"), ("2A", "DCBA"), ("IA", "ICBA"), ("IE", "ICDE"), ("1J", "BCDJ"), ("12", "BCD"),
      ("IJ", "ICDJ"), ("AE", "AXYE"), ("EA", "EYXA"), ("XY", "XY"),
    ] {
      #expect(try Self.route(roads, stops) == way, "\(stops)")
    }
  }

  @Test(arguments: signs)
  func `leads to its own ends`(tags: String) throws {
    let roads = try Self.town(tags)
    for (stops, way) in [
      ("AD", "ABCD"), ("EB", "EDCB"), ("BE", "BCDE"), ("DA", "DCBA"), ("BD", "BCD"), ("DB", "DCB"), ("AC", "ABC"),
      ("CE", "CDE"),
    ] {
      #expect(try Self.route(roads, stops) == way, "\(stops)")
    }
  }

  @Test(arguments: [
    "maxweight=7.5", "maxweight=7.5 maxweight:conditional=none@residents",
    "maxweight=7.5 maxweight:conditional=10@destination",
    "hazmat=no maxweight=7.5 maxweight:conditional=none@destination",
  ])
  func `is closed to who ends there where nothing lifts the limit for a truck of 12 t`(tags: String) throws {
    let roads = try Self.town(tags)
    for stops in ["AI", "IA", "12", "AJ"] { #expect(try Self.route(roads, stops) == nil, "\(stops)") }
    #expect(try Self.route(roads, "AE") == "AXYE")
  }

  @Test(arguments: [
    "maxweight=15 maxweight:conditional=7.5@destination", "maxweight=7.5 maxweight:conditional=none@(length>10)",
    "hgv=yes", "maxheight=4.2 maxheight:conditional=none@destination",
  ])
  func `is open to all where the truck is within the limit`(tags: String) throws {
    #expect(try Self.route(Self.town(tags), "AE") == "ABCDE")
  }

  @Test func `may be one in one direction alone`() throws {
    for (direction, there, back, fromBack) in [
      ("forward", "AXYE", "EDCBA", "EDCI"), ("backward", "ABCDE", "EYXA", "EYXABCI"),
    ] {
      let key = "maxweight:\(direction)"
      let roads = try Self.town("\(key)=7.5 \(key):conditional=none@destination")
      #expect(try Self.route(roads, "AE") == there, "\(direction)")
      #expect(try Self.route(roads, "EA") == back, "\(direction)")
      #expect(try Self.route(roads, "AI") == "ABCI")
      #expect(try Self.route(roads, "EI") == fromBack, "the lane itself is open: the zone would be passed")
    }
  }

  @Test func `of one kind may lead to one of another`() throws {
    let roads = try TaggedRoads(
      """
      A--B--1--C--2--D--E
      |              |
      X--------------Y
      """,
      [
        "AB highway=residential", "BC highway=residential maxweight=7.5 maxweight:conditional=none@destination",
        "CD highway=residential hgv=destination", "DE highway=residential", "AX highway=residential",
        "XY highway=residential", "YD highway=residential",
      ])
    #expect(try Self.route(roads, "A2") == "ABCD")
    #expect(try Self.route(roads, "1E") == "BCDE")
    #expect(try Self.route(roads, "AE") == "AXYDE")
  }

  @Test func `is left for an open one, and another entered at the end`() throws {
    let zone = "maxweight=7.5 maxweight:conditional=none@destination"
    let roads = try TaggedRoads(
      """
      A-----B--C-----D--E-----F
            |           |
            |           |
            X-----------Y
      """,
      [
        "AB highway=residential \(zone)", "BC highway=residential", "CD highway=residential \(zone)",
        "DE highway=residential", "EF highway=residential \(zone)", "BX highway=residential", "XY highway=residential",
        "YE highway=residential",
      ])
    #expect(try Self.route(roads, "AF") == "ABXYEF")
    #expect(try Self.route(roads, "FA") == "FEYXBA")
    #expect(try Self.route(roads, "AD") == "ABCD")
    #expect(try Self.route(roads, "FC") == "FEDC")
  }

  /// A barrier that is too low, but for those who end behind it.
  @Test(arguments: [
    "barrier=height_restrictor maxheight=3 maxheight:conditional=none@destination",
    "barrier=gate maxweight=7.5 maxweight:conditional=none@delivery", "barrier=gate access=destination",
    "access=private", "access=delivery", "hgv=private", "motor_vehicle=customers",
  ])
  func `may be one by a sign at a node`(tags: String) throws {
    let roads = try TaggedRoads(
      """
      A----B----C----D
      |         |
      |         |
      X---------Y
      """,
      [
        "AB highway=residential", "BC highway=residential", "CD highway=residential", "AX highway=residential",
        "XY highway=residential", "YC highway=residential",
      ], nodes: ["B \(tags)"])
    #expect(try Self.route(roads, "AD") == "AXYCD")
    #expect(try Self.route(roads, "DA") == "DCYXA")
    let only = try TaggedRoads(
      "A----B----C", ["AB highway=residential", "BC highway=residential"], nodes: ["B \(tags)"])
    #expect(try Self.route(only, "AC") == "ABC")
  }

  /// A pedestrian zone is in no hierarchy.
  @Test func `may be one that is made for walking`() throws {
    let roads = try TaggedRoads(
      """
      A--B--C--D
      |        |
      X--------Y
      """,
      [
        "AB highway=residential", "BC highway=pedestrian motor_vehicle=no motor_vehicle:conditional=yes@delivery",
        "CD highway=pedestrian motor_vehicle=no motor_vehicle:conditional=yes@delivery",
        "AX highway=residential", "XY highway=residential", "YD highway=residential",
      ])
    #expect(try Self.route(roads, "AC") == "ABC")
    #expect(try Self.route(roads, "CY") == "CDY")
    #expect(try Self.route(roads, "AY") == "AXY")
  }
}
