import Foundation
import TestSupport
import Testing

/// The sample town's map, built once by the program itself.
enum SampleTown {
  static let folder = Result { try TemporaryFolder() }
  /// The options that give a run the town's jobs.
  static let jobs = ["--job-list", "Traces/jobs.json", "--job-events", "Traces/job-events.json"]
  static let map: Result<String, any Error> = Result {
    let path = try folder.get().path("town.tmg")
    let run = try ProgramRun("map", "build", "Traces/town.osm", "-o", path)
    try #require(run.exitCode == 0, "\(run.errors)")
    return path
  }
}

@Suite struct `A run over the sample town` {
  @Test func `gives the reports that are checked in`() throws {
    let folder = try TemporaryFolder()
    let map = try SampleTown.map.get()
    for (output, format) in [("", "csv"), ("trips.json", "json"), ("trips.geojson", "geojson")] {
      let run = try ProgramRun(
        ["match", "Traces", "--map", map, "-o", folder.path(output), "--format", format, "--quiet"]
          + (format == "csv" ? SampleTown.jobs : []))
      #expect(run.exitCode == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
    }
    let golden = projectRoot.appending(path: "Reports")
    let names = try FileManager.default.contentsOfDirectory(atPath: golden.path).filter {
      $0 != "manifest.json" && !$0.hasPrefix("routes.")
    }
    #expect(names.count == 11)
    for name in names.sorted() {
      let expected = try Data(contentsOf: golden.appending(path: name))
      let found = try Data(contentsOf: folder.url.appending(path: name))
      #expect(found == expected, "Reports/\(name) differs; if that is meant: make run, and look at the difference")
    }
  }

  @Test func `is as the README shows it`() throws {
    let folder = try TemporaryFolder()
    let map = try SampleTown.map.get()
    let all = try ProgramRun(
      ["match", "Traces", "--map", map, "-o", folder.path(""), "--format", "csv", "--verbose"] + SampleTown.jobs)
    let courier = try ProgramRun(
      "match", "Traces/courier.gpx", "--map", map, "--table", "maneuvers", "--format", "ndjson")
    let maneuvers = try courier.output.split(separator: "\n").map { line in
      let row = try jsonObject(String(line))
      return "  \(row["time"] ?? "")  \(row["instruction"] ?? "")"
    }
    let readme = try String(contentsOf: projectRoot.appending(path: "README.md"), encoding: .utf8)
    let counts = all.errors.split(separator: "\n").filter { line in
      [" trips: ", " fixes: ", " jobs: "].contains { line.contains($0) }
    }
    #expect(counts.count == 4 && maneuvers.count > 2)
    let reports = try FileManager.default.contentsOfDirectory(atPath: projectRoot.appending(path: "Reports").path)
    let names = Set(reports).union(["manifest.json"]).sorted().joined(separator: " ")
    #expect(readme.contains("\nwrote into Reports/: \(names)\n"))
    for line in counts.map(String.init) + maneuvers {
      #expect(readme.contains("\n" + line + "\n"), "README.md lacks: \(line)")
    }
  }

  @Test func `gives the same bytes with one worker and with eight`() throws {
    let map = try SampleTown.map.get()
    let runs = try ["1", "8"].map {
      try ProgramRun("match", "Traces", "--map", map, "--jobs", $0, "--format", "ndjson")
    }
    #expect(runs[0].exitCode == 0 && runs[0].output == runs[1].output)
    #expect(runs[0].output.split(separator: "\n").count == 14)
  }

