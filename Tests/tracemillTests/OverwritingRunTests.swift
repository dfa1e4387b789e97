import Foundation
import TestSupport
import Testing

/// A folder with the sample town's map and some of its files, so that runs can do harm there.
private struct Workplace {
  let folder: TemporaryFolder
  let map: String

  init() throws {
    folder = try TemporaryFolder()
    map = folder.path("town.tmg")
    try FileManager.default.copyItem(atPath: try SampleTown.map.get(), toPath: map)
    for name in ["town.osm", "courier.gpx", "sparse.csv", "requests.ndjson"] {
      try FileManager.default.copyItem(
        at: projectRoot.appending(path: "Traces/" + name), to: folder.url.appending(path: name))
    }
  }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.url.appending(path: name)) }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
  }

  /// Runs and expects that no file has changed.
  func expectRefused(
    _ arguments: [String], code: Int32, _ sentence: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try names
    let contents = try before.filter { !isDirectory($0) }.map(bytes)
    let run = try ProgramRun(arguments)
    #expect(run.exitCode == code && run.errors.contains(sentence), "\(run.errors)", sourceLocation: sourceLocation)
    #expect(try names == before, sourceLocation: sourceLocation)
    #expect(try before.filter { !isDirectory($0) }.map(bytes) == contents, sourceLocation: sourceLocation)
  }

  private func isDirectory(_ name: String) -> Bool { FileManager.default.fileExists(atPath: folder.path(name) + "/.") }
}

@Suite struct `No run destroys what it reads` {
  @Test func `a trace, the map, or what lies in the folder of the reports`() throws {
    let place = try Workplace()
    let (trace, map) = (place.folder.path("courier.gpx"), place.map)
    let match = ["match", trace, "--map", map]
    try place.expectRefused(match + ["-o", trace, "--format", "gpx"], code: 2, "the run reads this file")
    try place.expectRefused(match + ["-o", map, "--format", "json"], code: 2, "the run reads this file")
    try place.folder.write("points.csv", "trace_id,time,lat,lon\na,2026-01-02T03:04:05Z,54.7,2.84\n")
    let points = ["match", place.folder.path("points.csv"), "--map", map]
    try place.expectRefused(points + ["-o", place.folder.url.path], code: 2, "points.csv: the run reads this file")
    try place.expectRefused(points + ["-o", place.folder.url.path, "--overwrite"], code: 2, "the run reads this file")
  }

  @Test func `whatever the file is called`() throws {
    let place = try Workplace()
    let trace = place.folder.path("courier.gpx")
    try FileManager.default.linkItem(atPath: trace, toPath: place.folder.path("hard.gpx"))
    try FileManager.default.createSymbolicLink(
      atPath: place.folder.path("soft.gpx"), withDestinationPath: "courier.gpx")
    for name in ["hard.gpx", "soft.gpx", "./courier.gpx"] {
      try place.expectRefused(
        ["match", trace, "--map", place.map, "-o", place.folder.url.path + "/" + name], code: 2,
        "this is the file \(trace), which the run reads")
    }
  }

  @Test func `an extract or the lists of edges that a map is built from`() throws {
    let place = try Workplace()
    let osm = place.folder.path("town.osm")
    try place.expectRefused(["map", "build", osm, "-o", osm], code: 2, "the run reads this file")
    let nodes = try place.folder.write("nodes.csv", "id,lat,lon\n1,1,1\n2,1,1.001\n")
    let edges = try place.folder.write("edges.csv", "id,from,to\n1,1,2\n")
    for output in [nodes, edges] {
      try place.expectRefused(
        ["map", "build", "--nodes", nodes, "--edges", edges, "-o", output], code: 2, "the run reads this file")
    }
  }

