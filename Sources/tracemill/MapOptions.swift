internal import ArgumentParser
internal import RoadGraph

/// The map of a command that needs one.
struct MapOptions: ParsableArguments {
  @Option(
    name: [.customShort("m"), .customLong("map")], help: "The road graph, made by: tracemill map build.",
    completion: .file(extensions: ["tmg"]))
  var path: String

  @OptionGroup var verification: VerificationOptions

  func open() throws -> RoadGraph { try verification.open(path) }
}

/// Whether a map is looked through before use.
struct VerificationOptions: ParsableArguments {
  @Flag(help: "Do not compare the map with its checksums before use.")
  var noVerify = false

  func open(_ path: String) throws -> RoadGraph {
    try failing(.unreadableInput) {
      let graph = try RoadGraph(path: path)
      if !noVerify { try graph.verify() }
      return graph
    }
  }
}
