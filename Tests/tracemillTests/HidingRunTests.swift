import Foundation
import TestSupport
import Testing

/// `Benchmarks/privacy/find_hidden.py` looks for much more, on a real map.
@Suite struct `A run that hides` {
  private let map: String
  private let folder: TemporaryFolder
  private let key: String

  init() throws {
    map = try SampleTown.map.get()
    folder = try TemporaryFolder()
    try folder.write("key", "0123456789abcdef0123456789abcdef")
    key = folder.path("key")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
  }

  private func run(_ hide: String?, _ arguments: String...) throws -> ProgramRun {
    let hiding = hide.map { ["--hide", "\($0),key=\(key)"] } ?? []
    return try ProgramRun(["match", "Traces/courier.gpx", "--map", map, "--quiet"] + hiding + arguments)
  }

  /// The first and the last place of the courier, and when he was there, in all forms that formats use.
  private func needles() throws -> [(name: String, bytes: Data)] {
    let points = try run(nil, "--table", "points", "--select", "time,lat,lon", "--format", "csv").output
      .split(separator: "\n").dropFirst().map { $0.split(separator: ",").map(String.init) }
    let ends = try [#require(points.first), #require(points.last)]
    return try ends.flatMap { end in
      var needles: [(name: String, bytes: Data)] = [("time", Data(end[0].prefix(19).utf8))]
      for text in end[1...] {
        let degrees = try #require(Double(text))
        let units = Int64((degrees * 1e7).rounded())
        needles.append(("degrees", Data(text.utf8)))
        needles.append(("six digits", Data(String(format: "%.6f", degrees).utf8)))
        needles.append(("units", Data("\(units)".utf8)))
        for order in [degrees.bitPattern, degrees.bitPattern.byteSwapped] {
          needles.append(("double", unsafe withUnsafeBytes(of: order) { unsafe Data($0) }))
        }
        needles.append(("integer", unsafe withUnsafeBytes(of: units) { unsafe Data($0) }))
      }
      return needles
    }
  }

  /// The names of the needles in any file of a folder.
  private func found(_ needles: [(name: String, bytes: Data)], in name: String) throws -> Set<String> {
    let files = FileManager.default.enumerator(atPath: folder.path(name))
    var found: Set<String> = []
    while let file = files?.nextObject() as? String {
      guard let content = FileManager.default.contents(atPath: folder.path("\(name)/\(file)")) else { continue }
      for needle in needles where content.range(of: needle.bytes) != nil { found.insert(needle.name) }
      for needle in needles where Data(file.utf8).range(of: needle.bytes) != nil { found.insert(needle.name) }
    }
    return found
  }

  @Test(arguments: ["csv", "ndjson", "json", "geojson", "gpx", "gpkg", "arrow", "html"])
  func `leaves nothing of the ends in any byte of any output`(format: String) throws {
    let needles = try needles()
    let open = try run(nil, "--format", format, "-o", folder.path("open/"))
    #expect(open.exitCode == 0, "\(open.errors)")
    if format != "html" { #expect(!(try found(needles, in: "open")).isEmpty) }
    let hidden = try run("ends=200m,ids", "--format", format, "-o", folder.path("hidden/"))
    #expect(hidden.exitCode == 0, "\(hidden.errors)")
    #expect(try found(needles + [("id", Data("courier".utf8))], in: "hidden") == [])
  }

  @Test(arguments: [
    ("ends=500m", "needs key=FILE"), ("stops=5min,key=k", "goes with ends"), ("ends=5m,key=k", "100m to 10km"),
    ("key=k", "says what to hide"), ("times=0s", "1s to 1d"),
  ])
  func `says what its keys need`(hide: String, sentence: String) throws {
    let run = try ProgramRun("match", "Traces/courier.gpx", "--map", "x.tmg", "--hide", hide)
    #expect(run.exitCode == 2 && run.errors.contains(sentence), "\(run.errors)")
  }

  @Test(arguments: [["--plan", "x.json"], ["--job-list", "x.json"], ["--reject-dir", "x/"], ["--keep", "speed"]])
  func `is refused beside what cannot be hidden`(options: [String]) throws {
    let run = try ProgramRun(
      ["match", "Traces/courier.gpx", "--map", "x.tmg", "--hide", "ids,key=\(key)", "-o", "x/"] + options)
    #expect(run.exitCode == 2 && run.errors.contains("--hide"), "\(run.errors)")
  }

  @Test func `is refused into a folder with reports that hide something else`() throws {
    #expect(try run(nil, "-o", folder.path("out/")).exitCode == 0)
    let other = try run("ends=200m", "--table", "trips", "-o", folder.path("out/"))
    #expect(other.exitCode == 4 && other.errors.contains("did not hide the same"), "\(other.errors)")
    #expect(try run("ends=200m", "-o", folder.path("new/")).exitCode == 0)
    #expect(try run("ends=200m", "-o", folder.path("new/")).exitCode == 0)
  }
}
