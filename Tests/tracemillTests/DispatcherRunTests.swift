import Foundation
import TestSupport
import Testing

/// `Benchmarks/dispatching/desk.py`: a dispatcher's server.
private final class Desk {
  let url: String
  private let process = Process()
  private let input = Pipe()

  init() throws {
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", projectRoot.appending(path: "Benchmarks/dispatching/desk.py").path]
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    url = line.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The last words of the types of the events and their jobs, in the order of their receipt.
  func table() throws -> [String] {
    let state = try ask("/~table")
    #expect((state["violations"] as? [String])?.isEmpty ?? false)
    return (state["table"] as? [[String: Any]] ?? []).map { event in
      let type = (event["type"] as? String ?? "").replacing("tracemill.", with: "")
      return "\(type) \(event["subject"] as? String ?? "")"
    }
  }

  func add(_ message: String) throws { _ = try ask("/~messages", message) }

  /// Whether somebody has asked for messages.
  func isAsked() throws -> Bool {
    let requests = try ask("/~table")["requests"] as? [[String: Any]] ?? []
    return requests.contains { ($0["path"] as? String)?.hasPrefix("/v1/messages") ?? false }
  }

  private func ask(_ path: String, _ body: String = "") throws -> [String: Any] {
    let script = """
      import sys, urllib.request
      body = sys.argv[2].encode() or None
      print(urllib.request.urlopen(urllib.request.Request(sys.argv[1], body)).read().decode() or "{}")
      """
    let (asking, output) = (Process(), Pipe())
    asking.executableURL = URL(filePath: "/usr/bin/env")
    asking.arguments = ["python3", "-c", script, url + path, body]
    asking.standardOutput = output
    try asking.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    asking.waitUntilExit()
    return try jsonObject(String(decoding: data, as: UTF8.self))
  }
}

@Suite struct `A live run with jobs` {
  private let map: String
  private let folder: TemporaryFolder
  private let list: String
  /// A van drives west, stands for 140 s at job a, and drives back.
  private let pings: [String]
  private static let expected = [
    "started a", "arrived a", "left a", "finished a", "started b",
  ]

  init() throws {
    map = try SampleTown.map.get()
    folder = try TemporaryFolder()
    list = try folder.write("jobs.csv", "job,asset,seq,lat,lon\na,van,1,54.6971,2.8420\nb,van,2,54.6971,2.8490\n")
    pings = (0..<260).map { second in
      let west = second < 60 ? second : second < 200 ? 60 : 260 - second
      return "van,\(1_790_000_000 + second),54.6971,\(2.8480 - 0.0001 * Double(west))\n"
    }
  }

  private func live(_ rows: some Sequence<String>, _ options: [String] = []) throws -> ProgramRun {
    try ProgramRun(
      ["live", "--map", map, "--job-list", list, "--table", "job_events"] + options,
      input: Data(("trace_id,time,lat,lon\n" + rows.joined()).utf8))
  }

  private func dispatching(to desk: Desk) -> [String] {
    ["--dispatcher", desk.url + "/v1", "--spool", folder.path("spool"), "--dispatcher-poll", "0.1s"]
  }

  /// What the rows say but for estimates.
  private func said(_ run: ProgramRun) throws -> [String] {
    try run.output.split(separator: "\n").map { try jsonObject(String($0)) }
      .map { "\($0["event"] ?? "") \($0["job"] ?? "")" }.filter { !$0.hasPrefix("eta_update") }
  }

  @Test func `writes what happens as rows`() throws {
    let run = try live(pings)
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try said(run) == Self.expected)
    #expect(try live(pings.prefix(120)).output.split(separator: "\n").last?.contains("arrived") ?? false)
  }

  @Test func `tells a dispatcher, once however often the stream is read again`() throws {
    let desk = try Desk()
    let first = try live(pings.prefix(150), dispatching(to: desk))
    #expect(first.exitCode == 0, "\(first.errors)")
    func told() throws -> [String] { try desk.table().filter { $0.hasPrefix("job") && !$0.contains("eta") } }
    #expect(try told() == Self.expected.prefix(2).map { "job." + $0 })
    for _ in 0..<2 {
      #expect(try said(try live(pings, dispatching(to: desk))) == Self.expected)
      #expect(try told() == Self.expected.map { "job." + $0 })
    }
    #expect(try desk.table().count { $0 == "asset.start " } == 1)
  }

  @Test func `goes on with a stand if it is started again with later rows`() throws {
    let desk = try Desk()
    _ = try live(pings.prefix(150), dispatching(to: desk))
    _ = try live(pings.dropFirst(150), dispatching(to: desk))
    #expect(
      try desk.table().filter { $0.hasPrefix("job") && !$0.contains("eta") } == Self.expected.map { "job." + $0 })
  }

  @Test func `takes an order while the van drives, and says so`() throws {
    let desk = try Desk()
    try desk.add(
      #"{"id":"m1","type":"job","job":"c","asset":"van","order":{"seq":3,"lat":54.6971,"lon":2.8420}}"#)
    let run = try RunningProgram(
      ["live", "--map", map, "--job-list", list, "--table", "job_events"] + dispatching(to: desk))
    try run.write("trace_id,time,lat,lon\n")
    // One row at a time, once the order is on its way: the program may have started late.
    while run.isRunning, try !desk.isAsked() { usleep(20_000) }
    for row in pings.prefix(45) {
      try run.write(row)
      usleep(20_000)
    }
    try run.write(pings.dropFirst(45).joined())
    #expect(try run.finish() == 0, "\(run.errors)")
    let table = try desk.table()
    #expect(table.count { $0 == "job.received c" } == 1, "\(table)")
    #expect(table.count { $0 == "job.finished c" } == 1, "\(table)")
  }

  @Test(arguments: [
    (["--job-events", "jobs.csv"], "leave out --job-events"),
    (["--dispatcher-poll", "5s"], "name it with --dispatcher"), (["--spool", "s"], "name it with --dispatcher"),
    (["--dispatcher", "ftp://desk.example"], "does not begin with https:// or http://"),
    (["--dispatcher", "http://desk.example", "--dispatcher-poll", "soon"], "--dispatcher-poll is a time"),
    (["--dispatcher", "http://desk.example", "--dispatcher-auth", "absent"], "absent: there is no such file"),
    (["--dispatcher", "http://desk.example", "--dispatcher-ca", "absent"], "absent: there is no such file"),
  ])
  func `refuses options that make no sense`(options: [String], sentence: String) throws {
    let run = try ProgramRun(["live", "--map", map, "--job-list", list] + options, in: folder.url)
    #expect(run.exitCode == 2 && run.errors.contains(sentence) && run.output.isEmpty, "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("dispatcher.spool")))
  }
}