  @Test func `requests, plans, policies, traffic and areas`() throws {
    let place = try Workplace()
    let requests = place.folder.path("requests.ndjson")
    let route = ["route", "--map", place.map]
    try place.expectRefused(route + ["--requests", requests, "-o", requests], code: 2, "the run reads this file")
    let file = try place.folder.write("file.json", "{}")
    let waypoints = ["--waypoint", "54.70,2.83", "--waypoint", "54.70,2.84", "-o", file]
    for option in ["--policy", "--traffic", "--avoid-area"] {
      try place.expectRefused(route + waypoints + [option, file], code: 2, "the run reads this file")
    }
    for option in ["--refresh", "--import"] {
      try place.expectRefused(route + [option, file, "-o", file], code: 2, "the run reads this file")
    }
    let back = ["--return-to", file, "--position", "54.70,2.83", "-o", file]
    try place.expectRefused(route + back, code: 2, "the run reads this file")
  }

  @Test func `a plan that only a request names`() throws {
    let place = try Workplace()
    let plans = place.folder.path("plans.ndjson")
    let requests = place.folder.path("requests.ndjson")
    #expect(try ProgramRun("route", "--map", place.map, "--requests", requests, "-o", plans).exitCode == 0)
    let before = try place.bytes("plans.ndjson")
    try place.folder.write(
      "back.ndjson", "{\"id\":\"to-the-depot\",\"return_to\":\"\(plans)\",\"from\":{\"lat\":54.7,\"lon\":2.83}}\n")
    let run = try ProgramRun("route", "--map", place.map, "--requests", place.folder.path("back.ndjson"), "-o", plans)
    #expect(run.exitCode == 2 && run.errors.contains("the run reads this file"), "\(run.errors)")
    #expect(try place.bytes("plans.ndjson") == before)
  }

  @Test func `standard output that leads into an input`() throws {
    let place = try Workplace()
    let before = try place.bytes("sparse.csv")
    let path = place.folder.path("sparse.csv")
    for arguments in [["match", path, "--map", place.map], ["inspect", path], ["compare", path, path]] {
      let run = try ProgramRun(arguments, outputPath: path)
      #expect(run.exitCode == 2 && run.errors.contains("standard output"), "\(run.errors)")
      #expect(try place.bytes("sparse.csv") == before)
    }
  }

  @Test func `a file that standard input comes from`() throws {
    let place = try Workplace()
    let before = try place.bytes("sparse.csv")
    let path = place.folder.path("sparse.csv")
    let run = try ProgramRun(
      ["match", "-", "--map", place.map, "-o", path, "--table", "points"], inputPath: path)
    #expect(run.exitCode == 2 && run.errors.contains("reads this file from standard input"), "\(run.errors)")
    #expect(try place.bytes("sparse.csv") == before)
  }

  @Test func `the map that drives are simulated on`() throws {
    let place = try Workplace()
    try FileManager.default.createDirectory(atPath: place.folder.path("drives"), withIntermediateDirectories: true)
    let map = place.folder.path("drives/traces.csv")
    try FileManager.default.moveItem(atPath: place.map, toPath: map)
    let before = try place.bytes("drives/traces.csv")
    let run = try ProgramRun("simulate", "--map", map, "--count", "1", "-o", place.folder.path("drives"))
    #expect(run.exitCode == 2 && run.errors.contains("the run reads this file"), "\(run.errors)")
    #expect(try place.bytes("drives/traces.csv") == before)
  }

  @Test func `the advice for an extract in place of a map does no harm`() throws {
    let place = try Workplace()
    let osm = place.folder.path("town.osm")
    let run = try ProgramRun("match", place.folder.path("courier.gpx"), "--map", osm)
    #expect(run.exitCode == 3 && run.errors.contains("tracemill map build EXTRACT -o MAP.tmg"), "\(run.errors)")
    #expect(!run.errors.contains("-o \(osm)"))
  }
}

@Suite struct `What is replaced` {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func match(_ output: String, _ options: String...) -> [String] {
    ["match", place.folder.path("courier.gpx"), "--map", place.map, "-o", place.folder.path(output)] + options
  }

