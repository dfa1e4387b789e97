import Foundation
import TestSupport
import Testing

private let station = "54.6959126,2.8368978"
private let depot = "54.6983381,2.8458941"

/// Runs `tracemill route` on the sample town.
private func route(_ arguments: [String], input: String = "") throws -> ProgramRun {
  try ProgramRun(["route", "--map", try SampleTown.map.get()] + arguments, input: Data(input.utf8))
}

func jsonObject(_ text: some StringProtocol) throws -> [String: Any] {
  try #require(try JSONSerialization.jsonObject(with: Data(String(text).utf8)) as? [String: Any])
}

@Suite struct `Routes through the sample town` {
  @Test(arguments: ["csv", "json", "geojson"])
  func `are those that are checked in`(format: String) throws {
    let folder = try TemporaryFolder()
    let run = try route(["--requests", "Traces/requests.ndjson", "-o", folder.path("routes.\(format)"), "--quiet"])
    #expect(run.exitCode == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
    let golden = try Data(contentsOf: projectRoot.appending(path: "Reports/routes.\(format)"))
    let found = try Data(contentsOf: folder.url.appending(path: "routes.\(format)"))
    #expect(found == golden, "Reports/routes.\(format) differs; if that is meant: make run, and look at the difference")
  }

  @Test func `are the same bytes with one worker and with eight, in the order of the requests`() throws {
    let one = try String(contentsOf: projectRoot.appending(path: "Traces/requests.ndjson"), encoding: .utf8)
    let many = String(repeating: one, count: 20)
    let runs = try ["1", "8"].map { try route(["--requests", "-", "--jobs", $0, "--quiet"], input: many) }
    #expect(runs[0].exitCode == 0 && runs[0].output == runs[1].output)
    let lines = runs[0].output.split(separator: "\n")
    #expect(lines.count == many.split(separator: "\n").count)
    for (number, line) in zip(1..., lines) {
      #expect(line.contains("\"source\":{\"file\":\"-\",\"line\":\(number)}"))
    }
  }

  @Test func `tell of each request without a route by file and line, and count the reasons`() throws {
    let run = try route(["--requests", "Traces/requests.ndjson", "--table", "routes"])
    #expect(run.exitCode == 0)
    #expect(run.errors.contains("requests.ndjson:21: strict is not true or false.\n"), "\(run.errors)")
    #expect(run.errors.contains("bad_json 1, bad_value 1, could_not_match_destination 1"), "\(run.errors)")
    #expect(try route(["--requests", "Traces/requests.ndjson", "--no-violations", "--quiet"]).exitCode == 1)
  }

  @Test func `are also asked for in CSV`() throws {
    let rows = "id,from_lat,from_lon,to_lat,to_lon,avoid\na,\(station),\(depot),tunnels\nb,\(station),0,0,\n"
    let run = try route(["--requests", "-", "--format", "ndjson", "--quiet"], input: rows)
    let answers = try run.output.split(separator: "\n").map { try jsonObject($0) }
    #expect(answers.map { $0["id"] as? String } == ["a", "b"])
    #expect(answers.map { $0["status"] as? String } == ["ok", "failed"])
    #expect(answers[0]["avoid"] as? [String] == ["tunnels"])
  }
}

@Suite struct `A route asked for on the command line` {
  @Test func `is as the README shows it`() throws {
    let run = try route(["--waypoint", "54.6959,2.8369", "--waypoint", "54.7162,2.8391", "--avoid-way", "1606"])
    let answer = try jsonObject(run.output)
    let summary = try #require(answer["summary"] as? [String: Any])
    let maneuvers = try #require(answer["maneuvers"] as? [[String: Any]]).compactMap { $0["instruction"] as? String }
    let numbers = [summary["length_m"], summary["duration_s"]].map { "\($0 ?? "")" }
    let readme = try String(contentsOf: projectRoot.appending(path: "README.md"), encoding: .utf8)
    #expect(readme.contains("```\n" + (numbers + maneuvers).joined(separator: "\n") + "\n```"))
  }

  @Test(arguments: ["csv", "json", "ndjson", "geojson", "gpx"])
  func `goes to standard output in every format, and nothing else does`(format: String) throws {
    let run = try route(["--waypoint", station, "--waypoint", depot, "--format", format])
    #expect(run.exitCode == 0 && run.errors.isEmpty && run.output.contains("car"), "\(run.errors)")
  }

  @Test func `takes all options of a request`() throws {
    let options = [
      "--mode", "truck", "--optimization", "shortest", "--avoid", "ferries,tunnels", "--avoid", "toll_roads",
      "--avoid-way", "1602", "--avoid-edge", "3", "--snap-radius", "200", "--max-waypoints", "3",
      "--waypoint", station + ",name=Station", "--waypoint", "54.7010421,2.8335630,type=pass_through",
      "--waypoint", depot,
    ]
    let run = try route(options)
    let answer = try jsonObject(run.output)
    #expect(answer["mode"] as? String == "truck" && answer["optimisation"] as? String == "shortest")
    #expect(answer["avoid"] as? [String] == ["toll_roads", "ferries", "tunnels"])
    #expect((answer["sections"] as? [Any])?.count == 1 && (answer["legs"] as? [Any])?.count == 2)
    let waypoints = try #require(answer["waypoints"] as? [[String: Any]])
    #expect(waypoints[0]["name"] as? String == "Station" && waypoints[1]["type"] as? String == "pass_through")
  }

