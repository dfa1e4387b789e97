import Foundation
import TestSupport
import Testing

// In the sample town two ways lead over the water: Ash Bridge, way 1606, and the ferry, way 1602.
private let station = "54.6959126,2.8368978"
private let depot = "54.6983381,2.8458941"
private let farside = "54.7161699,2.8390693"
private let bridge = 1606
private let ferry = 1602

/// Runs `tracemill route` on the sample town.
private func route(_ arguments: [String], input: String = "") throws -> ProgramRun {
  try ProgramRun(["route", "--map", try SampleTown.map.get()] + arguments, input: Data(input.utf8))
}

private func answers(_ run: ProgramRun) throws -> [[String: Any]] {
  try run.output.split(separator: "\n").map { line in
    try #require(try JSONSerialization.jsonObject(with: Data(String(line).utf8)) as? [String: Any])
  }
}

private func answer(_ arguments: [String], input: String = "") throws -> [String: Any] {
  let run = try route(arguments, input: input)
  return try #require(try answers(run).first, "\(run.errors)")
}

extension [String: Any] {
  fileprivate func object(_ name: String) -> [String: Any] { self[name] as? [String: Any] ?? [:] }
  fileprivate func rows(_ name: String) -> [[String: Any]] { self[name] as? [[String: Any]] ?? [] }
  fileprivate func number(_ name: String) -> Double { self[name] as? Double ?? .nan }
  fileprivate var ways: Set<Int> { Set(rows("elements").compactMap { $0["way"] as? Int }) }
  fileprivate var edges: [Int] { rows("elements").compactMap { $0["edge"] as? Int } }
}

private let overTheWater = ["--waypoint", station, "--waypoint", farside]

@Suite struct `Back to a planned route` {
  /// A file of two routes, `a` from the station to the far side, `b` by bicycle to the depot.
  private func plans(in folder: TemporaryFolder) throws -> String {
    let requests = """
      {"id":"a","waypoints":[{"lat":54.6959126,"lon":2.8368978},{"lat":54.7161699,"lon":2.8390693,"name":"Far side"}]}
      {"id":"b","mode":"bicycle","avoid":["tunnels"],"waypoints":[{"lat":54.6959126,"lon":2.8368978},{"lat":54.6983381,"lon":2.8458941}]}
      """
    let run = try route(["--requests", "-", "-o", folder.path("plans.ndjson")], input: requests)
    #expect(run.exitCode == 0, "\(run.errors)")
    return folder.path("plans.ndjson")
  }

  @Test func `leads one answer for each route, with its mode, options and names`() throws {
    let folder = try TemporaryFolder()
    let found = try answers(try route(["--return-to", try plans(in: folder), "--position", "54.7010421,2.8335630"]))
    #expect(found.map { $0["id"] as? String } == ["a", "b"])
    #expect(found.map { $0["mode"] as? String } == ["car", "bicycle"])
    #expect(found[1]["avoid"] as? [String] == ["tunnels"])
    #expect(found[0].rows("waypoints").map { $0["name"] as? String } == [nil, "Far side"])
    let back = found[0].object("return")
    let whole = found[0].object("summary").number("length_m")
    #expect(abs(back.number("length_m") + back.number("remaining_m") - whole) < 0.05 && back.number("length_m") > 0)
    #expect(back["next_waypoint"] as? Int == 1 && back.number("distance_m") > 100)
    let edges = found[0].edges
    let planned = try answers(try route(["--refresh", try plans(in: folder)]))[0].edges
    #expect(edges.suffix(5) == planned.suffix(5), "the end of the plan is kept")
  }

