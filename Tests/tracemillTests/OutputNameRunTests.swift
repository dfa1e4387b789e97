import Foundation
import TestSupport
import Testing

private func match(_ arguments: [String]) throws -> ProgramRun {
  try ProgramRun(["match", "Traces/courier.gpx", "--map", try SampleTown.map.get(), "--quiet"] + arguments)
}

@Suite struct `The name of an output` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ("x.txt", "no format has the ending .txt"), ("x.parquet", "parquet"), ("x.gz", "does not say which format"),
    ("x.csv.bz2", "no format has the ending .bz2"), ("reports.2026", "the name of a directory ends in /"),
  ])
  func `that says no format is refused with the endings that do`(name: String, words: String) throws {
    let run = try match(["-o", folder.path(name)])
    #expect(run.exitCode == 2 && run.errors.contains(words), "\(run.errors)")
    #expect(run.errors.contains(".csv") && folder.names.isEmpty)
    let route = try ProgramRun(
      "route", "--map", try SampleTown.map.get(), "--waypoint", "54.6959,2.8369", "--waypoint", "54.7162,2.8391", "-o",
      folder.path(name))
    #expect(route.exitCode == 2 && route.errors.contains(words) && folder.names.isEmpty)
  }

  @Test func `may be any if the format is given`() throws {
    #expect(try match(["-o", folder.path("x.txt"), "--format", "ndjson"]).exitCode == 0)
    #expect(try folder.text("x.txt").hasPrefix("{\"schema\":\"tracemill/trip/1\""))
  }

  @Test func `gives the format in capitals and as JSON lines as well`() throws {
    for name in ["X.NDJSON", "x.jsonl"] {
      #expect(try match(["-o", folder.path(name)]).exitCode == 0)
      #expect(try folder.text(name).hasPrefix("{\"schema\":\"tracemill/trip/1\""))
    }
  }

  /// Foundation ends a program that asks for the folder of such a path.
  @Test func `may have one character, and so may those of inputs`() throws {
    let (town, drive) = (projectRoot.path + "/Traces/town.osm", projectRoot.path + "/Traces/courier.gpx")
    try folder.write("p", "trace_id,plan\ncourier,r\n")
    try folder.write("r", #"{"waypoints":[{"lat":54.7046713,"lon":2.8315465},{"lat":54.6983381,"lon":2.8458941}]}"#)
    try folder.write("o", "")
    for arguments in [
      ["map", "build", town, "-o", "m"], ["match", drive, "--map", "m", "-o", "o", "--format", "ndjson"],
      ["match", drive, "--map", "m", "-o", "d", "--plot", "s", "--shields", "i", "--metrics-file", "f"],
      ["match", drive, "--map", "m", "-o", "d", "--overwrite", "--plans", "p", "--reject-dir", "j"],
      ["match", drive, "--map", "m", "-o", "e", "--resume"],
    ] {
      let run = try ProgramRun(arguments, in: folder.url)
      #expect((0...7).contains(run.exitCode) && (run.exitCode == 0 || !run.errors.isEmpty), "\(arguments): \(run)")
    }
    #expect(folder.names.contains("m") && folder.names.contains("d") && folder.names.contains("f"))
  }

  @Test func `of a file is refused for a directory of simulated drives`() throws {
    for name in ["drives.csv", "drives.csv.gz", "drives.parquet"] {
      let run = try ProgramRun("simulate", "--map", try SampleTown.map.get(), "--count", "1", "-o", folder.path(name))
      #expect(run.exitCode == 2 && run.errors.contains("a directory of several tables"), "\(run.errors)")
    }
    #expect(folder.names.isEmpty)
  }
}

