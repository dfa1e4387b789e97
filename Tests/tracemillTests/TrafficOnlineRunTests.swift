import Foundation
import TestSupport
import Testing

private let tables = ["points", "events", "better_routes", "plans"]

@Suite struct `A live drive against its plan in traffic` {
  private let folder: TemporaryFolder
  private let map: String
  private let courier = "Traces/courier.gpx"

  /// The drive of the courier as rows; a jam on its last road, and a road closed before it.
  init() throws {
    folder = try TemporaryFolder()
    map = try SampleTown.map.get()
    try folder.write(
      "traffic.csv",
      """
      kind,way,from,to,speed_kmh
      congestion,1304,2026-05-04T07:32:00Z,2026-05-04T07:40:00Z,4
      closure,1501,2026-05-04T07:35:00Z,,

      """)
    let points = try ProgramRun(["match", courier, "--map", map, "--table", "points", "--format", "ndjson"])
    var rows = "trace_id,time,lat,lon\n"
    for line in points.output.split(separator: "\n") {
      let point = try jsonObject(String(line))
      rows += "courier,\(point["time"] ?? ""),\(point["lat"] ?? ""),\(point["lon"] ?? "")\n"
    }
    try folder.write("courier.csv", rows)
  }

  private func match(_ more: [String]) throws -> ProgramRun {
    let run = try ProgramRun(
      [
        "match", folder.path("courier.csv"), "--map", map, "--plan", courier, "--traffic", folder.path("traffic.csv"),
        "--better-routes", "every=60",
      ] + more)
    try #require(run.exitCode == 0, "\(run.errors)")
    return run
  }

  @Test(arguments: tables)
  func `with a lag as long as the trace writes the bytes of a run over the whole trace`(table: String) throws {
    let whole = try match(["--table", table, "--format", "csv"]).output
    #expect(try match(["--online", "--lag", "10000", "--table", table, "--format", "csv"]).output == whole)
    #expect(whole.split(separator: "\n").count > 1)
  }

  @Test(arguments: [3, 10])
  func `has the same better routes and losses while it goes on`(lag: Int) throws {
    for (table, sign) in [("better_routes", ",better_route,"), ("plans", ",520.0")] {
      let whole = try match(["--table", table, "--format", "csv"]).output
      let online = try match(["--online", "--lag", "\(lag)", "--table", table, "--format", "csv"]).output
      #expect(online == whole && whole.contains(sign), "\(online)")
    }
  }

  @Test func `expects to arrive by the traffic known at each fix`() throws {
    let columns = ["time", "plan_progress_m", "expected_arrival", "late_s"]
    func places(_ more: [String]) throws -> Set<String> {
      let rows = try match(more + ["--table", "points", "--format", "ndjson"]).output.split(separator: "\n")
      return Set(
        try rows.map { line in
          let row = try jsonObject(String(line))
          return columns.map { "\(row[$0] ?? "")" }.joined(separator: " ")
        })
    }
    let (online, whole) = try (places(["--online"]), places([]))
    // A few places differ by some metres, because less is known of the trace.
    #expect(whole.count > 500 && online.intersection(whole).count >= whole.count - 10)
    let jammed = whole.contains { $0.hasPrefix("2026-05-04T07:33:00.000Z") && $0.contains("2026-05-04T07:4") }
    #expect(jammed)
  }

  @Test func `says what is better before the drive ends, and once`() throws {
    let run = try match(["--online", "--lag", "5", "--verbose"] + tables.flatMap { ["--table", $0] })
    let rows = try run.output.split(separator: "\n").map { try jsonObject(String($0)) }
    let found = rows.indices.filter { rows[$0]["table"] as? String == "better_routes" }
    #expect(found.map { rows[$0]["seq"] as? Int } == Array(0..<4))
    #expect(rows.count { $0["type"] as? String == "better_route" } == 4)
    let first = try #require(found.first)
    #expect(rows[first...].count { $0["table"] as? String == "points" } > 20)
    #expect(rows.last?["table"] as? String == "plans" && run.errors.contains("better_route: written "))
  }
}
