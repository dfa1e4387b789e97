import Foundation
import TestSupport
import Testing

/// A row of the table in the documentation of what a live run cannot do.
private struct WrittenLimit: CustomTestStringConvertible, Sendable {
  /// As of `match`.
  let arguments: [String]
  let sentence: String

  var testDescription: String { arguments.joined(separator: " ") }
  /// `match --online` takes these, since they change no row.
  var isIdle: Bool { ["--jobs", "--overwrite"].contains(arguments[0]) }

  static func all() throws -> [WrittenLimit] {
    let page = try String(
      contentsOf: projectRoot.appending(path: "Documentation/Operations.md"), encoding: .utf8)
    let begin = try #require(page.components(separatedBy: "| of `match` | why not, and what to do |").last)
    let table = try #require(begin.components(separatedBy: "\n\n").first)
    return table.split(separator: "\n").dropFirst().map { row in
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
      let arguments = cells[0].replacing("`", with: "").split(separator: " ").map(String.init)
      return WrittenLimit(arguments: arguments, sentence: cells[1])
    }
  }
}

@Suite struct `A live run` {
  private let map: String

  init() throws { map = try SampleTown.map.get() }

  private func live(_ file: String, _ options: [String]) throws -> [String] {
    let run = try ProgramRun(["live", "Traces/\(file)", "--map", map, "--quiet"] + options)
    try #require(run.exitCode == 0, "\(run.errors)")
    return run.output.split(separator: "\n").map(String.init)
  }

  private func whole(_ file: String, _ table: String, _ options: [String] = []) throws -> [String] {
    let run = try ProgramRun(
      ["match", "Traces/\(file)", "--map", map, "--quiet", "--format", "ndjson", "--table", table] + options)
    try #require(run.exitCode == 0, "\(run.errors)")
    return run.output.split(separator: "\n").map(String.init)
  }

  // MARK: The command

  @Test(arguments: [
    [], ["--lag", "3", "--open-traces", "2"], ["--table", "edges"],
    ["--table", "+crossings", "--positions", "rate=1"],
    ["--format", "csv"], ["--format", "csv", "--table", "edges", "--csv-safe"], ["--verbose"],
    ["--columns", "trace=none,trace_id=ignore", "--fail-if", "any"], ["--table", "doubts"], ["--format", "gpx"],
  ])
  func `is what match --online means, byte for byte`(options: [String]) throws {
    let input = try Data(contentsOf: projectRoot.appending(path: "Traces/bad-records.csv"))
    let online = try ProgramRun(["match", "--online", "--map", map] + options, input: input)
    let live = try ProgramRun(["live", "--map", map] + options, input: input)
    #expect(online.exitCode == live.exitCode && online.output == live.output)
    // The usage names the command.
    #expect(online.errors.split(separator: "\n").first == live.errors.split(separator: "\n").first)
    #expect(live.exitCode != 0 || !live.output.isEmpty, "\(live.errors)")
  }

  @Test func `has the same rows in each format`() throws {
    let lines = try live("van.csv.gz", ["--table", "edges"])
    let csv = try live("van.csv.gz", ["--table", "edges", "--format", "csv"])
    #expect(csv.count == lines.count + 1 && lines.count > 10)
    let header = csv[0].split(separator: ",").map(String.init)
    let way = try #require(header.firstIndex(of: "way"))
    for (row, line) in zip(csv.dropFirst(), lines) {
      let cells = row.split(separator: ",", omittingEmptySubsequences: false)
      #expect("\(try jsonObject(line)["way"] ?? "")" == cells[way])
    }
    let folder = try TemporaryFolder()
    try folder.write("edges.arrow", "")
    let arrow = try ProgramRun(
      ["live", "Traces/van.csv.gz", "--map", map, "--table", "edges", "--format", "arrow"],
      outputPath: folder.path("edges.arrow"))
    let bytes = try Data(contentsOf: URL(filePath: folder.path("edges.arrow")))
    // A message begins with these four bytes, and the last one of a stream is empty.
    #expect(arrow.exitCode == 0 && bytes.prefix(4) == Data(repeating: 0xFF, count: 4) && bytes.count > 1000)
    #expect(bytes.suffix(8) == Data([0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]))
  }

