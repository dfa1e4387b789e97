import Foundation
import Storage
import TestSupport
import Testing

private let waypoints = ["--waypoint", "54.6959126,2.8368978", "--waypoint", "54.6983381,2.8458941"]
private let trace = "Traces/courier.gpx"

/// An option that names a file which is read whole, with the rest of its command.
private let options: [[String]] = [
  ["route"] + waypoints + ["--policy"], ["route"] + waypoints + ["--avoid-area"],
  ["route"] + waypoints + ["--guidance"],
  ["route", "--refresh"], ["route", "--position", "54.7010421,2.8335630", "--return-to"], ["route", "--import"],
  ["match", trace, "--policy"], ["match", trace, "--places"], ["match", trace, "--plan"],
  ["match", trace, "--format", "html", "--style"], ["match", "--files-from"],
]

@Suite struct `A file far too large for its option` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ option: [String], _ file: String) throws -> ProgramRun {
    let command = option[0] == "match" ? ["-o", folder.path("out.html")] : []
    let value = option.last == "--guidance" ? "language=\(file)" : file
    return try ProgramRun([option[0], "--map", try SampleTown.map.get()] + command + option.dropFirst() + [value])
  }

  private func expectRefusal(_ run: ProgramRun, _ option: [String]) {
    #expect([1, 2, 3].contains(run.exitCode), "\(option): \(run.exitCode) \(run.errors)")
    #expect(run.errors.contains("larger than"), "\(option): \(run.errors)")
  }

  @Test(arguments: options) func `is refused with a sentence, and not read`(option: [String]) throws {
    let path = try folder.write("sparse.json", "")
    try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: 10_000_000_000)
    expectRefusal(try run(option, path), option)
  }

  @Test func `is refused as a configuration and as a file of lines`() throws {
    let path = try folder.write("sparse.toml", "")
    try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: 10_000_000_000)
    let configured = try ProgramRun(["map", "info", SampleTown.map.get()], variables: ["TRACEMILL_CONFIG": path])
    #expect(configured.exitCode == 2 && configured.errors.contains("larger than"), "\(configured.errors)")
    let map = try SampleTown.map.get()
    for text in ["", "{\"id\":", "id,waypoints\n1,"] {
      let path = try folder.write("requests", text)
      try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: 10_000_000_000)
      let run = try ProgramRun("route", "--map", map, "--requests", path, "-o", folder.path("r.json"))
      #expect(run.exitCode == 1 || run.exitCode == 3, "\(run.errors)")
    }
  }

  @Test(arguments: [options[0], options[5], options[10]])
  func `is refused as well if it is small on the disk and large decompressed`(option: [String]) throws {
    let path = folder.path("bomb.json.gz")
    let file = try CompressedFile(path: path, .gzip)
    let piece = [UInt8](repeating: 0x20, count: 1 << 20)
    for _ in 0..<257 { try file.write(piece) }
    try file.commit()
    expectRefusal(try run(option, path), option)
  }
}
