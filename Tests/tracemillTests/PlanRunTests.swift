import Foundation
import TestSupport
import Testing

private let courier = "Traces/courier.gpx"

/// Runs `tracemill match` on the sample town.
private func match(_ arguments: String...) throws -> ProgramRun {
  try ProgramRun(["match", "--map", try SampleTown.map.get()] + arguments)
}

private func rows(_ text: String) throws -> [[String: Any]] {
  try text.split(separator: "\n").map { line in
    try #require(try JSONSerialization.jsonObject(with: Data(String(line).utf8)) as? [String: Any])
  }
}

@Suite struct `A drive against a plan` {
  /// The drive of the courier, as each kind of plan.
  private func plan(_ kind: String, in folder: TemporaryFolder) throws -> String {
    switch kind {
    case "line": return courier
    case "trip":
      let run = try match(courier, "--format", "ndjson", "-o", folder.path("trip.ndjson"))
      #expect(run.exitCode == 0, "\(run.errors)")
      return folder.path("trip.ndjson")
    case "lines of trips":
      let run = try match(courier, "--format", "geojson", "-o", folder.path("trip.geojson"))
      #expect(run.exitCode == 0, "\(run.errors)")
      return folder.path("trip.geojson")
    default:
      let run = try ProgramRun(
        ["route", "--map", try SampleTown.map.get(), "--import", courier, "-o", folder.path("plan.ndjson")])
      #expect(run.exitCode == 0, "\(run.errors)")
      let document = try #require(try rows(String(contentsOfFile: folder.path("plan.ndjson"), encoding: .utf8)).first)
      return kind == "handle" ? try #require(document["handle"] as? String) : folder.path("plan.ndjson")
    }
  }

  @Test(arguments: ["line", "trip", "lines of trips", "route", "handle"])
  func `keeps to itself, whatever kind of plan it is`(kind: String) throws {
    let folder = try TemporaryFolder()
    let run = try match(courier, "--plan", try plan(kind, in: folder), "--table", "plans", "--format", "ndjson")
    let plan = try #require(try rows(run.output).first, "\(run.errors)")
    #expect(plan["plan_status"] as? String == "ok", "\(plan)")
    #expect(plan["reached"] as? Int == 1 && plan["missed"] as? Int == 0 && plan["deviations"] as? Int == 0)
    let (length, progress) = (plan["length_m"] as? Double ?? 0, plan["progress_m"] as? Double ?? .nan)
    #expect(length > 3000 && abs(length - progress) < 30)
  }

  @Test func `misses the stops of a plan it does not drive`() throws {
    let folder = try TemporaryFolder()
    let request = """
      {"id":"other","waypoints":[{"lat":54.6959126,"lon":2.8368978},{"lat":54.7161699,"lon":2.8390693,"name":"Far side"}]}
      """
    try Data(request.utf8).write(to: folder.url.appending(path: "plan.ndjson"))
    let run = try match(courier, "--plan", folder.path("plan.ndjson"), "--table", "milestones", "--format", "ndjson")
    let missed = try #require(try rows(run.output).first, "\(run.errors)")
    #expect(missed["status"] as? String == "missed" && missed["name"] as? String == "Far side")
    #expect(missed["time"] is NSNull)
  }