  // MARK: Tables that follow when a trace is closed

  @Test(arguments: ["sparse.csv", "motorway.csv", "forest.csv", "van.csv.gz", "bad-records.csv"], [2, 10, 10_000])
  func `has the row of trips that a batch run has, where all else is the same`(file: String, lag: Int) throws {
    let tables = ["points", "edges", "maneuvers", "events", "segments", "legs", "trips"]
    let lines = try live(file, ["--lag", "\(lag)"] + tables.flatMap { ["--table", $0] }).map(jsonObject)
    func rows(_ table: String, of trip: String) -> [NSDictionary] {
      lines.filter { $0["table"] as? String == table && $0["trip_id"] as? String == trip }.map {
        NSDictionary(dictionary: $0.filter { $0.key != "table" })
      }
    }
    let trips = lines.filter { $0["table"] as? String == "trips" }
    #expect(!trips.isEmpty)
    var batch: [String: [NSDictionary]] = [:]
    for table in tables { batch[table] = try whole(file, table).map { NSDictionary(dictionary: try jsonObject($0)) } }
    for trip in trips {
      let id = try #require(trip["trip_id"] as? String)
      #expect(trip["fixes"] as? Int == rows("points", of: id).count)
      for (column, table) in ["edges": "edges", "maneuvers": "maneuvers", "events": "events", "legs": "legs"] {
        #expect(trip[column] as? Int == rows(table, of: id).count, "\(column) of \(id)")
      }
      func isSame(_ table: String) -> Bool {
        batch[table, default: []].filter { $0["trip_id"] as? String == id } == rows(table, of: id)
      }
      guard isSame("points"), isSame("edges"), isSame("events"), isSame("maneuvers") else {
        #expect(lag < 10_000, "\(id)")
        continue
      }
      for table in ["segments", "legs", "trips"] { #expect(isSame(table), "\(table) of \(id)") }
    }
  }

  @Test func `has the row of a trip once, after all its others`() throws {
    let lines = try live("sparse.csv", ["--table", "trips", "--table", "points", "--open-traces", "1"]).map(jsonObject)
    var ended: Set<String> = []
    for line in lines {
      let trip = try #require(line["trip_id"] as? String)
      #expect(!ended.contains(trip), "\(line)")
      if line["table"] as? String == "trips" { ended.insert(trip) }
    }
    #expect(ended.count == Set(lines.compactMap { $0["trip_id"] as? String }).count && ended.count > 1)
  }

  @Test func `writes the row of a trip while others go on`() throws {
    let first = (0..<20).map { "a,\($0),54.6971,\(2.8480 - 0.0004 * Double($0))\n" }
    let second = (0..<600).map { "b,\(1000 + $0),54.6971,2.8480\n" }
    let input = Data(("trace_id,time,lat,lon\n" + (first + second).joined()).utf8)
    let run = try ProgramRun(["live", "--map", map, "--table", "trips", "--table", "points"], input: input)
    let lines = run.output.split(separator: "\n").map(String.init)
    let end = try #require(lines.firstIndex { $0.hasPrefix("{\"table\":\"trips\",\"trip_id\":\"a\"") })
    #expect(lines[end...].count { $0.hasPrefix("{\"table\":\"points\",\"trip_id\":\"b\"") } > 50)
  }

  @Test(arguments: [0, 10, 10_000])
  func `has the visits of a batch run, and names the stops after places`(lag: Int) throws {
    let folder = try TemporaryFolder()
    let points = try whole("van.csv.gz", "points").map(jsonObject)
    var places = "id,name,lat,lon,radius_m\n"
    for number in stride(from: 0, to: points.count, by: max(1, points.count / 5)) {
      guard let lat = points[number]["lat"], let lon = points[number]["lon"] else { continue }
      places += "p\(number),Place \(number),\(lat),\(lon),80\n"
    }
    let options = ["--places", try folder.write("places.csv", places)]
    #expect(
      try live("van.csv.gz", options + ["--table", "visits", "--lag", "\(lag)"])
        == whole("van.csv.gz", "visits", options))
    let beside = try live("van.csv.gz", options)
    #expect(beside.contains { $0.hasPrefix("{\"table\":\"visits\"") })
  }

