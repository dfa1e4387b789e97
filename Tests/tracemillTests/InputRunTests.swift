import Foundation
import TestSupport
import Testing

@Suite struct `The files and traces of a run` {
  private let folder: TemporaryFolder
  private let map: String

  init() throws {
    folder = try TemporaryFolder()
    map = try SampleTown.map.get()
    for (name, source) in [("day/a b.gpx", "courier"), ("day/bus.gpx", "bus-7"), ("night/ferry.gpx", "ferry")] {
      let text = try String(contentsOf: projectRoot.appending(path: "Traces/\(source).gpx"), encoding: .utf8)
      try folder.write(name, text)
    }
  }

  /// The files whose trips a run writes.
  private func files(_ arguments: [String], input: String = "") throws -> [String] {
    let run = try ProgramRun(
      ["match", "--map", map, "--table", "trips", "--format", "ndjson", "--quiet"] + arguments, input: Data(input.utf8))
    try #require(run.exitCode == 0, "\(run.errors)")
    let names = try run.output.split(separator: "\n").map { try jsonObject(String($0))["file"] as? String ?? "" }
    return Set(names.map { $0.replacing(folder.path + "/", with: "") }).sorted()
  }

  @Test func `may be listed by lines or zero bytes`() throws {
    let names = ["day/a b.gpx", "night"].map(folder.path)
    let expected = ["day/a b.gpx", "night/ferry.gpx"]
    #expect(try files(["--files-from", "-"], input: names.joined(separator: "\n") + "\n") == expected)
    #expect(try files(["--files-from", "-"], input: names.joined(separator: "\0") + "\0") == expected)
    let list = try folder.write("list.txt", names[0] + "\n\n")
    #expect(try files(["--files-from", list, folder.path("night")]) == expected)
  }

  @Test func `may be patterns that the shell left alone`() throws {
    #expect(try files([folder.path("*/*.gpx")]) == ["day/a b.gpx", "day/bus.gpx", "night/ferry.gpx"])
    #expect(try files([folder.path("[dx]a?/b*")]) == ["day/bus.gpx"])
    try folder.write("day/c*.gpx", try folder.text("day/bus.gpx"))
    #expect(try files([folder.path("day/c*.gpx")]) == ["day/c*.gpx"])
    let none = try ProgramRun("match", folder.path("*.csv"), "--map", map)
    #expect(none.exitCode == 3 && none.errors.contains("no file matches this pattern"))
  }

  @Test func `may be those written after a time`() throws {
    let bus = folder.path("day/bus.gpx")
    let all = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1_777_852_800)]  // 2026-05-04
    for name in ["day/a b.gpx", "day/bus.gpx", "night/ferry.gpx"] {
      try FileManager.default.setAttributes(all, ofItemAtPath: folder.path(name))
    }
    let later = [FileAttributeKey.modificationDate: Date(timeIntervalSince1970: 1_777_852_801)]
    try FileManager.default.setAttributes(later, ofItemAtPath: bus)
    func newer(_ text: String) throws -> [String] { try files([folder.path, "--newer-than", text]) }
    #expect(try newer("2026-05-04") == ["day/bus.gpx"])
    #expect(try newer("2026-05-04T02:00:00+02:00") == ["day/bus.gpx"])
    #expect(try newer(folder.path("night/ferry.gpx")) == ["day/bus.gpx"])
    #expect(try newer("2026-05-03T23:59:59").count == 3)
    #expect(try newer("20000d").count == 3)
    let bad = try ProgramRun("match", folder.path, "--map", map, "--newer-than", "yesterdy")
    #expect(bad.exitCode == 2 && bad.errors.contains("--newer-than yesterdy: there is no such file"))
  }

  @Test func `are together in all parts what they are in one run`() throws {
    let tables = ["trips", "points", "edges", "maneuvers", "events", "rejects"]
    func rows(_ place: String, _ arguments: [String]) throws -> [[Substring]] {
      let run = try ProgramRun(
        ["match", "Traces", "--map", map, "-o", folder.path(place), "--format", "csv", "--allow-empty", "--quiet"]
          + arguments)
      try #require(run.exitCode == 0, "\(run.errors)")
      return try tables.map { try folder.text("\(place)/\($0).csv").split(separator: "\n").dropFirst().map { $0 } }
    }
    let whole = try rows("whole", [])
    let parts = try (1...3).map { try rows("part-\($0)", ["--shard", "\($0)/3"]) }
    #expect(parts.allSatisfy { $0 != whole })
    for (number, table) in tables.enumerated() {
      #expect(parts.flatMap { $0[number] }.sorted() == whole[number].sorted(), "\(table)")
    }
  }

  @Test(arguments: [
    (["--shard", "3/2"], "--shard is I/N"), (["--limit", "0"], "--limit is at least 1"),
    (["-0"], "--null is not needed any more: a list of files"),
    (["--shard", "1/2", "--table", "doubts"], "--table doubts judges whole runs"),
  ])
  func `are refused where they make no sense`(arguments: [String], message: String) throws {
    let run = try ProgramRun(["match", "Traces", "--map", map] + arguments)
    #expect(run.exitCode == 2 && run.errors.contains(message), "\(run.errors)")
  }

  @Test func `are only named by a dry run`() throws {
    let run = try ProgramRun(
      "match", folder.path("day"), "--map", map, "-o", folder.path("out/"), "--table", "trips", "--dry-run")
    #expect(run.exitCode == 0 && !folder.exists("out"), "\(run.errors)")
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 5 && lines[0].hasPrefix("read   \(folder.path("day/a b.gpx")) ("), "\(lines)")
    #expect(lines[2].hasPrefix("use    \(map) (") && lines[3] == "write  \(folder.path("out/trips.csv"))")
    try folder.write("out/trips.csv", "x")
    let again = try ProgramRun(
      "match", folder.path("day"), "--map", map, "-o", folder.path("out/"), "--table", "trips", "--dry-run")
    #expect(again.output.contains("replace \(folder.path("out/trips.csv"))\n"))
    #expect(try ProgramRun("match", "nowhere.gpx", "--map", map, "--dry-run").exitCode == 3)
  }

  @Test(arguments: [
    ("soon", "TRACEMILL_MEMORY: memory is a size"), ("1K", "memory is 1M to"), ("900T", "memory is 1M to"),
  ])
  func `have a bound of memory that the machine can hold`(size: String, message: String) throws {
    func variables(_ size: String) -> [String: String] { ["TRACEMILL_CONFIG": "", "TRACEMILL_MEMORY": size] }
    let run = try ProgramRun(["match", "Traces/courier.gpx", "--map", map], variables: variables(size))
    #expect(run.exitCode == 2 && run.errors.contains(message), "\(run.errors)")
    #expect(try ProgramRun(["inspect", "Traces/courier.gpx"], variables: variables("2M")).exitCode == 0)
  }

  /// Options of reading hold for `match` as for `inspect`.
  @Test func `are read as the options say`() throws {
    let rows = (0..<20).map { "2026-05-04T07:00:\(10 + $0)Z,\(54_695_900 + $0 * 100),2836900\n" }.joined()
    let file = try folder.write("e6.csv", "time,lat,lon\n" + rows)
    let run = try ProgramRun(
      "match", file, "--map", map, "--csv", "coordinates=e6", "--table", "points", "--select", "lat,lon")
    #expect(run.output.contains("\n54.6959000,2.8369000\n"), "\(run.output.prefix(200)) \(run.errors)")
  }
}

