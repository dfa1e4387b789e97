import Foundation
import TestSupport
import Testing

/// What a run of `match` says of the columns that it did not use.
@Suite struct `Columns that a run did not use` {
  private let folder: TemporaryFolder
  private let map: String
  private let file: String

  init() throws {
    folder = try TemporaryFolder()
    map = try SampleTown.map.get()
    let rows = try String(contentsOf: projectRoot.appending(path: "Traces/sparse.csv"), encoding: .utf8)
      .split(whereSeparator: \.isNewline)
    let lines = rows.enumerated().map { "\($1),\($0 == 0 ? "gear status,remark" : "g\($0 % 3),r")\n" }
    file = try folder.write("in/a.csv", lines.joined())
    try folder.write("in/b.csv", lines.joined())
  }

  private func arguments(_ more: String...) -> [String] {
    ["match", folder.path("in"), "--map", map, "--format", "csv", "-o", folder.path("out")] + more
  }

  private func layouts(_ key: String = "layouts") throws -> [[String: Any]] {
    let manifest = try jsonObject(String(contentsOfFile: folder.path("out/manifest.json"), encoding: .utf8))
    return manifest[key] as? [[String: Any]] ?? []
  }

  @Test func `are in the manifest once for each layout, and cron hears nothing of them`() throws {
    for jobs in ["1", "4"] {
      let run = try ProgramRun(arguments("--jobs", jobs))
      #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
      let found = try layouts()
      #expect(found.count == 1 && found.first?["files"] as? Int == 2)
      #expect(found.first?["first_file"] as? String == file)
      #expect(found.first?["doubtful_columns"] as? [String] == ["gear status"])
      #expect(found.first?["unused_columns"] as? [String] == ["gear status", "remark"])
    }
  }

  @Test func `are told on a terminal in one line, and not again by the next run into the folder`() throws {
    let first = try ProgramRun.shownInTerminal(arguments())
    #expect(first.contains("a.csv and 1 like it: ") && first.contains("gear status might matter"), "\(first)")
    #expect(!(try ProgramRun.shownInTerminal(arguments())).contains("like it"))
    try FileManager.default.removeItem(atPath: folder.path("in"))
    try folder.write("in/c.csv", "lat,lon\n54.7,2.83\n54.7,2.831\n")
    #expect(try ProgramRun.shownInTerminal(arguments("--overwrite")).contains("c.csv: lat=lat lon=lon"))
    #expect(try layouts().count == 1 && layouts("earlier_layouts").count == 1)
  }

  @Test func `that cron met first are told on a terminal all the same, once`() throws {
    #expect(try ProgramRun(arguments()).exitCode == 0)
    #expect(try layouts().first?["told"] as? Bool == false)
    #expect(try ProgramRun.shownInTerminal(arguments()).contains("a.csv and 1 like it: "))
    #expect(try ProgramRun(arguments()).exitCode == 0)
    #expect(try layouts().first?["told"] as? Bool == true)
    #expect(!(try ProgramRun.shownInTerminal(arguments())).contains("like it"))
  }

  @Test func `fail a run only if it is strict, and until they are ignored or kept`() throws {
    let strict = try ProgramRun(arguments("--fail-if", "any"))
    #expect(strict.exitCode == 1 && strict.errors.contains("--columns 'gear status=ignore'"), "\(strict.errors)")
    #expect(try ProgramRun(arguments("--fail-if", "any")).exitCode == 1)
    #expect(try ProgramRun(arguments("--fail-if", "any", "--columns", "gear status=ignore")).exitCode == 0)
    #expect(try ProgramRun(arguments("--fail-if", "any", "--keep", "gear status")).exitCode == 0)
  }

  @Test func `are remembered by runs that are resumed`() throws {
    _ = try ProgramRun(arguments("--resume"))
    #expect(try layouts().first?["files"] as? Int == 2)
    try folder.write("in/d.csv", "lat,lon\n54.7,2.83\n54.7,2.831\n")
    let run = try ProgramRun(arguments("--resume"))
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(try layouts().count == 1 && layouts("earlier_layouts").count == 1)
  }
}