  @Test func `a file of somebody else stays, unless --overwrite says otherwise`() throws {
    try place.folder.write("drive.geojson", "{\"type\":\"FeatureCollection\",\"features\":[]}")
    try place.expectRefused(match("drive.geojson"), code: 4, "drive.geojson: there is a file of this name")
    #expect(try ProgramRun(match("drive.geojson", "--overwrite")).exitCode == 0)
    #expect(try place.folder.text("drive.geojson").contains("courier"))
    try place.expectRefused(
      ["map", "build", place.folder.path("town.osm"), "-o", place.folder.path("courier.gpx")], code: 4, "--overwrite")
  }

  @Test(arguments: ["json", "ndjson", "geojson", "gpx"])
  func `a report of an earlier run is replaced`(format: String) throws {
    for _ in 0..<2 { #expect(try ProgramRun(match("drive.\(format)", "--format", format)).exitCode == 0) }
  }

  @Test func `a map is replaced by a map, and an empty file by anything`() throws {
    let build = ["map", "build", place.folder.path("town.osm"), "-o", place.map]
    #expect(try ProgramRun(build).exitCode == 0)
    try place.folder.write("empty.csv", "")
    #expect(try ProgramRun(match("empty.csv", "--table", "points")).exitCode == 0)
  }

  @Test func `a folder with somebody else's tables is left alone`() throws {
    try place.folder.write("edges.csv", "id,from,to\n1,1,2\n")
    try place.expectRefused(match("", "--format", "csv"), code: 4, "edges.csv: there is a file of this name")
    try FileManager.default.removeItem(atPath: place.folder.path("edges.csv"))
    try place.folder.write("manifest.json", "{\"name\":\"my app\"}")
    try place.expectRefused(match("", "--format", "csv"), code: 4, "manifest.json: there is a file of this name")
    #expect(try ProgramRun(match("", "--format", "csv", "--overwrite")).exitCode == 0)
  }

  @Test func `a table that was edited since is somebody else's`() throws {
    #expect(try ProgramRun(match("out/", "--format", "csv")).exitCode == 0)
    try place.folder.write("out/events.csv", "my,own,events\n")
    let run = try ProgramRun(match("out/", "--format", "csv"))
    #expect(run.exitCode == 4 && run.errors.contains("out/events.csv: there is a file"), "\(run.errors)")
    #expect(try place.folder.text("out/events.csv") == "my,own,events\n")
  }

  @Test(arguments: ["/dev/null", "/dev/stdout"])
  func `devices are written to`(path: String) throws {
    let run = try ProgramRun(
      "match", place.folder.path("courier.gpx"), "--map", place.map, "--format", "ndjson", "-o", path)
    #expect(run.exitCode == 0 && run.errors.isEmpty && run.output.isEmpty == (path == "/dev/null"), "\(run.errors)")
  }
}

@Suite struct `A folder of reports` {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func match(_ traces: String, _ output: String, _ options: String...) throws -> ProgramRun {
    try ProgramRun(
      ["match", place.folder.path(traces), "--map", place.map, "-o", place.folder.path(output)] + options)
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place.folder.path(folder)).sorted()
  }

  @Test func `holds one format: tables of an earlier one go when the new ones are complete`() throws {
    #expect(try match("courier.gpx", "out/", "--format", "csv").exitCode == 0)
    try place.folder.write("out/notes.csv", "mine\n")
    #expect(try match("courier.gpx", "out/", "--format", "ndjson").exitCode == 0)
    #expect(try names("out") == ["manifest.json", "notes.csv", "rejects.ndjson", "trips.ndjson"])
  }