@Suite struct `Compressed outputs` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// What the system's own program reads.
  private func unpacked(_ name: String) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [name.hasSuffix(".gz") ? "gzip" : "zstd", "-dc", folder.path(name)]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return bytes
  }

  @Test(arguments: ["trips.ndjson.gz", "trips.geojson.gz", "trips.json.gz", "trips.gpx.gz"])
  func `hold what a plain file holds`(name: String) throws {
    let plain = String(name.dropLast(3))
    #expect(try match(["-o", folder.path(name)]).exitCode == 0)
    #expect(try match(["-o", folder.path(plain)]).exitCode == 0)
    #expect(try unpacked(name) == Data(contentsOf: folder.url.appending(path: plain)))
    #expect(try match(["-o", folder.path(name)]).exitCode == 0, "it is recognised as a report and replaced")
  }

  @Test(arguments: ["gz", "zst"])
  func `fill a directory, and its manifest has their true sizes`(compression: String) throws {
    let (plain, packed) = (folder.path("plain/"), folder.path("packed/"))
    #expect(try match(["-o", plain]).exitCode == 0)
    #expect(try match(["-o", packed, "--format", "csv.\(compression)"]).exitCode == 0)
    let outputs = try #require(try jsonObject(try folder.text("packed/manifest.json"))["outputs"] as? [[String: Any]])
    #expect(outputs.count == 6)
    for output in outputs {
      let name = try #require(output["name"] as? String)
      #expect(name.hasSuffix(".csv." + compression))
      #expect(folder.bytes("packed/" + name)?.count == output["bytes"] as? Int)
      if compression == "gz" {
        #expect(try unpacked("packed/" + name) == Data(folder.bytes("plain/" + name.dropLast(3)) ?? []))
      }
    }
    let before = outputs.compactMap { ($0["name"] as? String).flatMap { folder.bytes("packed/" + $0) } }
    #expect(try match(["-o", packed, "--format", "csv.\(compression)", "--jobs", "8"]).exitCode == 0)
    #expect(outputs.compactMap { ($0["name"] as? String).flatMap { folder.bytes("packed/" + $0) } } == before)
    #expect(try match(["-o", packed]).exitCode == 0)
    #expect(!folder.exists("packed/points.csv." + compression), "plain files replace the compressed ones")
  }

  @Test func `are read back by compare`() throws {
    for name in ["a.csv", "b.csv.gz", "c.csv.zst"] {
      #expect(try match(["--table", "segments", "-o", folder.path(name)]).exitCode == 0)
    }
    for name in ["b.csv.gz", "c.csv.zst"] {
      let run = try ProgramRun(
        "compare", folder.path("a.csv"), folder.path(name), "--map", try SampleTown.map.get(), "--fail-if",
        "correct < 1")
      #expect(run.exitCode == 0, "\(run.errors)")
    }
  }

  @Test func `have the flags that are known at the end of the run`() throws {
    let arguments = ["--table", "events", "--table", "+doubts"]
    #expect(try match(arguments + ["-o", folder.path("events.csv")]).exitCode == 0)
    #expect(try match(arguments + ["-o", folder.path("events.csv.gz")]).exitCode == 0)
    #expect(try unpacked("events.csv.gz") == Data(folder.bytes("events.csv") ?? []))
  }

  @Test func `are not for streams, and files are compressed by their names`() throws {
    let refused: [([String], String)] = [
      (["--format", "csv.gz"], "Standard output stays plain"),
      (["--format", "csv.gz", "-o", folder.path("a.csv"), "--table", "trips"], "a.csv.gz"),
      (["--format", "csv.bz2", "-o", folder.path("d/")], "The ending of --format is one of gz, zst"),
      (["--format", "ndjson.zst", "-o", "/dev/null"], "gets plain bytes"),
    ]
    for (arguments, words) in refused {
      let run = try match(arguments)
      #expect(run.exitCode == 2 && run.errors.contains(words), "\(run.errors)")
    }
    #expect(folder.names.isEmpty)
  }
}

@Suite struct `Folders of outputs` {
  @Test func `are made for a file as well`() throws {
    let folder = try TemporaryFolder()
    let map = try SampleTown.map.get()
    let path = folder.path("nodir/deep/x.csv")
    let run = try ProgramRun("match", "Traces/courier.gpx", "--map", map, "--table", "points", "-o", path)
    #expect(run.exitCode == 0 && folder.exists("nodir/deep/x.csv"), "\(run.errors)")
  }

  @Test(arguments: ["match", "route"])
  func `are not made if there is no map, and are no map`(command: String) throws {
    let folder = try TemporaryFolder()
    let input =
      command == "match"
      ? [projectRoot.path + "/Traces/courier.gpx"] : ["--waypoint", "54.7,2.83", "--waypoint", "54.71,2.84"]
    for sentence in ["there is no such file", "this is a folder"] {
      let library = ["--library", folder.path("none")]
      let run = try ProgramRun([command] + input + ["--map", "monaco", "-o", "monaco/"] + library, in: folder.url)
      #expect(run.exitCode == 3 && run.errors.contains(sentence), "\(run.errors)")
      if sentence == "there is no such file" {
        #expect(!folder.exists("monaco"))
        try FileManager.default.createDirectory(
          at: folder.url.appending(path: "monaco"), withIntermediateDirectories: true)
      }
    }
  }
}
