import Foundation
import TestSupport
import Testing

@Suite struct `A map that a run verified` {
  private let folder: TemporaryFolder
  private let map: String

  /// The map has to be still for two seconds before a note is made of it.
  init() async throws {
    folder = try TemporaryFolder()
    map = folder.path("town.tmg")
    #expect(try ProgramRun("map", "build", "Traces/town.osm", "-o", map, "--hierarchy").exitCode == 0)
    try await Task.sleep(for: .seconds(2.1))
  }

  private func run(_ arguments: String..., verify: String? = nil) throws -> ProgramRun {
    var variables = ["TRACEMILL_CONFIG": "", "XDG_CACHE_HOME": folder.path("cache")]
    variables["TRACEMILL_VERIFY"] = verify
    return try ProgramRun(arguments + ["--map", map, "--format", "ndjson"], variables: variables)
  }

  private var notes: [Substring] {
    ((try? folder.text("cache/tracemill/verified")) ?? "").split(separator: "\n")
  }

  /// Flips one bit of the places of nodes, and restores the time of the last change.
  private func damage() throws {
    let time = try FileManager.default.attributesOfItem(atPath: map)[.modificationDate]
    var file = GraphFile([UInt8](try Data(contentsOf: URL(filePath: map))))
    file.bytes[file.range(of: "WFLG").lowerBound] ^= 1
    let handle = try #require(FileHandle(forUpdatingAtPath: map))
    try handle.write(contentsOf: Data(file.bytes))
    try handle.close()
    try FileManager.default.setAttributes([.modificationDate: try #require(time)], ofItemAtPath: map)
  }

  @Test func `is noted once, with the same answers before and after`() throws {
    let first = try run("match", "Traces/courier.gpx")
    #expect(first.exitCode == 0 && notes.count == 1)
    #expect(try run("match", "Traces/courier.gpx").output == first.output)
    #expect(notes.count == 1)
  }

  @Test func `is routed on with the weights it stores, with the same answers`() throws {
    let runs = try (0..<3).map { _ in try run("route", "--requests", "Traces/requests.ndjson") }
    #expect(runs[0].exitCode == 0 && runs.allSatisfy { $0.output == runs[0].output })
    let checks = notes.compactMap { $0.split(separator: " ").last?.split(separator: "-").first }
    #expect(Set(checks) == ["map", "routes", "mainland"] && notes.count == 3)
  }

  @Test func `is refused after a bit flipped, though the time of its last change is restored`() throws {
    #expect(try run("match", "Traces/courier.gpx").exitCode == 0)
    try damage()
    let run = try run("match", "Traces/courier.gpx")
    #expect(run.exitCode == 3 && run.errors.contains("town.tmg: the WFLG part is damaged."))
  }

  @Test func `is not noted without verification`() throws {
    #expect(try run("match", "Traces/courier.gpx", verify: "false").exitCode == 0)
    #expect(notes.isEmpty)
  }

  @Test func `needs no folder for notes`() throws {
    _ = try folder.write("cache", "a file")
    for _ in 0..<2 { #expect(try run("match", "Traces/courier.gpx").exitCode == 0) }
  }

  @Test func `is noted by several runs at once`() async throws {
    try await withThrowingTaskGroup(of: Int32.self) { group in
      for _ in 0..<4 { group.addTask { try run("match", "Traces/courier.gpx").exitCode } }
      for try await code in group { #expect(code == 0) }
    }
    #expect(notes.count == 1)
  }
}
