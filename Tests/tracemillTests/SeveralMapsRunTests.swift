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

  @Test func `refuses what holds for one map only`() throws {
    let traffic = try towns.folder.write("traffic.csv", "")
    for options in [["--online"], ["--doubts"], ["--traffic", traffic], ["--policy", traffic]] {
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

  @Test func `says that latitude and longitude seem to be exchanged`() throws {
    let rows = (0..<20).map { "van,2.84\($0 + 10),54.6983,2026-05-04T07:30:\($0 + 10)Z" }
    let path = try towns.folder.write("swapped.csv", (["vehicle,lat,lon,time"] + rows).joined(separator: "\n") + "\n")
    let run = try match(path)
    #expect(run.exitCode == 1 && run.errors.contains("With latitude and longitude exchanged, 1 would lie inside"))
  }
}
