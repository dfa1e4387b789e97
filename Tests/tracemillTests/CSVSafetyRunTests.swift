import Foundation
import TestSupport
import Testing

@Suite struct `CSV for spreadsheets` {
  private let folder: TemporaryFolder
  private let map: String
  private let trace: String

  /// A drive on Station Road whose id and whose carried column are formulas, or numbers with a sign.
  init() throws {
    folder = try TemporaryFolder()
    map = try SampleTown.map.get()
    let rows = (0..<20).map { second in
      let time = "2026-05-04T07:00:\(second < 10 ? "0" : "")\(second)Z"
      return "=1+1,\(time),54.6971,\(2.8480 - 0.0002 * Double(second)),\(second == 0 ? "@x" : "-3.5")\n"
    }
    trace = try folder.write("in/pings.csv", "trace_id,time,lat,lon,=note\n" + rows.joined())
  }

  private func tables(_ options: [String]) throws -> [String: String] {
    let name = "out\(options.count)"
    let run = try ProgramRun(
      ["match", trace, "--map", map, "--keep", "=note", "--quiet", "-o", folder.path(name + "/")] + options)
    try #require(run.exitCode == 0, "\(run.errors)")
    return try Dictionary(
      uniqueKeysWithValues: ["trips.csv", "points.csv", "edges.csv", "manifest.json"].map {
        ($0, try folder.text("\(name)/\($0)"))
      })
  }

  @Test func `has an apostrophe before texts that begin as formulas do, and nowhere else`() throws {
    let plain = try tables([])
    let safe = try tables(["--csv-safe"])
    #expect(plain["points.csv"]?.contains("\n=1+1,=1+1,,0,") == true && plain["points.csv"]?.contains(",@x") == true)
    #expect(safe["points.csv"]?.contains("\n'=1+1,'=1+1,,0,") == true && safe["points.csv"]?.contains(",'@x") == true)
    #expect(safe["points.csv"]?.contains(",-3.5") == true && safe["points.csv"]?.contains("'-3.5") == false)
    let header = safe["points.csv"]?.prefix { $0 != "\n" } ?? ""
    #expect(header.contains("'=note"), "the name of a column is a text of others, too")
    for table in ["trips.csv", "edges.csv"] {
      #expect(safe[table]?.replacing("'=", with: "=").replacing("'@", with: "@") == plain[table], "\(table)")
    }
    #expect(
      safe["manifest.json"]?.contains("\"csv_safe\"") == true && plain["manifest.json"]?.contains("csv_safe") == false)
  }

  @Test func `is given by chosen columns, refusals, streams, routes and comparisons as well`() throws {
    let chosen = try ProgramRun(
      "match", trace, "--map", map, "--table", "points", "--select", "index,trace_id", "--csv-safe")
    #expect(chosen.output.contains("\n0,'=1+1\n"), "\(chosen.errors)")
    let bad = try folder.write("bad.csv", "trace_id,time,lat,lon\n@van,2026-05-04T07:00:00Z,95,2\n")
    let rejects = try ProgramRun("match", bad, "--map", map, "--table", "rejects", "--csv-safe", "--allow-empty")
    #expect(rejects.output.contains(",'@van,"), "\(rejects.output) \(rejects.errors)")
    let rows = try Data(contentsOf: URL(filePath: trace))
    let live = try ProgramRun(
      ["match", "--online", "--map", map, "--format", "csv", "--table", "points", "--csv-safe"], input: rows)
    #expect(live.output.contains("\n'=1+1,"), "\(live.errors)")
    let requests = try folder.write(
      "jobs.csv", "id,from_lat,from_lon,to_lat,to_lon\n+x,54.6959,2.8369,54.7162,2.8391\n")
    let routes = try ProgramRun("route", "--map", map, "--requests", requests, "--table", "routes", "--csv-safe")
    #expect(routes.output.contains("\n'+x,"), "\(routes.errors)")
    let pieces = try folder.write("pieces.csv", "trace_id,from_node,to_node,length_m\n=van,1,2,60\n")
    let compared = try ProgramRun("compare", pieces, pieces, "--format", "csv", "--csv-safe")
    #expect(compared.output.contains("\n'=van,"), "\(compared.errors)")
  }

  @Test func `is refused where no CSV is written`() throws {
    for arguments in [
      ["match", trace, "--map", map, "--format", "ndjson"], ["compare", trace, trace, "--format", "json"],
    ] {
      let run = try ProgramRun(arguments + ["--csv-safe"])
      #expect(run.exitCode == 2 && run.errors.contains("--csv-safe is about CSV"), "\(run.errors)")
    }
  }
}
