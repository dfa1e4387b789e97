internal import ArgumentParser
internal import RoadGraph

/// The map, for commands that need one.
struct MapOptions: ParsableArguments {
  @Option(
    name: [.customShort("m"), .customLong("map")], help: "The road graph, made by: tracemill map build.",
    completion: .file(extensions: ["tmg"]))
  var path: String

  @OptionGroup var verification: VerificationOptions

  func open() throws -> RoadGraph { try verification.open(path) }
}

/// Whether a map is verified before use.
struct VerificationOptions: ParsableArguments {
  @Flag(help: "Do not verify the checksums of the map before use.")
  var noVerify = false

  func open(_ path: String) throws -> RoadGraph {
    try failing(.unreadableInput) {
      let graph = try RoadGraph(path: path)
      if !noVerify { try graph.verify() }
      return graph
    }
  }
}
