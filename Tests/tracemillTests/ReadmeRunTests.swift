import Foundation
import TestSupport
import Testing

private func readme() throws -> String {
  try String(contentsOf: projectRoot.appending(path: "README.md"), encoding: .utf8)
}

private func isInstalled(_ program: String) -> Bool {
  let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
  return path.split(separator: ":").contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
}

@Suite struct `The README` {
  @Test func `links every page of the documentation, in at most 350 lines`() throws {
    let text = try readme()
    let pages = try FileManager.default.contentsOfDirectory(
      atPath: projectRoot.appending(path: "Documentation").path)
    for page in pages where page.hasSuffix(".md") {
      #expect(text.contains("](Documentation/\(page)"), "\(page) is not linked")
    }
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 351)
  }

  @Test func `has its figures beside peers from the benchmarks`() throws {
    let begin = try #require(try readme().components(separatedBy: "## Why tracemill").last)
    let rows = begin.components(separatedBy: "\n\n")[2].split(separator: "\n").dropFirst(2)
    let measured = try String(
      contentsOf: projectRoot.appending(path: "Documentation/Measured.md"), encoding: .utf8)
    let figures = rows.flatMap { row in
      row.split(separator: "|").dropFirst().map {
        $0.replacing("*", with: "").trimmingCharacters(in: .whitespaces)
      }
    }.filter { !$0.isEmpty }
    #expect(figures.count == 27)
    for figure in figures { #expect(measured.contains("| \(figure) |"), "\(figure) is no figure of Measured.md") }
  }

  @Test func `names the directory of the program for cron, and columns that there are`() throws {
    let text = try readme()
    #expect(text.contains("\nPATH=/usr/local/bin:"))
    #expect(!text.contains("count(*) as times"), "a trip that drives a way twice is one witness")
  }
}

/// The commands of the README beneath *Recipes*, in a folder with the files that they name.
@Suite struct `A recipe of the README` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let traces = projectRoot.appending(path: "Traces")
    try FileManager.default.createDirectory(atPath: folder.path("drives"), withIntermediateDirectories: true)
    for name in ["bad-records.csv", "courier.gpx", "sparse.csv", "wrong-way.gpx", "forest.csv"] {
      try FileManager.default.copyItem(
        at: traces.appending(path: name), to: folder.url.appending(path: "drives/\(name)"))
    }
    let text = try String(contentsOf: traces.appending(path: "courier.gpx"), encoding: .utf8)
    try folder.write("drive.gpx", text)
    for name in ["city.tmg", "city-new.tmg"] {
      try FileManager.default.copyItem(atPath: try SampleTown.map.get(), toPath: folder.path(name))
    }
    // It drives, and then stands for five minutes.
    let rows = (0..<90).map { "van-4,\(1_778_755_200 + 5 * $0),54.6971,\(2.8480 - 0.0004 * Double(min($0, 30)))\n" }
    for name in ["pings.csv", "fleet.csv"] { try folder.write(name, "trip_id,time,lat,lon\n" + rows.joined()) }
    try folder.write(
      "jobs.csv", "id,from_lat,from_lon,to_lat,to_lon\na,54.6959,2.8369,54.7162,2.8391\nb,54.6959,2.8369,1,1\n")
    let places = [(54.6971, 2.8480), (54.7046713, 2.8315465), (54.6971, 2.8364)]
    let waypoints = places.map { #"{"lat":\#($0.0),"lon":\#($0.1)}"# }.joined(separator: ",")
    try folder.write("tours.ndjson", #"{"id":"van-4","waypoints":[\#(waypoints)]}"# + "\n")
    try makeRoutes()
    // What never ends, and what is another machine's.
    try makeProgram("tail", "for last; do :; done; exec cat \"$last\"")
    try makeProgram("ssh", "shift; exec \"$@\"")
  }

  private func makeRoutes() throws {
    let ends = ["--waypoint", "54.7046713,2.8315465", "--waypoint", "54.6983381,2.8458941"]
    for name in ["plan.json", "planned.gpx", "routes.ndjson"] {
      let run = try ProgramRun(["route", "--map", folder.path("city.tmg"), "-o", folder.path(name)] + ends)
      try #require(run.exitCode == 0, "\(run.errors)")
    }
  }

  private func makeProgram(_ name: String, _ script: String) throws {
    try folder.write("bin/" + name, "#!/bin/sh\n\(script)\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path("bin/" + name))
  }

  /// A command may continue on lines that begin with a blank.
  private static func commands() throws -> [String] {
    let recipes = try #require(try readme().components(separatedBy: "## Recipes").last)
    return recipes.matches(of: /```sh\n([^`]*)```/).flatMap { block in
      String(block.1).replacing("\n ", with: "\u{0} ").split(separator: "\n").map {
        String($0).replacing("\u{0}", with: "\n")
      }
    }
  }

  private func run(_ command: String) throws -> (code: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-euo", "pipefail", "-c", command]
    process.currentDirectoryURL = folder.url
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let programs = [folder.path("bin"), try ProgramRun.program.deletingLastPathComponent().path, path]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["PATH": programs.joined(separator: ":"), "TRACEMILL_CONFIG": ""]) { $1 }
    let files = try ["out", "err"].map { name in
      try folder.write("said/" + name, "")
      return try FileHandle(forUpdating: folder.url.appending(path: "said/" + name))
    }
    (process.standardOutput, process.standardError) = (files[0], files[1])
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try folder.text("said/out"), try folder.text("said/err"))
  }

  /// Those of DuckDB run where it is installed; those that ask a server of maps do not run here.
  @Test(.enabled(if: isInstalled("jq"), "needs jq")) func `runs as it stands there`() throws {
    let commands = try Self.commands()
    #expect(commands.count > 20)
    var silent: [String] = []
    for command in commands where !command.hasPrefix("tracemill maps") {
      if command.hasPrefix("duckdb"), !isInstalled("duckdb") { continue }
      let ended = try run(command)
      #expect(ended.code == 0, "\(command)\n\(ended.errors)")
      if ended.output.isEmpty, !command.contains(" -o ") { silent.append(command) }
    }
    // There is neither a likely other path nor a route that is another one in the sample town.
    #expect(
      silent.allSatisfy { $0.contains("--alternatives") || $0.contains("--refresh") || $0.contains("deviations") },
      "\(silent)")
    #expect(try folder.text("drive.geojson").contains("FeatureCollection"))
  }
}
