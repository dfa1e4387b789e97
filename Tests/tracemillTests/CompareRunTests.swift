import Foundation
import TestSupport
import Testing

private let truth = "trace_id,from_node,to_node,length_m\nvan,1,2,60\nvan,2,3,40\n"
private let result = "trace_id,from_node,to_node\nvan,1,2\n"

/// Compares two texts; `{t}` and `{r}` in the arguments are their files.
private func compare(_ arguments: String, truth: String = truth, result: String = result) throws -> ProgramRun {
  let folder = try TemporaryFolder()
  let paths = ["{t}": try folder.write("truth.csv", truth), "{r}": try folder.write("result.csv", result)]
  return try ProgramRun(["compare"] + arguments.split(separator: " ").map { paths[String($0)] ?? String($0) })
}

@Suite struct `tracemill compare` {
  @Test(arguments: [
    ("{t} {t}", 0),
    ("{t} {r}", 0),
    ("{t} {r} --fail-if correct<0.6 --fail-if mismatch>0.4", 0),
    ("{t} {r} --fail-if correct<0.61", 1),
    ("{t} {r} --fail-if mismatch>0.39", 1),
    ("{t} {r} --fail-if correct<1.1", 2),
    ("{t} {r} --tolerance 0", 2),
    ("{t} {r} --bins 5", 2),
    ("{t} {r} --truth-points {t}", 2),
    ("{t} {r} --fail-if point_accuracy<0.9", 2),
    ("{t}", 2),
    ("{t} absent.csv", 3),
    ("{t} {r} --map absent.tmg", 3),
    ("{r} {r}", 3),
  ])
  func `ends with the exit code that says what happened`(arguments: String, code: Int32) throws {
    let run = try compare(arguments)
    #expect(run.exitCode == code, "\(run.errors)")
    #expect(run.output.isEmpty == (code > 1), "the comparison is printed also where a threshold is missed")
    #expect(run.errors.isEmpty == (code == 0))
  }

  @Test(arguments: [
    ("trace_id,from_node,to_node,length_m\nvan,1,2,0\n", truth, "the truth is 0 km long, so nothing was measured"),
    (truth, "trace_id,from_node,to_node,length_m\nvan,5,6,0\nvan,x,3,1\n", "the result is 0 km long"),
  ])
  func `is no success if nothing was measured`(truth: String, result: String, sentence: String) throws {
    let run = try compare("{t} {r}", truth: truth, result: result)
    #expect(run.exitCode == 1 && run.errors.contains(sentence), "\(run.exitCode) \(run.errors)")
  }

  @Test func `names the threshold that was missed`() throws {
    let run = try compare("{t} {r} --fail-if correct<0.99")
    #expect(run.errors == "tracemill: the correct fraction is 0.600000, less than 0.99\n")
  }

  @Test func `tells of refused rows by file and line, and fails for them only when strict`() throws {
    let bad = result + "van,two,3\n"
    let run = try compare("{t} {r}", result: bad)
    #expect(run.exitCode == 0)
    #expect(run.errors.contains("result.csv:3: from_node or to_node is not a whole number. The row was skipped.\n"))
    #expect(try compare("{t} {r} --fail-if any", result: bad).exitCode == 1)
    #expect(try compare("{t} {r} --fail-if any").exitCode == 0)
  }

  @Test func `loses one row to a stray quote, and none behind it`() throws {
    let run = try compare("{t} {r} --format json", result: "trace_id,from_node,to_node\n\"van,9,9\nvan,1,2\nvan,2,3\n")
    #expect(run.exitCode == 0 && run.output.contains("\"correct_fraction\": 1,"))
    #expect(run.output.contains("\"bad_record\": 1"))
    #expect(run.errors.contains("result.csv:2: "))
  }

