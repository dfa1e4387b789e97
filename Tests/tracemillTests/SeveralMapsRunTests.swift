import Foundation
import TestSupport
import Testing

/// The sample town, and the same town a degree further north.
private struct TwoTowns {
  let folder: TemporaryFolder
  let map: String
  let northMap: String
  let trace = "Traces/courier.gpx"
  let northTrace: String

  init() throws {
    folder = try TemporaryFolder()
    map = try SampleTown.map.get()
    northMap = folder.path("north.tmg")
    northTrace = try folder.write("north.gpx", try Self.text(of: trace).replacing("lat=\"54.", with: "lat=\"55."))
    let town = try Self.text(of: "Traces/town.osm").replacing("lat=\"54.", with: "lat=\"55.")
      .replacing("minlat=\"54.", with: "minlat=\"55.").replacing("maxlat=\"54.", with: "maxlat=\"55.")
    let built = try ProgramRun("map", "build", try folder.write("north.osm", town), "-o", northMap)
    try #require(built.exitCode == 0, "\(built.errors)")
  }

  /// A trace that goes on in the north on the day after.
  func traceAcross() throws -> String {
    let south = try Self.text(of: trace)
    let north = try folder.text("north.gpx").replacing("2026-05-04", with: "2026-05-05")
    let begin = try #require(north.firstRange(of: "<trkseg>")?.upperBound)
    let end = try #require(north.firstRange(of: "</trkseg>")?.lowerBound)
    return try folder.write("across.gpx", south.replacing("</trkseg>", with: north[begin..<end] + "</trkseg>"))
  }

  private static func text(of name: String) throws -> String {
    try String(contentsOf: projectRoot.appending(path: name), encoding: .utf8)
  }

  func rows(_ arguments: String...) throws -> [String] {
    let run = try ProgramRun(["match", "--table", "edges", "--format", "csv", "--quiet"] + arguments)
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    return run.output.split(separator: "\n").dropFirst().map(String.init)
  }
}

@Suite struct `A run with several maps` {
  private let towns: TwoTowns

  init() throws { towns = try TwoTowns() }

  @Test func `takes for each trace the map that covers it`() throws {
    let alone = try towns.rows(towns.trace, "--map", towns.map) + towns.rows(towns.northTrace, "--map", towns.northMap)
    #expect(alone.count > 20)
    for maps in [[towns.map, towns.northMap], [towns.northMap, towns.map]] {
      for jobs in ["1", "8"] {
        let both = try towns.rows(
          towns.trace, towns.northTrace, "--map", maps[0], "--map", maps[1], "--jobs", jobs)
        #expect(both == alone)
      }
    }
  }

  @Test func `names the map of each trip, and all maps in the manifest`() throws {
    let run = try ProgramRun(
      "match", towns.trace, towns.northTrace, "--map", towns.map, "--map", towns.northMap, "-o",
      towns.folder.path("out/"), "--format", "csv", "--quiet")
    #expect(run.exitCode == 0)
    let rows = try towns.folder.text("out/trips.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let column = try #require(rows[0].firstIndex(of: "map_id"))
    #expect(rows.dropFirst().map { $0[column] } == ["town.osm", "north.osm"])
    let manifest = try jsonObject(try towns.folder.text("out/manifest.json"))
    #expect((manifest["maps"] as? [[String: Any]])?.map { $0["id"] as? String } == ["town.osm", "north.osm"])
  }

  @Test func `says how many traces crossed from one map into another`() throws {
    let both = try towns.traceAcross()
    let maps = ["--map", towns.map, "--map", towns.northMap]
    let run = try ProgramRun(["match", both, towns.trace, "--table", "trips", "--format", "csv"] + maps)
    #expect(run.errors.contains("1 trace crossed from one map into another and was matched on one of them only"))
    let inside = try ProgramRun(["match", towns.trace, towns.northTrace, "--table", "trips", "--format", "csv"] + maps)
    #expect(inside.errors.isEmpty)
  }

  @Test func `refuses what holds for one map only`() throws {
    let traffic = try towns.folder.write("traffic.csv", "")
    for options in [["--table", "doubts"], ["--traffic", traffic], ["--policy", traffic]] {
      let run = try ProgramRun(
        ["match", towns.trace, "--map", towns.map, "--map", towns.northMap] + options)
      #expect(run.exitCode == 2 && run.errors.contains(options[0]) && run.output.isEmpty, "\(run.errors)")
    }
  }
}

@Suite struct `A run with the wrong map` {
  private let towns: TwoTowns

  init() throws { towns = try TwoTowns() }

  private func match(_ traces: String...) throws -> ProgramRun {
    try ProgramRun(["match", "--map", towns.map, "--table", "trips", "--format", "csv"] + traces)
  }

  @Test func `says where the map and the traces lie, and ends with 1 if all lie outside`() throws {
    let all = try match(towns.northTrace)
    #expect(all.exitCode == 1 && all.output.contains(",unmatched,outside_map,"))
    #expect(
      all.errors.contains(
        "1 of 1 trace lies outside town.tmg, which covers 54.68, 2.80 to 54.72, 2.88; it lies near 55.69, 2.83: is it the "
          + "right map?"), "\(all.errors)")
    let one = try match(towns.northTrace, towns.trace)
    #expect(one.exitCode == 0 && one.errors.contains("1 of 2 traces lie outside town.tmg"), "\(one.errors)")
    let none = try match(towns.trace)
    #expect(none.exitCode == 0 && none.errors.isEmpty)
  }