  @Test func `keeps and names tables of the same format that the run does not write`() throws {
    #expect(try match("courier.gpx", "out/", "--table", "points", "--format", "csv").errors.isEmpty)
    let run = try match("courier.gpx", "out/", "--table", "edges", "--format", "csv")
    #expect(run.exitCode == 0 && run.errors.contains("not written by this one: points.csv"), "\(run.errors)")
    #expect(try names("out") == ["edges.csv", "manifest.json", "points.csv"])
    let manifest = try jsonObject(place.folder.text("out/manifest.json"))
    #expect((manifest["earlier_outputs"] as? [[String: Any]])?.map { $0["name"] as? String } == ["points.csv"])
  }

  @Test func `takes reports of trips beside those of routes`() throws {
    #expect(try match("courier.gpx", "out/", "--format", "csv").exitCode == 0)
    let route = try ProgramRun(
      "route", "--map", place.map, "--requests", place.folder.path("requests.ndjson"), "--format", "ndjson", "-o",
      place.folder.path("out/"), "--quiet")
    #expect(route.exitCode == 0 && route.errors.isEmpty, "\(route.errors)")
    #expect(try names("out").count == 9)
    #expect(try match("courier.gpx", "out/", "--format", "csv").errors.isEmpty)
    #expect(try names("out").count == 9)
  }

  @Test func `of trips is not replaced by those of routes`() throws {
    #expect(try match("courier.gpx", "out/", "--format", "csv").exitCode == 0)
    let events = try place.bytes("out/events.csv")
    let route = [
      "route", "--map", place.map, "--requests", place.folder.path("requests.ndjson"), "-o", place.folder.path("out/"),
    ]
    let refused = try ProgramRun(route)
    #expect(refused.exitCode == 4 && refused.errors.contains("name another folder with -o"), "\(refused.errors)")
    #expect(try place.bytes("out/events.csv") == events)
    #expect(try ProgramRun(route + ["--overwrite"]).exitCode == 0)
  }

  @Test func `is never read as traces`() throws {
    let first = try match("", "", "--format", "csv")
    #expect(first.exitCode == 0 && first.errors.contains("refused") == false, "\(first.errors)")
    let trips = try place.folder.text("trips.csv")
    // The same folder again, and another table beside it that no manifest lists.
    #expect(try match("courier.gpx", "lone.csv", "--table", "edges").exitCode == 0)
    let second = try match("", "", "--format", "csv")
    #expect(second.exitCode == 0 && second.errors.contains("reports of tracemill are not read"), "\(second.errors)")
    #expect(try place.folder.text("trips.csv") == trips)
    #expect(trips.split(separator: "\n").count == 6)
    let named = try match("points.csv", "named.csv", "--table", "trips")
    #expect(named.exitCode == 0)
    #expect(try place.folder.text("named.csv").contains("courier"))
  }

  @Test func `keeps a table that the run reads, also when its format is another`() throws {
    #expect(try match("courier.gpx", "out/", "--format", "csv").exitCode == 0)
    #expect(try match("out/points.csv", "out/", "--format", "ndjson").exitCode == 0)
    #expect(try names("out") == ["manifest.json", "points.csv", "rejects.ndjson", "trips.ndjson"])
  }
}

@Suite struct `Reports of a run over other files` {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func match(_ traces: [String], _ options: String...) throws -> ProgramRun {
    try ProgramRun(
      ["match"] + traces.map(place.folder.path) + ["--map", place.map, "-o", place.folder.path("out/")] + options)
  }

  private func manifest() throws -> [String: Any] { try jsonObject(place.folder.text("out/manifest.json")) }