  @Test func `is asked for in requests, by the id of the plan or its handle`() throws {
    let folder = try TemporaryFolder()
    let path = try plans(in: folder)
    let handle = try #require(try answers(try route(["--refresh", path]))[0]["handle"] as? String)
    let from = #""from":{"lat":54.7010421,"lon":2.8335630}"#
    let lines = [
      #"{"id":"b","return_to":"\#(path)",\#(from)}"#, #"{"id":"x","return_to":"\#(handle)",\#(from),"mode":"truck"}"#,
      #"{"id":"c","return_to":"\#(path)",\#(from)}"#, #"{"id":"d","return_to":"\#(path)"}"#,
      #"{"id":"e","return_to":"none.ndjson",\#(from)}"#,
      #"{"id":"a","return_to":"\#(path)",\#(from),"next_waypoint":2}"#,
      #"{"id":"f","return_to":"README.md",\#(from)}"#, #"{"id":"g","return_to":"AAAA",\#(from)}"#,
    ]
    let run = try route(["--requests", "-", "--format", "ndjson"], input: lines.joined(separator: "\n"))
    let found = try answers(run)
    #expect(found.map { $0["mode"] as? String } == ["bicycle", "truck", nil, nil, nil, nil, nil, nil])
    #expect(
      found.map { $0["reason"] as? String }.suffix(6)
        == ["unknown_route", "missing_field", "unreadable_file", "bad_value", "bad_route", "bad_handle"])
    #expect(run.exitCode == 0 && run.errors.contains("next_waypoint is 1 to 1 for this route"), "\(run.errors)")
  }

  @Test(arguments: [
    (["--return-to", "x"], 2, "--return-to goes with --position"), (["--position", station], 2, "Name waypoints"),
    (["--waypoint", station, "--waypoint", depot, "--next-waypoint", "1"], 2, "--next-waypoint goes with"),
    (["--return-to", "nowhere.json", "--position", station], 3, "nowhere.json: there is no such file"),
    (["--return-to", "Traces/requests.ndjson", "--position", station], 3, "no route documents"),
    (["--return-to", "nonsense", "--position", station], 1, "not the handle of a route"),
    (["--return-to", "nonsense", "--position", "here"], 2, "a waypoint is LAT,LON"),
  ])
  func `has a sentence and a code for every mistake`(arguments: [String], code: Int32, sentence: String) throws {
    let run = try route(arguments)
    #expect(run.exitCode == code && run.errors.contains(sentence), "\(run.errors)")
  }
}

@Suite struct `A route made from a line` {
  @Test(arguments: ["geojson", "gpx"])
  func `has the edges of the route that the line was of`(format: String) throws {
    let folder = try TemporaryFolder()
    let line = folder.path("line.\(format)")
    _ = try route(overTheWater + ["-o", line])
    let (planned, found) = (try answer(overTheWater), try answer(["--import", line]))
    #expect(found.edges == planned.edges && found["status"] as? String == "ok")
    let fit = found.object("import")
    #expect(fit["source"] as? String == "line" && fit.number("covered") == 1 && fit["result"] is NSNull)
    #expect(found.rows("differences").isEmpty && found.object("summary").number("duration_s") > 300)
  }

  @Test func `comes from a table of positions or encoded polylines, and from requests`() throws {
    let planned = try answer(["--waypoint", station, "--waypoint", depot])
    let places = try #require(planned.object("geometry")["coordinates"] as? [[Double]])
    let table = "lat,lon\n" + places.map { "\($0[1]),\($0[0])\n" }.joined()
    let five = polyline(places, decimals: 5)
    #expect(try answer(["--import", "-"], input: table).edges == planned.edges)
    #expect(try answer(["--import", "-"], input: five).edges == planned.edges)
    #expect(try answer(["--import", "-"], input: polyline(places, decimals: 6)).edges == planned.edges)
    let escaped = five.replacing("\\", with: "\\\\")
    let requests =
      #"{"id":"p","line":"\#(escaped)"}"# + "\n"
      + #"{"id":"q","mode":"truck","line":{"type":"LineString","coordinates":\#(places)}}"#
    let found = try answers(try route(["--requests", "-", "--format", "ndjson"], input: requests))
    #expect(found.map(\.edges) == [planned.edges, planned.edges] && found[1]["mode"] as? String == "truck")
  }