  /// Rows of a van in the town, or a degree further north, a second apart.
  private func rows(_ vehicle: String, lat: String, from minute: Int, count: Int) -> String {
    (0..<count).map { "\(vehicle),\(lat),2.84\($0 + 10),2026-05-04T07:\(minute):\($0 + 10)Z\n" }.joined()
  }

  @Test func `says so online as well, when the trace is closed`() throws {
    func match(_ rows: String..., lag: String) throws -> ProgramRun {
      try ProgramRun(
        ["match", "--online", "--lag", lag, "--map", towns.map, "-"],
        input: Data(("vehicle,lat,lon,time\n" + rows.joined()).utf8))
    }
    let north = rows("north", lat: "55.6983", from: 10, count: 40)
    let town = rows("town", lat: "54.6983", from: 10, count: 40)
    for lag in ["2", "1000"] {
      let wrong = try match(north, lag: lag)
      #expect(wrong.exitCode == 1 && wrong.errors.contains("1 of 1 trace lies outside town.tmg"), "\(wrong.errors)")
      let both = try match(north, town, lag: lag)
      #expect(both.exitCode == 0 && both.errors.contains("1 of 2 traces lie outside town.tmg"), "\(both.errors)")
      let right = try match(town, lag: lag)
      #expect(right.exitCode == 0 && !right.errors.contains("outside"), "\(right.errors)")
    }
  }
}

@Suite struct `A trace with latitude and longitude exchanged` {
  private let towns: TwoTowns

  init() throws { towns = try TwoTowns() }

  /// The text of a GPX file with the numbers of its two attributes exchanged.
  private func exchanged(_ name: String) throws -> String {
    try String(contentsOf: projectRoot.appending(path: name), encoding: .utf8)
      .replacing(/lat="([^"]*)" lon="([^"]*)"/) { "lat=\"\($0.output.2)\" lon=\"\($0.output.1)\"" }
  }

  private func rows(of table: String, _ arguments: String...) throws -> (rows: String, errors: String) {
    let run = try ProgramRun(["match", "--table", table, "--format", "csv"] + arguments)
    #expect(run.exitCode == 0, "\(run.errors)")
    return (run.output, run.errors)
  }

  @Test func `is read as it was driven if only so its fixes lie near roads, and that is said`() throws {
    let path = try towns.folder.write("courier.gpx", try exchanged(towns.trace))
    for table in ["points", "edges", "legs"] {
      let straight = try rows(of: table, towns.trace, "--map", towns.map)
      let mended = try rows(of: table, path, "--map", towns.map)
      #expect(mended.rows == straight.rows && straight.errors.isEmpty)
      #expect(mended.errors.contains("refused: swapped_coordinates 1"), "\(mended.errors)")
      #expect(mended.errors.contains("with latitude and longitude exchanged, 32 of 32 sampled fixes lie near roads"))
    }
  }

  @Test func `is listed in rejects and counted in the manifest`() throws {
    let path = try towns.folder.write("courier.gpx", try exchanged(towns.trace))
    let out = towns.folder.path("out/")
    let run = try ProgramRun("match", path, towns.trace, "--map", towns.map, "-o", out, "--format", "csv")
    #expect(run.exitCode == 0)
    let rejects = try towns.folder.text("out/rejects.csv").split(separator: "\n")
    #expect(rejects.count == 2 && rejects[1].contains(",swapped_coordinates,"))
    let manifest = try jsonObject(try towns.folder.text("out/manifest.json"))
    let reasons = (manifest["rejects"] as? [String: Any])?["by_reason"] as? [String: Int]
    #expect(reasons == ["swapped_coordinates": 1])
  }

  @Test func `takes the map on which it then lies`() throws {
    let path = try towns.folder.write("courier.gpx", try exchanged(towns.trace))
    for maps in [[towns.map, towns.northMap], [towns.northMap, towns.map]] {
      let straight = try rows(of: "trips", towns.trace, "--map", maps[0], "--map", maps[1])
      #expect(try rows(of: "trips", path, "--map", maps[0], "--map", maps[1]).rows.contains(",town.osm,"))
      #expect(straight.rows.contains(",town.osm,"))
    }
  }

  /// Fixes along the main street of the town with exchanged columns.
  private func outside(_ name: String, _ places: [(lat: String, lon: String)]) throws {
    let rows = places.enumerated().map { "van,\($1.lat),\($1.lon),2026-05-04T07:30:\($0 + 10)Z" }
    let path = try towns.folder.write(name, (["vehicle,lat,lon,time"] + rows).joined(separator: "\n") + "\n")
    let run = try ProgramRun(["match", "--map", towns.map, "--table", "trips", "--format", "csv", path])
    #expect(run.exitCode == 1 && run.output.contains(",unmatched,outside_map,"), "\(run.output) \(run.errors)")
    #expect(!run.errors.contains("swapped_coordinates"))
    #expect(run.errors.contains("With latitude and longitude exchanged, 1 would lie inside"))
  }

  @Test func `stays as it is, with a hint, if the evidence is weak`() throws {
    // A vehicle that stands, and one that is not on roads.
    try outside("standing.csv", (0..<20).map { _ in ("2.8410", "54.6983") })
    try outside("few.csv", (0..<4).map { ("2.84\(10 + 20 * $0)", "54.6983") })
    try outside("off.csv", (0..<20).map { ("2.8\(410 + 7 * $0)", "54.68\(99 - 2 * $0)") })
  }
}
