import Foundation
import TestSupport
import Testing

@Suite struct `A run summed up` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func match(_ arguments: [String]) throws {
    let run = try ProgramRun(
      ["match", "Traces", "--map", try SampleTown.map.get(), "--quiet", "-o", folder.path("reports/")] + arguments)
    #expect(run.exitCode == 0, "\(run.errors)")
  }

  private func report() throws -> [String: Any] {
    let run = try ProgramRun("report", folder.path("reports"), "--format", "json")
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    return try jsonObject(run.output)
  }

  @Test func `has the figures of the tables`() throws {
    try match([])
    let report = try report()
    #expect(report["schema"] as? String == "tracemill/report/1")
    let rows = try folder.text("reports/trips.csv").split(separator: "\n").dropFirst()
    #expect((report["trips"] as? [String: Any])?["count"] as? Int == rows.count)
    #expect((report["confidence"] as? [String: Any])?["count"] as? Int == rows.count)
    let events = try #require(report["events"] as? [String: [String: Any]])
    let eventRows = try folder.text("reports/events.csv").split(separator: "\n").count - 1
    #expect(events.values.compactMap { $0["count"] as? Int }.reduce(0, +) == eventRows && eventRows > 0)
    #expect((report["worst"] as? [Any])?.count == 10)
    #expect(try #require(report["length_m"] as? Double) > 10_000)
  }

  @Test func `is the same from every format, plain or compressed`() throws {
    let names = ["trips", "fixes", "rejects", "length_m", "duration_s", "confidence", "coverage", "events", "worst"]
    func figures() throws -> NSDictionary {
      let report = try report()
      return NSDictionary(dictionary: Dictionary(uniqueKeysWithValues: names.map { ($0, report[$0] ?? "absent") }))
    }
    try match([])
    let expected = try figures()
    for arguments in [
      ["--format", "csv.gz"], ["--format", "csv.zst"], ["--format", "ndjson"], ["--format", "json"],
      ["--format", "gpkg"], ["--format", "ndjson.zst"],
      ["--format", "geojson", "--table", "trips", "--table", "events"],
    ] {
      try match(arguments)
      #expect(try figures() == expected, "\(arguments)")
    }
  }

  @Test func `is printed for people`() throws {
    try match([])
    let run = try ProgramRun("report", folder.path("reports"), "--worst", "2")
    #expect(run.exitCode == 0)
    for words in ["trips    ", "driven   ", "worst traces", "median", "stop"] { #expect(run.output.contains(words)) }
    let worst = run.output.split(separator: "\n").drop { !$0.hasPrefix("worst") }
    #expect(worst.count == 3)
    let page = try ProgramRun("report", folder.path("reports"), "--format", "html", "--worst", "2")
    #expect(page.exitCode == 2 && page.errors.contains("--worst is for text and json"), "\(page.errors)")
  }

  @Test func `says what became of the jobs, the same from every format`() throws {
    func jobs(_ arguments: [String]) throws -> NSArray {
      try match(SampleTown.jobs + arguments)
      let report = try report()
      return [report["jobs"] ?? "absent", report["tours"] ?? "absent"]
    }
    let expected = try jobs([])
    let counts = try #require(expected[0] as? [String: Any])
    let states = ["assigned": 1, "finished": 3, "missed": 1, "not_reached": 1, "rejected": 1]
    #expect(counts["by_state"] as? [String: Int] == states && counts["count"] as? Int == 7)
    let figures = ["late", "violated", "contradicted", "done_by_others"].map { counts[$0] as? Int }
    #expect(figures == [1, 1, 1, 1])
    let tours = try #require(expected[1] as? [[String: Any]])
    let rows = try folder.text("reports/tours.csv").split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
    #expect(tours.map { $0["asset"] as? String } == rows.map { String($0[0]) } && tours.count == 4)
    #expect(tours.map { $0["done"] as? Int } == rows.map { Int($0[3]) })
    for format in ["csv.gz", "ndjson", "json", "gpkg", "geojson"] {
      #expect(try jobs(["--format", format]) == expected, "\(format)")
    }
    let text = try ProgramRun("report", folder.path("reports")).output
    #expect(text.contains("\njobs     7: finished 3, assigned 1, missed 1, not_reached 1, rejected 1\n"), "\(text)")
    #expect(text.contains("\ntours "), "\(text)")
  }

  @Test func `is refused without a manifest`() throws {
    let run = try ProgramRun("report", folder.path)
    #expect(run.exitCode == 3 && run.errors.contains("there is no manifest.json"), "\(run.errors)")
  }
}
