internal import ArgumentParser
internal import Foundation
internal import MapImport
internal import RoadGraph

struct MapCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "map", abstract: "Builds road-graph files and tells what is in them.",
    subcommands: [MapBuildCommand.self])
}

struct MapBuildCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Builds a road graph from an OSM extract or an edge list.",
    discussion: """
      The input is an OSM file (PBF, XML, o5m or OPL, the text formats also as .gz or .bz2), or an edge list given by \
      --nodes and --edges. The graph appears under its name only when it is complete.

      Examples:
        tracemill map build city.osm.pbf -o city.tmg
        tracemill map build --nodes nodes.csv --edges edges.csv -o yard.tmg
      """)

  @Argument(help: ArgumentHelp("The OSM file.", valueName: "input"), completion: .file())
  var input: String?

  @Option(name: .shortAndLong, help: "Where to write the graph.", completion: .file(extensions: ["tmg"]))
  var output: String

  func run() async throws {
    guard let input else { throw ValidationError("Name an OSM file, or an edge list with --nodes and --edges.") }
    let network = try importOSM(path: input)
    try RoadGraphWriter(network).write(to: output)
  }
}
