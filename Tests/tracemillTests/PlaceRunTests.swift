import Foundation
import TestSupport
import Testing

@Suite struct `A run with places` {
  private let map: String
  private let folder: TemporaryFolder

  init() throws {
    map = try SampleTown.map.get()
    folder = try TemporaryFolder()
    try folder.write(
      "places.csv",
      """
      id,name,lat,lon,radius_m
      depot,"Depot, Nord",54.6983381,2.8458941,60
      c1,Müller,54.7008479,2.8335550,
      bad,Nowhere,154.7,2.83,
      """)
  }

  @Test func `lists visits and names the stops after them`() throws {
    let run = try ProgramRun(
      "match", "Traces/courier.gpx", "--map", map, "--places", folder.path("places.csv"), "-o", folder.path("out"),
      "--format", "csv", "--quiet")
    #expect(run.exitCode == 0, "\(run.errors)")
    let visits = try folder.text("out/visits.csv").split(separator: "\n")
    #expect(
      visits.dropFirst() == [
        "courier,courier,,0,depot,\"Depot, Nord\",2026-05-04T07:30:00.000Z,2026-05-04T07:30:32.000Z,32.000,false,true,false,"
          + "54.6983381,2.8458941,0,32",
        "courier,courier,,1,c1,Müller,2026-05-04T07:33:37.000Z,2026-05-04T07:36:24.000Z,167.000,false,false,false,"
          + "54.7004214,2.8335375,217,384",
      ])
    let events = try folder.text("out/events.csv").split(separator: "\n")
    #expect(events[1].contains(",stood for 151 s at Müller,") && events[1].hasSuffix(",c1"))
    #expect(try folder.text("out/rejects.csv").contains("places.csv,4,,bad_value,"))
    #expect(try folder.text("out/manifest.json").contains("\"places\": "))
  }

  @Test func `keeps the records of visits when traces are split`() throws {
    let run = try ProgramRun(
      [
        "match", "Traces/courier.gpx", "--map", map, "--places", folder.path("places.csv"), "--split", "stop=2min",
        "--table", "visits", "--format", "csv", "--quiet",
      ], variables: ["TRACEMILL_CONFIG": "", "TRACEMILL_VISIT_AFTER": "1s"])
    let rows = run.output.split(separator: "\n").dropFirst()
    #expect(rows.map { $0.split(separator: ",").first } == ["courier/1", "courier/1", "courier/2"])
    #expect(rows.last?.hasSuffix(",379,384") == true, "\(run.output)")
  }

  @Test func `gives the same bytes with one worker and with eight`() throws {
    let runs = try ["1", "8"].map {
      try ProgramRun(
        "match", "Traces", "--map", map, "--jobs", $0, "--places", folder.path("places.csv"), "--format", "ndjson",
        "--quiet")
    }
    #expect(runs[0].exitCode == 0 && runs[0].output == runs[1].output && runs[0].output.contains("\"visits\":[{"))
  }

  @Test func `changes no table without places`() throws {
    let run = try ProgramRun(
      "match", "Traces", "--map", map, "-o", folder.path("plain"), "--format", "csv", "--quiet")
    #expect(run.exitCode == 0 && !folder.exists("plain/visits.csv"))
  }

  @Test(arguments: [
    (["--visit-after", "2min"], "--visit-after is no option but a setting now: visit-after = 2min in tracemill.toml"),
    (["--table", "visits"], "--table visits goes with --places."),
  ])
  func `says what makes no sense`(options: [String], sentence: String) throws {
    let run = try ProgramRun(["match", "Traces/van.csv.gz", "--map", "x"] + options)
    #expect(run.exitCode == 2 && run.errors.contains(sentence), "\(run.errors)")
  }

  @Test func `ends where there is no place`() throws {
    try folder.write("none.csv", "id,lat,lon\na,100,9\n")
    let run = try ProgramRun("match", "Traces/courier.gpx", "--map", map, "--places", folder.path("none.csv"))
    #expect(run.exitCode != 0 && run.errors.contains("there is no place in it"), "\(run.errors)")
  }
}
