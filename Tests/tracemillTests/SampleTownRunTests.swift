import Foundation
import TestSupport
import Testing

/// The sample town's map, built once by the program itself.
private enum SampleTown {
  static let folder = Result { try TemporaryFolder() }
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
        "match", "Traces", "--map", map, "-o", folder.path(output), "--format", format, "--quiet")
      #expect(run.exitCode == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
    }
    let golden = projectRoot.appending(path: "Reports")
    let names = try FileManager.default.contentsOfDirectory(atPath: golden.path).filter { $0 != "manifest.json" }
    #expect(names.count == 8)
    for name in names.sorted() {
      let expected = try Data(contentsOf: golden.appending(path: name))
      let found = try Data(contentsOf: folder.url.appending(path: name))
      #expect(found == expected, "Reports/\(name) differs; if that is meant: make run, and look at the difference")
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

  @Test func `tells on standard error what was refused, and ends with 1 only when strict`() throws {
    let map = try SampleTown.map.get()
    let arguments = ["match", "Traces/bad-records.csv", "--map", map]
    let run = try ProgramRun(arguments)
    #expect(run.exitCode == 0)
    #expect(run.errors.contains("bad-records.csv:12: latitude 547.0038922 is outside -90…90"))
    #expect(run.errors.contains("refused: bad_position 2, bad_record 1"))
    #expect(try ProgramRun(arguments + ["--strict"]).exitCode == 1)
    #expect(try ProgramRun("match", "Traces/courier.gpx", "--map", map, "--strict").exitCode == 0)
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
    (["map", "build", "README.md", "-o", "x.tmg"], 3, "README.md"),
    (["map", "build", "nowhere.osm", "-o", "x.tmg"], 3, "nowhere.osm"),
    (["map", "build", "Traces/town.osm", "-o", "no/such/folder/x.tmg"], 4, "no/such/folder/x.tmg"),
    (["map", "build", "--nodes", "nodes.csv", "-o", "x.tmg"], 2, "go together"),
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
  @Test(arguments: [[], ["map"], ["map", "build"], ["map", "info"], ["match"], ["inspect"], ["schema"]])
  func `every command explains itself`(command: [String]) throws {
    let run = try ProgramRun(command + ["--help"])
    #expect(run.exitCode == 0 && run.errors.isEmpty)
    #expect(run.output.contains("USAGE") && (command == ["map"] || run.output.contains("Examples:")), "\(run.output)")
  }

  @Test(arguments: ["", "trips", "points", "edges", "maneuvers", "events", "rejects"])
  func `the schema of everything is JSON`(table: String) throws {
    let run = try ProgramRun(["schema"] + (table.isEmpty ? [] : [table]))
    #expect(run.exitCode == 0)
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(run.output.utf8)) }
  }
}