  @Test(arguments: ["json", "ndjson"])
  func `comes from documents of trips, by their matched places`(format: String) throws {
    let folder = try TemporaryFolder()
    let trips = folder.path("trips.\(format)")
    let map = try SampleTown.map.get()
    let match = try ProgramRun(
      "match", "Traces/courier.gpx", "Traces/bus-7.gpx", "--map", map, "--format", format, "-o", trips, "--quiet")
    try #require(match.exitCode == 0, "\(match.errors)")
    let found = try answers(try route(["--import", trips, "--format", "ndjson"]))
    #expect(found.map { $0["id"] as? String } == ["courier", "bus-7", "bus-7#1.2"])
    #expect(found.allSatisfy { $0.object("import").number("covered") > 0.99 && $0["reason"] is NSNull })
  }

  @Test func `against a oneway violates it`() throws {
    // The wrong-way drive of the sample town, along South Parade from east to west.
    let found = try answer(["--import", "Traces/wrong-way.gpx"])
    #expect(found["status"] as? String == "violating" && found["reason"] as? String == "no_access")
    let violation = try #require(found.rows("violations").first)
    #expect(abs(violation.number("length_m") - 476) < 5)
  }

  @Test(arguments: [
    (#"{"type":"LineString","coordinates":[[2.9,54.9],[2.91,54.91]]}"#, "failed", "could_not_match_line"),
    (#"{"type":"LineString","coordinates":[[2.9,54.9]]}"#, "rejected", "bad_line"),
    (#"{"type":"LineString","coordinates":[[2.9,954.9],[1,2]]}"#, "rejected", "bad_value"),
    ("_p~iF~ps|", "rejected", "bad_line"),
  ])
  func `is refused with a reason where there is none`(line: String, status: String, reason: String) throws {
    let run = try route(["--import", "-"], input: line)
    let found = try #require(try answers(run).first)
    #expect(run.exitCode == 1)
    #expect(found["status"] as? String == status && found["reason"] as? String == reason)
  }

  @Test(arguments: [
    ("", "there is no line in it"), ("{}", "neither GeoJSON"), ("lat;lon\n", "no rows"),
    (#"{"schema":"tracemill/route/1"}"#, "--refresh takes"),
  ])
  func `ends the run where the file has no lines`(input: String, sentence: String) throws {
    let run = try route(["--import", "-"], input: input)
    #expect(run.exitCode == 3 && run.errors.contains(sentence), "\(run.errors)")
    #expect(try route(["--import", "nowhere.gpx"]).exitCode == 3)
  }

  /// Google's encoding.
  private func polyline(_ places: [[Double]], decimals: Int) -> String {
    var text = ""
    var last = [0, 0]
    for place in places {
      let next = [place[1], place[0]].map { Int(($0 * (decimals == 5 ? 1e5 : 1e6)).rounded()) }
      for (a, b) in zip(last, next) {
        var value = (b - a) << 1
        if b < a { value = ~value }
        while value >= 0x20 {
          text.unicodeScalars.append(UnicodeScalar(UInt8(0x20 | value & 0x1F) + 63))
          value >>= 5
        }
        text.unicodeScalars.append(UnicodeScalar(UInt8(value) + 63))
      }
      last = next
    }
    return text
  }
}

@Suite struct `A route on a newer map` {
  /// The sample town as it is when Ash Bridge is gone.
  private func mapWithoutBridge(in folder: TemporaryFolder) throws -> String {
    let town = try String(contentsOf: projectRoot.appending(path: "Traces/town.osm"), encoding: .utf8)
    let begin = try #require(town.range(of: "<way id=\"\(bridge)\""))
    let end = try #require(town.range(of: "</way>", range: begin.upperBound..<town.endIndex))
    try folder.write("town.osm", town.replacingCharacters(in: begin.lowerBound..<end.upperBound, with: ""))
    let map = folder.path("town.tmg")
    let run = try ProgramRun("map", "build", folder.path("town.osm"), "-o", map)
    #expect(run.exitCode == 0, "\(run.errors)")
    return map
  }

  @Test func `is found again by its line, from the handle alone, and told to be the same or changed`() throws {
    let folder = try TemporaryFolder()
    let map = try mapWithoutBridge(in: folder)
    let old = try [["--waypoint", station, "--waypoint", depot], overTheWater].map { try answer($0) }
    let new = try old.map { route in
      let handle = try #require(route["handle"] as? String)
      let run = try ProgramRun("route", "--map", map, "--refresh", handle)
      return try #require(try answers(run).first, "\(run.errors)")
    }
    #expect(new.map { $0.object("import")["result"] as? String } == ["same", "changed"])
    for (old, new) in zip(old, new) {
      let fit = new.object("import")
      #expect(fit["source"] as? String == "route")
      #expect(fit["from_map_version"] as? String == old.object("map")["version"] as? String)
      #expect(abs(fit.number("line_length_m") - old.object("summary").number("length_m")) < 0.2)
    }
    #expect(new[0].ways == old[0].ways && new[0].rows("differences").isEmpty)
    #expect(!new[1].ways.contains(bridge) && new[1].object("import").number("covered") < 0.99)
    #expect(new[1].rows("differences").contains { $0.number("length_m") > 50 })
  }
}

@Suite struct `What holds on the roads` {
  @Test(arguments: [
    ("ignore", [bridge], false), ("keep", [bridge], true), ("optimal", [ferry], false),
  ])
  func `in traffic is left out, told, or driven around`(mode: String, ways: [Int], isDelayed: Bool) throws {
    let folder = try TemporaryFolder()
    let kind = mode == "optimal" ? "closure," : "speed,2"
    try folder.write("traffic.csv", "way,kind,speed_kmh\n\(bridge),\(kind)\n")
    let found = try answer(
      overTheWater + [
        "--traffic", folder.path("traffic.csv"), "--traffic-mode", mode, "--departure", "2026-05-04T08:00:00+02:00",
      ])
    #expect(found.ways.intersection([bridge, ferry]) == Set(ways))
    #expect((found.object("summary").number("delay_s") > 200) == isDelayed)
  }

  @Test func `by policy closes a road, also for a route that is timed again`() throws {
    let folder = try TemporaryFolder()
    try folder.write("policy.json", #"{"rules":[{"ways":[1606],"closed":true}]}"#)
    let policy = ["--policy", folder.path("policy.json")]
    #expect(try answer(overTheWater + policy).ways.intersection([bridge, ferry]) == [ferry])
    let handle = try #require(try answer(overTheWater)["handle"] as? String)
    let again = try answer(["--refresh", handle] + policy)
    #expect(again["status"] as? String == "violating" && again["reason"] as? String == "closure")
  }

  @Test func `by arrival has the route leave in time`() throws {
    let summary = try answer(overTheWater + ["--arrival", "2026-05-04T09:00:00+02:00"]).object("summary")
    #expect(summary["arrival"] as? String == "2026-05-04T07:00:00.000Z" && summary["utc_offset"] as? String == "+02:00")
    #expect((summary["departure"] as? String ?? "") < "2026-05-04T06:55:00Z")
  }

  @Test func `in an area is avoided`() throws {
    let area = "POLYGON ((2.8 54.705, 2.9 54.705, 2.9 54.7075, 2.8 54.7075, 2.8 54.705))"
    let found = try answer(["--waypoint", station, "--waypoint", depot, "--avoid-area", area])
    #expect(found["status"] as? String == "ok")
    let bad = try route(overTheWater + ["--avoid-area", "POLYGON ((1 2))"])
    #expect(bad.exitCode == 3, "\(bad.errors)")
  }

  @Test func `leaves other routes to tell, the best one first`() throws {
    let found = try answers(try route(overTheWater + ["--alternatives", "3"]))
    #expect(found.count > 1 && found.map { $0["alternative"] as? Int } == Array(0..<found.count))
    #expect(Set(found.map { $0["handle"] as? String }).count == found.count)
    let durations = found.map { $0.object("summary").number("duration_s") }
    #expect(durations[0] == durations.min())
  }

  @Test func `of another kind than a search says which options have no effect`() throws {
    let handle = try #require(try answer(overTheWater)["handle"] as? String)
    let inputs = [
      (["--refresh", handle], "without effect: --alternatives, --snap-radius, --max-waypoints, --mode\n"),
      (["--import", "Traces/courier.gpx"], "without effect: --alternatives, --snap-radius, --max-waypoints\n"),
      (["--return-to", handle, "--position", "54.7010421,2.8335630"], "without effect: --alternatives\n"),
    ]
    for (input, sentence) in inputs {
      let run = try route(
        input + ["--alternatives", "2", "--snap-radius", "99", "--max-waypoints", "9", "--mode", "car"])
      #expect(run.exitCode == 0 && run.errors.contains(sentence), "\(run.errors)")
      #expect(try !route(input + ["--departure", "2026-05-04T08:00:00Z"]).errors.contains("without effect"))
    }
  }

  @Test(arguments: [
    (["--departure", "today"], 2, "--departure is a time with its offset"),
    (
      ["--departure", "2026-05-04T08:00:00Z", "--arrival", "2026-05-04T09:00:00Z"], 2, "either --departure or --arrival"
    ),
    (["--policy", "nowhere.json"], 3, "nowhere.json"),
    (["--policy", "README.md"], 3, "README.md:1: not well-formed JSON"),
    (["--traffic", "nowhere.csv"], 3, "nowhere.csv"), (["--traffic", "Traces/sparse.csv"], 3, "traffic has no column"),
    (["--traffic-mode", "wild"], 2, "is one of"),
  ])
  func `has a sentence and a code for every mistake`(arguments: [String], code: Int32, sentence: String) throws {
    let run = try route(overTheWater + arguments)
    #expect(run.exitCode == code && run.errors.contains(sentence), "\(run.errors)")
  }
}

@Suite struct `A folder of routes` {
  @Test func `holds all tables, what was refused, and a manifest`() throws {
    let folder = try TemporaryFolder()
    let run = try route(["--requests", "Traces/requests.ndjson", "-o", folder.path("routes")])
    #expect(run.exitCode == 0 && run.output.isEmpty && run.errors.contains("see the rejects in"), "\(run.errors)")
    let golden = try String(contentsOf: projectRoot.appending(path: "Reports/routes.csv"), encoding: .utf8)
    #expect(try folder.text("routes/routes.csv") == golden)
    for table in [
      "waypoints", "sections", "legs", "maneuvers", "elements", "violations", "events", "off_road", "returns",
      "imports",
      "differences",
    ] {
      #expect(try folder.text("routes/\(table).csv").hasPrefix("id,alternative,"))
    }
    let rejects = try folder.text("routes/rejects.csv").split(separator: "\n")
    #expect(rejects[0] == "file,line,trace_id,reason,message")
    #expect(rejects.contains { $0.hasPrefix("Traces/requests.ndjson,17,out-at-sea,could_not_match_destination,") })
    let manifest = try #require(
      try JSONSerialization.jsonObject(with: Data(try folder.text("routes/manifest.json").utf8)) as? [String: Any])
    let requests = manifest.object("requests")
    #expect(manifest.object("rejects")["count"] as? Int == rejects.count - 1 && manifest["trips"] == nil)
    #expect(requests["count"] as? Int == golden.split(separator: "\n").count - 1)
    #expect(manifest.rows("outputs").count == 13 && manifest.object("options")["format"] as? String == "csv")
  }

  @Test(arguments: [("ndjson", "rejects.ndjson"), ("geojson", "rejects.csv"), ("gpx", "rejects.csv")])
  func `in other formats holds one file and what was refused`(format: String, rejects: String) throws {
    let folder = try TemporaryFolder()
    let arguments = ["--requests", "Traces/requests.ndjson", "-o", folder.path("out"), "--format", format, "--quiet"]
    #expect(try route(arguments).exitCode == 0)
    #expect(
      folder.exists("out/routes.\(format)") && folder.exists("out/\(rejects)") && folder.exists("out/manifest.json"))
  }

  @Test func `may hold some tables alone, and one file holds one`() throws {
    let folder = try TemporaryFolder()
    let tables = ["--table", "legs", "--table", "sections"]
    #expect(try route(overTheWater + tables + ["-o", folder.path("out/")]).exitCode == 0)
    #expect(folder.exists("out/legs.csv") && folder.exists("out/sections.csv") && !folder.exists("out/rejects.csv"))
    let run = try route(overTheWater + tables)
    #expect(run.exitCode == 2 && run.errors.contains("do not fit into one stream"), "\(run.errors)")
  }
}