  @Test(arguments: ["csv", "json", "ndjson", "geojson", "gpx"])
  func `writes every format to standard output and nothing else`(format: String) throws {
    let map = try SampleTown.map.get()
    let table = format == "csv" ? ["--table", "trips"] : []
    let run = try ProgramRun(["match", "Traces/courier.gpx", "--map", map, "--format", format] + table)
    #expect(run.exitCode == 0 && run.errors.isEmpty && !run.output.isEmpty)
    if format.hasSuffix("json") && format != "ndjson" {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(run.output.utf8)) }
    }
  }

  @Test func `the GPX of all traces follows the schema`() throws {
    let run = try ProgramRun("match", "Traces", "--map", try SampleTown.map.get(), "--format", "gpx", "--quiet")
    #expect(run.exitCode == 0 && run.output.contains("</trkseg>"))
    #expect(gpxFaults(Data(run.output.utf8)) == [])
  }

  @Test func `reads standard input`() throws {
    let map = try SampleTown.map.get()
    let trace = try Data(contentsOf: projectRoot.appending(path: "Traces/sparse.csv"))
    let run = try ProgramRun(["match", "-", "--map", map, "--table", "trips", "--format", "csv"], input: trace)
    #expect(run.exitCode == 0 && run.output.split(separator: "\n").count == 5)
  }

  @Test func `has one row of points for every fix of every file`() throws {
    let map = try SampleTown.map.get()
    let run = try ProgramRun("match", "Traces", "--map", map, "--table", "points", "--format", "csv", "--quiet")
    let counts = try ProgramRun("inspect", "Traces", "--format", "ndjson").output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["fixes"] as? Int ?? 0
    }
    #expect(run.output.split(separator: "\n").count - 1 == counts.reduce(0, +))
  }

  @Test func `counts in the manifest as many rejects as the table has rows`() throws {
    let folder = try TemporaryFolder()
    let bad = (0..<1500).map { "a,2026-01-02T03:04:05Z,\($0 < 1200 ? "north" : "54.7"),2.84\n" }.joined()
    try folder.write("bad.csv", "trace_id,time,lat,lon\n" + bad + "b,2026-01-02T03:04:05Z,54.7,2.84\n,,,\n")
    let run = try ProgramRun("match", folder.url.path, "--map", try SampleTown.map.get(), "-o", folder.path("out/"))
    #expect(run.exitCode == 1 && run.errors.contains("refused: bad_position 1200"), "\(run.errors)")
    let rows = try folder.text("out/rejects.csv").split(separator: "\n").count - 1
    let manifest = try JSONSerialization.jsonObject(with: Data(folder.text("out/manifest.json").utf8)) as? [String: Any]
    let rejects = try #require(manifest?["rejects"] as? [String: Any])
    #expect(rejects["count"] as? Int == rows && rows > 1500)
    #expect((rejects["by_reason"] as? [String: Int])?["single_fix"] == 2)
  }

  @Test func `tells on standard error what was refused, and ends with 1 only when strict`() throws {
    let map = try SampleTown.map.get()
    let arguments = ["match", "Traces/bad-records.csv", "--map", map]
    let run = try ProgramRun(arguments)
    #expect(run.exitCode == 0)
    #expect(run.errors.contains("bad-records.csv:12: latitude 547.0038922 is outside -90…90"))
    #expect(run.errors.contains("refused: bad_position 2, bad_record 1"))
    #expect(try ProgramRun(arguments + ["--fail-if", "any"]).exitCode == 1)
    #expect(try ProgramRun("match", "Traces/courier.gpx", "--map", map, "--fail-if", "any").exitCode == 0)
  }
}

