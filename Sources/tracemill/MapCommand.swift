internal import ArgumentParser

struct MapCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map", abstract: "Builds road-graph files and tells what is in them.",
    subcommands: [MapBuildCommand.self, MapInfoCommand.self])
}
