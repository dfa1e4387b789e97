import Foundation
import TestSupport
import Testing

/// Presets as users name them.
struct PresetRunTests {
  private let samples = projectRoot.appending(path: "Tests/PresetsTests/Samples")

  private func sample(_ name: String) -> String { samples.appending(path: name).path }

  @Test func `are listed with what they read, and printed to be changed`() throws {
    let list = try ProgramRun("preset")
    #expect(list.exitCode == 0 && list.output.contains("\ngeolife ") && list.output.contains("GeoLife trajectories"))
    let folder = try TemporaryFolder()
    let mine = folder.path("mine.toml")
    try ProgramRun("preset", "traccar").output.write(toFile: mine, atomically: true, encoding: .utf8)
    let run = try ProgramRun("inspect", sample("traccar.csv"), "--preset", mine, "--format", "ndjson")
    #expect(run.exitCode == 0 && run.output.contains("\"speed_unit\":\"knots\",\"speed_unit_source\":\"preset\""))
    let unknown = try ProgramRun("preset", "tracar")
    #expect(unknown.exitCode == 2 && unknown.errors.contains("Did you mean traccar?"))
  }

  @Test func `take from a folder the files whose endings they name`() throws {
    let folder = try TemporaryFolder()
    let drives = folder.path("000/Trajectory")
    try FileManager.default.createDirectory(atPath: drives, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: sample("geolife.plt"), toPath: drives + "/20260508.plt")
    let run = try ProgramRun("inspect", folder.path(""), "--preset", "geolife", "--format", "ndjson")
    #expect(run.output.contains("20260508.plt") && run.output.contains("\"fixes\":2"), "\(run.output) \(run.errors)")
    let without = try ProgramRun("inspect", folder.path(""), "--format", "ndjson")
    #expect(!without.output.contains("20260508.plt"))
  }

  @Test(arguments: [
    (["--preset", "tracar"], "there is no preset and no file 'tracar'. Did you mean traccar?"),
    (["--csv", "skip=20000"], "skip of --csv is 0 to 10000 lines, not 20000"),
    (["--items", "."], "--items is a path such as data.positions"),
  ])
  func `that make no sense are refused as wrong usage`(options: [String], sentence: String) throws {
    let run = try ProgramRun(["inspect", sample("traccar.csv")] + options)
    #expect(run.exitCode == 2 && run.errors.contains(sentence), "\(run.errors)")
  }

  @Test func `and the example of their page read what the page says`() throws {
    let page = try String(contentsOf: projectRoot.appending(path: "Documentation/Reading.md"), encoding: .utf8)
    let folder = try TemporaryFolder()
    let table = try #require(block(of: page, from: "    Logger 4711"))
    let preset = try #require(block(of: page, from: "    about = \"Loggers"))
    try table.write(toFile: folder.path("export.csv"), atomically: true, encoding: .utf8)
    try preset.write(toFile: folder.path("logger.toml"), atomically: true, encoding: .utf8)
    let run = try ProgramRun(
      "inspect", folder.path("export.csv"), "--preset", folder.path("logger.toml"), "--format", "ndjson")
    #expect(run.output.contains("\"fixes\":2,\"refused_fixes\":{\"invalid_fix\":1}"), "\(run.output) \(run.errors)")
    #expect(run.output.contains("\"begin_time\":\"2026-05-08T07:05:21"), "\(run.output)")
  }

  /// The lines of an indented block of the page, without their indentation.
  private func block(of page: String, from first: String) -> String? {
    guard let begin = page.range(of: first)?.lowerBound else { return nil }
    let lines = page[begin...].split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("    ") }
    return lines.map { $0.dropFirst(4) }.joined(separator: "\n") + "\n"
  }
}
