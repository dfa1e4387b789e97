import Foundation
import TestSupport
import Testing

@Suite struct `A run that explains its roads` {
  @Test func `adds a table and changes no other`() throws {
    let map = try SampleTown.map.get()
    let folder = try TemporaryFolder()
    for (name, options) in [("plain", []), ("more", ["--table", "+candidates"])] {
      let run = try ProgramRun(
        ["match", "Traces", "--map", map, "-o", folder.path(name), "--format", "csv", "--quiet"] + options)
      #expect(run.exitCode == 0, "\(run.errors)")
    }
    for table in ["trips", "points", "edges", "maneuvers", "events", "rejects"] {
      #expect(try folder.text("plain/\(table).csv") == folder.text("more/\(table).csv"))
    }
    #expect(!folder.exists("plain/candidates.csv"))
    let rows = try folder.text("more/candidates.csv").split(separator: "\n")
    #expect(
      rows.count > 1 && rows[0].hasPrefix("trip_id,trace_id,vehicle,index,time,rank,edge,way,name,ref,lat,lon,offset_m")
    )
    #expect(try folder.text("more/manifest.json").contains("\"table\": \"+candidates\""))
  }

  @Test func `gives the same bytes with one worker and with eight`() throws {
    let map = try SampleTown.map.get()
    let runs = try ["1", "8"].map {
      try ProgramRun("match", "Traces", "--map", map, "--jobs", $0, "--table", "+candidates", "--format", "ndjson")
    }
    #expect(runs[0].exitCode == 0 && runs[0].output == runs[1].output)
    #expect(runs[0].output.contains(",\"candidates\":[{"))
  }

  /// The values of some columns of a table, row by row.
  private func values(_ columns: [String], _ table: String, _ options: [String]) throws -> [[String]] {
    let map = try SampleTown.map.get()
    let run = try ProgramRun(["match", "Traces", "--map", map, "--table", table, "--format", "ndjson"] + options)
    #expect(run.exitCode == 0, "\(run.errors)")
    return try run.output.split(separator: "\n").map { line in
      let row = try jsonObject(line)
      return columns.map { row[$0].map { "\($0)" } ?? "" }
    }
  }

  @Test(arguments: [[], ["--split", "fixes=20"]])
  func `the chosen candidates lie where the fixes do, also in the parts of a trace`(options: [String]) throws {
    let keys = ["trip_id", "index", "time"]
    let points = try values(keys + ["status", "offset_m", "edge"], "points", options)
    let places = Dictionary(points.map { ($0[0..<3].joined(separator: " "), Array($0[3...])) }) { $1 }
    let chosen = try values(keys + ["chosen", "offset_m", "edge"], "candidates", options).filter { $0[3] == "1" }
    #expect(chosen.count > 100)
    var moved = 0
    for row in chosen {
      let place = try #require(places[row[0..<3].joined(separator: " ")])
      if row[5] == "<null>" {
        #expect(place[0] == "off_road")
      } else if place != ["matched", row[4], row[5]] {
        moved += 1
      }
    }
    // The tips of a path are moved onto the edge before or behind.
    #expect(moved * 20 < chosen.count)
  }

  @Test func `naming the table is enough`() throws {
    let map = try SampleTown.map.get()
    let run = try ProgramRun("match", "Traces/courier.gpx", "--map", map, "--table", "candidates", "--format", "csv")
    #expect(run.exitCode == 0 && run.output.split(separator: "\n").count > 10, "\(run.errors)")
  }
}
