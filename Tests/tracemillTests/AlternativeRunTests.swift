import Foundation
import TestSupport
import Testing

@Suite struct `A run with alternatives` {
  @Test func `adds a table and changes no other`() throws {
    let map = try SampleTown.map.get()
    let folder = try TemporaryFolder()
    for (name, options) in [("plain", []), ("more", ["--alternatives", "3"])] {
      let run = try ProgramRun(
        ["match", "Traces", "--map", map, "-o", folder.path(name), "--format", "csv", "--quiet", "--sigma", "15"]
          + options)
      #expect(run.exitCode == 0, "\(run.errors)")
    }
    for table in ["trips", "points", "edges", "maneuvers", "events", "rejects"] {
      #expect(try folder.text("plain/\(table).csv") == folder.text("more/\(table).csv"))
    }
    #expect(!folder.exists("plain/alternatives.csv"))
    let rows = try folder.text("more/alternatives.csv").split(separator: "\n")
    #expect(rows.count > 1 && rows[0].hasPrefix("trip_id,trace_id,vehicle,alternative,seq,margin,relative_probability"))
  }

  @Test func `gives the same bytes with one worker and with eight`() throws {
    let map = try SampleTown.map.get()
    let runs = try ["1", "8"].map {
      try ProgramRun(
        "match", "Traces", "--map", map, "--jobs", $0, "--alternatives", "5", "--sigma", "15", "--format", "ndjson")
    }
    #expect(runs[0].exitCode == 0 && runs[0].output == runs[1].output)
    #expect(runs[0].output.contains(",\"alternatives\":[{"))
  }

  @Test func `without a table for them says so, and so do positions`() throws {
    for (options, table) in [(["--alternatives", "2"], "alternatives"), (["--positions", "rate=1"], "positions")] {
      let run = ["match", "Traces/courier.gpx", "--map", try SampleTown.map.get(), "--table"]
      let without = try ProgramRun(run + ["trips"] + options)
      #expect(without.exitCode == 0 && without.errors.contains("name that table"), "\(without.errors)")
      for tables in [[table], ["+crossings", "--format", "ndjson"]] {
        #expect(try ProgramRun(run + tables + options).errors.isEmpty)
      }
    }
  }

  @Test(arguments: [
    (["--table", "alternatives"], "goes with --alternatives"),
    (["--alternatives=-1"], "--alternatives is 0 to 100"),
    (["--alternatives=1000"], "--alternatives is 0 to 100"),
  ])
  func `says what makes no sense`(options: [String], sentence: String) throws {
    let run = try ProgramRun(["match", "Traces", "--map", "x"] + options)
    #expect(run.exitCode == 2 && run.errors.contains(sentence), "\(run.errors)")
  }
}

@Suite struct `A file that is there and cannot be read` {
  /// A file that opens, and breaks when it is read.
  private func broken(in folder: TemporaryFolder) throws -> String {
    let path = folder.path("broken.gpx")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/proc/self/mem")
    return path
  }

  @Test func `is refused, the run goes on, and ends with 1`() throws {
    let folder = try TemporaryFolder()
    let map = try SampleTown.map.get()
    let run = try ProgramRun(
      "match", try broken(in: folder), "Traces/courier.gpx", "--map", map, "-o", folder.path("out/"))
    #expect(run.exitCode == 1 && run.errors.contains("refused: unreadable 1"), "\(run.errors)")
    #expect(try folder.text("out/trips.csv").split(separator: "\n").count == 2)
    #expect(try folder.text("out/rejects.csv").contains(",unreadable,cannot read"))
    #expect(try folder.text("out/manifest.json").contains("unreadable"))
  }

  @Test func `ends an inspection with 1 too, after all files have been told`() throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun("inspect", try broken(in: folder), "Traces/courier.gpx", "--format", "ndjson")
    #expect(run.exitCode == 1 && run.output.split(separator: "\n").count == 2, "\(run.errors)")
  }
}
