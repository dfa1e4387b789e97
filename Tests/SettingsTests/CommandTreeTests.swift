import Testing

@testable import Settings

@Suite struct `The commands of the program` {
  private let tree = SampleCommands.tree

  @Test func `that do something are those without others below them, but for the help`() {
    #expect(tree.leaves.map { $0.path.joined(separator: " ") } == ["match", "map build"])
  }

  @Test(
    arguments: [
      (["match", "day.csv"], "match"), (["match"], "match"), (["map", "build", "-j", "2"], "map build"), (["map"], nil),
      ([], nil), (["map", "match"], nil), (["-q", "match"], nil), (["matches"], nil), (["help", "match"], nil),
    ] as [([String], String?)])
  func `are the words that arguments begin with`(arguments: [String], path: String?) {
    #expect(tree.command(of: arguments)?.path.joined(separator: " ") == path)
  }

  @Test func `have the options with long names, and besides them their settings`() throws {
    let match = try #require(tree.command(of: ["match"])).command
    let options = ["jobs", "radius", "fail-if", "vehicle", "quiet", "verbose", "speeding", "no-speeding"]
    #expect(match.options.compactMap(\.longName) == options)
    #expect(match.configurable.compactMap(\.longName) == options + ["verify", "memory"])
    let build = try #require(tree.command(of: ["map", "build"])).command
    #expect(build.configurable.flatMap(\.longNames) == ["jobs", "hierarchy", "fast"])
  }
}

@Suite struct `Options with two meanings or none` {
  @Test(
    arguments: [
      (
        "strict", nil, .file,
        "The option --strict of route is called --no-violations now. strict is written fail-if = \"any\" now."
      ),
      ("strict", "route", .commandLine, "The option --strict of route is called --no-violations now."),
      ("strict", "compare", .variable, "TRACEMILL_STRICT is written TRACEMILL_FAIL_IF='any' now."),
      ("min-correct", "compare", .commandLine, "--min-correct is written --fail-if 'correct < 0.99' now."),
      (
        "null", "match", .commandLine,
        "--null is not needed any more: a list of files whose names end with a zero byte is recognised."
      ),
      ("from", "match", .file, "from is written when = \"from=…\" now."), ("from", "map", .file, nil),
      ("radius", nil, .file, nil), ("", nil, .file, nil),
    ] as [(String, String?, RenamedOption.Place, String?)])
  func `are told with all of them, and what never was an option with nothing`(
    old: String, command: String?, place: RenamedOption.Place, sentence: String?
  ) {
    #expect(RenamedOption.newSpelling(of: old, in: command, at: place) == sentence)
  }
}
