import Foundation
import TestSupport
import Testing

@Suite struct `The verdict on a run` {
  private let folder: TemporaryFolder
  private let map: String

  init() throws {
    folder = try TemporaryFolder()
    map = try SampleTown.map.get()
  }

  private func match(_ arguments: String...) throws -> ProgramRun {
    try ProgramRun(["match", "--map", map, "-o", folder.path("out.ndjson")] + arguments)
  }

  @Test func `is failure for an empty folder, unless that is allowed`() throws {
    try folder.write("in/readme.txt", "nothing")
    let run = try match(folder.path("in"))
    #expect(run.exitCode == 1 && run.errors.contains("there was no trace in the input; --allow-empty accepts this"))
    #expect(folder.exists("out.ndjson"))
    let allowed = try match(folder.path("in"), "--allow-empty")
    #expect(allowed.exitCode == 0 && !allowed.errors.contains("--allow-empty"))
  }

  @Test(arguments: [
    ("empty.csv", "", "empty_file"), ("header.csv", "time,lat,lon\n", "no_rows"),
    ("bad.csv", "time,lat,lon\nx,y,z\nx,y,z\n", "no_readable_fix"),
    ("one.csv", "time,lat,lon\n2026-05-04T07:00:00Z,54.7,2.83\n", "single_fix"),
  ])
  func `is failure if all was refused`(name: String, text: String, reason: String) throws {
    let file = try folder.write(name, text)
    let run = try match(file)
    #expect(run.exitCode == 1 && run.errors.contains(reason) && run.errors.contains("--allow-empty"), "\(run.errors)")
    #expect(try match(file, "--allow-empty").exitCode == 0)
  }

  @Test func `is failure if no request has a route`() throws {
    let file = try folder.write("no.csv", "id,from_lat,from_lon,to_lat,to_lon\nsea,54.0,2.0,54.01,2.01\n")
    let arguments = ["route", "--requests", file, "--map", map, "-o", folder.path("r.ndjson"), "--quiet"]
    let run = try ProgramRun(arguments)
    #expect(run.exitCode == 1 && run.errors.contains("--allow-empty accepts this"), "\(run.errors)")
    #expect(folder.exists("r.ndjson"))
    #expect(try ProgramRun(arguments + ["--allow-empty"]).exitCode == 0)
    let failed = try ProgramRun(
      "route", "--waypoint", "54.71,2.84", "--waypoint", "54.0,2.0", "--map", map, "-o", folder.path("f.ndjson"))
    #expect(failed.exitCode == 1, "\(failed.errors)")
  }

  @Test func `is success if something was matched beside the refused`() throws {
    let file = try folder.write("empty.csv", "")
    #expect(try match(file, "Traces/courier.gpx").exitCode == 0)
  }

  @Test func `depends on the user's conditions`() throws {
    let file = "Traces/courier.gpx"
    #expect(try match(file, "--fail-if", "trips > 1", "--fail-if", "failed_percent > 5").exitCode == 0)
    let failing = try match(file, "--fail-if", "failed_percent > 5", "--fail-if", "ok_percent >= 50")
    #expect(failing.exitCode == 1 && failing.errors.contains("--fail-if 'ok_percent >= 50': it is 100"))
    let unknown = try match(file, "--fail-if", "faild_percent > 5")
    #expect(unknown.exitCode == 2 && unknown.errors.contains("Did you mean failed_percent?"))
    let route = try ProgramRun(
      "route", "--requests", "Traces/requests.ndjson", "--map", map, "-o", folder.path("r.csv"), "--table", "routes",
      "--fail-if", "requests > 2")
    #expect(route.exitCode == 1 && route.errors.contains("--fail-if 'requests > 2'"))
  }

  @Test func `copies whole files that came to nothing, and replaces none`() throws {
    try folder.write("in/day/bad.csv", "time,lat,lon\nx,y,z\n")
    try folder.write(
      "in/good.gpx", try String(contentsOf: projectRoot.appending(path: "Traces/courier.gpx"), encoding: .utf8))
    let rejects = folder.path("rejects")
    func run() throws { #expect(try match(folder.path("in"), "--reject-dir", rejects).exitCode == 0) }
    let place = "rejects" + folder.path("in/day/bad.csv")
    try run()
    #expect(try folder.text(place) == "time,lat,lon\nx,y,z\n")
    #expect(!folder.exists("rejects" + folder.path("in/good.gpx")))
    try run()
    #expect(!folder.exists(place + "~2"))
    try folder.write("in/day/bad.csv", "time,lat,lon\nu,v,w\n")
    try run()
    #expect(try folder.text(place) == "time,lat,lon\nx,y,z\n")
    #expect(try folder.text(place + "~2") == "time,lat,lon\nu,v,w\n")
  }

  @Test func `is none where a file cannot be copied, though its reports are complete`() throws {
    try folder.write("in/bad.csv", "time,lat,lon\nx,y,z\n")
    try folder.write(
      "in/good.gpx", try String(contentsOf: projectRoot.appending(path: "Traces/courier.gpx"), encoding: .utf8))
    try folder.write("taken", "a file and no folder\n")
    let run = try ProgramRun(
      "match", folder.path("in"), "--map", map, "-o", folder.path("out/"), "--format", "csv", "--reject-dir",
      folder.path("taken/rejects"))
    #expect(run.exitCode == 4 && run.errors.contains("1 file could not be copied"), "\(run.errors)")
    #expect(try folder.text("out/trips.csv").contains("courier"))
  }

  @Test func `refuses a folder for rejected files that is read`() throws {
    try folder.write("in/bad.csv", "")
    for name in ["in", "in/rejects", "in/../in/rejects"] {
      let run = try match(folder.path("in"), "--reject-dir", folder.path(name))
      #expect(run.exitCode == 2 && run.errors.contains("Name a folder elsewhere"), "\(run.errors)")
    }
  }
}