  @Test func `writes the same bytes with any number of jobs, and its tables into a folder`() throws {
    let folder = try TemporaryFolder()
    let plan = try plan("trip", in: folder)
    var texts: [[String]] = []
    for jobs in ["1", "4"] {
      let output = folder.path("out\(jobs)")
      let run = try match("Traces", "--plan", plan, "-o", output, "--jobs", jobs, "--format", "csv")
      #expect(run.exitCode == 0, "\(run.errors)")
      texts.append(
        try ["plans", "milestones", "deviations", "points", "events"].map {
          try String(contentsOfFile: output + "/" + $0 + ".csv", encoding: .utf8)
        })
    }
    #expect(texts[0] == texts[1])
    #expect(
      texts[0][3].hasPrefix("trip_id,trace_id,vehicle,index,time,") && texts[0][3].contains(",on_plan,plan_progress_m,")
    )
  }

  @Test func `gives the reason where it cannot be laid on the map, and matches the trace all the same`() throws {
    let folder = try TemporaryFolder()
    let request = #"{"id":"courier","waypoints":[{"lat":54.69,"lon":2.83},{"lat":10,"lon":10}]}"#
    try Data(request.utf8).write(to: folder.url.appending(path: "plan.ndjson"))
    let run = try match(courier, "--plan", folder.path("plan.ndjson"), "--format", "ndjson")
    let document = try #require(try rows(run.output).first, "\(run.errors)")
    #expect(document["status"] as? String == "ok")
    let plan = try #require(document["plan"] as? [String: Any])
    #expect(
      plan["plan_status"] as? String == "failed" && plan["plan_reason"] as? String == "could_not_match_destination")
    #expect((plan["plan_message"] as? String)?.hasSuffix(".") == true)
  }

  @Test func `has its plan in a file with a damaged line, which is refused`() throws {
    let folder = try TemporaryFolder()
    let document = try String(contentsOfFile: plan("route", in: folder), encoding: .utf8)
    let tours = folder.path("tours.ndjson")
    try Data((String(document.prefix(200)) + "\n" + document).utf8).write(to: URL(filePath: tours))
    let run = try match(courier, "--plan", tours, "--format", "csv", "-o", folder.path("reports"))
    let plans = try String(contentsOfFile: folder.path("reports/plans.csv"), encoding: .utf8)
    #expect(plans.contains("courier,courier,,courier,ok,"), "\(run.errors) \(plans)")
    let rejects = try String(contentsOfFile: folder.path("reports/rejects.csv"), encoding: .utf8)
    #expect(rejects.contains("tours.ndjson") && rejects.contains("bad_json"), "\(rejects)")
  }

  @Test func `is untouched where the drive never comes to it, and warned of`() throws {
    let folder = try TemporaryFolder()
    let request = #"{"id":"far","waypoints":[{"lat":54.7161699,"lon":2.8390693},{"lat":54.7157207,"lon":2.8446533}]}"#
    try Data(request.utf8).write(to: folder.url.appending(path: "plan.ndjson"))
    let run = try match(courier, "--plan", folder.path("plan.ndjson"), "--table", "plans", "--format", "ndjson")
    let plan = try #require(try rows(run.output).first, "\(run.errors)")
    #expect(plan["plan_status"] as? String == "untouched" && plan["plan_reason"] as? String == "never_on_plan")
    #expect(plan["length_m"] is Double && plan["missed"] as? Int == 1)
    #expect(run.errors.contains("plans: 1 of 1 trips never came to their plan, the first is courier"), "\(run.errors)")
  }

  @Test func `is shared in silence by no second drive`() throws {
    let folder = try TemporaryFolder()
    let plan = try plan("route", in: folder)
    let day = "bus-7,2026-05-05"
    for (times, isShared) in [([""], true), (["09:00", "09:12"], false)] {
      let rows = times.map { "\(day),\($0),\(plan)" }
      let path = folder.path("plans.csv")
      try Data(("vehicle,date,time,plan\n" + rows.joined(separator: "\n")).utf8).write(to: URL(filePath: path))
      let run = try match("Traces/bus-7.gpx", "--plans", path, "--table", "plans", "--format", "ndjson")
      #expect(run.errors.contains("1 of 2 trips have the plan of an earlier trace") == isShared, "\(run.errors)")
    }
  }

  @Test func `is missing where the file has several plans and none with the id of the trace`() throws {
    let folder = try TemporaryFolder()
    let requests = """
      {"id":"a","waypoints":[{"lat":54.6959126,"lon":2.8368978},{"lat":54.7161699,"lon":2.8390693}]}
      {"id":"b","waypoints":[{"lat":54.6959126,"lon":2.8368978},{"lat":54.6983381,"lon":2.8458941}]}
      """
    try Data(requests.utf8).write(to: folder.url.appending(path: "plans.ndjson"))
    let run = try match(courier, "--plan", folder.path("plans.ndjson"), "--table", "plans", "--format", "ndjson")
    let plan = try #require(try rows(run.output).first, "\(run.errors)")
    #expect(plan["plan_status"] as? String == "missing" && plan["plan_reason"] as? String == "no_plan")
  }

  @Test(arguments: [
    (["--table", "deviations"], "goes with --plan or --plans"),
    (["--plans", "nowhere.csv"], "nowhere.csv"),
    (["--plan", "nowhere.ndjson"], "nowhere.ndjson"),
    (["--plan", "Traces/town.osm"], "this is an OpenStreetMap extract"),
  ])
  func `is refused with a sentence where it makes no sense`(options: [String], sentence: String) throws {
    let run = try ProgramRun(["match", "--map", try SampleTown.map.get(), courier] + options)
    #expect(run.exitCode != 0 && run.errors.contains(sentence), "\(run.exitCode) \(run.errors)")
  }
}