  @Test func `are replaced only with --overwrite, and the manifest says of which run`() throws {
    #expect(try match(["courier.gpx"]).exitCode == 0)
    let first = try manifest()
    let before = try place.bytes("out/trips.csv")
    let refused = try match(["sparse.csv"])
    #expect(refused.exitCode == 4 && refused.errors.contains("--overwrite"), "\(refused.errors)")
    let time = try #require(first["finished_at"] as? String)
    #expect(
      refused.errors.contains("the reports of the run of \(time) over 1 file (\(place.folder.path("courier.gpx")))"))
    #expect(refused.errors.contains("name another folder with -o"))
    #expect(try place.bytes("out/trips.csv") == before)
    let replacing = try match(["sparse.csv"], "--overwrite")
    #expect(replacing.exitCode == 0 && replacing.errors.isEmpty, "\(replacing.errors)")
    let replaced = try #require(try manifest()["replaced"] as? [String: Any])
    #expect(replaced["finished_at"] as? String == time)
    #expect((replaced["inputs"] as? [[String: Any]])?.count == 1)
  }

  @Test func `are replaced where the runs share a file, also one that has moved or grown`() throws {
    #expect(try match(["courier.gpx"]).exitCode == 0)
    #expect(try match(["courier.gpx"]).errors.isEmpty)
    #expect(try manifest()["replaced"] == nil)
    #expect(try match(["courier.gpx", "sparse.csv"]).errors.isEmpty)
    #expect(try manifest()["replaced"] != nil)
    try FileManager.default.createDirectory(atPath: place.folder.path("moved"), withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: place.folder.path("courier.gpx"), toPath: place.folder.path("moved/courier.gpx"))
    #expect(try match(["moved/courier.gpx"]).exitCode == 0)
    let text = try place.folder.text("sparse.csv")
    #expect(try match(["sparse.csv"], "--overwrite").exitCode == 0)
    try place.folder.write("sparse.csv", text.split(separator: "\n").dropLast(2).joined(separator: "\n"))
    #expect(try match(["sparse.csv"]).exitCode == 0)
  }

  @Test func `stay where a run finds no file at all`() throws {
    #expect(try match(["courier.gpx"]).exitCode == 0)
    try FileManager.default.createDirectory(atPath: place.folder.path("inbox"), withIntermediateDirectories: true)
    let before = try place.bytes("out/trips.csv")
    let run = try match(["inbox"], "--allow-empty")
    #expect(run.exitCode == 4, "\(run.errors)")
    #expect(try place.bytes("out/trips.csv") == before)
  }

  @Test func `of requests are as those of traces, and resumed runs add to a folder`() throws {
    try place.folder.write("other.ndjson", try place.folder.text("requests.ndjson"))
    let route = ["route", "--map", place.map, "-o", place.folder.path("routes/"), "--quiet", "--requests"]
    #expect(try ProgramRun(route + [place.folder.path("requests.ndjson")]).exitCode == 0)
    try place.folder.write("third.ndjson", try place.folder.text("requests.ndjson") + "\n")
    #expect(try ProgramRun(route + [place.folder.path("third.ndjson")]).exitCode == 4)
    for trace in ["courier.gpx", "sparse.csv"] {
      let run = try match([trace], "--resume", "--partition", "{date}", "--allow-empty")
      #expect(run.exitCode == 0, "\(run.errors)")
    }
  }
}

@Suite struct `Two runs into one place` {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private static let header = "trace_id,time,lat,lon\n"

  private func rows(_ id: String) -> String {
    (0..<50).map { "\(id),2026-01-02T03:04:\(10 + $0)Z,54.70\(500 + $0),2.8315\n" }.joined()
  }

  /// A run that has begun to write and waits for the rest of its input.
  private func waitingRun(_ output: String) throws -> RunningProgram {
    let run = try RunningProgram(
      "match", "-", "--map", place.map, "-o", place.folder.path(output), "--format", "csv", "--overwrite")
    try #require(run.wait { partials(in: place.folder.path(output)).count == 6 })
    return run
  }

