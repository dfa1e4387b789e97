import Foundation
import TestSupport
import Testing

/// A tour along the road of the courier: its start, the place of its stop, and its end.
private func tour(_ id: String) -> String {
  """
  {"id":"\(id)","waypoints":[{"lat":54.7010649,"lon":2.8335640},{"lat":54.6967,"lon":2.8316,"name":"Stop"},\
  {"lat":54.6914659,"lon":2.8307555,"name":"End"}]}
  """
}

private func rows(_ run: ProgramRun) throws -> [[String: Any]] {
  try run.output.split(separator: "\n").map { try jsonObject(String($0)) }
}

@Suite struct `A file with one plan` {
  private let folder: TemporaryFolder
  private let map: String

  init() throws {
    folder = try TemporaryFolder()
    map = try SampleTown.map.get()
    try folder.write("tour.ndjson", tour("tour"))
    try folder.write("tunnel.ndjson", tour("tunnel"))
  }

  private func match(_ arguments: String..., table: String = "plans") throws -> ProgramRun {
    try ProgramRun(["match", "--map", map, "--table", table, "--format", "ndjson", "--quiet"] + arguments)
  }

  private func statuses(_ run: ProgramRun) throws -> [String: String] {
    let rows = try rows(run)
    return Dictionary(uniqueKeysWithValues: rows.map { ("\($0["trip_id"] ?? "")", "\($0["plan_status"] ?? "")") })
  }

  @Test func `holds for the only trace of a run, whatever its id`() throws {
    let run = try match("Traces/courier.gpx", "--plan", folder.path("tour.ndjson"))
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try statuses(run) == ["courier": "ok"])
  }

  @Test func `is refused before the work where none of several traces has its id`() throws {
    let output = folder.path("out/")
    let run = try ProgramRun(
      "match", "Traces/courier.gpx", "Traces/tunnel.gpx", "--map", map, "--plan", folder.path("tour.ndjson"), "-o",
      output)
    #expect(run.exitCode == 2, "\(run.errors)")
    #expect(
      run.errors.contains("its only plan, tour, has the id of none of the 2 traces, such as courier and tunnel"))
    #expect(run.errors.contains("--plans all"))
    #expect(!FileManager.default.fileExists(atPath: output + "manifest.json"))
  }

  @Test func `holds for the one of several traces that has its id`() throws {
    let run = try match("Traces/courier.gpx", "Traces/tunnel.gpx", "--plan", folder.path("tunnel.ndjson"))
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try statuses(run) == ["courier": "missing", "tunnel": "untouched"])
    #expect(run.output.contains("--plans all holds it against every trace"))
  }

  @Test func `holds for every trace with --plans all`() throws {
    let plan = folder.path("tour.ndjson")
    let run = try match("Traces/courier.gpx", "Traces/tunnel.gpx", "--plan", plan, "--plans", "all")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try statuses(run) == ["courier": "ok", "tunnel": "untouched"])
  }

  @Test func `holds for the vehicles of one file as for those of several`() throws {
    let rows = [("a", 0), ("b", 0), ("a", 5), ("b", 5)].map { id, second in
      "\(id),2026-05-05T09:00:0\(second)Z,54.69\(second)9126,2.8368978\n"
    }
    try folder.write("fleet.csv", "trace_id,time,lat,lon\n" + rows.joined())
    let run = try match(folder.path("fleet.csv"), "--plan", folder.path("tour.ndjson"))
    #expect(run.exitCode == 2 && run.errors.contains("such as a and b"), "\(run.exitCode) \(run.errors)")
    let all = try match(folder.path("fleet.csv"), "--plan", folder.path("tour.ndjson"), "--plans", "all")
    #expect(try statuses(all) == ["a": "untouched", "b": "untouched"], "\(all.errors)")
  }

  @Test func `holds in a part of a run only for the trace with its id, since others share the traces`() throws {
    for shard in ["1/2", "2/2"] {
      let run = try match(
        "Traces/courier.gpx", "--plan", folder.path("tour.ndjson"), "--shard", shard, "--allow-empty")
      #expect(try rows(run).allSatisfy { $0["plan_status"] as? String == "missing" })
    }
    let run = try ProgramRun(
      "match", "Traces/courier.gpx", "--map", map, "--plan", folder.path("tour.ndjson"), "--resume", "--format", "csv",
      "-o",
      folder.path("resumed/"))
    #expect(run.exitCode == 1 && run.errors.contains("--plans all"), "\(run.exitCode) \(run.errors)")
  }

  @Test func `of a stream holds where the rows name no trace, and else for the trace with its id`() throws {
    let places = "54.7010649,2.8335640\n54.7005649,2.8333640\n54.7000649,2.8331640\n"
    try folder.write("alone.csv", "lat,lon\n" + places)
    let alone = try match(folder.path("alone.csv"), "--online", "--plan", folder.path("tour.ndjson"))
    #expect(try statuses(alone) == ["alone": "ok"], "\(alone.errors)")
    try folder.write(
      "named.csv", "trace_id,lat,lon\n" + places.split(separator: "\n").map { "van,\($0)\n" }.joined())
    let named = try match(folder.path("named.csv"), "--online", "--plan", folder.path("tour.ndjson"))
    #expect(try statuses(named) == ["van": "missing"] && named.exitCode == 1, "\(named.errors)")
    #expect(named.output.contains("--plans all"))
    let all = try match(folder.path("named.csv"), "--online", "--plan", folder.path("tour.ndjson"), "--plans", "all")
    #expect(try statuses(all) == ["van": "ok"], "\(all.errors)")
  }

  @Test(arguments: [
    (["--plans", "all"], "--plans all holds the plan of --plan against every trace; name it"),
    (["--plans", "all", "--plan", "two.ndjson"], "holds one plan against every trace"),
  ])
  func `refuses --plans all where there is not one plan`(options: [String], sentence: String) throws {
    try folder.write("two.ndjson", tour("a") + "\n" + tour("b"))
    try folder.write("rows.csv", "trace_id,plan\n")
    let options = options.map { $0.contains(".") ? folder.path($0) : $0 }
    let run = try ProgramRun(["match", "Traces/courier.gpx", "--map", map] + options)
    #expect(run.exitCode == 2 && run.errors.contains(sentence), "\(run.exitCode) \(run.errors)")
  }
}

