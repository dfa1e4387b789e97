import Foundation
import TestSupport
import Testing

/// The sample town, its traces, and a store of knowledge.
private struct Place {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let town = projectRoot.appending(path: "Traces/town.osm").path
    let built = try ProgramRun("map", "build", town, "-o", path("town.tmg"))
    #expect(built.exitCode == 0, "\(built.errors)")
  }

  func path(_ name: String) -> String { folder.path(name) }

  func match(_ traces: [String], into store: String, _ options: String...) throws -> ProgramRun {
    let files = traces.map { projectRoot.appending(path: "Traces/\($0)").path }
    return try ProgramRun(
      ["match"] + files + ["--map", path("town.tmg"), "-o", path("reports") + "/", "--overwrite"]
        + ["--learn", path(store)] + options)
  }

  /// The bytes of all files of a store, by their path in it.
  func content(_ store: String) throws -> [String: [UInt8]] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: path(store))
    return Dictionary(uniqueKeysWithValues: paths.map { ($0, folder.bytes(store + "/" + $0) ?? []) })
  }
}

private let traces = ["bus-7.gpx", "courier.gpx", "ferry.gpx", "motorway.csv", "tunnel.gpx", "wrong-way.gpx"]

@Suite("Learning on the command line")
struct LearnRunTests {
  @Test("A run adds its drives, and says so in its manifest")
  func adding() throws {
    let place = try Place()
    let run = try place.match(traces, into: "k", "--verbose")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors.contains("drives added to "), "\(run.errors)")
    let manifest = try jsonObject(place.folder.text("reports/manifest.json"))
    let learned = try #require(manifest["learned"] as? [String: Int])
    #expect(learned["added", default: 0] >= traces.count && learned["replaced"] == 0)
    #expect(place.folder.exists("k/knowledge.json"))
  }

  @Test("What a run learns is what is learned from its reports, zone and all")
  func fromReports() throws {
    let place = try Place()
    let zone = ["--time-zone", "Europe/Vaduz"]
    let sparse = ["sparse.csv", "forest.csv"]
    let run = try place.match(traces + sparse, into: "k", "--format", "csv", "--time-zone", "Europe/Vaduz")
    #expect(run.exitCode == 0, "\(run.errors)")
    let learned = try ProgramRun(
      ["learn", place.path("reports"), "--map", place.path("town.tmg"), "-o", place.path("k2")] + zone)
    #expect(learned.exitCode == 0 && learned.errors.isEmpty, "\(learned.errors)")
    #expect(try place.content("k2") == place.content("k"))
  }

  @Test("A run that is repeated, with any number of jobs or in shards, leaves the same bytes")
  func sameBytes() throws {
    let place = try Place()
    #expect(try place.match(traces, into: "k", "--jobs", "1").exitCode == 0)
    let once = try place.content("k")
    #expect(try place.match(traces, into: "k", "--jobs", "4").exitCode == 0)
    #expect(try place.content("k") == once)
    for shard in ["3/3", "1/3", "2/3"] {
      #expect(try place.match(traces, into: "shards", "--shard", shard).exitCode == 0)
    }
    #expect(try place.content("shards") == once)
  }

  @Test("A folder that cannot take the drives is refused before the run")
  func refusals() throws {
    let place = try Place()
    try place.folder.write("photos/cat.jpg", "cat")
    let other = try place.match(["bus-7.gpx"], into: "photos")
    #expect(other.exitCode != 0 && other.errors.contains("name a new folder"), "\(other.errors)")
    #expect(!place.folder.exists("reports/manifest.json"))
    let same = try place.match(["bus-7.gpx"], into: "reports")
    #expect(same.exitCode == 2 && same.errors.contains("a folder of its own"), "\(same.errors)")
    #expect(try place.match(["bus-7.gpx"], into: "k").exitCode == 0)
    let bicycle = try place.match(["bus-7.gpx"], into: "k", "--mode", "bicycle")
    #expect(bicycle.exitCode != 0 && bicycle.errors.contains("holds drives by car"), "\(bicycle.errors)")
  }

  @Test("A live run learns nothing, and says why")
  func live() throws {
    let run = try ProgramRun("live", "--map", "x.tmg", "--learn", "k")
    #expect(run.exitCode == 2 && run.errors.contains("--learn adds whole drives"), "\(run.errors)")
  }
}