  @Test(arguments: ["text", "csv", "json"])
  func `prints in every format`(format: String) throws {
    let run = try compare("{t} {r} --format \(format)")
    #expect(run.exitCode == 0 && run.output.contains("van") == (format != "text"))
    if format == "json" {
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(run.output.utf8)) }
    }
  }

  @Test func `measures what tracemill match wrote against itself`() throws {
    let folder = try TemporaryFolder()
    let map = folder.path("town.tmg")
    #expect(try ProgramRun("map", "build", "Traces/town.osm", "-o", map).exitCode == 0)
    for table in ["segments", "edges", "points"] {
      let path = folder.path(table + ".csv")
      let run = try ProgramRun(
        "match", "Traces/courier.gpx", "Traces/bus-7.gpx", "--map", map, "--table", table, "-o", path, "--quiet")
      #expect(run.exitCode == 0, "\(run.errors)")
    }
    let (segments, edges) = (folder.path("segments.csv"), folder.path("edges.csv"))
    let equal = try ProgramRun(
      "compare", segments, segments, "--map", map, "--fail-if", "correct < 1", "--fail-if",
      "mismatch > 0")
    #expect(equal.exitCode == 0, "\(equal.errors)")
    let rounded = try ProgramRun(
      "compare", segments, edges, "--map", map, "--fail-if", "correct < 0.9999", "--fail-if",
      "any")
    #expect(rounded.exitCode == 0, "\(rounded.errors)")
    let geojson = folder.path("trips.geojson")
    _ = try ProgramRun("match", "Traces/courier.gpx", "--map", map, "-o", geojson, "--quiet")
    #expect(try ProgramRun("compare", geojson, geojson, "--fail-if", "correct < 1").exitCode == 0)
  }

  @Test func `finds the schema of the table it reads`() throws {
    let run = try ProgramRun("schema", "segments")
    #expect(run.exitCode == 0 && run.output.contains("\"from_node\""))
  }
}

@Suite struct `Results of match` {
  @Test func `join by the id of the trace in every format of lines and of edges`() throws {
    let folder = try TemporaryFolder()
    let map = try SampleTown.map.get()
    for arguments in [
      ["-o", folder.path("a.geojson")], ["-o", folder.path("b.gpx.gz")],
      ["-o", folder.path("segments.csv"), "--table", "segments"], ["-o", folder.path("edges.csv"), "--table", "edges"],
      ["-o", folder.path("segments.ndjson.zst"), "--table", "segments"], ["-o", folder.path("trips.gpkg")],
      ["-o", folder.path("segments.json"), "--table", "segments"], ["-o", folder.path("trips.ndjson")],
    ] {
      #expect(try ProgramRun(["match", "Traces", "--map", map, "--quiet"] + arguments).exitCode == 0)
    }
    let edges = ["edges.csv", "segments.ndjson.zst", "segments.json", "trips.gpkg", "trips.ndjson"]
    for (truth, result) in [("a.geojson", "b.gpx.gz")] + edges.map({ ("segments.csv", $0) }) {
      let run = try ProgramRun(
        "compare", folder.path(truth), folder.path(result), "--map", map, "--format", "csv", "--fail-if",
        "correct < 0.99")
      #expect(run.exitCode == 0, "\(truth) \(result): \(run.errors)\(run.output)")
      let rows = run.output.split(separator: "\n").dropFirst()
      #expect(rows.count > 10 && rows.allSatisfy { $0.contains(",both,") }, "\(run.output)")
    }
  }

  @Test func `in JSON name the line of a bad row`() throws {
    let folder = try TemporaryFolder()
    let truth = try folder.write("truth.csv", "trace_id,from_node,to_node,length_m\na,1,2,5\n")
    let row = "{\"trace_id\":\"a\",\"from_node\":1,\"to_node\":2,\"length_m\":5}"
    let bad = "{\"trace_id\":\"a\",\"from_node\":\"x\",\"to_node\":2,\"length_m\":5}"
    let lines = try folder.write("rows.ndjson", "\(row)\n\(bad)\n")
    #expect(try ProgramRun("compare", truth, lines).errors.contains("rows.ndjson:2: from_node or to_node"))
    let list = try folder.write("rows.json", "[\n\(row),\n\(bad)\n]\n")
    #expect(try ProgramRun("compare", truth, list).errors.contains("rows.json:3: from_node or to_node"))
  }
}