@Suite struct `What the program says of mistakes` {
  @Test(arguments: [
    (["match", "Traces"], 2, "--map"),
    (["match", "Traces", "--map", "nowhere.tmg", "--format", "excel"], 2, "--format is one of json"),
    (["match", "Traces", "--map", "nowhere.tmg"], 3, "nowhere.tmg"),
    (["match", "Traces", "--map", "README.md"], 3, "not a road graph"),
    (["match", "Traces", "--map", "x", "--mode", "submarine"], 2, "There is no mode submarine"),
    (["match", "Traces", "--map", "x", "--format", "csv"], 2, "choose one with --table"),
    (["match", "Traces", "--map", "x", "--format", "csv", "-o", "x.csv"], 2, "choose one with --table"),
    (["match", "Traces", "--map", "x", "--format", "gpx", "--table", "trips", "-o", "x/"], 2, "gpx holds tracks only"),
    (
      ["match", "Traces", "--map", "x", "--speeding", "tolerance=1e300"], 2, "tolerance of --speeding is 0 to 1000 km/h"
    ),
    (["map", "build", "Traces/town.osm", "-o", "-"], 2, "A map is a file"),
    (["map", "build", "README.md", "-o", "x.tmg"], 3, "README.md"),
    (["map", "build", "nowhere.osm", "-o", "y.tmg"], 3, "nowhere.osm"),
    (["map", "build", "Traces/town.osm", "-o", "/dev/null/folder/x.tmg"], 4, "/dev/null/folder"),
    (["map", "build", "--nodes", "nodes.csv", "-o", "z.tmg"], 2, "go together"),
    (["inspect", "nowhere.gpx"], 3, "nowhere.gpx"),
    (["schema", "tables"], 2, "trips"),
    (["frobnicate"], 2, "frobnicate"),
  ])
  func `has a sentence and a code`(arguments: [String], code: Int32, sentence: String) throws {
    let run = try ProgramRun(arguments)
    #expect(run.exitCode == code, "\(run.errors)")
    #expect(run.errors.contains(sentence), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test(arguments: [["schema"], ["inspect", "Traces"], ["--help"]])
  func `standard output that cannot be written is 4`(arguments: [String]) throws {
    let run = try ProgramRun(arguments, outputPath: "/dev/full")
    #expect(run.exitCode == 4 && run.errors.contains("standard output: cannot write"), "\(run.errors)")
  }

  @Test func `a strict run says why it ends with 1, also where nothing was refused`() throws {
    let run = try ProgramRun(
      "match", "Traces/forest.csv", "--map", try SampleTown.map.get(), "--format", "ndjson", "--fail-if", "any")
    #expect(run.exitCode == 1 && run.errors.contains("partial 1; because of no_road_near 1"), "\(run.errors)")
  }

  @Test(arguments: ["match", "inspect"])
  func `a folder without traces is worth a word`(command: String) throws {
    let folder = try TemporaryFolder()
    let map = command == "match" ? ["--map", try SampleTown.map.get()] : []
    let run = try ProgramRun([command, folder.url.path] + map)
    let code: Int32 = command == "match" ? 1 : 0
    #expect(run.exitCode == code && run.errors.contains("no .gpx, .csv, "), "\(run.errors)")
  }

  @Test func `an output that cannot be written is 4`() throws {
    let map = try SampleTown.map.get()
    let run = try ProgramRun("match", "Traces/courier.gpx", "--map", map, "-o", "README.md/reports/")
    #expect(run.exitCode == 4, "\(run.errors)")
  }

  @Test func `a damaged map is refused`() throws {
    let folder = try TemporaryFolder()
    var bytes = try Data(contentsOf: URL(filePath: try SampleTown.map.get()))
    bytes[bytes.count / 2] ^= 1
    try bytes.write(to: folder.url.appending(path: "town.tmg"))
    let run = try ProgramRun("match", "Traces/courier.gpx", "--map", folder.path("town.tmg"))
    #expect(run.exitCode == 3 && run.errors.contains("damaged"), "\(run.errors)")
  }
}

@Suite struct `Help and schema` {
  /// The commands that the help of one lists, below it and below those; `[]` is the program itself.
  private func commands(under command: [String]) throws -> [[String]] {
    let help = try ProgramRun(command + ["--help"]).output
    let list = help.split(separator: "SUBCOMMANDS:", maxSplits: 1).dropFirst().first ?? ""
    let lines = list.split(separator: "\n").prefix { !$0.hasPrefix("  See ") }
    let names = lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.compactMap {
      $0.split(separator: " ").first
    }
    return try [command] + names.flatMap { try commands(under: command + [String($0)]) }
  }

  @Test func `every command explains itself`() throws {
    let commands = try commands(under: [])
    let names = commands.map { $0.joined(separator: " ") }
    #expect(
      names.sorted() == [
        "", "compare", "config", "explain", "inspect", "language", "learn", "live", "map", "map build", "map info",
        "maps",
        "maps at",
        "maps check", "maps for",
        "maps info", "maps install", "maps list", "maps publish", "maps remove", "maps update", "match", "preset",
        "report",
        "route", "schema", "simulate", "style", "view",
      ])
    for command in commands {
      let run = try ProgramRun(command + ["--help"])
      #expect(run.exitCode == 0 && run.errors.isEmpty)
      #expect(run.output.contains("USAGE") && (command == ["map"] || run.output.contains("Examples:")), "\(run.output)")
    }
  }

  @Test(arguments: [
    "", "trips", "points", "edges", "maneuvers", "events", "rejects", "route", "routes", "route_off_road",
  ])
  func `the schema of everything is JSON`(table: String) throws {
    let run = try ProgramRun(["schema"] + (table.isEmpty ? [] : [table]))
    #expect(run.exitCode == 0)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(run.output.utf8)) }
  }
}
