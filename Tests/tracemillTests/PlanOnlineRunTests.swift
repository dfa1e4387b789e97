import Foundation
import TestSupport
import Testing

/// Plans for the drives of the sample town, that they keep in part.
private let plans = """
  {"id":"car-1","waypoints":[{"lat":54.6863407,"lon":2.8012203},{"lat":54.6959126,"lon":2.8368978},{"lat":54.6860,"lon":2.81}]}
  {"id":"van-4","waypoints":[{"lat":54.7162251,"lon":2.8389961},{"lat":54.7046798,"lon":2.8315367},{"lat":54.6983381,"lon":2.8458941}]}
  {"id":"forester","waypoints":[{"lat":54.7021596,"lon":2.828268},{"lat":54.7032223,"lon":2.8152303}]}
  {"id":"taxi-3","waypoints":[{"lat":54.6959420,"lon":2.8368942},{"lat":54.7161699,"lon":2.8390693}]}
  {"id":"van-2","waypoints":[{"lat":10,"lon":10},{"lat":54.7161699,"lon":2.8390693}]}
  """

private let numbered = ["points", "milestones", "deviations", "events"]
private let tables = numbered + ["plans"]

@Suite struct `A live drive against its plan` {
  private let folder: TemporaryFolder
  private let map: String

  init() throws {
    folder = try TemporaryFolder()
    map = try SampleTown.map.get()
    try folder.write("plans.ndjson", plans)
  }

  private func match(_ traces: String, plan: String, _ more: [String]) throws -> ProgramRun {
    try ProgramRun(
      ["match", traces, "--map", map, "--plan", plan, "--allow-empty", "--quiet"] + more,
      variables: ["TRACEMILL_CONFIG": "", "TRACEMILL_PASS_THROUGH": "yes"])
  }

  /// The rows of a table, as CSV.
  private func rows(_ table: String, _ traces: String, plan: String, _ more: [String]) throws -> [String] {
    let run = try match(traces, plan: plan, more + ["--table", table, "--format", "csv"])
    try #require(run.exitCode == 0, "\(run.errors)")
    return run.output.split(separator: "\n").map(String.init)
  }

  /// 14 drives of the town with what they make of their plans, a fix every 5 s.
  private func simulated(sigma: Int, _ more: [String] = []) throws -> (traces: String, plan: String) {
    let run = try ProgramRun(
      [
        "simulate", "--map", map, "--make-plans", "--count", "14", "--seed", "5", "--period", "5", "--sigma",
        "\(sigma)",
        "-o", folder.path("drives/"),
      ] + more)
    try #require(run.exitCode == 0, "\(run.errors)")
    return (folder.path("drives/traces.csv"), folder.path("drives/plans.ndjson"))
  }

  @Test(arguments: ["motorway.csv", "van.csv.gz", "forest.csv"])
  func `with a lag as long as the trace writes the bytes of a run over the whole trace`(file: String) throws {
    let plan = folder.path("plans.ndjson")
    for table in tables {
      let online = try rows(table, "Traces/\(file)", plan: plan, ["--online", "--lag", "10000"])
      let whole = try rows(table, "Traces/\(file)", plan: plan, [])
      #expect(online == whole && whole.count > (table == "deviations" ? 0 : 1), "\(table)")
    }
  }

  @Test(arguments: [5, 10])
  func `with a lag as long as the traces writes the rows of whole traces, of drives of all kinds`(sigma: Int) throws {
    let (traces, plan) = try simulated(sigma: sigma)
    for table in tables {
      // Traces end one by one, when others have gone on for long.
      let online = try rows(table, traces, plan: plan, ["--online", "--lag", "10000"])
      let whole = try rows(table, traces, plan: plan, [])
      #expect(online.count > 5 && online.sorted() == whole.sorted(), "\(table)")
    }
  }