  @Test func `writes refused records as rows and not as messages if that table is chosen`() throws {
    let rows = """
      id,time,lat,lon
      v,1790000001,54.7046,x
      v,1790000002,north,2.8315
      v,abc
      v,1790000005,54.7046,2.8315

      """
    let run = try ProgramRun(
      ["live", "--map", map, "--table", "points", "--table", "rejects"], input: Data(rows.utf8))
    let rejects = run.output.split(separator: "\n").filter { $0.hasPrefix("{\"table\":\"rejects\",\"file\":\"-\",") }
    #expect(rejects.count == 3 && !run.errors.contains("-:2:"), "\(run.output) \(run.errors)")
    let table = try ProgramRun(
      ["live", "--map", map, "--table", "rejects", "--format", "csv"], input: Data(rows.utf8))
    #expect(table.output.hasPrefix("file,line,trace_id,reason,message\n-,2,v,bad_position,"), "\(table.output)")
    #expect(table.output.split(separator: "\n").count == 4 && table.exitCode == 0)
  }

  // MARK: What it cannot do

  @Test(arguments: try WrittenLimit.all())
  fileprivate func `says why it does not do what match can, and what to do`(limit: WrittenLimit) throws {
    let folder = try TemporaryFolder()
    try folder.write("style.json", "{}")
    try folder.write("pings.csv", "trace_id,time,lat,lon\na,1790000000,54.7046,2.8315\n")
    let sentence = "\(limit.sentence)\n"
    let map = limit.arguments[0] == "--map" ? [] : ["--map", map]
    let online = try ProgramRun(["match", "pings.csv", "--online"] + map + limit.arguments, in: folder.url)
    #expect(
      limit.isIdle ? online.exitCode == 0 : online.exitCode == 2 && online.errors.contains(sentence), "\(online.errors)"
    )
    guard limit.arguments[0] != "--map" else { return }
    let live = try ProgramRun(["live", "pings.csv"] + map + limit.arguments, in: folder.url)
    #expect(live.exitCode == 2 && live.errors.contains(sentence) && live.output.isEmpty, "\(live.errors)")
  }

  @Test func `has each option of match, or says why not`() throws {
    let tree = try #require(
      try jsonObject(try ProgramRun("--experimental-dump-help").output)["command"] as? [String: Any])
    func options(of command: String) throws -> Set<String> {
      let commands = try #require(tree["subcommands"] as? [[String: Any]])
      let found = try #require(commands.first { $0["commandName"] as? String == command })
      let names = (found["arguments"] as? [[String: Any]] ?? []).compactMap { argument in
        (argument["names"] as? [[String: Any]])?.first { $0["kind"] as? String == "long" }?["name"] as? String
      }
      return Set(names)
    }
    let limits = Set(
      try WrittenLimit.all().map { limit in
        limit.arguments[0] == "-o" ? "output" : String(limit.arguments[0].dropFirst(2))
      })
    let (match, live) = (try options(of: "match"), try options(of: "live"))
    #expect(match.subtracting(live).subtracting(limits) == ["online", "hide"])
    let ofDispatcher = live.filter { $0.hasPrefix("dispatcher") }.union(["spool"])
    #expect(live.subtracting(ofDispatcher).isSubset(of: match) && live.intersection(limits) == ["map", "table"])
    #expect(
      live.isSuperset(of: ["lag", "open-traces", "plan", "traffic", "guidance", "speeding", "columns", "places"]))
  }

  @Test func `has each table of trips, or says why not`() throws {
    let limits = try WrittenLimit.all().filter { $0.arguments[0] == "--table" }.map { $0.arguments[1] }
    let help = try ProgramRun("live", "--help").output
    let match = try ProgramRun("match", "--help").output
    for table in [
      "trips", "points", "edges", "maneuvers", "events", "segments", "rejects", "positions", "legs", "visits",
    ] {
      #expect(help.contains(table) && match.contains(table) && !limits.contains(table), "\(table)")
    }
    #expect(help.contains("tracemill live --lag 5 --map city.tmg"))
  }
}
