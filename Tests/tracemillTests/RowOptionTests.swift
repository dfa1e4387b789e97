import Foundation
import SQLite
import TestSupport
import Testing

@Suite struct `Options that decide whether earlier rows are kept` {
  /// Options of `match` after which all rows are as before.
  private static let harmless: [String: String] = [
    "map": "the version of the map counts instead", "library": "as map", "output": "the folder has its own ledger",
    "overwrite": "says what may be replaced", "jobs": "any number gives the same bytes",
    "max-duration": "ends early; what is done is as ever", "metrics-file": "figures of the run",
    "allow-empty": "the exit code", "fail-if": "the exit code", "reject-dir": "refused beside --resume",
    "resume": "always given here", "incremental": "as resume", "files-from": "each file has its own record",
    "newer-than": "as files-from", "limit": "refused beside --resume", "shard": "refused beside --resume",
    "dry-run": "writes nothing", "online": "refused beside --resume", "lag": "of --online",
    "open-traces": "of --online", "quiet": "messages", "verbose": "messages", "log": "messages",
    "timezone": "another name of time-zone", "version": "ends the program", "help": "ends the program",
  ]

  /// Settings without an option that change rows.
  private static let settings: Set = ["pass-through", "visit-after", "time-limit"]

  private struct Help: Decodable {
    struct Command: Decodable {
      struct Argument: Decodable {
        struct Name: Decodable {
          let kind: String
          let name: String
        }
        let names: [Name]?
      }
      let arguments: [Argument]
    }
    let command: Command

    var longNames: Set<String> {
      Set(command.arguments.flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map(\.name))
    }
  }

  @Test func `are all options of match but those that are named as harmless`() throws {
    let help = try ProgramRun("match", "--experimental-dump-help")
    let names = try JSONDecoder().decode(Help.self, from: Data(help.output.utf8)).longNames
    try #require(names.count > 40)
    let counted = Set(try circumstances().options.keys)
    let missing = names.subtracting(counted).subtracting(Self.harmless.keys)
    #expect(missing.isEmpty, "in neither list: \(missing.sorted())")
    #expect(Self.settings.isSubset(of: counted), "\(Self.settings.subtracting(counted))")
    #expect(counted.isDisjoint(with: Self.harmless.keys), "\(counted.intersection(Self.harmless.keys))")
    #expect(Set(Self.harmless.keys).isSubset(of: names), "no option: \(Set(Self.harmless.keys).subtracting(names))")
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
