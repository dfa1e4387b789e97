@testable import Settings

/// Commands with options of each kind, as the parser of the program describes its own.
enum SampleCommands {
  /// `match` has two settings besides: `verify`, a flag, and `memory`, a value.
  static let tree = CommandTree(
    command: command(
      "tracemill",
      [
        command("help", []),
        command(
          "match", [],
          [
            argument(.positional, []), argument(.option, ["jobs"], "j"), argument(.option, ["radius"]),
            argument(.option, ["fail-if"], "f", isRepeating: true), argument(.option, ["vehicle"]),
            argument(.flag, ["quiet"], "q"), argument(.flag, ["verbose"], "v"), argument(.flag, ["speeding"], "s"),
            argument(.flag, ["no-speeding"], "n"), argument(.flag, ["help"], "h"), argument(.flag, [], "x"),
          ]),
        command(
          "map",
          [command("build", [], [argument(.option, ["jobs"], "j"), argument(.flag, ["hierarchy", "fast"])])]),
      ])
  ).adding { path in path == ["match"] ? [verify, memory] : [] }

  private static let verify = RareSetting("verify", .flag, usual: "true", of: ["match"], "Verify the map.")
  private static let memory = RareSetting("memory", .value("size"), usual: "64M", of: ["match"], "At most this much.")

  private static func command(
    _ name: String, _ below: [CommandTree.Command], _ arguments: [CommandTree.Argument] = []
  ) -> CommandTree.Command {
    CommandTree.Command(
      commandName: name, abstract: nil, discussion: nil, subcommands: below.isEmpty ? nil : below, arguments: arguments)
  }

  private static func argument(
    _ kind: CommandTree.Argument.Kind, _ long: [String], _ letter: String? = nil, isRepeating: Bool = false
  ) -> CommandTree.Argument {
    let names =
      long.map { CommandTree.Argument.Name(kind: "long", name: $0) }
      + (letter.map { [CommandTree.Argument.Name(kind: "short", name: $0)] } ?? [])
    return CommandTree.Argument(
      kind: kind, isOptional: true, isRepeating: isRepeating, names: names, preferredName: names.first, valueName: nil,
      defaultValue: nil, abstract: nil, sectionTitle: nil, shouldDisplay: true)
  }
}
