import Foundation
import TestSupport
import Testing

@Suite struct `A prior of turns` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func match(_ options: String...) throws -> ProgramRun {
    try ProgramRun(["match", "Traces/courier.gpx", "--map", try SampleTown.map.get()] + options)
  }

  private func learn(_ trace: String) throws {
    let run = try ProgramRun(
      "match", trace, "--map", try SampleTown.map.get(), "-o", folder.path("learned/"), "--overwrite", "--learn",
      folder.path("k"), "--time-zone", "Europe/Paris", "--quiet")
    try #require(run.exitCode == 0, "\(run.errors)")
  }

  @Test(arguments: [
    (["--prior", "plan"], "--prior plan goes with --plan or --plans"),
    (["--prior", "Traces"], "Traces: is no folder of knowledge"),
    (["--prior", "k", "--learn", "k"], "--prior and --learn name the same folder"),
  ])
  func `that cannot be used is refused with the cure`(options: [String], sentence: String) throws {
    let run = try ProgramRun(["match", "Traces/courier.gpx", "--map", try SampleTown.map.get()] + options)
    #expect(run.exitCode != 0 && run.output.isEmpty && run.errors.contains(sentence), "\(run.errors)")
  }

  @Test func `by a plan changes nothing for a drive that keeps it, with any number of workers`() throws {
    let plan = ["--plan", "Traces/courier.gpx", "--table", "edges", "--format", "csv"]
    let without = try ProgramRun(["match", "Traces", "--map", try SampleTown.map.get()] + plan)
    for jobs in ["1", "3"] {
      let run = try ProgramRun(
        ["match", "Traces", "--map", try SampleTown.map.get(), "--prior", "plan", "--jobs", jobs] + plan)
      #expect(run.exitCode == 0 && !run.output.isEmpty, "\(run.errors)")
      let courier = { (text: String) in text.split(separator: "\n").filter { $0.hasPrefix("courier") }.count }
      #expect(courier(run.output) == courier(without.output))
    }
  }

  @Test func `by knowledge is noted, and traces are matched again when it has changed`() throws {
    try learn("Traces/courier.gpx")
    let options = ["--prior", folder.path("k"), "-o", folder.path("reports/"), "--resume", "--verbose"]
    let first = try match(options[0], options[1], options[2], options[3], options[4], options[5])
    #expect(first.exitCode == 0, "\(first.errors)")
    let manifest = try jsonObject(folder.text("reports/manifest.json"))
    #expect((manifest["options"] as? [String: Any])?["prior_knowledge"] is String, "\(manifest)")
    let second = try match(options[0], options[1], options[2], options[3], options[4], options[5])
    #expect(second.errors.contains("nothing to do"), "\(second.errors)")
    try learn("Traces/bus-7.gpx")
    let third = try match(options[0], options[1], options[2], options[3], options[4], options[5])
    #expect(third.errors.contains("k has changed"), "\(third.errors)")
  }
}
