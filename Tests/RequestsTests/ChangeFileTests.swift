import Geodesy
import Moments
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing

@testable import Requests

/// Ways 1 (A-B-C-D) and 2 (B-E).
///
///     A----B----C----D
///          |
///          E
private struct Village {
  let sketch: RoadSketch
  private let folder: TemporaryFolder

  init() throws {
    sketch = try RoadSketch(
      """
      A----B----C----D
           |
           E
      """, metresPerCell: 100, roads: ["A-B-C-D", "B-E"])
    folder = try TemporaryFolder()
  }

  func policy(_ rules: String) throws -> RoadPolicy {
    try folder.write("policy.json", "{\"rules\":[\(rules)]}")
    return try RoadPolicy(path: folder.path("policy.json"), on: sketch.graph)
  }

  func traffic(_ text: String) throws -> TrafficFile {
    try folder.write("traffic.csv", text)
    return try TrafficFile(path: folder.path("traffic.csv"), on: sketch.graph)
  }

  /// The roads that a policy closes at a time.
  func closed(_ policy: RoadPolicy, at time: String? = nil, to mode: TravelMode = .car) throws -> String {
    var timetable = RoadTimetable()
    timetable.policy = policy.changes
    var request = RouteRequest(waypoints: [])
    request.options.mode = mode
    request.departure = try time.map { try #require(ZonedTime(iso8601: $0)) }
    let changes = timetable.changes(for: request, on: sketch.graph)
    let edges = (0..<sketch.graph.edgeCount).map { EdgeID($0) }.filter { changes[$0]?.isClosed == true }
    return sketch.spelled(edges).split(separator: " ").sorted().joined(separator: " ")
  }

  /// A place this many metres east and north of a letter.
  func place(_ letter: Character, east: Metres, north: Metres) -> Place {
    LocalRuler(at: sketch.place(letter)).place(LocalPoint(x: east, y: north))
  }
}

@Suite struct `A rule of a policy` {
  @Test(arguments: [
    (#""ways":[2]"#, "BE EB"),
    (#""ways":[2],"direction":"forward""#, "BE"),
    (#""ways":[1],"direction":"backward""#, "BA CB DC"),
  ])
  func `is for ways`(target: String, roads: String) throws {
    let village = try Village()
    #expect(try village.closed(village.policy("{\(target),\"closed\":true}")) == roads)
  }

  @Test func `may be for some modes`() throws {
    let village = try Village()
    let policy = try village.policy(#"{"ways":[2],"modes":["truck","bus"],"closed":true}"#)
    #expect(try village.closed(policy).isEmpty)
    #expect(try village.closed(policy, to: .truck) == "BE EB")
    let wrong = try village.policy(
      #"{"ways":[2],"modes":["tram"],"closed":true},{"ways":[2],"modes":[],"closed":true}"#)
    #expect(wrong.refusals.map(\.refusal.reason) == [.badValue, .badValue])
  }

  @Test func `is for edges`() throws {
    let village = try Village()
    let edge = village.sketch.edge("CB").index
    #expect(try village.closed(village.policy("{\"edges\":[\(edge)],\"closed\":true}")) == "CB")
  }

  @Test(arguments: [("forward", "AB BC"), ("backward", "BA CB"), ("both", "AB BA BC CB")])
  func `is for the roads along a line`(direction: String, roads: String) throws {
    let village = try Village()
    let line = [
      village.place("A", east: 5, north: 20), village.place("B", east: 0, north: -9),
      village.place("C", east: -5, north: 12),
    ]
    let places = line.map { "{\"lat\":\($0.latitude),\"lon\":\($0.longitude)}" }.joined(separator: ",")
    let policy = try village.policy("{\"line\":[\(places)],\"direction\":\"\(direction)\",\"closed\":true}")
    #expect(try village.closed(policy) == roads)
  }

  @Test func `is for all roads of which any part lies in an area, and not in its holes`() throws {
    let village = try Village()
    func ring(_ west: Metres, _ south: Metres, _ east: Metres, _ north: Metres) -> String {
      let corners = [(west, south), (east, south), (east, north), (west, north), (west, south)]
      return "("
        + corners.map { x, y in
          let place = village.place("B", east: x, north: y)
          return "\(place.longitude) \(place.latitude)"
        }.joined(separator: ", ") + ")"
    }
    // Around the middle of BE; across BC between its ends; around a hole that holds all.
    for (area, roads) in [
      ("POLYGON (\(ring(-50, -120, 50, -80)))", "BE EB"),
      ("POLYGON (\(ring(200, -50, 220, 50)))", "BC CB"),
      ("POLYGON (\(ring(-900, -900, 1900, 900)), \(ring(-800, -800, 1800, 800)))", ""),
      ("MULTIPOLYGON ((\(ring(-50, -120, 50, -80))), (\(ring(200, -50, 220, 50))))", "BC BE CB EB"),
    ] {
      let policy = try village.policy("{\"area\":\"\(area)\",\"closed\":true}")
      #expect(try village.closed(policy) == roads, "\(area)")
      if roads.isEmpty { #expect(policy.refusals.map(\.refusal.reason) == [.offRoad]) }
    }
  }

  @Test func `holds from, to and by opening hours`() throws {
    let village = try Village()
    let policy = try village.policy(
      #"""
      {"ways":[2],"closed":true,"from":"2026-03-02T00:00:00+01:00","to":"2026-03-07T00:00:00+01:00",
       "hours":"Mo-Fr 07:00-09:00"}
      """#)
    #expect(try village.closed(policy, at: "2026-03-02T08:00:00+01:00") == "BE EB")
    #expect(try village.closed(policy, at: "2026-03-02T10:00:00+01:00") == "")
    #expect(try village.closed(policy, at: "2026-03-09T08:00:00+01:00") == "")
    #expect(try village.closed(policy) == "")
  }

  @Test(arguments: [
    (#"{"ways":[99],"closed":true}"#, "unknown_way", "the map has no way 99"),
    (#"{"edges":[400],"closed":true}"#, "unknown_edge", "the map has no edge 400"),
    (#"{"closed":true}"#, "no_target", "names no roads"),
    (#"{"ways":[2]}"#, "no_effect", "does nothing"),
    (#"{"ways":[2],"closed":false}"#, "no_effect", "does nothing"),
    (#"{"ways":2,"closed":true}"#, "wrong_type", "ways is not a list of whole numbers"),
    (#"{"way":[2],"closed":true}"#, "unknown_field", "there is no field 'way'"),
    (#"{"ways":[2],"speed_factor":0}"#, "bad_value", "speed_factor is 0.01 to 10.0, not 0.0"),
    (#"{"ways":[2],"closed":true,"hours":"now and then"}"#, "bad_value", "hours are not understood: 'now and then'"),
    (#"{"ways":[2],"closed":true,"from":"2026-03-02T08:00:00"}"#, "bad_value", "from is a time with its offset"),
    (
      #"{"ways":[2],"closed":true,"from":"2026-03-02T08:00:00Z","to":"2026-03-02T08:00:00Z"}"#, "bad_value",
      "to is not after from"
    ),
    (#"{"line":[{"lat":0,"lon":0},{"lat":1,"lon":1}],"closed":true}"#, "off_road", "does not follow roads"),
    (#"{"area":"POLYGON ((9 47, 9.1 47))","closed":true}"#, "bad_area", "three different places"),
    (#"{"area":"CIRCLE (9 47)","closed":true}"#, "bad_area", "not 'CIRCLE'"),
    (#"{"area":{"type":"Point","coordinates":[9,47]},"closed":true}"#, "bad_area", "a polygon at least"),
  ])
  func `that makes no sense is told, and the others hold`(rule: String, reason: String, clause: String) throws {
    let village = try Village()
    let policy = try village.policy(#"{"ways":[2],"closed":true},"# + rule + #",{"ways":[1],"cost_factor":2}"#)
    #expect(policy.count == 2 && policy.refusals.map(\.number) == [2])
    let refusal = try #require(policy.refusals.first?.refusal)
    #expect(refusal.reason.rawValue == reason && refusal.message.contains(clause), "\(refusal)")
    #expect(try village.closed(policy) == "BE EB")
  }

  @Test func `stands in a list of rules`() throws {
    let folder = try TemporaryFolder()
    try folder.write("policy.json", "[1]")
    let path = folder.path("policy.json")
    #expect(throws: ChangeFileError.notAPolicy(path: path)) { try RoadPolicy(path: path, on: Village().sketch.graph) }
  }
}

@Suite struct `A row of traffic` {
  @Test func `is a speed or an event on a way, an edge or near a place`() throws {
    let village = try Village()
    let place = village.place("B", east: 10, north: -100)
    let traffic = try village.traffic(
      """
      id,kind,way,edge,lat,lon,direction,from,to,speed_kmh,severity,description
      ,speed,1,,,,forward,2026-03-02T07:00:00Z,2026-03-02T09:00:00Z,12,,
      e1,works,,,\(place.latitude),\(place.longitude),,,,,moderate,"pipes, new"
      ,closure,,\(village.sketch.edge("CD").index),,,,,,,,

      """)
    #expect(traffic.refusals.isEmpty && traffic.count == 3)
    #expect(traffic.events.map(\.id) == ["e1", "4"] && traffic.events[0].description == "pipes, new")
    #expect(traffic.events[0].edges == [village.sketch.edge("BE"), village.sketch.edge("EB")])
    var timetable = RoadTimetable()
    timetable.traffic = traffic.changes
    var request = RouteRequest(waypoints: [])
    request.departure = ZonedTime(iso8601: "2026-03-02T08:00:00Z")
    let changes = timetable.changes(for: request, on: village.sketch.graph)
    #expect(changes[village.sketch.edge("AB")]?.speed == 12 / 3.6 && changes[village.sketch.edge("BA")] == nil)
    #expect(changes[village.sketch.edge("BE")]?.speedFactor == 0.5)
    #expect(changes[village.sketch.edge("CD")]?.isClosed == true)
  }

  @Test func `with hours is the usual speed of those hours`() throws {
    let village = try Village()
    let traffic = try village.traffic(
      """
      way,direction,hours,speed_kmh,from
      1,forward,Mo-Fr 07:00-09:00,12,
      1,forward,"Mo-Fr 08:00-09:00; Sa 10:00-12:00",9,
      2,,Mo-Fr 07:30-09:00,15,
      2,,Mo-Fr 07:00-09:00,18,2026-03-02T00:00:00Z
      2,,sometimes,18,

      """)
    #expect(traffic.refusals.map(\.number) == [6] && traffic.count == 4)
    let usual = try #require(traffic.usual.learned(on: village.sketch.graph))
    let (edge, classes) = (village.sketch.edge("AB"), usual.classes)
    #expect(classes.days == [0b001_1111, 0b010_0000, 0b100_0000] && classes.hours == [0, 7, 8, 9, 10, 12])
    let speeds = [7, 8, 9, 24 * 5 + 8, 24 * 5 + 11, 24 * 6 + 8].map { usual.speed(on: edge, in: classes[hour: $0]) }
    let kmh = speeds.map { ($0 ?? 0) * 3.6 }.map { Int($0.rounded()) }
    #expect(kmh == [12, 9, 0, 0, 9, 0])
    #expect(usual.speed(on: edge.reversed, in: classes[hour: 7]) == nil)
    // Of two files the slower speed counts, as of two rows.
    var both = UsualSpeeds()
    #expect(
      both.add(5, to: [edge, edge.reversed], at: try #require(OpeningHours("Sa 10:00-12:00; Mo-Fr 08:00-09:00"))))
    both.add(traffic.usual)
    let merged = try #require(both.learned(on: village.sketch.graph))
    let hours = [7, 8, 24 * 5 + 11, 24 * 6 + 8]
    #expect(
      hours.map { (merged.speed(on: edge, in: merged.classes[hour: $0]) ?? 0) * 3.6 }.map { Int($0.rounded()) } == [
        12, 9, 9, 0,
      ])
    #expect(merged.speed(on: edge.reversed, in: merged.classes[hour: 8]) == 5)
    // Parts of hours, and hours of some weeks, hold at departure like other traffic.
    var timetable = RoadTimetable()
    timetable.traffic = traffic.changes
    var request = RouteRequest(waypoints: [])
    request.departure = ZonedTime(iso8601: "2026-03-02T07:45:00Z")
    let change = timetable.changes(for: request, on: village.sketch.graph)[village.sketch.edge("BE")]
    #expect(change?.usualSpeed == 15 / 3.6)
    #expect(change?.speed == nil)
  }

  @Test(arguments: [
    (",9,,,,12,", "unknown_way", "the map has no way 9"),
    (",,,,,12,", "no_target", "names one of way, edge, or lat and lon"),
    (",1,3,,,12,", "no_target", "names one of way, edge, or lat and lon"),
    (",1,,,,,", "no_effect", "neither a kind of event nor a speed_kmh"),
    ("flood,1,,,,12,", "bad_value", "kind is one of speed, closure, congestion, works, accident, not 'flood'"),
    (",1,,,,0,", "bad_value", "speed_kmh is 1 to 300 km/h"),
    (",one,,,,12,", "wrong_type", "way is a whole number, not 'one'"),
    (",,,0,0,12,", "off_road", "no road within 50 m"),
    ("works,1,,,,,bad", "bad_value", "severity is one of minor, moderate, major, not 'bad'"),
    (",1,,,,12", "bad_row", "the row has 6 fields, expected 7"),
  ])
  func `that makes no sense is told by its line`(row: String, reason: String, clause: String) throws {
    let traffic = try Village().traffic("kind,way,edge,lat,lon,speed_kmh,severity\n,2,,,,20,\n\(row)\n,2,,,,20,\n")
    #expect(traffic.count == 2 && traffic.refusals.map(\.number) == [3])
    let refusal = try #require(traffic.refusals.first?.refusal)
    #expect(refusal.reason.rawValue == reason && refusal.message.contains(clause), "\(refusal)")
  }

  @Test func `has only columns that there are`() throws {
    #expect(throws: ChangeFileError.self) { try Village().traffic("way,speed\n1,12\n") }
    #expect(throws: ChangeFileError.self) { try Village().traffic("kind,speed_kmh\n,12\n") }
  }
}

@Suite struct `An area that crosses the antimeridian` {
  @Test func `holds the roads on both sides`() throws {
    let corner = Place(latitude: -16.8, longitude: 179.99)
    let sketch = try RoadSketch("A----B----C", metresPerCell: 200, corner: corner, roads: ["A-B-C"])
    let area = try RoadArea(text: "POLYGON ((179.95 -16.9, -179.99 -16.9, -179.99 -16.7, 179.95 -16.7, 179.95 -16.9))")
    #expect(area.edges(on: sketch.graph).count == 4)
  }
}