  @Test func `is had again from its handle, and only on its own map`() throws {
    let first = try jsonObject(
      try route(["--waypoint", station, "--waypoint", depot, "--mode", "bicycle", "--avoid", "tunnels"]).output)
    let handle = try #require(first["handle"] as? String)
    let again = try jsonObject(try route(["--refresh", handle, "--mode", "car"]).output)
    for field in ["mode", "avoid", "handle", "status", "bbox", "geometry", "maneuvers"] {
      #expect((first[field] as? NSObject) == (again[field] as? NSObject), "\(field)")
    }
    let numbers = [first, again].map { ($0["summary"] as? [String: Any])?["duration_s"] as? Double }
    #expect(numbers[0] == numbers[1] && numbers[0] != nil)
    let cut = try route(["--refresh", String(handle.dropLast(3)), "--table", "routes"])
    #expect(cut.exitCode == 1 && cut.output.contains(",rejected,bad_handle,"), "\(cut.errors)")
    let folder = try TemporaryFolder()
    try folder.write("nodes.csv", "id,lat,lon\n1,47.1,9.5\n2,47.2,9.5\n")
    try folder.write("edges.csv", "id,from,to\n1,1,2\n")
    let map = folder.path("other.tmg")
    _ = try ProgramRun(
      "map", "build", "--nodes", folder.path("nodes.csv"), "--edges", folder.path("edges.csv"), "-o", map)
    let other = try ProgramRun("route", "--map", map, "--refresh", handle)
    #expect(other.exitCode == 1 && other.output.contains("\"reason\":\"could_not_match_line\""), "\(other.errors)")
  }

  @Test func `is refused in strict mode rather than violating`() throws {
    let ends = ["--waypoint", station, "--waypoint", "54.7161699,2.8390693", "--avoid", "toll_roads"]
    let lenient = try route(ends)
    #expect(lenient.exitCode == 0 && lenient.output.contains("\"status\":\"violating\",\"reason\":\"toll_roads\""))
    let strict = try route(ends + ["--no-violations"])
    #expect(strict.exitCode == 1 && strict.output.contains("\"reason\":\"only_violating_route\""))
    #expect(strict.errors.contains("only ways that violate options"), "\(strict.errors)")
  }

  @Test(arguments: [
    ([], 2, "Name waypoints"),
    (["--waypoint", station], 1, "a route needs two waypoints at least"),
    (["--waypoint", "here", "--waypoint", depot], 2, "a waypoint is LAT,LON, not 'here'"),
    (["--waypoint", "-95,2", "--waypoint", depot], 2, "latitude -95.0 is outside"),
    (["--waypoint", station, "--waypoint", depot, "--requests", "x"], 2, "Name waypoints"),
    (["--waypoint", station, "--waypoint", depot, "--mode", "submarine"], 2, "There is no mode submarine"),
    (["--waypoint", station, "--waypoint", depot, "--avoid", "hills"], 2, "--avoid is one of toll_roads"),
    (["--waypoint", station, "--waypoint", depot, "--snap-radius", "0"], 2, "--snap-radius is 1 to 10000"),
    (["--waypoint", station, "--waypoint", depot, "--max-waypoints", "1"], 2, "--max-waypoints is 2 to"),
    (["--waypoint", station, "--waypoint", depot, "--jobs", "0"], 2, "--jobs is 1 to 4096"),
    (["--waypoint", station, "--waypoint", depot, "--table", "edges"], 2, "--table is one of routes"),
    (["--waypoint", station, "--waypoint", depot, "--format", "gpx", "--table", "legs"], 2, "gpx holds routes only"),
    (["--waypoint", station, "--waypoint", depot, "-o", "/dev/null/folder/x.json"], 4, "/dev/null/folder"),
    (["--waypoint", station, "--waypoint", depot, "--refresh", "x"], 2, "Name waypoints"),
    (["--refresh", "nonsense"], 1, "not the handle of a route"),
    (["--waypoint", station, "--waypoint", depot, "--avoid-way", "7"], 1, "the map has no way 7"),
    (["--requests", "nowhere.csv"], 3, "nowhere.csv"),
    (["--requests", "Traces/bad-records.csv"], 3, "requests have no column 'trace_id'"),
  ])
  func `has a sentence and a code for every mistake`(arguments: [String], code: Int32, sentence: String) throws {
    let run = try route(arguments)
    #expect(run.exitCode == code, "\(run.errors)")
    #expect(run.errors.contains(sentence), "\(run.errors)")
    #expect(run.output.isEmpty == (code > 1))
  }
}
