import Foundation
import Geodesy
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing

@testable import Requests

/// The content of a file with this text: requests, and the faults of the others.
private func read(_ text: String) throws -> [(line: Int, result: Result<WrittenRequest, RequestRefusal>)] {
  let folder = try TemporaryFolder()
  try folder.write("requests", text)
  let file = try RequestFile(path: folder.path("requests"))
  var found: [(line: Int, result: Result<WrittenRequest, RequestRefusal>)] = []
  while let line = file.next() {
    found.append((line.line, Result { () throws(RequestRefusal) in try file.form.request(line) }))
  }
  return found
}

private let good = #"{"waypoints":[{"lat":47.1,"lon":9.5},{"lat":47.2,"lon":9.6}]}"#

@Suite struct `A request in JSON` {
  @Test func `says all that a request can say`() throws {
    let text = #"""
      {"id": "van 7", "waypoints": [
       {"lat": 47.1, "lon": 9.5, "name": "Depot", "side": "kerb"},
       {"lat": 47.15, "lon": 9.55, "type": "pass_through", "heading": 90},
       {"lat": 47.2, "lon": 9.6, "radius": 80, "type": null}],
       "mode": "truck", "optimization": "shortest", "avoid": ["ferries", "toll_roads"], "avoid_edges": [3, 5],
       "avoid_ways": [17], "strict": true, "alternatives": 2, "snap_radius": 250,
       "vehicle_height": 3.5, "vehicle_axle_load": 8, "hazardous_goods": true}
      """#.replacing("\n", with: "")
    let request = try read(text)[0].result.get()
    let options = request.options
    #expect(request.id == "van 7" && options.mode == .truck && options.optimisation == .shortest)
    #expect(options.avoid == [AvoidedFeatures(.ferries), AvoidedFeatures(.tollRoads)] && options.avoidEdges == [3, 5])
    #expect(
      options.isStrict == true && options.snapRadius == 250 && options.alternatives == 2 && options.avoidWays == [17])
    #expect(options.vehicle[.height] == 3.5 && options.vehicle[.axleLoad] == 8 && options.vehicle[.width] == nil)
    #expect(options.vehicle.isHazardous == true)
    #expect(request.waypoints.map(\.kind) == [.stopover, .passThrough, .stopover])
    #expect(request.waypoints[0].name == "Depot" && request.waypoints[0].side == .kerb)
    #expect(request.waypoints[1].heading == 90 && request.waypoints[2].radius == 80)
    #expect(request.waypoints[2].place == Place(latitude: 47.2, longitude: 9.6))
  }

  @Test(arguments: [
    ("{", "bad_json", "the line is no well-formed JSON"),
    (#"{"id":"a"} {"id":"b"}"#, "bad_json", "the line is no well-formed JSON"),
    (#"{"to":1,"id":5}"#, "unknown_field", "there is no field 'to'"),
    (#"{"waypoints":[{"lat":1,"lon":2,"alt":3}]}"#, "unknown_field", "there is no field waypoints[0].'alt'"),
    (#"{"waypoints":[{"lat":1,"lon":2},{"lat":1}]}"#, "missing_field", "waypoints[1].lon is missing"),
    (#"{"waypoints":[{"lat":"47","lon":2}]}"#, "wrong_type", "waypoints[0].lat is not a number"),
    (#"{"waypoints":[[47,9]]}"#, "wrong_type", "waypoints is not a list of objects"),
    (#"{"waypoints":{"lat":47}}"#, "wrong_type", "waypoints is not a list of objects"),
    (#"{"id":[1]}"#, "wrong_type", "id is not a text or a whole number"),
    (#"{"strict":1}"#, "wrong_type", "strict is not true or false"),
    (#"{"mode":true}"#, "wrong_type", "mode is not a text"),
    (#"{"avoid":"ferries"}"#, "wrong_type", "avoid is not a list of texts"),
    (#"{"avoid_edges":[1.5]}"#, "wrong_type", "avoid_edges is not a list of whole numbers"),
    (#"{"alternatives":1.5}"#, "wrong_type", "alternatives is not a whole number"),
    (#"{"snap_radius":"1"}"#, "wrong_type", "snap_radius is not a number"),
    (#"{"hazardous_goods":"no"}"#, "wrong_type", "hazardous_goods is not true or false"),
    (#"{"waypoints":[{"lat":91,"lon":2}]}"#, "bad_value", "waypoints[0]: latitude 91.0 is outside -90…90"),
    (#"{"waypoints":[{"lat":1,"lon":-181}]}"#, "bad_value", "waypoints[0]: longitude -181.0 is outside -180…180"),
    (#"{"waypoints":[{"lat":1,"lon":2,"heading":361}]}"#, "bad_value", "waypoints[0].heading is 0 to 360 degrees"),
    (
      #"{"waypoints":[{"lat":1,"lon":2,"type":"via"}]}"#, "bad_value",
      "type is one of stopover, pass_through, not 'via'"
    ),
    (#"{"waypoints":[{"lat":1,"lon":2,"side":"left"}]}"#, "bad_value", "side is one of any, kerb, not 'left'"),
    (#"{"waypoints":[{"lat":1,"lon":2,"radius":0}]}"#, "bad_value", "waypoints[0].radius is 1 to 10000 metres"),
    (#"{"vehicle_weight":0}"#, "bad_value", "vehicle_weight is above 0 and up to 1000 tonnes, not 0.0"),
    (#"{"mode":"submarine"}"#, "bad_value", "mode is one of car, truck"),
    (#"{"optimization":"cheapest"}"#, "bad_value", "optimisation is one of fastest, shortest, balanced"),
    (#"{"avoid":["hills"]}"#, "bad_value", "avoid is one of toll_roads"),
    (#"{"alternatives":11}"#, "bad_value", "alternatives is 0 to 10 routes"),
    (#"{"snap_radius":0}"#, "bad_value", "snap_radius is 1 to 10000 metres"),
    (#"{"departure":"noon"}"#, "bad_value", "departure is a time with its offset"),
    (
      #"{"departure":"2026-03-02T08:00:00Z","arrival":"2026-03-02T09:00:00Z"}"#, "bad_value",
      "departure or arrival, not both"
    ),
    (#"{"return_to":"plan.json"}"#, "missing_field", "return_to goes with from"),
    (
      #"{"return_to":"plan.json","from":{"lat":1,"lon":2},"waypoints":[{"lat":1,"lon":2}]}"#, "bad_value",
      "waypoints or return_to, not both"
    ),
    (
      #"{"line":"_p~iF~ps|U_ulLnnqC","return_to":"plan.json"}"#, "bad_value",
      "return_to or line, not both"
    ),
    (#"{"line":"_p~iF~ps|U"}"#, "bad_line", "a line has two different places at least"),
  ])
  func `that makes no sense is refused with what and where`(line: String, reason: String, clause: String) throws {
    let found = try read(good + "\n\n" + line + "\n" + good)
    #expect(found.map(\.line) == [1, 3, 4])
    #expect(throws: Never.self) { try found[0].result.get() }
    #expect(throws: Never.self) { try found[2].result.get() }
    let refusal = try #require(throws: RequestRefusal.self) { try found[1].result.get() }
    #expect(refusal.reason.rawValue == reason && refusal.message.contains(clause), "\(refusal)")
  }

  @Test func `that is refused keeps its id`() throws {
    let found = try read(#"{"zone":1,"id":"a"}"# + "\n" + #"{"id":7,"mode":1}"#)
    let ids = found.map { line in
      #expect(throws: RequestRefusal.self) { try line.result.get() }
      if case .failure(let refusal) = line.result { return refusal.id }
      return nil
    }
    #expect(ids == ["a", "7"])
  }

  @Test func `longer than any request costs one line`() throws {
    let long = "{\"id\":\"" + String(repeating: "x", count: 3 << 20) + "\"}"
    let found = try read(good + "\n" + long + "\n" + good + "\n" + long)
    #expect(found.map(\.line) == [1, 2, 3, 4])
    let reasons = found.map { line -> RequestReason? in
      if case .failure(let refusal) = line.result { return refusal.reason }
      return nil
    }
    #expect(reasons == [nil, .tooLong, nil, .tooLong])
  }
}

@Suite struct `A request in CSV` {
  @Test func `is a row with two places, some between, and options`() throws {
    let found = try read(
      """
      id,from_lat,from_lon,to_lat,to_lon,via,mode,avoid,strict,snap_radius,alternatives,vehicle_weight
      a,47.1,9.5,47.2,9.6,,,,,,,
      b,47.1,9.5,47.2,9.6,"47.12,9.51,type=pass_through;47.15,9.55,name=Mill, heading=270",bicycle,ferries tunnels,true,90,3,7.5

      """)
    let first = try found[0].result.get()
    #expect(first.id == "a" && first.waypoints.count == 2 && first.options.mode == nil && first.options.avoid == nil)
    let second = try found[1].result.get()
    #expect(second.waypoints.map(\.kind) == [.stopover, .passThrough, .stopover, .stopover])
    #expect(second.waypoints[2].name == "Mill" && second.waypoints[2].heading == 270)
    #expect(second.options.avoid == [AvoidedFeatures(.ferries), AvoidedFeatures(.tunnels)])
    #expect(first.options.alternatives == nil && second.options.alternatives == 3)
    #expect(second.options.isStrict == true && second.options.snapRadius == 90 && second.options.mode == .bicycle)
    #expect(first.options.vehicle.isEmpty && second.options.vehicle[.weight] == 7.5)
  }

  @Test(arguments: [
    ("x,47.1,9.5,47.2", "bad_row", "the row has 4 fields, expected 6"),
    ("\"x,47.1,9.5,47.2,9.6,", "bad_row", "a quoted field is not closed"),
    ("x,,9.5,47.2,9.6,", "missing_field", "from_lat is missing"),
    ("x,north,9.5,47.2,9.6,", "wrong_type", "from_lat is a coordinate in degrees, not 'north'"),
    ("x,47.1,9.5,nan,9.6,", "bad_value", "to: latitude nan is outside"),
    ("x,47.1,9.5,47.2,9.6,home", "bad_value", "a waypoint is LAT,LON, not 'home'"),
    ("x,47.1,9.5,47.2,9.6,\"47,9,colour=red\"", "unknown_field", "not 'colour=red'"),
  ])
  func `that makes no sense is refused with what and where`(row: String, reason: String, clause: String) throws {
    let found = try read("id,from_lat,from_lon,to_lat,to_lon,via\n\(row)\ny,47.1,9.5,47.2,9.6,\n")
    #expect(found.map(\.line) == [2, 3])
    let refusal = try #require(throws: RequestRefusal.self) { try found[0].result.get() }
    #expect(refusal.reason.rawValue == reason && refusal.message.contains(clause), "\(refusal)")
    #expect(refusal.id == (reason == "bad_row" ? nil : "x"))
    #expect(throws: Never.self) { try found[1].result.get() }
  }

  @Test(arguments: [",", ";", "\t"])
  func `separates its fields by what its header has`(delimiter: String) throws {
    let rows = ["\u{FEFF}from_lat,from_lon,to_lat,to_lon", "47.1,9.5,47.2,9.6"]
    let found = try read(rows.joined(separator: "\r\n").replacing(",", with: delimiter))
    #expect(try found[0].result.get().waypoints.count == 2)
  }
}

@Suite struct `A file of requests` {
  @Test func `that breaks off ends in a refusal after the requests before`() throws {
    let folder = try TemporaryFolder()
    let lines = [UInt8]((good + "\n" + good + "\n").utf8)
    let size = UInt16(lines.count)
    // A member of gzip with one stored block and no end.
    let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 0]
    let lengths = [size, ~size].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    try Data(head + lengths + lines).write(to: folder.url.appending(path: "cut.gz"))
    let file = try RequestFile(path: folder.path("cut.gz"))
    var refusals: [RequestReason?] = []
    while let line = file.next() { refusals.append(line.refusal?.reason) }
    #expect(refusals == [nil, nil, .unreadable])
  }

  @Test func `may have its reasons looked up in the documentation`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
    let text = try String(contentsOf: root.appending(path: "Documentation/Routing.md"), encoding: .utf8)
    let errors: [RouteError] = [
      .tooFewWaypoints, .tooManyWaypoints(most: 2), .passThroughNotForMode, .passThroughAtEnd,
      .couldNotMatch(waypoint: 0, of: 3), .couldNotMatch(waypoint: 1, of: 3), .couldNotMatch(waypoint: 2, of: 3),
      .noRoute(leg: 0), .onlyViolating(leg: 0),
      .couldNotMatchLine(position: 0, place: Place(latitude: 0, longitude: 0)), .lineOffRoads(covered: 0),
      .waypointOffLine(waypoint: 0, distance: 0),
    ]
    for code in RequestReason.allCases.map(\.rawValue) + errors.map(\.code) { #expect(text.contains("`\(code)`")) }
  }
}

@Suite struct `A file of requests that cannot be used at all` {
  @Test(arguments: [
    ("", "there are no requests in it"),
    ("\n \n", "there are no requests in it"),
    ("[{}]", "a JSON array; write one request per line"),
    ("from_lat,from_lon,to_lat\n", "the header has no to_lon"),
    ("from_lat,from_lon,to_lat,to_lon,driver\n", "requests have no column 'driver'"),
    ("from_lat,from_lat,to_lat,to_lon\n", "requests have no column 'from_lat'"),
    ("\"from_lat,from_lon\n", "a quote in the header is not closed"),
  ])
  func `says why`(text: String, sentence: String) throws {
    let error = try #require(throws: RequestFileError.self) { _ = try read(text) }
    #expect(error.description.contains(sentence), "\(error)")
  }

  @Test func `is one that is not there`() {
    #expect(throws: RequestFileError.self) { _ = try RequestFile(path: "nowhere.ndjson") }
  }
}

@Suite struct `A written request on a map` {
  private func sketch() throws -> RoadSketch { try RoadSketch("A---B---C", roads: ["A-B-C"]) }

  @Test func `avoids all edges of its ways, and those it names`() throws {
    let sketch = try sketch()
    let resolver = RequestResolver(on: sketch.graph)
    let one = try resolver.request(options { $0.avoidEdges = [Int64(sketch.edge("AB").index)] }).options.avoidedEdges
    #expect((0..<4).filter { one.contains(EdgeID($0)) } == [sketch.edge("AB").index])
    let all = try resolver.request(options { $0.avoidWays = [1] }).options.avoidedEdges
    #expect((0..<4).allSatisfy { all.contains(EdgeID($0)) })
  }

  @Test func `avoids the same each time it is resolved, and what others avoid is their own affair`() throws {
    let sketch = try RoadSketch("A---B---C", roads: ["A-B", "B-C"])
    let first = options { $0.avoidWays = [1] }
    let second = options { $0.avoidWays = [2] }
    let resolver = RequestResolver(on: sketch.graph, defaults: first)
    for (request, avoided) in [(first, "AB"), (second, "BC"), (RequestOptions(), "AB"), (second, "BC")] {
      let edges = try resolver.request(request).options.avoidedEdges
      for road in ["AB", "BA", "BC", "CB"] {
        #expect(edges.contains(sketch.edge(road)) == (Set(road) == Set(avoided)), "\(road) of \(avoided)")
      }
    }
    #expect(throws: RequestRefusal.self) { try resolver.request(options { $0.avoidWays = [1, 9] }) }
  }

  @Test func `avoids the areas of the run unless it names its own`() throws {
    let sketch = try RoadSketch("A---B---C", roads: ["A-B", "B-C"])
    let resolver = RequestResolver(on: sketch.graph, defaults: options { $0.avoidArea = .edges([sketch.edge("AB")]) })
    let aroundC = [(-300, -300), (-300, 300), (300, 0)].map { north, east in
      sketch.place("C").moved(latitudeE7: north, longitudeE7: east)
    }
    let own = RoadArea(polygons: [[aroundC]])
    for (request, avoided) in [(RequestOptions(), "AB"), (options { $0.avoidArea = .area(own) }, "BC")] {
      let edges = try resolver.request(request).options.avoidedEdges
      #expect(["AB", "BC"].filter { edges.contains(sketch.edge($0)) } == [avoided])
    }
  }

  @Test func `may leave to defaults what it does not say`() throws {
    let defaults = options {
      $0.mode = .truck
      $0.avoid = AvoidedFeatures(.ferries)
      $0.snapRadius = 200
      $0.vehicle = Vehicle([.height: 3.5, .weight: 12])
    }
    let own = options {
      $0.avoid = []
      $0.vehicle[.weight] = 7.5
    }
    var waypoints = [Waypoint(place: RoadSketch.corner), Waypoint(place: RoadSketch.corner)]
    waypoints[1].radius = 50
    let request = try RequestResolver(on: try sketch().graph, defaults: defaults).request(own, through: waypoints)
    #expect(request.options.mode == .truck && request.options.avoid.isEmpty)
    #expect(request.waypoints.map(\.radius) == [200, 50])
    #expect(request.options.vehicle == Vehicle([.height: 3.5, .weight: 7.5]))
  }

  @Test(arguments: [
    (options { $0.avoidEdges = [4] }, RequestReason.unknownEdge, "the map has no edge 4"),
    (options { $0.avoidEdges = [-1] }, .unknownEdge, "the map has no edge -1"),
    (options { $0.avoidWays = [1, 8] }, .unknownWay, "the map has no way 8"),
  ])
  func `is refused where the map has no such road`(
    options: RequestOptions, reason: RequestReason, clause: String
  ) throws {
    let resolver = RequestResolver(on: try sketch().graph)
    let refusal = try #require(throws: RequestRefusal.self) { _ = try resolver.request(options) }
    #expect(refusal.reason == reason && refusal.message.contains(clause), "\(refusal)")
  }
}

private func options(_ change: (inout RequestOptions) -> Void) -> RequestOptions {
  var options = RequestOptions()
  change(&options)
  return options
}

extension WrittenRequest {
  /// Those of a route through waypoints.
  fileprivate var waypoints: [Waypoint] {
    if case .through(let waypoints) = task { return waypoints }
    return []
  }
}