@Suite struct `The files that inspect takes` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (name, source) in [("a.gpx", "courier"), ("b.gpx", "bus-7"), ("c.gpx", "ferry")] {
      let text = try String(contentsOf: projectRoot.appending(path: "Traces/\(source).gpx"), encoding: .utf8)
      try folder.write("day/" + name, text)
    }
  }

  /// The names and the numbers of traces of the files inspected.
  private func seen(_ arguments: [String], input: String = "") throws -> [String] {
    let run = try ProgramRun(["inspect", "--format", "ndjson"] + arguments, input: Data(input.utf8))
    try #require(run.exitCode == 0, "\(run.errors)")
    return try run.output.split(separator: "\n").map { line in
      let file = try jsonObject(String(line))
      return ((file["file"] as? String ?? "") as NSString).lastPathComponent + " \(file["traces"] ?? 0)"
    }
  }

  @Test func `are chosen as those of match`() throws {
    #expect(try seen([folder.path("day/[ab].gpx")]) == ["a.gpx 1", "b.gpx 2"])
    let names = ["a", "c"].map { folder.path("day/\($0).gpx") }
    #expect(try seen(["--files-from", "-"], input: names.joined(separator: "\n")) == ["a.gpx 1", "c.gpx 1"])
    #expect(try seen(["--files-from", "-"], input: names.joined(separator: "\0")) == ["a.gpx 1", "c.gpx 1"])
    #expect(try seen([folder.path("day"), "--newer-than", "20000d"]).count == 3)
    #expect(try seen([folder.path("day"), "--limit", "2"]) == ["a.gpx 1", "b.gpx 1"])
  }

  @Test func `are together in all parts what they are at once`() throws {
    func counts(_ arguments: [String]) throws -> (traces: Int, fixes: Int) {
      let run = try ProgramRun(["inspect", "--format", "ndjson", "Traces"] + arguments)
      try #require(run.exitCode == 0, "\(run.errors)")
      let files = try run.output.split(separator: "\n").map { try jsonObject(String($0)) }
      return (
        files.reduce(0) { $0 + ($1["traces"] as? Int ?? 0) }, files.reduce(0) { $0 + ($1["fixes"] as? Int ?? 0) }
      )
    }
    let whole = try counts([])
    let parts = try (1...3).map { try counts(["--shard", "\($0)/3"]) }
    #expect(parts.reduce(0) { $0 + $1.traces } == whole.traces && parts.allSatisfy { $0.traces < whole.traces })
    #expect(parts.reduce(0) { $0 + $1.fixes } == whole.fixes)
  }

  @Test func `must be named`() throws {
    let run = try ProgramRun("inspect")
    #expect(run.exitCode == 2 && run.errors.contains("--files-from"), "\(run.errors)")
  }
}
