import Foundation
import TestSupport
import Testing

@Suite struct `Matching online` {
  private func sparse() throws -> String {
    try String(contentsOf: projectRoot.appending(path: "Traces/sparse.csv"), encoding: .utf8)
  }

  @Test func `has a row for each fix of each trace, in order, the same every time`() throws {
    let map = try SampleTown.map.get()
    let arguments = ["match", "--online", "--lag", "2", "--map", map, "--format", "csv"]
    let runs = try (0..<2).map { _ in try ProgramRun(arguments, input: Data(try sparse().utf8)) }
    #expect(runs[0].exitCode == 0 && runs[0].errors.isEmpty && runs[0].output == runs[1].output, "\(runs[0].errors)")
    let whole = try ProgramRun(
      ["match", "-", "--map", map, "--format", "csv", "--table", "points"], input: Data(try sparse().utf8))
    let key = { (line: Substring) in line.split(separator: ",", omittingEmptySubsequences: false).prefix(7).joined() }
    #expect(
      Set(runs[0].output.split(separator: "\n").map(key)) == Set(whole.output.split(separator: "\n").map(key)))
  }

  /// Rows of the CSV traces of the sample town, a file of each.
  private func rows(_ arguments: [String], of file: String) throws -> [String] {
    let run = try ProgramRun(
      ["match", "Traces/\(file)", "--map", try SampleTown.map.get(), "--quiet"] + arguments)
    try #require(run.exitCode == 0, "\(run.errors)")
    return run.output.split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["sparse.csv", "motorway.csv", "forest.csv", "van.csv.gz", "bad-records.csv"])
  func `with a lag as long as the traces has the rows of a run over whole traces`(file: String) throws {
    for table in ["points", "edges", "maneuvers", "events", "crossings", "positions"] {
      let online = try rows(["--online", "--lag", "10000", "--table", table, "--format", "csv"], of: file)
      let whole = try rows(["--table", table, "--format", "csv"], of: file)
      #expect(online.count == whole.count && Set(online) == Set(whole), "\(table) of \(file)")
    }
  }

  @Test(arguments: [0, 1, 3, 10, 40], ["motorway.csv", "van.csv.gz", "forest.csv"])
  func `has each row of each table once and in order, whatever the lag`(lag: Int, file: String) throws {
    let tables = ["points", "edges", "maneuvers", "events", "crossings", "positions"]
    let lines = try rows(["--online", "--lag", "\(lag)"] + tables.flatMap { ["--table", $0] }, of: file)
    var next: [String: Int] = [:]
    var (fixes, lastEdge, openLegs) = ([String: Int](), [String: [String: Any]](), Set<String>())
    for line in lines {
      let row = try jsonObject(line)
      let (table, trip) = (try #require(row["table"] as? String), try #require(row["trip_id"] as? String))
      let number = try #require(row[table == "points" ? "index" : "seq"] as? Int)
      #expect(number == next[table + trip, default: 0], "\(line)")
      next[table + trip] = number + 1
      switch table {
      case "points": fixes[trip] = number
      case "edges":
        if let last = lastEdge[trip], last["leg"] as? Int == row["leg"] as? Int {
          #expect(last["exit_time"] as? String == row["enter_time"] as? String, "\(line)")
        }
        lastEdge[trip] = row
      case "maneuvers":
        let type = row["type"] as? String
        #expect((type == "depart") != openLegs.contains(trip), "\(line)")
        if type == "arrive" { openLegs.remove(trip) } else { openLegs.insert(trip) }
        let edge = try #require(row["edge_seq"] as? Int)
        #expect(edge < next["edges" + trip, default: 0], "\(line)")
      case "crossings": #expect(try #require(row["edge_seq"] as? Int) < next["edges" + trip, default: 0], "\(line)")
      case "positions":
        // Points are decided by fewer records than the path, so they may be on another edge.
        #expect(try #require(row["index"] as? Int) < next["points" + trip, default: 0], "\(line)")
        if let edge = row["edge_seq"] as? Int { #expect(edge < next["edges" + trip, default: 0], "\(line)") }
      default:
        let (last, decided) = (try #require(row["last_fix"] as? Int), try #require(fixes[trip]))
        #expect(last <= decided, "\(line)")
      }
    }
    #expect(openLegs.isEmpty && next.keys.count { $0.hasPrefix("maneuvers") } > 0)
  }

  @Test(arguments: ["motorway.csv", "van.csv.gz"])
  func `has the positions and crossings of the whole trace where its path is the same`(file: String) throws {
    for options in [["--table", "crossings"], ["--table", "positions", "--positions", "rate=2"]] {
      let online = try rows(options + ["--online", "--lag", "60", "--format", "csv"], of: file)
      let whole = try rows(options + ["--format", "csv"], of: file)
      // Without the confidence, which less is known for.
      let key = { (line: String) in line.split(separator: ",", omittingEmptySubsequences: false)[1...9].joined() }
      let all = Set(whole.map(key))
      let shared = all.intersection(online.map(key))
      #expect(Double(shared.count) >= 0.97 * Double(all.count) && all.count > 1, "\(options): \(shared.count)")
    }
  }

  @Test func `options that ask for a table write it beside the points`() throws {
    let lines = try rows(["--online", "--table", "+crossings", "--positions", "rate=1"], of: "van.csv.gz")
    for table in ["points", "crossings", "positions"] {
      #expect(lines.contains { $0.hasPrefix("{\"table\":\"\(table)\"") }, "\(table)")
    }
  }

  /// When the minute behind it is known: the vehicle turns and drives back.
  @Test func `a drive against the traffic is reported as of the whole trace, and before the trace ends`() throws {
    let file = "wrong-way.gpx"
    let whole = try rows(["--table", "points", "--format", "ndjson"], of: file).map(jsonObject)
    let events = try rows(["--table", "events", "--format", "ndjson"], of: file).map(jsonObject)
    let wrongWay = try #require(events.first { $0["type"] as? String == "wrong_way" })
    var csv = "trace_id,time,lat,lon\n"
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let begin = try format.parse(try #require(whole.first?["time"] as? String))
    for (second, point) in (whole + whole.dropLast().suffix(45).reversed()).enumerated() {
      let time = begin.addingTimeInterval(Double(second)).formatted(format)
      csv += "a,\(time),\(point["lat"] ?? ""),\(point["lon"] ?? "")\n"
    }
    let run = try ProgramRun(
      [
        "match", "--online", "--lag", "5", "--map", try SampleTown.map.get(), "--table", "points", "--table", "events",
      ], input: Data(csv.utf8))
    let lines = try run.output.split(separator: "\n").map { try jsonObject(String($0)) }
    let place = try #require(
      lines.firstIndex { $0["table"] as? String == "events" && $0["type"] as? String == "wrong_way" })
    #expect(lines[place...].count { $0["table"] as? String == "points" } > 10)
    for column in ["way", "edge", "detail"] { #expect("\(lines[place][column] ?? "")" == "\(wrongWay[column] ?? "")") }
  }

  @Test func `rows that come one by one are answered one by one`() throws {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = try ProgramRun.program
    process.arguments = ["match", "--online", "--lag", "0", "--map", try SampleTown.map.get()]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var answered = 0
    for line in try sparse().split(separator: "\n").prefix(12) {
      try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
      answered += 1
      // The header and the first row determine the layout; from then on a row is answered before the next one is sent.
      if answered >= 2 { #expect(output.fileHandleForReading.availableData.last == UInt8(ascii: "\n")) }
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `bad rows are told and counted, and the run goes on`() throws {
    let rows = "id,time,lat,lon\nv,1,54.7,x\nv,2,north,2.84\nv,abc\n,4,54.7,2.84\nv,5,54.7,2.84\n"
    let arguments = ["match", "--online", "--map", try SampleTown.map.get()]
    let run = try ProgramRun(arguments, input: Data(rows.utf8))
    #expect(run.exitCode == 0 && run.output.split(separator: "\n").count == 4, "\(run.output)")
    #expect(run.errors.contains("-:2: longitude 'x' is not a number"))
    #expect(run.errors.contains("refused: bad_position 2, bad_record 2"), "\(run.errors)")
    #expect(try ProgramRun(arguments + ["--fail-if", "any"], input: Data(rows.utf8)).exitCode == 1)
  }

  @Test func `a trace that was closed to make room comes back as a further trip`() throws {
    let rows = "trace_id,time,lat,lon\na,1,54.7,2.84\nb,1,54.7,2.84\na,2,54.7,2.84\n"
    let run = try ProgramRun(
      ["match", "--online", "--open-traces", "1", "--map", try SampleTown.map.get(), "--format", "csv"],
      input: Data(rows.utf8))
    let ids = run.output.split(separator: "\n").dropFirst().map {
      $0.split(separator: ",")[0...2].joined(separator: " ")
    }
    #expect(ids == ["a a 0", "b b 0", "a~2 a 0"], "\(run.output) \(run.errors)")
  }

  @Test func `NDJSON has the rows that the same fixes as CSV have`() throws {
    let lines = try sparse().split(separator: "\n")
    let names = lines[0].split(separator: ",")
    let objects = lines.dropFirst().map { line in
      let members = zip(names, line.split(separator: ",")).map { "\"\($0)\":\"\($1)\"" }
      return "{\(members.joined(separator: ","))}\n"
    }
    let arguments = ["match", "--online", "--map", try SampleTown.map.get()]
    let csv = try ProgramRun(arguments, input: Data(try sparse().utf8))
    // With an empty line in place of the header, since rows name their line.
    let json = try ProgramRun(arguments, input: Data(("\n" + objects.joined()).utf8))
    #expect(json.exitCode == 0 && json.errors.isEmpty && json.output == csv.output && !csv.output.isEmpty)
  }

  @Test(arguments: [
    ("<?xml version=\"1.0\"?>\n<gpx version=\"1.1\"></gpx>\n", "Match the recorded file as a whole"),
    ("{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\"}]}\n", "jq -c '.[]'"),
    ("$GPRMC,123519,A,4807.038,N,01131.000,E,022.4,084.4,230394,003.1,W*6A\n", "NMEA 0183"),
    ("lat,lon,time\nx,y,1\nx,y,2\n", "all of 1 trace came to nothing: bad_position 2"),
    ("hello\nworld\n", "no trace in the input"), ("", "the input is empty"),
  ])
  func `a stream of which nothing could be read is no success`(text: String, sentence: String) throws {
    let run = try ProgramRun(
      ["match", "--online", "--map", try SampleTown.map.get()], input: Data(text.utf8))
    #expect(run.exitCode == 1 && run.errors.contains(sentence), "\(run.exitCode) \(run.errors)")
  }

  @Test func `what one row cannot show is told once`() throws {
    let rows = (1...40).map { "t\($0),2026-05-01T10:00:\(10 + $0 % 50)Z,54.7,2.84,0\n" }.joined()
    let run = try ProgramRun(
      ["match", "--online", "--map", try SampleTown.map.get()],
      input: Data("trace_id,time,lat,lon,event_status\n\(rows)".utf8))
    #expect(run.exitCode == 0 && run.errors.split(separator: "\n").count == 2, "\(run.errors)")
    #expect(run.errors.contains("-: not read, though they might matter: 'event_status'; --columns"), "\(run.errors)")
    #expect(run.errors.contains("each of 40 traces has a single row"), "\(run.errors)")
    // The advice, followed.
    let told = try ProgramRun(
      [
        "match", "--online", "--map", try SampleTown.map.get(), "--columns",
        "trace=none,event_status=ignore,trace_id=ignore",
      ], input: Data("trace_id,time,lat,lon,event_status\n\(rows)".utf8))
    #expect(told.exitCode == 0 && told.errors.isEmpty, "\(told.errors)")
  }

  @Test(arguments: [
    (["--lag", "3"], "--lag and --open-traces go with --online"), (["--online", "--lag", "-1"], "--lag"),
    (["--online", "--format", "gpx"], "ndjson, csv, arrow, not gpx"),
    (["--online", "--table", "+crossings", "--format", "csv"], "several as ndjson only"),
    (["--online", "--table", "points", "--table", "events", "--format", "csv"], "several as ndjson only"),
    (["a.csv", "b.csv", "--online"], "one stream, not 2"),
  ])
  func `what does not go with it is a mistake of usage`(arguments: [String], sentence: String) throws {
    let run = try ProgramRun(["match", "--map", "x"] + arguments)
    #expect(run.exitCode == 2 && run.errors.contains(sentence), "\(run.errors)")
  }
}