  @Test(arguments: [0, 3, 20])
  func `has each row once and in order, and what is missed at the end`(lag: Int) throws {
    let (traces, plan) = try simulated(sigma: 5)
    let run = try match(
      traces, plan: plan, ["--online", "--lag", "\(lag)"] + numbered.flatMap { ["--table", $0] })
    try #require(run.exitCode == 0, "\(run.errors)")
    var next: [String: Int] = [:]
    var (waypoints, ended, early) = (Set<String>(), Set<String>(), 0)
    for line in run.output.split(separator: "\n") {
      let row = try jsonObject(String(line))
      let (table, trip) = (try #require(row["table"] as? String), try #require(row["trip_id"] as? String))
      let number = try #require(row[table == "points" ? "index" : "seq"] as? Int)
      #expect(number == next[table + trip, default: 0], "\(line)")
      next[table + trip] = number + 1
      switch table {
      case "points": #expect(!ended.contains(trip) && row["plan_progress_m"] is Double, "\(line)")
      case "milestones":
        #expect(waypoints.insert("\(trip) \(row["waypoint"] ?? "")").inserted, "\(line)")
        if row["status"] as? String == "missed" { ended.insert(trip) } else { early += 1 }
      case "deviations":
        #expect(try #require(row["last_fix"] as? Int) < next["points" + trip, default: 0], "\(line)")
      default: break
      }
    }
    #expect(early > 10 && !ended.isEmpty)
  }

  @Test func `says that a waypoint was reached before the drive ends, and how late it says so`() throws {
    let (traces, plan) = try simulated(sigma: 5)
    let run = try ProgramRun(
      ["match", traces, "--map", map, "--plan", plan, "--online", "--verbose"] + tables.flatMap { ["--table", $0] })
    let lines = run.output.split(separator: "\n").map(String.init)
    let first = try #require(lines.firstIndex { $0.contains("milestone_reached") })
    let trip = try #require(try jsonObject(lines[first])["trip_id"] as? String)
    #expect(lines[first...].count { $0.contains("\"points\",\"trip_id\":\"\(trip)\"") } > 10)
    #expect(run.errors.contains("tracemill: milestone_reached: written "), "\(run.errors)")
    #expect(run.errors.contains("tracemill: deviation: written ") && run.errors.contains("tracemill: points: written "))
  }

  /// The first half of a drive, silence for an hour in which another vehicle stands, and the second half.
  ///
  ///     tour  1 2 3 ·················· 4 5 6
  ///     other       o o o o o o o o o
  private func brokenDrive() throws -> (traces: String, plan: String, name: String) {
    let (traces, plan) = try simulated(sigma: 5, ["--plan-kinds", "keeps"])
    let lines = try String(contentsOfFile: traces, encoding: .utf8).split(separator: "\n").map(String.init)
    let header = lines[0].split(separator: ",").map(String.init)
    let (id, time) = (try #require(header.firstIndex(of: "trace_id")), try #require(header.firstIndex(of: "time")))
    let rows = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    let name = try #require(rows.first)[id]
    let drive = rows.filter { $0[id] == name }
    let begin = try Date(drive[0][time], strategy: .iso8601)
    func row(_ row: [String], _ moment: Date, _ trace: String) -> String {
      var row = row
      (row[id], row[time]) = (trace, moment.formatted(.iso8601))
      return row.joined(separator: ",")
    }
    let half = drive.count / 2
    var text = [lines[0]]
    text += drive[..<half].enumerated().map { row($1, begin + 5 * Double($0), name) }
    text += (0..<720).map { row(drive[0], begin + 5 * Double(half + $0), "other") }
    text += drive[half...].enumerated().map { row($1, begin + 5 * Double(half + 720 + $0), name) }
    try folder.write("broken.csv", text.joined(separator: "\n") + "\n")
    return (folder.path("broken.csv"), plan, name)
  }

  @Test(arguments: [0, 10, 10_000])
  func `goes on along its plan when the vehicle returns after a silence`(lag: Int) throws {
    let (traces, plan, name) = try brokenDrive()
    let run = try match(
      traces, plan: plan, ["--online", "--lag", "\(lag)"] + ["milestones", "plans"].flatMap { ["--table", $0] })
    let rows = try run.output.split(separator: "\n").map { try jsonObject(String($0)) }
    func found(_ table: String, _ trip: String) -> [[String: Any]] {
      rows.filter { $0["table"] as? String == table && $0["trip_id"] as? String == trip }
    }
    func waypoints(_ trip: String, _ status: String) -> Set<Int> {
      Set(found("milestones", trip).filter { $0["status"] as? String == status }.compactMap { $0["waypoint"] as? Int })
    }
    let (first, second) = (try #require(found("plans", name).first), try #require(found("plans", name + "~2").first))
    #expect(first["departure"] as? String == second["departure"] as? String)
    // What was reached before has no second row; what was missed so far is reached now.
    let (before, after) = (waypoints(name, "reached"), waypoints(name + "~2", "reached"))
    #expect(before.isDisjoint(with: after) && !after.isEmpty && waypoints(name + "~2", "missed").isEmpty)
    #expect(waypoints(name, "missed") == after && first["missed"] as? Int == after.count)
  }

  @Test func `does not wait where a trace has no plan, or one that cannot be laid`() throws {
    try folder.write(
      "far.ndjson",
      """
      {"id":"taxi-3","waypoints":[{"lat":10,"lon":10},{"lat":54.7161699,"lon":2.8390693}]}
      {"id":"other","waypoints":[{"lat":10,"lon":10},{"lat":54.7161699,"lon":2.8390693}]}
      """)
    let run = try ProgramRun(
      ["match", "Traces/sparse.csv", "--map", map, "--plan", folder.path("far.ndjson"), "--online", "--lag", "1"])
    #expect(run.exitCode == 1 && run.errors.contains("no trip was held against a plan"), "\(run.errors)")
    #expect(run.errors.contains("3 of 4 trips have none, the first is van-2"))
    #expect(run.errors.contains("1 of 4 could not be laid on the map (could_not_match_origin 1), the first of taxi-3"))
    let rows = try run.output.split(separator: "\n").map { try jsonObject(String($0)) }
    #expect(rows.count == 53 && rows.allSatisfy { $0["plan_progress_m"] is NSNull })
  }

  @Test(arguments: [0, 5])
  func `has one row of plans, at its end, that counts its rows`(lag: Int) throws {
    let (traces, plan) = try simulated(sigma: 5)
    let run = try match(traces, plan: plan, ["--online", "--lag", "\(lag)"] + tables.flatMap { ["--table", $0] })
    var counts: [String: [String: Int]] = [:]
    var (ended, progress): (Set<String>, [String: Double]) = ([], [:])
    for line in run.output.split(separator: "\n") {
      let row = try jsonObject(String(line))
      let (table, trip) = (try #require(row["table"] as? String), try #require(row["trip_id"] as? String))
      #expect(!ended.contains(trip), "\(line)")
      counts[trip, default: [:]][row["status"] as? String ?? table, default: 0] += 1
      progress[trip] = max(progress[trip] ?? 0, row["plan_progress_m"] as? Double ?? 0)
      guard table == "plans" else { continue }
      ended.insert(trip)
      for (column, kind) in [("reached", "reached"), ("missed", "missed"), ("deviations", "deviations")] {
        #expect(row[column] as? Int == counts[trip]?[kind] ?? 0, "\(line)")
      }
      #expect(row["progress_m"] as? Double == progress[trip] && row["plan_status"] as? String == "ok", "\(line)")
    }
    #expect(ended.count == 14, "\(run.errors)")
  }

  @Test func `has a row of plans without a usable fix`() throws {
    try folder.write("bad.csv", "trace_id,time,lat,lon\n" + (1...3).map { "car-1,\($0),0,0\n" }.joined())
    let plan = folder.path("plans.ndjson")
    let online = try rows("plans", folder.path("bad.csv"), plan: plan, ["--online", "--lag", "0"])
    #expect(try online == rows("plans", folder.path("bad.csv"), plan: plan, []) && online.count == 2)
  }

  @Test func `takes its plan from rows by vehicle and day`() throws {
    try folder.write("rows.csv", "vehicle,date,plan\nvan-4,2026-05-14,plans.ndjson#van-4\nvan-4,2026-05-15,gone\n")
    let run = try ProgramRun(
      [
        "match", "Traces/van.csv.gz", "--map", map, "--plans", folder.path("rows.csv"), "--online", "--table",
        "milestones",
      ])
    #expect(run.exitCode == 0 && run.output.split(separator: "\n").count == 2, "\(run.errors)")
    #expect(run.errors.contains("rows.csv:3: plan 'gone' is neither"))
  }

  @Test(arguments: [
    (["--table", "deviations"], "goes with --plan"),
    (["--table", "better_routes", "--plan", "p.ndjson"], "--table better_routes goes with --plan and --traffic"),
  ])
  func `is refused with a sentence where it makes no sense`(options: [String], sentence: String) throws {
    let run = try ProgramRun(["match", "Traces/sparse.csv", "--map", map, "--online"] + options)
    #expect(run.exitCode == 2 && run.errors.contains(sentence), "\(run.errors)")
  }
}
