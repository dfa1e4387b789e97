import Foundation
import SQLite
import TestSupport
import Testing

@Suite struct `Options that decide whether earlier rows are kept` {
  /// Settings without an option that change rows.
  private static let settings: Set = ["pass-through", "visit-after", "time-limit"]

  /// The program ends at once if an option of its own is in neither list.
  @Test func `are known of each option of match`() throws {
    let counted = Set(try circumstances().options.keys)
    #expect(Self.settings.isSubset(of: counted), "\(Self.settings.subtracting(counted))")
    #expect(counted.isSuperset(of: ["vehicle", "speeding", "csv", "table", "guidance", "when"]))
    #expect(counted.isDisjoint(with: ["jobs", "output", "log", "fail-if", "resume", "quiet"]))
  }

  @Test(arguments: [
    (["--limit", "1"], "--limit takes some"), (["--shard", "1/2"], "--shard takes some"),
    (["--newer-than", "1d"], "leave out --newer-than, or add --partition"),
    (["--reject-dir", "bad/"], "--reject-dir looks"),
    (["--shields", "signs/"], "--shields draws"), (["--plot", "stills/"], "--plot draws"),
    (["--table", "+doubts"], "--table doubts judges whole runs, and --resume"),
  ])
  func `do not go with others that look at whole runs`(options: [String], sentence: String) throws {
    let arguments = ["match", "Traces/courier.gpx", "--map", "x.tmg", "--format", "csv", "-o", "x/", "--resume"]
    let run = try ProgramRun(arguments + options)
    #expect(run.exitCode == 2 && run.errors.contains(sentence), "\(run.errors)")
  }

  @Test func `come with the build of the program`() throws {
    let build = try ProgramRun("--version").output
    let program = try circumstances().program
    #expect(
      program.hasPrefix("0.1.0 build ") && build == "tracemill \(program.replacing("build ", with: "(build ")))\n")
  }

  private struct Circumstances: Decodable {
    let program: String
    let options: [String: String]
  }

  /// What the ledger keeps of a run.
  private func circumstances() throws -> Circumstances {
    let folder = try TemporaryFolder()
    let courier = projectRoot.appending(path: "Traces/courier.gpx").path
    let run = try ProgramRun(
      "match", courier, "--map", SampleTown.map.get(), "--format", "csv", "-o", folder.path("out"), "--resume")
    try #require(run.exitCode == 0, "\(run.errors)")
    let ledger = try Database(path: folder.path("out/.tracemill/ledger.sqlite"), for: .reading)
    let text: String? = try ledger.value("SELECT circumstances FROM state")
    return try JSONDecoder().decode(Circumstances.self, from: Data(try #require(text).utf8))
  }
}
