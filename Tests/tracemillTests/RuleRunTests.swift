import Foundation
import TestSupport
import Testing

@Suite struct `Rules of drives on the command line` {
  private func events(_ options: String...) throws -> [Substring] {
    let run = try ProgramRun(
      ["match", "Traces/bus-7.gpx", "--map", SampleTown.map.get(), "--table", "events", "--format", "csv"] + options)
    #expect(run.exitCode == 0, "\(run.errors)")
    return Array(run.output.split(separator: "\n").dropFirst())
  }

  @Test func `a turn that buses may make and trucks may not is an event for trucks`() throws {
    #expect(try events("--mode", "bus").isEmpty)
    let found = try events("--mode", "truck")
    #expect(found.count == 1)
    let detail = "turned right from Bridge Street onto North Parade; turn restriction 3 bans it for a truck"
    #expect(found.allSatisfy { $0.contains(",forbidden_turn,2026-05-05T09:13:11.433Z,") && $0.contains(detail) })
  }

  @Test(arguments: [
    ["--time-zone", "Europe/Nowhere"], ["--time-zone", "CET-1CEST"], ["--vehicle", "height=0"],
    ["--speeding", "tolerance=-1"],
    ["--speeding", "share=1001"], ["--speeding", "none,defaults"],
  ])
  func `values that make no sense end the run with an explanation`(options: [String]) throws {
    let run = try ProgramRun(["match", "Traces/bus-7.gpx", "--map", SampleTown.map.get()] + options)
    #expect(run.exitCode == 2)
    #expect(run.errors.hasPrefix("Error: ") && run.output.isEmpty)
  }

  @Test func `--verbose says which rules are left out`() throws {
    let run = try ProgramRun(
      "match", "Traces/bus-7.gpx", "--map", SampleTown.map.get(), "--table", "events", "--format", "csv", "--verbose")
    #expect(run.errors.contains("rules of the map that depend on time are left out without --time-zone"))
  }

  @Test func `a zone that the machine does not have is refused with what to do`() throws {
    let run = try ProgramRun(
      "match", "Traces/bus-7.gpx", "--map", SampleTown.map.get(), "--time-zone", "Europe/Nowhere")
    #expect(
      run.errors.contains("this machine has no zone 'Europe/Nowhere': cannot read /usr/share/zoneinfo/Europe/Nowhere."))
    #expect(run.errors.contains("give the rule of the zone, such as CET-1CEST,M3.5.0,M10.5.0/3"))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Vaduz"), "needs zone files"))
  func `the name of a zone stands for its rule, which the manifest records`() throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun(
      "match", "Traces/bus-7.gpx", "--map", SampleTown.map.get(), "--time-zone", "Europe/Vaduz", "--verbose", "-o",
      folder.path("out"))
    #expect(run.exitCode == 0 && run.errors.contains("--time-zone Europe/Vaduz: CET-1CEST,M3.5.0,M10.5.0/3"))
    let manifest = try folder.text("out/manifest.json")
    #expect(manifest.contains("\"time_zone_rule\": \"CET-1CEST,M3.5.0,M10.5.0/3\""))
    #expect(manifest.contains("\"speeding_suppressed\""))
  }
}
