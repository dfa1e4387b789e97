import Foundation
import TestSupport
import Testing

@Suite struct `tracemill map build --hierarchy` {
  private func build(_ path: String, _ options: String...) throws -> Data {
    let run = try ProgramRun(["map", "build", "Traces/town.osm", "-o", path] + options)
    #expect(run.exitCode == 0 && run.output.isEmpty && run.errors.isEmpty, "\(run.errors)")
    return try Data(contentsOf: URL(filePath: path))
  }

  @Test func `adds a hierarchy, the same each time, to the same map`() throws {
    let folder = try TemporaryFolder()
    let plain = try build(folder.path("plain.tmg"))
    let grown = try build(folder.path("grown.tmg"), "--hierarchy")
    #expect(grown.count > plain.count)
    #expect(try build(folder.path("again.tmg"), "--hierarchy") == grown)
    let tags = ["CVEH", "CUNM", "HRNK", "HPAR", "HFST", "HUPP", "HARC", "HKEY"]
    let contents = try ProgramRun("map", "info", folder.path("grown.tmg"))
    #expect(contents.exitCode == 0 && tags.allSatisfy { contents.output.contains("  \($0) ") })
    #expect(folder.names == ["again.tmg", "grown.tmg", "plain.tmg"])
  }

  @Test func `leaves traces matched as they are`() throws {
    let folder = try TemporaryFolder()
    _ = try build(folder.path("plain.tmg"))
    _ = try build(folder.path("grown.tmg"), "--hierarchy")
    let trips = try ["plain.tmg", "grown.tmg"].map { map in
      let run = try ProgramRun("match", "Traces", "--map", folder.path(map), "--table", "edges", "--format", "csv")
      #expect(!run.output.isEmpty)
      return run.output
    }
    #expect(trips[0] == trips[1])
  }
}
