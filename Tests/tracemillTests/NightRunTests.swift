import Foundation
import TestSupport
import Testing

@Suite struct `The page of a night, made by report` {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let run = try ProgramRun(
      "match", "Traces", "--map", try SampleTown.map.get(), "--quiet", "--format", "csv", "-o", folder.path("reports/"))
    #expect(run.exitCode == 0, "\(run.errors)")
  }

  private func report(_ arguments: String...) throws -> ProgramRun {
    try ProgramRun(["report", folder.path("reports"), "--quiet"] + arguments)
  }

  @Test func `is night.html in the folder, the same on each run, and over no other file`() throws {
    let map = try SampleTown.map.get()
    let run = try report("--format", "html", "--map", map)
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    let page = try folder.text("reports/night.html")
    #expect(page.contains("Needs a look"))
    #expect(try report("--format", "html", "--map", map).exitCode == 0)
    #expect(try folder.text("reports/night.html") == page)
    _ = try folder.write("mine.html", "my notes")
    let refused = try report("--format", "html", "--map", map, "-o", folder.path("mine.html"))
    #expect(refused.exitCode != 0 && refused.errors.contains("mine.html"))
    #expect(try folder.text("mine.html") == "my notes")
  }

  @Test func `without a map has no roads, and with another one is refused`() throws {
    #expect(try report("--format", "html").exitCode == 0)
    let text = try folder.text("reports/trips.csv").replacing(/,[0-9a-f]{16},/, with: ",0000000000000000,")
    _ = try folder.write("reports/trips.csv", text)
    let refused = try report("--format", "html", "--map", try SampleTown.map.get())
    #expect(refused.exitCode == 3 && refused.errors.contains("--map"), "\(refused.errors)")
  }

  @Test func `enters the night into its history, which may be no other file`() throws {
    for _ in 0..<2 {
      #expect(try report("--format", "html", "--history", folder.path("nights.ndjson")).exitCode == 0)
    }
    let lines = try folder.text("nights.ndjson").split(separator: "\n")
    #expect(lines.count == 1 && lines[0].hasPrefix(#"{"schema":"tracemill/night-sums/1","date":"2026-05-"#))
    let page = folder.path("nights.html")
    let same = try report("--format", "html", "--history", page, "-o", page)
    #expect(same.exitCode == 2 && same.errors.contains("nights.html"), "\(same.errors)")
    _ = try folder.write("notes.txt", "milk\n")
    let refused = try report("--format", "html", "--history", folder.path("notes.txt"))
    #expect(refused.exitCode != 0 && refused.errors.contains("notes.txt:1"))
    #expect(try folder.text("notes.txt") == "milk\n")
  }

  @Test(arguments: [["--map", "x.tmg"], ["-o", "x.html"], ["--history", "x"]])
  func `needs --format html for its options`(arguments: [String]) throws {
    let run = try ProgramRun(["report", folder.path("reports")] + arguments)
    #expect(run.exitCode == 2 && run.errors.contains("html"), "\(run.errors)")
  }
}