@Suite struct `The parts of a trace share its plan` {
  private let folder: TemporaryFolder
  private let map: String

  init() throws {
    folder = try TemporaryFolder()
    map = try SampleTown.map.get()
  }

  private func milestones(_ arguments: String...) throws -> [String] {
    let run = try ProgramRun(
      ["match", "Traces/courier.gpx", "--map", map, "--table", "milestones", "--format", "ndjson", "--quiet"]
        + arguments)
    #expect(run.exitCode == 0, "\(run.errors)")
    return try rows(run).map { "\($0["trip_id"] ?? "") \($0["waypoint"] ?? "") \($0["status"] ?? "")" }
  }

  /// The road of the courier with stops at five of its fixes.
  private func write(_ name: String, more: String = "") throws -> String {
    let run = try ProgramRun(
      "match", "Traces/courier.gpx", "--map", map, "--table", "points", "--format", "ndjson", "--quiet")
    let points = try rows(run).filter { $0["status"] as? String == "matched" }
    let places = [0, 100, 200, points.count - 150, points.count - 60, points.count - 1].map { number in
      "{\"lat\":\(points[number]["matched_lat"] ?? ""),\"lon\":\(points[number]["matched_lon"] ?? "")}"
    }
    try folder.write(name, "{\"id\":\"tour\",\"waypoints\":[\(places.joined(separator: ","))\(more)]}")
    return folder.path(name)
  }

  @Test(arguments: ["stop=2min", "fixes=100", "distance=500m", "stop=2min,fixes=40"])
  func `so that none misses what another reaches`(rules: String) throws {
    let plan = try write("tour.ndjson")
    let whole = try milestones("--plan", plan)
    #expect(whole.count == 5 && whole.allSatisfy { $0.hasSuffix("reached") }, "\(whole)")
    let parts = try milestones("--plan", plan, "--split", rules)
    #expect(parts.count == 5 && parts.allSatisfy { $0.hasSuffix("reached") }, "\(parts)")
    #expect(Set(parts.map { $0.split(separator: " ")[0] }).count > 1, "\(parts)")
  }

  @Test func `and what none reaches is missed once, in the last`() throws {
    let plan = try write("far.ndjson", more: ",{\"lat\":54.7161699,\"lon\":2.8390693}")
    let parts = try milestones("--plan", plan, "--split", "stop=2min")
    let missed = parts.filter { $0.hasSuffix("missed") }
    #expect(parts.count == 6 && missed == ["courier/2 6 missed"], "\(parts)")
  }

  @Test func `in a run that is resumed as in any other`() throws {
    let plan = try write("tour.ndjson")
    let arguments = [
      "match", "Traces/courier.gpx", "Traces/tunnel.gpx", "--map", map, "--split", "stop=2min", "--plan", plan,
      "--plans", "all", "--format", "csv", "--quiet",
    ]
    #expect(try ProgramRun(arguments + ["-o", folder.path("whole/")]).exitCode == 0)
    for _ in 1...2 { #expect(try ProgramRun(arguments + ["--resume", "-o", folder.path("again/")]).exitCode == 0) }
    #expect(try folder.text("whole/milestones.csv") == folder.text("again/milestones.csv"))
    #expect(try folder.text("whole/plans.csv") == folder.text("again/plans.csv"))
  }
}
