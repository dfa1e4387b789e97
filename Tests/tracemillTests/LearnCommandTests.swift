import Foundation
import TestSupport
import Testing

@Suite struct `Learning from reports` {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func match(_ arguments: [String], into reports: String = "reports/") throws {
    let run = try ProgramRun(
      ["match", "Traces", "--map", try SampleTown.map.get(), "--quiet", "-o", folder.path(reports)] + arguments)
    #expect(run.exitCode == 0, "\(run.errors)")
  }

  private func learn(_ reports: String, into knowledge: String = "knowledge") throws -> ProgramRun {
    try ProgramRun(
      "learn", folder.path(reports), "--map", try SampleTown.map.get(), "-o", folder.path(knowledge), "--quiet",
      "--time-zone", "Europe/Paris")
  }

  /// The bytes of all files of a folder of knowledge, by name.
  private func bytes(of knowledge: String) throws -> [String: [UInt8]] {
    let root = URL(filePath: folder.path(knowledge))
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { !$0.contains(".lock") }
    let files = paths.compactMap { path in folder.bytes("\(knowledge)/\(path)").map { (path, $0) } }
    return Dictionary(uniqueKeysWithValues: files)
  }

  @Test func `is the same from every format, and silent with --quiet`() throws {
    try match([])
    #expect(try learn("reports").errors.isEmpty)
    let expected = try bytes(of: "knowledge")
    #expect(expected.keys.contains("knowledge.json") && expected.count > 10)
    let tables = ["trips", "edges", "points", "events"].flatMap { ["--table", $0] }
    for (number, arguments) in [
      ["--format", "csv.zst"], ["--format", "ndjson"], ["--format", "json"], ["--format", "gpkg"],
      ["--format", "ndjson"] + tables, ["--format", "json"] + tables, ["--format", "geojson"] + tables,
      ["--format", "arrow"], ["--format", "arrow.zst"],
      ["--partition", "{date}/{vehicle}", "--resume"],
    ].enumerated() {
      try match(arguments, into: "reports-\(number)/")
      let run = try learn("reports-\(number)", into: "knowledge-\(number)")
      #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
      #expect(try bytes(of: "knowledge-\(number)") == expected, "\(arguments)")
    }
  }

  @Test func `refuses Arrow that is cut short or altered`() throws {
    try match(["--format", "arrow"])
    let edges = try #require(folder.bytes("reports/edges.arrow"))
    try folder.write("reports/manifest.json", "{}")
    for length in [0, 7, 8, 100, edges.count / 2, edges.count - 9] {
      try folder.write("reports/edges.arrow", Array(edges[..<length]))
      let run = try learn("reports", into: "knowledge-\(length)")
      #expect(run.exitCode == 3 && run.errors.contains("write it again with match --format"), "\(run.errors)")
    }
    var altered = edges
    for place in stride(from: 1, to: edges.count, by: edges.count / 40) {
      altered[place] ^= 0xA5
      try folder.write("reports/edges.arrow", altered)
      let run = try learn("reports", into: "altered-\(place)")
      #expect([0, 1, 3].contains(run.exitCode), "\(place): \(run.errors)")
    }
  }

