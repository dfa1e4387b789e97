internal import ArgumentParser

struct MapCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map", abstract: "Builds road-graph files and prints what they contain.",
    subcommands: [MapBuildCommand.self, MapInfoCommand.self])
}
