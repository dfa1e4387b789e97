import Foundation
import TestSupport
import Testing

@Suite struct `Still pictures` {
  private let folder: TemporaryFolder
  private let map: String

  init() throws {
    folder = try TemporaryFolder()
    map = try SampleTown.map.get()
  }

  private func match(_ arguments: String...) throws -> ProgramRun {
    try ProgramRun(["match"] + arguments + ["--map", map], input: Data())
  }

  @Test func `are drawn beside the reports, the same bytes each time`() throws {
    for name in ["a", "b"] {
      let run = try match("Traces/courier.gpx", "-o", folder.path("out.ndjson"), "--plot", folder.path(name + ".svg"))
      #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    }
    #expect(try folder.text("a.svg").contains("<title>courier"))
    #expect(folder.bytes("a.svg") == folder.bytes("b.svg") && folder.exists("out.ndjson"))
  }

  @Test func `of several trips go into a folder, and those of gone trips go`() throws {
    #expect(try match("Traces", "-o", folder.path("out/"), "--plot", folder.path("plots/"), "--quiet").exitCode == 0)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("plots")).filter { $0.hasSuffix(".svg") }.count
        == 14)
    #expect(try match("Traces/ferry.gpx", "-o", folder.path("out/"), "--plot", folder.path("plots/")).exitCode == 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path("plots")).filter { $0.hasSuffix(".svg") }
    #expect(left == ["ferry.svg"])
  }

  @Test func `of routes are drawn as well`() throws {
    let run = try ProgramRun(
      "route", "--requests", "Traces/requests.ndjson", "--map", map, "-o", folder.path("routes.ndjson"), "--plot",
      folder.path("plots/"), "--quiet")
    #expect(run.exitCode == 0 && folder.exists("plots/over-the-bridge.svg"), "\(run.errors)")
  }

  @Test func `never replace an input or a file of another program`() throws {
    _ = try folder.write("mine.svg", "<svg/>")
    let foreign = try match("Traces/courier.gpx", "-o", folder.path("o.ndjson"), "--plot", folder.path("mine.svg"))
    let kept = try folder.text("mine.svg")
    #expect(foreign.exitCode == 4 && kept == "<svg/>")
    let several = try match("Traces", "-o", folder.path("o/"), "--plot", folder.path("x.svg"), "--quiet")
    #expect(several.exitCode == 2 && several.errors.contains("--plot DIR/") && !folder.exists("x.svg"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("o")).allSatisfy { !$0.hasSuffix(".partial") })
  }

  @Test(arguments: [
    (["--plot", "x.png", "-o", "y.csv"], "ends in .svg"), (["--plot", "same/", "-o", "same/"], "a place of its own"),
    (["--resume", "--plot", "x.svg", "-o", "x/"], "--plot draws whole runs"),
  ])
  func `are refused where they cannot be`(arguments: [String], message: String) throws {
    let run = try ProgramRun(["match", "Traces/courier.gpx", "--map", map] + arguments, input: Data())
    #expect(run.exitCode == 2 && run.errors.contains(message), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: arguments[arguments.count - 1]))
  }
}
