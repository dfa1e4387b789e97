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
    ["--time-zone", "Europe/Vaduz"], ["--vehicle-height", "0"], ["--speed-tolerance", "-1"],
    ["--speed-tolerance-share", "1001"],
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
}
