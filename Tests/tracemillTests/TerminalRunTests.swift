import Foundation
import TestSupport
import Testing

/// Texts of others, which would steer a terminal.
@Suite struct `A terminal gets no control characters` {
  private let folder: TemporaryFolder
  private static let evil = "\u{1B}]0;pwned\u{7}\u{9B}31m\u{7F}\u{202E}txt"
  private static let tame = "\\u001B]0;pwned\\u0007\\u009B31m\\u007F\\u202Etxt"

  init() throws { folder = try TemporaryFolder() }

  private func isTame(_ text: String) -> Bool {
    !text.unicodeScalars.contains {
      $0.properties.generalCategory == .control && $0 != "\n" && $0 != "\t" || $0.properties.isBidiControl
    }
  }

  @Test(arguments: [
    ["inspect", evil], ["match", evil, "--map", "x.tmg"], ["match", "Traces/courier.gpx", "--map", evil], [evil],
    ["match", "--sigma", evil], ["match", "x.gpx", "--map", "x", "--mode", evil], ["maps", "info", "--library", evil],
    ["maps", "list", "--server", evil], ["explain", evil], ["compare", evil, evil, "--map", evil],
  ])
  func `from arguments`(arguments: [String]) throws {
    for format in ["text", "json"] {
      let run = try ProgramRun(arguments + ["--log", "format=\(format)"])
      #expect(run.exitCode != 0 && isTame(run.errors), "\(run.errors.debugDescription)")
    }
    #expect(try ProgramRun(arguments).errors.contains(Self.tame))
  }

  @Test func `but one line about what came of a run, which cron does not get`() throws {
    let map = try SampleTown.map.get()
    let output = folder.path("out/")
    let arguments = ["match", "Traces", "--map", map, "-o", output]
    let shown = try ProgramRun.shownInTerminal(arguments)
    #expect(shown.contains(#/tracemill: 14 trips, \d+ ok, .*\d+ wrong way, \d+ refused rows → /#), "\(shown)")
    #expect(shown.contains("→ \(output)\n"), "\(shown)")
    #expect(try !ProgramRun.shownInTerminal(arguments + ["--quiet"]).contains("→"))
    #expect(try !ProgramRun(arguments).errors.contains("→"))
    let other = try ProgramRun.shownInTerminal([
      "match", "Traces/courier.gpx", "Traces/sparse.csv", "--map", map, "-o", output,
    ])
    #expect(other.contains("replaces the reports of the run of "), "\(other)")
    let built = try ProgramRun.shownInTerminal(["map", "build", "Traces/town.osm", "-o", folder.path("x.tmg")])
    #expect(built.contains(#/\d+ segments of \d+ ways → .*x\.tmg\n/#), "\(built)")
  }

  @Test func `from settings`() throws {
    try folder.write(
      "tracemill.toml", "\"\(Self.evil.replacing("\u{1B}", with: "").replacing("\u{7}", with: ""))\" = 1\n")
    let run = try ProgramRun(["inspect"], in: folder.url, variables: [:])
    #expect(run.exitCode == 2 && isTame(run.errors), "\(run.errors.debugDescription)")
  }

  @Test func `from ids of traces, and JSON lines keep the id`() throws {
    let rows = "trace_id,lat,lon,time\n\(Self.evil),95,2.84,2026-11-01T00:00:00Z\n\(Self.evil),54.7,2.84,x\n"
    let traces = try folder.write("t.csv", rows)
    let run = try ProgramRun("match", traces, "--map", SampleTown.map.get(), "--log", "format=json")
    #expect(isTame(run.errors), "\(run.errors.debugDescription)")
    let ids = try run.errors.split(separator: "\n").compactMap { try jsonObject(String($0))["trace_id"] as? String }
    #expect(ids.contains(Self.evil), "\(run.errors)")
    #expect(isTame(try ProgramRun("match", traces, "--map", SampleTown.map.get()).errors))
  }

  @Test func `from names of files, in which a line break begins no line`() throws {
    let path = folder.path("a\ntracemill: all is well")
    let run = try ProgramRun("match", path, "--map", SampleTown.map.get())
    #expect(run.errors.contains("a\\u000Atracemill: all is well"), "\(run.errors)")
  }

  @Test(arguments: [
    ["maps", "list", "--server", "http://kim:secret@127.0.0.1:9/", "--patience", "0"],
    ["maps", "list", "--server", "http://kim:sec/secret@127.0.0.1:9/"],
    ["maps", "list", "--server", "kim:secret@host"],
    ["match", "x.gpx", "--map", "https://kim:secret@host/x.tmg"], ["https://kim:secret@host"],
    ["match", "x.gpx", "--map", "x", "--tiles", "https://kim:secret@host/{z}/{x}/{y}", "--format", "html"],
  ])
  func `and no password of an address`(arguments: [String]) throws {
    let run = try ProgramRun(arguments + ["--library", folder.path("library")])
    #expect(run.exitCode != 0 && !run.errors.isEmpty && !run.errors.contains("secret"), "\(run.errors)")
    let variables = ["TRACEMILL_SERVER": "https://kim:secret@host/", "TRACEMILL_CONFIG": ""]
    let shown = try ProgramRun(["config", "maps", "update"], variables: variables)
    #expect(shown.output.contains("https://host/") && !shown.output.contains("secret"), "\(shown.output)")
  }

  @Test func `but learns at once that a server is not there, which a file does only at the end`() throws {
    let arguments = [
      "maps", "list", "--server", "http://127.0.0.1:9/", "--patience", "2", "--library", folder.path("library"),
    ]
    let shown = try ProgramRun.shownInTerminal(arguments)
    let first = try #require(
      shown.firstRange(of: "Trying again for 2 s; --patience SECONDS changes that.\n"), "\(shown)")
    #expect(shown[first.upperBound...].contains("no progress for 2 s"), "\(shown)")
    #expect(shown.ranges(of: "Trying again").count == 1, "\(shown)")
    let told = try ProgramRun(arguments).errors
    #expect(told.contains("no progress for 2 s") && told.split(separator: "\n").count == 1, "\(told)")
  }

  @Test func `from names of regions, whereas a pipe gets them as they are`() throws {
    let town = projectRoot.appending(path: "Traces/town.osm").path
    let time = "2026-11-01T00:00:00Z"
    let publish = try ProgramRun(
      "maps", "publish", folder.path("server"), town, "--data-time", time, "--name", Self.evil)
    try #require(publish.exitCode == 0, "\(publish.errors)")
    let list = ["maps", "list", "--server", folder.path("server"), "--library", folder.path("library")]
    for format in ["text", "json"] {
      let text = try ProgramRun.shownInTerminal(list + ["--format", format])
      #expect(text.lowercased().contains(Self.tame.lowercased()) && isTame(text), "\(text.debugDescription)")
    }
    #expect(try ProgramRun(list).output.contains(Self.evil))
  }
}
