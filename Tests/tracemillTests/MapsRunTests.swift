import Foundation
import TestSupport
import Testing

/// A server with the sample town, and a library.
private struct TownServer {
  let folder: TemporaryFolder
  var server: String { folder.path("server") }
  var library: String { folder.path("library") }

  init() throws {
    folder = try TemporaryFolder()
    try publish("town", at: "2026-11-01T00:00:00Z")
  }

  /// Publishes the sample town, with another limit of speed where the text is replaced.
  func publish(_ id: String, at version: String, replacing old: String = "", with new: String = "") throws {
    let text = try String(contentsOf: projectRoot.appending(path: "Traces/town.osm"), encoding: .utf8)
    let town = try folder.write("\(id).osm", old.isEmpty ? text : text.replacing(old, with: new))
    let run = try ProgramRun("maps", "publish", server, town, "--data-time", version, "--verbose")
    try #require(run.exitCode == 0, "\(run.errors)")
  }

  func run(_ arguments: String..., server: Bool = true) throws -> ProgramRun {
    try ProgramRun(
      ["maps"] + arguments + ["--library", library] + (server ? ["--server", self.server] : []))
  }
}

@Suite struct `Maps by region` {
  private let town: TownServer

  init() throws { town = try TownServer() }

  @Test func `are installed, used by their name, updated and removed`() throws {
    #expect(try town.run("list").output.contains("town  town"))
    let installed = try town.run("install", "town")
    #expect(installed.exitCode == 0 && installed.errors.isEmpty, "\(installed.errors)")
    let trips = ["Traces/courier.gpx", "--table", "edges", "--format", "csv", "--quiet"]
    let byName = try ProgramRun(["match", "--map", "town", "--library", town.library] + trips)
    let byFile = try ProgramRun(["match", "--map", SampleTown.map.get()] + trips)
    #expect(byName.output == byFile.output && byName.exitCode == 0, "\(byName.errors)")
    #expect(try ProgramRun(["match", "--map", "installed", "--library", town.library] + trips).output == byName.output)
    #expect(try town.run("check").exitCode == 0)

    try town.publish("town", at: "2026-11-08T00:00:00Z", replacing: "v=\"50\"", with: "v=\"40\"")
    let check = try town.run("check", "--format", "json")
    #expect(check.exitCode == 1)
    #expect(check.output.contains("\"by\": \"1 change file\""), "\(check.output)")
    #expect(try town.run("list").output.contains("update to 2026-11-08T00:00:00Z"))
    let updated = try town.run("update", server: false)
    #expect(updated.exitCode == 0 && updated.output.isEmpty && updated.errors.isEmpty, "\(updated.errors)")
    #expect(try town.run("info", "--verify", server: false).output.contains("version: 2026-11-08T00:00:00Z"))
    #expect(try town.run("check", "--quiet").exitCode == 0)

    #expect(try town.run("remove", "town", server: false).exitCode == 0)
    let gone = try ProgramRun(["match", "--map", "town", "--library", town.library] + trips)
    #expect(gone.exitCode == 3 && gone.errors.contains("Nothing is installed"), "\(gone.errors)")
  }

  @Test(arguments: [
    (["install", "atlantis"], 2, "There is no region atlantis"),
    (["install", "town", "--with", "lane"], 2, "there is no group lane"),
    (["install", "town", "--with", "lanes", "--without", "lanes"], 2, "lanes is in --with and in --without"),
    (["install", "town", "--as", "a b"], 2, "cannot be the name of a map"),
    (["remove", "town"], 3, "no maps are installed here"), (["update"], 3, "no maps are installed here"),
    (["at", "95,1"], 2, "LAT,LON"), (["at", "0,0"], 1, "no region of the server contains this place"),
    (["for", "/dev/null"], 1, "there is no fix in the traces"),
  ])
  func `are refused with a sentence and an exit code`(_ arguments: [String], _ code: Int32, _ sentence: String) throws {
    let own = arguments[0] == "remove" || arguments[0] == "info"
    let run = try ProgramRun(
      ["maps"] + arguments + ["--library", town.library] + (own ? [] : ["--server", town.server]))
    #expect(run.exitCode == code && run.errors.contains(sentence), "\(run.exitCode) \(run.errors)")
    #expect(!town.folder.exists("library/library.json"))
  }

  @Test func `are found for traces and places`() throws {
    #expect(try town.run("for", "Traces/courier.gpx", "--ids").output == "town\n")
    #expect(try town.run("at", "54.70,2.84").output == "town\n")
  }

  @Test func `without data for a mode refuse it, and leave out the rest`() throws {
    #expect(try town.run("install", "town", "--without", "bicycle-pedestrian,truck,lanes").exitCode == 0)
    let map = ["--map", "town", "--library", town.library]
    let walk = try ProgramRun(["match", "Traces/courier.gpx", "--mode", "pedestrian"] + map)
    #expect(walk.exitCode == 3 && walk.errors.contains("without roads for bicycles and pedestrians"), "\(walk.errors)")
    let truck = try ProgramRun(
      ["route", "--mode", "truck", "--waypoint", "54.70,2.84", "--waypoint", "54.701,2.841"] + map)
    #expect(truck.output.contains("map_lacks_data"))
    let chosen = try town.run("install", "town", "--with", "bicycle-pedestrian")
    #expect(chosen.exitCode == 0 && chosen.errors.contains("takes effect with tracemill maps update"))
    #expect(try town.run("check").exitCode == 1)
    #expect(try town.run("update").exitCode == 0)
    let walked = try ProgramRun(["match", "Traces/courier.gpx", "--mode", "pedestrian", "--quiet"] + map)
    #expect(!walked.errors.contains("without"), "\(walked.errors)")
  }
}