  @Test func `is the same when it is done again, and as never done when it is forgotten`() throws {
    try match([])
    _ = try learn("reports")
    let once = try bytes(of: "knowledge")
    _ = try learn("reports")
    #expect(try bytes(of: "knowledge") == once)
    let run = try ProgramRun("learn", "--forget", "vehicle=courier", folder.path("knowledge"))
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try bytes(of: "knowledge") != once)
    _ = try learn("reports")
    #expect(try bytes(of: "knowledge") == once)
  }

  @Test func `merges folders of knowledge, in any order`() throws {
    for shard in 1...2 {
      try match(["--shard", "\(shard)/2"], into: "shard-\(shard)/")
      _ = try learn("shard-\(shard)", into: "part-\(shard)")
    }
    for (name, order) in [("a", [1, 2]), ("b", [2, 1])] {
      let run = try ProgramRun(
        ["learn"] + order.map { folder.path("part-\($0)") } + ["-o", folder.path(name), "--quiet"])
      #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    }
    try match([])
    _ = try learn("reports")
    #expect(try bytes(of: "a") == bytes(of: "knowledge"))
    #expect(try bytes(of: "b") == bytes(of: "knowledge"))
  }

  @Test func `makes every table in a directory, with a manifest`() throws {
    try match([])
    _ = try learn("reports")
    let run = try ProgramRun("learn", "--export", folder.path("tables/"), folder.path("knowledge"), "--quiet")
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    for name in ["speeds", "delays", "use", "coverage", "flows", "stays"] {
      #expect(try folder.text("tables/\(name).csv").split(separator: "\n").count >= 1, "\(name)")
    }
    let manifest = try jsonObject(try folder.text("tables/manifest.json"))
    #expect((manifest["table_rows"] as? [String: Int])?["written"] ?? 0 > 500)
    #expect((manifest["outputs"] as? [Any])?.count == 8)
  }

  @Test func `names a table by the file, and leaves out rows of few vehicles`() throws {
    try match([])
    _ = try learn("reports")
    let run = try ProgramRun(
      "learn", "--export", folder.path("use.csv"), "--at-least", "2", folder.path("knowledge"), "--verbose")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(run.errors.contains("withheld"))
    let rows = try folder.text("use.csv").split(separator: "\n")
    #expect(rows[0].hasPrefix("way,from_node,to_node,direction,piece,edge,"))
    let vehicles = try #require(rows[0].split(separator: ",").firstIndex(of: "vehicles"))
    for row in rows.dropFirst() {
      let fields = row.split(separator: ",", omittingEmptySubsequences: false)
      #expect(try #require(Int(fields[vehicles])) >= 2)
    }
  }

  private func key() throws -> String {
    try folder.write("key", "the key of a fleet of which nobody knows")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder.path("key"))
    return folder.path("key")
  }

  /// The lines of a table that is made of the folder of knowledge.
  private func table(_ name: String, _ options: String...) throws -> [String] {
    let run = try ProgramRun(
      ["learn", "--export", folder.path("\(name).csv"), folder.path("knowledge"), "--quiet"] + options)
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    return try folder.text("\(name).csv").split(separator: "\n").map(String.init)
  }

  @Test func `hides in tables what match hides in trips`() throws {
    try match([])
    _ = try learn("reports")
    let key = try key()
    func driven(_ options: String...) throws -> Set<String> {
      let hide = options.isEmpty ? [] : ["--hide", options.joined(separator: ",")]
      let run = try ProgramRun(
        [
          "learn", "--export", folder.path("use.csv"), folder.path("knowledge"), "--select", "edge,passages", "--quiet",
          "--overwrite",
        ] + hide)
      #expect(run.exitCode == 0, "\(run.errors)")
      let rows = try folder.text("use.csv").split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
      return Set(rows.filter { $0[1] != "0" }.map { String($0[0]) })
    }
    let whole = try driven()
    let hidden = try driven("ends=100m", "key=\(key)")
    #expect(hidden.count < whole.count && hidden.isSubset(of: whole) && !hidden.isEmpty)
    // The same roads as in the tables of match.
    let reports = folder.path("hidden/")
    let run = try ProgramRun(
      "match", "Traces", "--map", try SampleTown.map.get(), "--quiet", "-o", reports, "--hide", "ends=100m,key=\(key)")
    #expect(run.exitCode == 0, "\(run.errors)")
    let rows = try folder.text("hidden/edges.csv").split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    let column = try #require(rows[0].firstIndex(of: "edge"))
    let matched = Set(rows.dropFirst().map { String($0[column]) })
    #expect(hidden.symmetricDifference(matched).count <= matched.count / 5, "\(hidden.symmetricDifference(matched))")
    #expect(try table("stays", "--hide", "ends=100m,times=1h,key=\(key)").count == 1)
  }

  @Test func `publishes rows that stay as they were, whoever is forgotten`() throws {
    try match([])
    _ = try learn("reports")
    let published = try table("use", "--at-least", "1")
    #expect(published.count > 10)
    let record = folder.path("knowledge/published/use.rows")
    #expect(try FileManager.default.attributesOfItem(atPath: record)[.posixPermissions] as? Int == 0o600)
    #expect(try ProgramRun("learn", "--forget", "vehicle=courier", folder.path("knowledge")).exitCode == 0)
    #expect(try table("use", "--at-least", "1") == published)
    #expect(try table("use") != published)
    let other = try ProgramRun(
      "learn", "--export", folder.path("use.csv"), "--at-least", "1", "--hide", "times=1min", folder.path("knowledge"))
    #expect(other.exitCode == 4 && other.errors.contains("Give the same options"), "\(other.errors)")
    try folder.write("knowledge/published/use.rows", "")
    let damaged = try ProgramRun(
      "learn", "--export", folder.path("use.csv"), "--at-least", "1", folder.path("knowledge"))
    #expect(damaged.errors.contains("is damaged"), "\(damaged.errors)")
  }

  @Test(arguments: [
    (["learn", "reports"], "Name what to do"),
    (["learn", "a", "b", "--export", "t/"], "Name one folder of knowledge"),
    (["learn", "a", "--forget", "car=7"], "--forget is vehicle=ID"),
    (["learn", "a", "--export", "t.csv", "--hours", "6,9"], "--hours is the list"),
    (["learn", "a", "--export", "t/", "--table", "trips"], "--table is one of"),
    (["learn", "a", "-o", "k", "--hours", "0,6"], "--hours goes with --export"),
    (["learn", "a", "-o", "k", "--hide", "times=1min"], "--hide goes with --export"),
    (["learn", "a", "--export", "t/", "--hide", "ends=500m"], "--hide ends needs key=FILE"),
    (["learn", "a", "--export", "t/", "--at-least", "0"], "--at-least is 1 or more"),
    (["learn", "a", "--export", "t/", "--at-least", "3", "--table", "changes"], "does not count vehicles"),
  ])
  func `says what is wrong with the command line`(arguments: [String], sentence: String) throws {
    let run = try ProgramRun(arguments)
    #expect(run.exitCode == 2 && run.errors.contains(sentence), "\(run.errors)")
  }

  @Test func `refuses reports without a map, and folders without reports`() throws {
    try match([])
    let run = try ProgramRun("learn", folder.path("reports"), "-o", folder.path("knowledge"))
    #expect(run.exitCode == 2 && run.errors.contains("name it with --map"), "\(run.errors)")
    try folder.write("empty/note.txt", "nothing")
    let none = try learn("empty")
    #expect(none.exitCode == 3 && none.errors.contains("there are no trips of tracemill"), "\(none.errors)")
  }
}
