import Foundation
import TestSupport
import Testing

private let requests = """
  {"id":"a","waypoints":[{"lat":54.6959126,"lon":2.8368978},{"lat":54.7161699,"lon":2.8390693}]}
  {"id":"b","waypoints":[{"lat":54.6959126,"lon":2.8368978},{"lat":54.6983381,"lon":2.8458941}]}
  """

/// Runs `tracemill match` on the sample town.
private func match(_ arguments: String...) throws -> ProgramRun {
  try ProgramRun(["match", "--map", try SampleTown.map.get()] + arguments)
}

/// The status of each trip's plan, and its id.
private func plans(_ run: ProgramRun) throws -> [String: String] {
  let rows = try run.output.split(separator: "\n").map { try jsonObject(String($0)) }
  return Dictionary(
    uniqueKeysWithValues: rows.map {
      ("\($0["trip_id"] ?? "")", "\($0["plan_status"] ?? "") \($0["plan_id"] as? String ?? "-")")
    })
}

@Suite struct `Plans of many traces` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("two.ndjson", requests)
    try folder.write("one.ndjson", String(requests.prefix { $0 != "\n" }))
  }

  @Test func `are no success where none fits: a warning names the cure`() throws {
    let run = try match("Traces/courier.gpx", "--plan", folder.path("two.ndjson"), "--table", "points")
    #expect(run.exitCode == 1 && run.output.split(separator: "\n").count > 10)
    #expect(run.errors.contains("1 of 1 trips have none, the first is courier: none of the 2 plans of"))
    #expect(run.errors.contains("they are called a and so on. Give both the same ids, or say with --plans"))
    #expect(run.errors.contains("2 of 2 in \(folder.path("two.ndjson")) fit no trace, the first is a"))
    #expect(run.errors.contains("no trip was held against a plan"))
  }

  @Test func `are a success where some fit, and --fail-if any tells it from a whole one`() throws {
    try folder.write("plans.csv", "trace_id,plan\ncourier,two.ndjson#b\nnobody,one.ndjson\n")
    let arguments = ["Traces/courier.gpx", "Traces/tunnel.gpx", "--plans", folder.path("plans.csv")]
    let map = try SampleTown.map.get()
    let run = try ProgramRun(["match", "--map", map, "-o", folder.path("out/"), "--verbose"] + arguments)
    #expect(run.exitCode == 0 && run.errors.contains("plans: missing 1, ok 1"), "\(run.errors)")
    #expect(run.errors.contains("1 of 2 trips have none, the first is tunnel: no row of"))
    #expect(run.errors.contains("1 of 2 rows of \(folder.path("plans.csv")) fit no trace, the first is"))
    #expect(run.errors.contains("plans.csv:3\n"))
    let manifest = try jsonObject(try folder.text("out/manifest.json"))
    let counts = try #require(manifest["plans"] as? [String: Any])
    #expect(counts["count"] as? Int == 2 && counts["unused"] as? Int == 1)
    #expect(counts["by_status"] as? [String: Int] == ["ok": 1, "missing": 1])
    #expect(counts["by_reason"] as? [String: Int] == ["no_plan": 1])
    #expect(try ProgramRun(["match", "--map", map, "--fail-if", "any", "--table", "plans"] + arguments).exitCode == 1)
  }

  @Test func `that cannot be laid on the map are counted by reason`() throws {
    try folder.write("far.ndjson", #"{"id":"far","waypoints":[{"lat":54.69,"lon":2.83},{"lat":10,"lon":10}]}"#)
    let run = try match("Traces/courier.gpx", "--plan", folder.path("far.ndjson"), "--table", "plans")
    #expect(run.exitCode == 1 && run.output.contains("could_not_match_destination"))
    let sentence = "1 of 1 could not be laid on the map (could_not_match_destination 1), the first of courier: "
    #expect(run.errors.contains(sentence), "\(run.errors)")
  }

  @Test func `go by the vehicle of a CSV whose traces have other names, online as well`() throws {
    try folder.write("plans.csv", "vehicle,date,plan\nvan,2026-05-05,one.ndjson\n")
    let fixes = [(54.6959126, 2.8368978), (54.6960126, 2.8369978)].enumerated().map { number, place in
      "tour-3,van,2026-05-05T09:00:0\(number * 5)Z,\(place.0),\(place.1)\n"
    }
    try folder.write("drive.csv", "trip,vehicle,time,lat,lon\n" + fixes.joined())
    let arguments = [folder.path("drive.csv"), "--plans", folder.path("plans.csv")]
    let map = try SampleTown.map.get()
    let run = try ProgramRun(["match", "--map", map, "--table", "plans", "--format", "ndjson"] + arguments)
    #expect(try plans(run) == ["tour-3": "ok a"], "\(run.errors)")
    let online = try ProgramRun(["match", "--map", map, "--online", "--table", "points", "--verbose"] + arguments)
    #expect(online.errors.contains("plans: ok 1"), "\(online.errors)")
  }

  @Test func `with the same id twice are refused with file, line and reason`() throws {
    try folder.write("twice.ndjson", requests + "\n" + requests)
    try folder.write("plans.csv", "trace_id,plan\ncourier,b\n")
    let arguments = ["--plan", folder.path("twice.ndjson"), "--plans", folder.path("plans.csv")]
    let map = try SampleTown.map.get()
    let run = try ProgramRun(
      ["match", "Traces/courier.gpx", "--map", map, "--table", "plans", "--format", "ndjson"] + arguments)
    #expect(try plans(run) == ["courier": "ok b"])
    let sentence = "twice.ndjson:3: plan 3 has the id 'a' again; the one of line 1 counts. It was left out."
    #expect(run.errors.contains(sentence), "\(run.errors)")
    #expect(run.errors.contains("refused: repeated 2"), "\(run.errors)")
  }

  @Test func `say nothing where all is well`() throws {
    try folder.write("b.ndjson", String(requests.drop { $0 != "\n" }))
    let run = try match("Traces/courier.gpx", "--plan", folder.path("b.ndjson"), "--table", "plans")
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
  }

  @Test func `go by trace, or by vehicle and local day`() throws {
    // The bus begins at 09:00 UTC on 5 May, and both segments of its file are of the same vehicle.
    try folder.write(
      "plans.ndjson",
      """
      {"trace_id":"courier","plan":"b"}
      {"vehicle":"bus-7","date":"2026-05-05","plan":"one.ndjson"}
      {"vehicle":"bus-7","date":"2026-05-06","plan":"two.ndjson#b"}
      """)
    let arguments = [
      "Traces/courier.gpx", "Traces/bus-7.gpx", "--plans", folder.path("plans.ndjson"), "--plan",
      folder.path("two.ndjson"), "--table", "plans", "--format", "ndjson",
    ]
    let map = try SampleTown.map.get()
    let here = try ProgramRun(["match", "--map", map] + arguments)
    #expect(try plans(here) == ["courier": "ok b", "bus-7": "ok a", "bus-7#1.2": "untouched a"], "\(here.errors)")
    // The bus drives back the same way, without a row of its own.
    #expect(here.errors.contains("the first is bus-7#1.2: No fix of the trip is on its plan"), "\(here.errors)")
    #expect(here.errors.contains("1 of 3 trips have the plan of an earlier trace"), "\(here.errors)")
    #expect(here.exitCode == 0 && here.errors.contains("1 of 3 rows of"))
    let east = try ProgramRun(["match", "--map", map, "--time-zone", "+15:00"] + arguments)
    #expect(try plans(east) == ["courier": "ok b", "bus-7": "ok b", "bus-7#1.2": "untouched b"])
  }

  @Test func `take a handle, and refuse bad rows among good ones`() throws {
    let route = try ProgramRun(
      ["route", "--map", try SampleTown.map.get(), "--requests", folder.path("one.ndjson"), "--format", "ndjson"])
    let handle = try #require(try jsonObject(route.output)["handle"] as? String)
    let path = try folder.write("plans.csv", "trace_id,plan\ncourier,\(handle)\ntunnel,gone.gpx\ncourier,one.ndjson\n")
    let run = try match("Traces/courier.gpx", "--plans", path, "-o", folder.path("out/"))
    #expect(run.exitCode == 0)
    let rejects = try folder.text("out/rejects.csv").split(separator: "\n").dropFirst().map(String.init)
    #expect(rejects.count == 2 && rejects[0].hasPrefix("\(path),3,tunnel,unknown_plan,"), "\(rejects)")
    #expect(rejects.last?.hasPrefix("\(path),4,courier,repeated,line 2 gives trace 'courier'") == true)
    #expect(try folder.text("out/plans.csv").contains("\ncourier,courier,,1,untouched,"))
  }

  @Test func `are the same with any number of jobs`() throws {
    try folder.write("plans.csv", "trace_id,plan\ncourier,a\ntunnel,b\nwrong-way,a\nferry,b\n")
    let texts = try ["1", "5"].map { jobs in
      try match(
        "Traces", "--plans", folder.path("plans.csv"), "--plan", folder.path("two.ndjson"), "--jobs", jobs, "--table",
        "plans")
    }
    #expect(texts[0].output == texts[1].output && texts[0].errors == texts[1].errors)
  }

  @Test func `that are waypoints depart with the trace, on the roads as they are then`() throws {
    let map = try SampleTown.map.get()
    let route = try ProgramRun(
      [
        "route", "--map", map, "--requests", folder.path("one.ndjson"), "--table", "elements", "--format", "ndjson",
      ])
    let elements = try route.output.split(separator: "\n").map { try jsonObject(String($0)) }
    let way = try #require(elements[elements.count / 2]["way"] as? Int)
    /// The length of the plan with that way closed during a morning; the courier starts at 07:30.
    func length(closedOn day: String) throws -> Double {
      let row = "closure,\(way),\(day)T07:00:00Z,\(day)T09:00:00Z\n"
      let traffic = try folder.write("traffic.csv", "kind,way,from,to\n" + row)
      let run = try match(
        "Traces/courier.gpx", "--plan", folder.path("one.ndjson"), "--traffic", traffic, "--table", "plans", "--format",
        "ndjson")
      let plan = try jsonObject(run.output)
      #expect(plan["departure"] as? String == "2026-05-04T07:30:00.000Z")
      return try #require(plan["length_m"] as? Double)
    }
    let open = elements.reduce(0) { $0 + ($1["length_m"] as? Double ?? 0) }
    #expect(abs(try length(closedOn: "2026-05-03") - open) < 1)
    #expect(try length(closedOn: "2026-05-04") > open + 20)
  }

  @Test func `must not be overwritten`() throws {
    try folder.write("plans.csv", "trace_id,plan\ncourier,one.ndjson\n")
    let run = try match(
      "Traces/courier.gpx", "--plans", folder.path("plans.csv"), "--format", "ndjson", "--overwrite", "-o",
      folder.path("one.ndjson"))
    #expect(run.exitCode == 2 && run.errors.contains("one.ndjson"), "\(run.exitCode) \(run.errors)")
    #expect(try folder.text("one.ndjson").contains("waypoints"))
  }
}
