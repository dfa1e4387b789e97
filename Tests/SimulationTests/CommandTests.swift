import Foundation
import TestSupport
import Testing

@Suite struct `tracemill simulate` {
  private static let map: Result<(folder: TemporaryFolder, path: String), any Error> = Result {
    let folder = try TemporaryFolder()
    let run = try ProgramRun("map", "build", "Traces/town.osm", "-o", folder.path("town.tmg"))
    try #require(run.exitCode == 0, "\(run.errors)")
    return (folder, folder.path("town.tmg"))
  }

  private func simulate(_ arguments: String...) throws -> ProgramRun {
    try ProgramRun(["simulate", "--map", try Self.map.get().path] + arguments)
  }

  @Test func `writes four tables and a manifest for the other commands, and says what it made only when asked`() throws
  {
    let folder = try TemporaryFolder()
    let quiet = try simulate("--count", "5", "--length", "500-1500", "--detours", "1", "-o", folder.path("drives"))
    #expect(quiet.exitCode == 0 && quiet.output.isEmpty && quiet.errors.isEmpty, "\(quiet.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("drives")).sorted()
    #expect(names == ["labels.csv", "manifest.json", "stretches.csv", "traces.csv", "truth.csv"])
    let told = try simulate("--count", "5", "--length", "500-1500", "-o", folder.path("drives"), "--verbose")
    #expect(told.errors.contains("5 drives, "), "\(told.errors)")
    let matched = try ProgramRun(
      "match", folder.path("drives"), "--map", try Self.map.get().path, "--table", "trips", "--format", "csv")
    #expect(matched.exitCode == 0 && matched.output.split(separator: "\n").count == 6)
  }

  @Test(arguments: [
    (["--length", "50"], "--length is a number of metres from 100"), (["--length", "900-800"], "--length"),
    (["--length", "1-2-3"], "--length"), (["--wrong-way", "2"], "--wrong-way is a share, from 0 to 1"),
    (["--gaps", "-1"], "--gaps"), (["--period", "0"], "--period is 0.01 to"), (["--sigma", "nan"], "--sigma"),
    (["--record", "altitude"], "--record is one of speed, heading, accuracy"),
    (["--count", "0"], "--count is 1 to 10000000"), (["--count", "9223372036854775807"], "--count is 1 to 10000000"),
    (["--mode", "submarine"], "There is no mode submarine"),
    (["--gap-length", "60"], "--gap-length goes with --gaps"),
    (["--outlier-distance", "40"], "--outlier-distance goes with --outliers"),
    (["--make-plans", "--stops", "0.5"], "--make-plans goes without --wrong-way"),
    (["--plan-kinds", "keeps"], "--plan-kinds goes with --make-plans"),
    (["--make-plans", "--plan-kinds", "flies"], "--plan-kinds is one of keeps, leaves"),
  ])
  func `refuses what makes no sense`(arguments: [String], sentence: String) throws {
    let run = try ProgramRun(["simulate", "--map", "nowhere.tmg", "-o", "nowhere"] + arguments)
    #expect(run.exitCode == 2 && run.errors.contains(sentence), "\(run.errors)")
  }

  @Test func `with plans, writes them and the labels for the other commands`() throws {
    let folder = try TemporaryFolder()
    let run = try simulate(
      "--count", "6", "--make-plans", "--plan-kinds", "keeps,leaves", "-o", folder.path("drives"), "--verbose")
    #expect(run.exitCode == 0 && run.errors.contains("plans: keeps "), "\(run.errors)")
    #expect(try folder.text("drives/plans.ndjson").split(separator: "\n").count == 6)
    let manifest = try folder.text("drives/manifest.json")
    for name in ["plan_drives", "plan_truth", "deviation_truth", "progress_truth"] {
      #expect(folder.exists("drives/\(name).csv") && manifest.contains(name))
    }
    #expect(manifest.contains("plan_kinds"))
  }

  @Test func `a map that is none is 3, an output that cannot be written 4`() throws {
    let folder = try TemporaryFolder()
    let map = try ProgramRun("simulate", "--map", "README.md", "-o", folder.path("drives"))
    #expect(map.exitCode == 3 && map.errors.contains("README.md"), "\(map.errors)")
    let output = try simulate("--count", "1", "-o", "README.md/drives")
    #expect(output.exitCode == 4 && output.errors.contains("README.md/drives"), "\(output.errors)")
  }

  @Test func `explains itself`() throws {
    let run = try ProgramRun("simulate", "--help")
    #expect(run.exitCode == 0 && run.output.contains("Examples:") && run.output.contains("--wrong-way <share>"))
  }
}
