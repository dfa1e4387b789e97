internal import ArgumentParser

struct MapsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "maps", abstract: "Installs, updates and removes maps by region.",
    discussion: """
      A library holds the maps of regions, all of one version, with the extracts they were built from. A server offers \
      the regions in the way of Geofabrik: an index, extracts with checksums, and change files. These commands are the \
      only ones that use the network. Whatever interrupts them, the installed maps stay usable, and the next run \
      resumes the downloads.

      Examples:
        tracemill maps list europe --tree
        tracemill maps install liechtenstein
        tracemill match traces/ --map liechtenstein -o reports/
        tracemill maps update --quiet
      """,
    subcommands: [
      MapsListCommand.self, MapsAtCommand.self, MapsForCommand.self, MapsInstallCommand.self, MapsRemoveCommand.self,
      MapsInfoCommand.self, MapsCheckCommand.self, MapsUpdateCommand.self, MapsPublishCommand.self,
    ])
}
