import Foundation
import TestSupport
import Testing

/// Runs whose output cannot be written, by a limit of the size of files: the system refuses a write as a full disk does.
@Suite struct `An output that cannot be written to its end` {
  private let map: String
  private let folder: TemporaryFolder

  init() throws {
    map = try SampleTown.map.get()
    folder = try TemporaryFolder()
  }

  /// - Parameter kibibytes: the largest file that the program can write.
  private func run(_ arguments: [String], atMost kibibytes: Int) throws -> (code: Int32, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = try ["-c", "ulimit -f \(kibibytes); exec \"$0\" \"$@\"", ProgramRun.program.path] + arguments
    process.currentDirectoryURL = projectRoot
    process.environment = ProcessInfo.processInfo.environment.merging(["TRACEMILL_CONFIG": ""]) { $1 }
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let code = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    return (code, String(decoding: text, as: UTF8.self))
  }

  private var partials: [String] {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.contains(".partial") || $0.hasSuffix(".lock") }
  }

  private func expectRefused(_ run: (code: Int32, errors: String)) {
    #expect(run.code == 4 && run.errors.contains(" cannot "), "\(run)")
    #expect(partials.isEmpty)
  }

  @Test(arguments: [
    ["--format", "csv"], ["--format", "json"], ["--format", "geojson", "--table", "points"],
    ["--format", "csv.zst", "--plot", "PLOTS"], ["--format", "html"], ["--format", "gpkg"],
    ["--format", "csv", "--resume"], ["--format", "csv", "--resume", "--partition", "{date}"],
  ])
  func `ends a match with exit code 4 and leaves no unfinished file`(options: [String]) throws {
    let options = options.map { $0 == "PLOTS" ? folder.path("plots") : $0 }
    expectRefused(
      try run(["match", "Traces", "--map", map, "-o", folder.path("out")] + options, atMost: 4))
  }

  @Test func `ends other commands likewise`() throws {
    expectRefused(try run(["simulate", "--map", map, "--count", "5", "-o", folder.path("drives")], atMost: 4))
    expectRefused(
      try run(["route", "--requests", "Traces/requests.ndjson", "--map", map, "-o", folder.path("r.json")], atMost: 4))
    expectRefused(try run(["map", "build", "Traces/town.osm", "-o", folder.path("town.tmg")], atMost: 4))
  }

  @Test func `leaves the next run what the ledger knows`() throws {
    let arguments = ["match", "Traces", "--map", map, "--format", "csv", "-o"]
    _ = try run(arguments + [folder.path("out"), "--resume"], atMost: 40)
    #expect(try ProgramRun(arguments + [folder.path("out"), "--resume"]).exitCode == 0)
    #expect(try ProgramRun(arguments + [folder.path("plain")]).exitCode == 0)
    for name in ["points.csv", "trips.csv", "rejects.csv"] {
      #expect(try folder.text("out/" + name) == folder.text("plain/" + name))
    }
    #expect(partials.isEmpty)
  }

  @Test func `is told of a device that is full`() throws {
    for arguments in [
      ["match", "Traces/courier.gpx", "--map", map, "--format", "csv", "--table", "points", "-o"],
      ["route", "--requests", "Traces/requests.ndjson", "--map", map, "-o"],
    ] {
      let run = try ProgramRun(arguments + ["/dev/full"])
      #expect(run.exitCode == 4 && run.errors.contains("No space left"), "\(run.errors)")
    }
    for arguments in [
      ["match", "Traces/courier.gpx", "--map", map, "--format", "csv", "--table", "points", "-o", "-"],
      ["inspect", "Traces"], ["map", "info", map], ["schema"], ["explain"], ["--help"], ["config", "match", "--all"],
    ] {
      let run = try ProgramRun(arguments, outputPath: "/dev/full")
      #expect(run.exitCode == 4 && run.errors.contains("No space left"), "\(arguments): \(run.exitCode) \(run.errors)")
    }
  }

  @Test(arguments: ["match Traces -o - --format csv --table points --map", "inspect Traces #", "map info"])
  func `ends quietly when the reader of a pipe goes away`(command: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = try [
      "-c", "{ sleep 0.3; \"$0\" \(command) \"$1\"; echo $? >&2; } | head -c 1", ProgramRun.program.path, map,
    ]
    process.currentDirectoryURL = projectRoot
    let errors = Pipe()
    process.standardError = errors
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(!text.contains("cannot write") && !text.contains("Broken pipe"), "\(text)")
  }
}

@Suite struct `What a run that was killed left` {
  private let map: String
  private let folder: TemporaryFolder

  init() throws {
    map = try SampleTown.map.get()
    folder = try TemporaryFolder()
  }

  @Test func `in the folders of pages and pictures is removed by the next run, and nothing else`() throws {
    let arguments = [
      "match", "Traces/courier.gpx", "--map", map, "--format", "html", "-o", folder.path("out"), "--plot",
      folder.path("plots"),
    ]
    #expect(try ProgramRun(arguments).exitCode == 0)
    let page = try #require(folder.bytes("out/pages/courier.html"))
    let still = try #require(folder.bytes("plots/courier.svg"))
    try folder.write("out/pages/van.html.4711-1f2e3d4c.partial", Array(page.prefix(3_000)))
    try folder.write("out/pages/empty.html.4711-1f2e3d4c.partial", [])
    try folder.write("plots/van.svg.4711-1f2e3d4c.partial", Array(still.prefix(3_000)))
    let foreign = ["out/pages/notes.txt.4711-1f2e3d4c.partial", "out/pages/mine.html.4711-1f2e3d4c.partial"]
    for name in foreign { try folder.write(name, "not of tracemill") }
    #expect(try ProgramRun(arguments).exitCode == 0)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".partial") }
    #expect(Set(names) == Set(foreign))
  }

  @Test func `of simulated drives between two names is taken for tracemill's`() throws {
    func simulate(_ name: String, seed: Int) throws -> ProgramRun {
      try ProgramRun("simulate", "--map", map, "--count", "2", "--seed", "\(seed)", "-o", folder.path(name))
    }
    for cut in 0...4 {
      let name = "cut-\(cut)"
      #expect(try simulate(name, seed: 1).exitCode == 0 && simulate("new", seed: 2).exitCode == 0)
      #expect(!folder.exists(name + "/.manifest.json.pending"))
      // As a kill after so many renames leaves the folder.
      var pending = try jsonObject(folder.text("new/manifest.json"))
      pending["earlier_outputs"] = try jsonObject(folder.text(name + "/manifest.json"))["outputs"]
      try folder.write(name + "/.manifest.json.pending", Array(JSONSerialization.data(withJSONObject: pending)))
      try FileManager.default.removeItem(atPath: folder.path(name + "/manifest.json"))
      for file in ["traces.csv", "truth.csv", "labels.csv", "stretches.csv"].prefix(cut) {
        try folder.write(name + "/" + file, #require(folder.bytes("new/" + file)))
      }
      let next = try simulate(name, seed: 3)
      #expect(next.exitCode == 0, "\(cut): \(next.errors)")
      #expect(folder.exists(name + "/manifest.json") && !folder.exists(name + "/.manifest.json.pending"))
    }
  }
}