  private func partials(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".partial") }
  }

  private func match(_ output: String, _ options: String...) throws -> ProgramRun {
    let trace = place.folder.path("courier.gpx")
    return try ProgramRun(
      ["match", trace, "--map", place.map, "-o", place.folder.path(output), "--format", "csv"] + options)
  }

  private func expectWhole(_ folder: String, trace: String) throws {
    let manifest = try jsonObject(place.folder.text(folder + "/manifest.json"))
    for output in try #require(manifest["outputs"] as? [[String: Any]]) {
      let name = try #require(output["name"] as? String)
      let bytes = try place.bytes(folder + "/" + name)
      #expect(bytes.count == output["bytes"] as? Int && !bytes.contains(0), "\(name)")
    }
    let ids = try place.folder.text(folder + "/points.csv").split(separator: "\n").dropFirst().map {
      $0.split(separator: ",")[1]
    }
    #expect(Set(ids) == [Substring(trace)])
    let names = try FileManager.default.contentsOfDirectory(atPath: place.folder.path(folder))
    #expect(names.count == 7, "\(names)")
  }

  @Test func `the second one ends with a code of its own, and the first one is whole`() throws {
    let first = try waitingRun("out/")
    let second = try match("out/")
    #expect(second.exitCode == 5 && second.errors.contains("(process \(first.processID)) writes"), "\(second.errors)")
    try first.write(Self.header + rows("van"))
    #expect(try first.finish() == 0, "\(first.errors)")
    try expectWhole("out", trace: "van")
  }

  @Test func `the second one waits where it may, and replaces the first one's reports`() throws {
    let first = try waitingRun("out/")
    let second = try RunningProgram(
      "match", place.folder.path("courier.gpx"), "--map", place.map, "-o", place.folder.path("out/"), "--format", "csv",
      "--verbose", "--overwrite", variables: ["TRACEMILL_LOCK_WAIT": "forever"])
    #expect(second.wait { second.errors.contains("waiting: ") })
    try first.write(Self.header + rows("van"))
    #expect(try first.finish() == 0, "\(first.errors)")
    #expect(try second.finish() == 0, "\(second.errors)")
    try expectWhole("out", trace: "courier")
  }

  @Test func `a wait has an end`() throws {
    let first = try waitingRun("out/")
    for (wait, code) in [("0.05", 5), ("soon", 2)] as [(String, Int32)] {
      let second = try ProgramRun(
        ["match", place.folder.path("courier.gpx"), "--map", place.map, "-o", place.folder.path("out/")],
        variables: ["TRACEMILL_CONFIG": "", "TRACEMILL_LOCK_WAIT": wait])
      #expect(second.exitCode == code, "\(second.errors)")
    }
    withExtendedLifetime(first) {}
  }

  @Test func `a single file has its lock, and its folder takes other files`() throws {
    let first = try RunningProgram(
      "match", "-", "--map", place.map, "-o", place.folder.path("points.csv"), "--table", "points")
    try #require(first.wait { !partials(in: place.folder.url.path).isEmpty })
    #expect(try match("points.csv", "--table", "points").exitCode == 5)
    #expect(try match("", "--table", "points", "--table", "edges").exitCode == 5)
    #expect(try match("edges.csv", "--table", "edges").exitCode == 0)
    try first.write(Self.header + rows("van"))
    #expect(try first.finish() == 0)
    #expect(try place.folder.text("points.csv").contains("van,van,,49,"))
  }

  @Test func `after a kill the earlier reports are whole, and the next run clears up`() throws {
    #expect(try match("out/").exitCode == 0)
    try expectWhole("out", trace: "courier")
    let killed = try waitingRun("out/")
    try killed.write(Self.header + rows("van"))
    killed.kill()
    #expect(partials(in: place.folder.path("out")).count == 6)
    let names = try FileManager.default.contentsOfDirectory(atPath: place.folder.path("out"))
    #expect(names.count == 7 + 6 + 7, "six partial files and seven locks: \(names)")
    for name in ["points.csv", "manifest.json"] { #expect(names.contains(name)) }
    let next = try match("out/", "--verbose")
    #expect(next.exitCode == 0 && next.errors.contains("removed; a run that was killed left it"), "\(next.errors)")
    try expectWhole("out", trace: "courier")
  }
}
