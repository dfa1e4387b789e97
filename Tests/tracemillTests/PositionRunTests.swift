import TestSupport
import Testing

@Suite struct `A run with positions` {
  @Test func `adds a table and changes no other`() throws {
    let map = try SampleTown.map.get()
    let folder = try TemporaryFolder()
    for (name, options) in [("plain", []), ("more", ["--positions", "rate=2"])] {
      let run = try ProgramRun(
        ["match", "Traces", "--map", map, "-o", folder.path(name), "--format", "csv", "--quiet"] + options)
      #expect(run.exitCode == 0, "\(run.errors)")
    }
    for table in ["trips", "points", "edges", "maneuvers", "events", "rejects"] {
      #expect(try folder.text("plain/\(table).csv") == folder.text("more/\(table).csv"))
    }
    #expect(!folder.exists("plain/positions.csv"))
    let rows = try folder.text("more/positions.csv").split(separator: "\n")
    #expect(rows.count > 1000 && rows[0].hasPrefix("trip_id,trace_id,vehicle,seq,at_fix,estimated,index,time,lat,lon"))
  }

  @Test func `gives the same bytes with one worker and with eight`() throws {
    let map = try SampleTown.map.get()
    let runs = try ["1", "8"].map {
      try ProgramRun(
        "match", "Traces", "--map", map, "--jobs", $0, "--positions", "rate=5,at=gaps", "--format",
        "ndjson")
    }
    #expect(runs[0].exitCode == 0 && runs[0].output == runs[1].output)
    #expect(runs[0].output.contains(",\"positions\":[{"))
  }

  @Test(arguments: [
    (["--positions", "rate=0"], "rate of --positions is 0.001 to 1000 Hz, not 0."),
    (["--positions", "at=bridges"], "at of --positions is one of none, tunnels, gaps, not bridges."),
    (["--positions", "estimates=-1"], "estimates of --positions"),
    (["--positions=estimates=5000"], "estimates of --positions is 0.001 to 1000 Hz"),
    (["--positions", "rate=1,estimates=2"], "leave out estimates"),
    (["--positions", "at=none", "--positions", "estimates=2"], "or write at=tunnels or at=gaps"),
  ])
  func `says what makes no sense`(options: [String], sentence: String) throws {
    let run = try ProgramRun(["match", "Traces", "--map", "x"] + options)
    #expect(run.exitCode == 2 && run.errors.contains(sentence), "\(run.errors)")
  }
}
