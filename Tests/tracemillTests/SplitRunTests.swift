import Foundation
import TestSupport
import Testing

@Suite struct `A run that splits and selects` {
  private let map: String

  init() throws { map = try SampleTown.map.get() }

  private func rows(_ arguments: String...) throws -> [[String: String]] {
    let run = try ProgramRun(["match", "--map", map, "--format", "csv", "--quiet", "-o", "-"] + arguments)
    #expect(run.exitCode == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }

  private func manifest(_ folder: TemporaryFolder) throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(try folder.text("out/manifest.json").utf8))
    return try #require(json as? [String: Any])
  }

  @Test func `names the trips by their trace, and the rule that cut them`() throws {
    let trips = try rows("Traces/courier.gpx", "--split", "stop=2min", "--table", "trips")
    #expect(trips.map { $0["trip_id"] } == ["courier/1", "courier/2"])
    #expect(trips.map { $0["trace_id"] } == ["courier", "courier"])
    #expect(trips.map { $0["part"] } == ["1", "2"])
    #expect(trips.map { $0["begun_by"] } == ["", "stop"] && trips.map { $0["split_by"] } == ["stop", ""])
  }

  @Test func `keeps the record of each fix`() throws {
    let whole = try rows("Traces/courier.gpx", "--table", "points")
    let parts = try rows("Traces/courier.gpx", "--split", "stop=2min,fixes=100", "--table", "points")
    let names = ["trace_id", "index", "time", "lat", "lon", "line"]
    #expect(parts.map { row in names.map { row[$0] } } == whole.map { row in names.map { row[$0] } })
    let events = try rows("Traces/courier.gpx", "--split", "stop=2min", "--table", "events")
    let stop = try #require(events.first { $0["type"] == "stop" })
    #expect(stop["trip_id"] == "courier/1" && stop["first_fix"] == "229" && stop["last_fix"] == "378")
  }

  @Test func `gives the same bytes with one worker and with eight`() throws {
    let runs = try ["1", "8"].map {
      try ProgramRun(
        "match", "Traces", "--map", map, "--jobs", $0, "--split", "stop=1min,fixes=40,distance=500m", "--when",
        "day=2026-05-05", "--format", "ndjson", "--quiet")
    }
    #expect(runs[0].exitCode == 0 && runs[0].output == runs[1].output && runs[0].output.contains("\"bus-7/2\""))
  }

  @Test func `matches what is selected and counts the rest`() throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun(
      "match", "Traces/courier.gpx", "Traces/bus-7.gpx", "--map", map, "--format", "csv", "-o", folder.path("out"),
      "--when", "from=2026-05-04T07:31,to=2026-05-04T07:32", "--verbose")
    #expect(run.exitCode == 0 && run.errors.contains("and with them 2 whole traces"), "\(run.errors)")
    let trips = try folder.text("out/trips.csv").split(separator: "\n")
    #expect(trips.count == 2 && trips[1].contains(",60,60,") && trips[1].contains(",1.0000,"))
    let manifest = try manifest(folder)
    #expect(manifest["not_selected"] as? [String: Int] == ["fixes": 988, "traces": 2], "\(manifest)")
    let options = try #require(manifest["options"] as? [String: String])
    #expect(options["from"] == "2026-05-04T07:31:00Z" && options["to"] == "2026-05-04T07:32:00Z")
  }

  @Test func `is foretold by inspect`() throws {
    let text = try ProgramRun("inspect", "Traces/courier.gpx", "--split", "stop=2min")
    #expect(text.exitCode == 0 && text.output.contains("\n  2 trips: stop 1\n"), "\(text.output)\(text.errors)")
    let json = try ProgramRun("inspect", "Traces/courier.gpx", "--split", "stop=2min", "--format", "ndjson")
    #expect(json.output.contains(#""trips":2,"cuts":{"stop":1}"#), "\(json.output)")
    let refused = try ProgramRun("inspect", "Traces/courier.gpx", "--split", "stop=2")
    #expect(refused.exitCode == 2 && refused.errors.contains("--split: stop is a value such as 5min, not '2'"))
  }

  @Test(arguments: [
    ("trace_id,plan\ncourier/2,tour.ndjson\n", ["missing", "ok"]),
    ("trace_id,plan\ncourier,tour.ndjson\n", ["untouched", "ok"]),
    ("vehicle,date,plan\ncourier,2026-05-04,tour.ndjson\n", ["untouched", "ok"]),
    ("vehicle,date,plan\ncourier,2026-05-05,tour.ndjson\n", ["missing", "missing"]),
  ])
  func `holds plans against its parts`(rows: String, statuses: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "tour.ndjson",
      #"{"id":"tour","waypoints":[{"lat":54.7010649,"lon":2.8335640},{"lat":54.6914659,"lon":2.8307555}]}"#)
    let plans = try folder.write("plans.csv", rows)
    let run = try ProgramRun(
      "match", "Traces/courier.gpx", "--map", map, "--split", "stop=2min", "--plans", plans, "--table", "plans",
      "--format", "ndjson", "--quiet")
    let found = try run.output.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["plan_status"] as? String
    }
    #expect(found == statuses, "\(run.errors)")
  }

  @Test(arguments: [
    (["--split", "gap=10"], "--split: gap is a value such as 10min, not '10'"),
    (["--split", "halt=5min"], "--split: there is no rule 'halt'"),
    (["--when", "from=soon"], "from of --when is a time such as"),
    (["--when", "day=tomorrow"], "day of --when is a date such as 2026-11-21, yesterday or today, not 'tomorrow'"),
    (["--when", "day=today,from=2026-05-04"], "--when is either a day, or from and to."),
    (["--keep", "driver,driver"], "--keep names driver twice."),
    (["--keep", "driver,"], "--keep is a list of columns"),
  ])
  func `says what makes no sense`(options: [String], sentence: String) throws {
    let run = try ProgramRun(["match", "Traces/van.csv.gz", "--map", "x"] + options)
    #expect(run.exitCode == 2 && run.errors.contains(sentence), "\(run.errors)")
  }

  @Test func `takes days by the clock of the run, and says which`() throws {
    let folder = try TemporaryFolder()
    let run = try ProgramRun(
      "match", "Traces/courier.gpx", "--map", map, "--format", "csv", "-o", folder.path("out"), "--when",
      "day=yesterday",
      "--quiet")
    // Nobody drove yesterday: an empty run is no success.
    #expect(run.exitCode == 1 && run.errors.contains("no fix of 1 trace is at the times selected"), "\(run.errors)")
    let options = try #require(try manifest(folder)["options"] as? [String: String])
    #expect(options["day"]?.wholeMatch(of: #/\d{4}-\d\d-\d\d/#) != nil)
    #expect(try folder.text("out/trips.csv").split(separator: "\n").count == 1)
  }

  @Test func `carries columns of the input into trips and points`() throws {
    let folder = try TemporaryFolder()
    let rows = try String(contentsOf: projectRoot.appending(path: "Traces/bad-records.csv"), encoding: .utf8)
      .split(separator: "\n").enumerated()
      .map { number, line in line + (number == 0 ? ",driver,lat 2" : number < 40 ? ",Anna,\(number)" : ",Ben,\(number)")
      }
    let file = try folder.write("fleet.csv", rows.joined(separator: "\n"))
    let run = try ProgramRun(
      "match", file, "--map", map, "--format", "csv", "-o", folder.path("out"), "--keep", "driver,lat 2", "--quiet")
    #expect(run.exitCode == 0, "\(run.errors)")
    let trips = try folder.text("out/trips.csv").split(separator: "\n")
    #expect(trips[0].hasSuffix(",driver,driver_values,lat 2,lat 2_values"))
    #expect(trips[1].contains(",Anna,2,1,"))
    let points = try folder.text("out/points.csv").split(separator: "\n")
    #expect(points[0].hasSuffix(",driver,lat 2") && points[1].hasSuffix(",Anna,1"))
    let options = try #require(try manifest(folder)["options"] as? [String: String])
    #expect(options["keep"] == "driver,lat 2")
    let refused = try ProgramRun("match", file, "--map", map, "--keep", "fahrer", "--format", "csv", "--table", "trips")
    #expect(refused.errors.contains("there is no 'fahrer' to --keep: the names are 'trace_id'"), "\(refused.errors)")
  }
}
