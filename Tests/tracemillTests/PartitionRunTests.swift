import Foundation
import TestSupport
import Testing

@Suite struct `Nights into partitions` {
  private let map: String
  private let folder: TemporaryFolder

  init() throws {
    map = try SampleTown.map.get()
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("in"), withIntermediateDirectories: true)
  }

  /// Puts a drive of the sample town into the inbox, as if it had been on another day.
  private func send(_ name: String, day: String) throws {
    let text = try String(contentsOf: projectRoot.appending(path: "Traces/courier.gpx"), encoding: .utf8)
    let moved = text.replacing("2026-05-04", with: day)
    try moved.write(toFile: folder.path("in/\(name).gpx"), atomically: true, encoding: .utf8)
  }

  private func night(_ options: String...) throws -> ProgramRun {
    try ProgramRun(
      ["match", folder.path("in"), "--map", map, "--format", "csv", "-o", folder.path("out"), "--resume"]
        + ["--partition", "{date}", "--verbose"] + options)
  }

  private func trips(on day: String) throws -> [Substring] {
    try folder.text("out/date=\(day)/trips.csv").split(separator: "\n").dropFirst().map { $0.prefix { $0 != "," } }
  }

  @Test func `each adds its day, and the others stay as they are`() throws {
    try send("a", day: "2026-05-04")
    #expect(try night().exitCode == 0)
    let before = try FileManager.default.attributesOfItem(atPath: folder.path("out/date=2026-05-04/points.csv"))
    try send("b", day: "2026-05-05")
    let second = try night()
    #expect(second.exitCode == 0 && second.errors.contains("1 files were matched before, 1 now"), "\(second.errors)")
    let after = try FileManager.default.attributesOfItem(atPath: folder.path("out/date=2026-05-04/points.csv"))
    #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
    #expect(try trips(on: "2026-05-04") == ["a"] && trips(on: "2026-05-05") == ["b"])
  }

  @Test func `a drive that arrives late joins the others of its day`() throws {
    try send("a", day: "2026-05-04")
    try send("b", day: "2026-05-05")
    #expect(try night().exitCode == 0)
    try send("late", day: "2026-05-04")
    try FileManager.default.removeItem(atPath: folder.path("in/b.gpx"))
    #expect(try night().exitCode == 0)
    #expect(try trips(on: "2026-05-04") == ["a", "late"] && trips(on: "2026-05-05") == ["b"])
  }

  @Test func `another day over the same files is refused, and nothing is lost`() throws {
    try send("a", day: "2026-05-04")
    try send("b", day: "2026-05-05")
    #expect(try night("--when", "day=2026-05-04").exitCode == 0)
    let again = try night("--when", "day=2026-05-04")
    #expect(again.exitCode == 0 && again.errors.contains("nothing to do"), "\(again.errors)")
    let next = try night("--when", "day=2026-05-05")
    #expect(next.exitCode == 4 && next.errors.contains("Leave out --when"), "\(next.errors)")
    #expect(try trips(on: "2026-05-04") == ["a"])
    #expect(try night().exitCode == 0)
    #expect(try trips(on: "2026-05-04") == ["a"] && trips(on: "2026-05-05") == ["b"])
  }
}
