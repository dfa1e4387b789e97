import Foundation
import TestSupport
import Testing

@Suite struct `A run with a plan and traffic` {
  private let courier = "Traces/courier.gpx"

  /// A jam on the last road of the courier, and a road closed before it.
  private func traffic(in folder: TemporaryFolder) throws -> String {
    let rows = """
      kind,way,from,to,speed_kmh
      congestion,1304,2026-05-04T07:32:00Z,2026-05-04T07:40:00Z,4
      closure,1501,2026-05-04T07:35:00Z,,

      """
    try Data(rows.utf8).write(to: folder.url.appending(path: "traffic.csv"))
    return folder.path("traffic.csv")
  }

  private func match(_ arguments: [String]) throws -> ProgramRun {
    try ProgramRun(["match", "--map", try SampleTown.map.get()] + arguments)
  }

  @Test func `lists better routes, and what was lost`() throws {
    let folder = try TemporaryFolder()
    let run = try match([
      courier, "--plan", courier, "--traffic", try traffic(in: folder), "--better-routes", "every=60", "--format",
      "ndjson",
    ])
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any], "\(run.errors)")
    let routes = try #require(document["better_routes"] as? [[String: Any]])
    // Each is told once: before and in the jam, and in the closed road and past it.
    #expect(routes.count == 4 && routes.allSatisfy { $0["finding"] as? String == "better_route" })
    #expect(routes.map { $0["plan_closed"] as? Bool } == [false, false, true, true])
    let events = try #require(document["events"] as? [[String: Any]])
    #expect(events.count { $0["type"] as? String == "better_route" } == 4)
    let plan = try #require(document["plan"] as? [String: Any])
    let (driven, best) = (plan["driven_s"] as? Double ?? 0, plan["best_hindsight_s"] as? Double ?? .nan)
    #expect(driven == 520 && abs(driven - best - (plan["loss_hindsight_s"] as? Double ?? 0)) < 0.002)
    #expect(best < plan["best_known_s"] as? Double ?? 0)
  }

  @Test func `gives the same bytes with one worker and with four, and writes its table into a folder`() throws {
    let folder = try TemporaryFolder()
    let traffic = try traffic(in: folder)
    for jobs in ["1", "4"] {
      let run = try match([
        "Traces", "--plan", courier, "--traffic", traffic, "--better-routes", "every=30", "-o",
        folder.path("out\(jobs)"),
        "--jobs", jobs, "--format", "csv", "--quiet",
      ])
      #expect(run.exitCode == 0, "\(run.errors)")
    }
    for table in ["better_routes", "plans", "points", "events"] {
      #expect(try folder.text("out1/\(table).csv") == folder.text("out4/\(table).csv"))
    }
    #expect(try folder.text("out1/better_routes.csv").contains(",better_route,2026-05-04T07:30:30"))
  }

  @Test func `has no losses where a stop was missed`() throws {
    let folder = try TemporaryFolder()
    let request = """
      {"id":"other","waypoints":[{"lat":54.6959126,"lon":2.8368978},{"lat":54.7161699,"lon":2.8390693},\
      {"lat":54.6914659,"lon":2.8307555}]}
      """
    try Data(request.utf8).write(to: folder.url.appending(path: "plan.ndjson"))
    let run = try match([
      courier, "--plan", folder.path("plan.ndjson"), "--traffic", try traffic(in: folder), "--table", "plans",
      "--format", "ndjson",
    ])
    #expect(run.output.contains("\"plan_status\":\"ok\"") && run.output.contains("\"driven_s\":null"), "\(run.errors)")
  }

  @Test func `has no such table without traffic, and no losses`() throws {
    let run = try match([courier, "--plan", courier, "--format", "ndjson"])
    #expect(run.exitCode == 0 && !run.output.contains("better_routes"))
    #expect(run.output.contains("\"loss_known_s\":null,\"loss_hindsight_s\":null"))
  }

  @Test(arguments: [
    (["--better-routes", "every=60"], "--better-routes goes with --plan and --traffic"),
    (["--table", "better_routes"], "goes with --plan and --traffic"),
    (["--better-routes", "every=0"], "every of --better-routes is 1 to 86400 s"),
    (["--better-routes", "earlier=-1"], "earlier of --better-routes is 0 to 86400 s"),
    (["--better-routes", "share=200"], "share of --better-routes is 0 to 100 %"),
  ])
  func `says what makes no sense`(options: [String], sentence: String) throws {
    let run = try match([courier] + options)
    #expect(run.exitCode == 2 && run.errors.contains(sentence), "\(run.errors)")
  }
}
