internal import ArgumentParser
internal import RoadGraph
internal import Work

/// The map, for commands that need one.
struct MapOptions: ParsableArguments {
  @Option(
    name: [.customShort("m"), .customLong("map")], help: "The road graph, made by: tracemill map build.",
    completion: .file(extensions: ["tmg"]))
  var path: String

  @OptionGroup var verification: VerificationOptions

  func open() throws -> RoadGraph { try verification.open(path) }
}

/// The maps, for commands that take several.
struct MapsOptions: ParsableArguments {
  @Option(
    name: [.customShort("m"), .customLong("map")],
    help: """
      The road graph, made by: tracemill map build. May be given again: each trace takes the map with roads near most of \
      its fixes.
      """, completion: .file(extensions: ["tmg"]))
  var paths: [String]

  @OptionGroup var verification: VerificationOptions

  var areSeveral: Bool { paths.count > 1 }

  func open() throws -> [RoadGraph] { try paths.map(verification.open) }

  /// Says how many traces lie outside the maps, and where maps and traces lie.
  func summarise(_ counts: RunCounts, on graphs: [RoadGraph], _ console: Console) {
    let names = paths.map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    if let sentence = counts.sentenceOnOutsideTraces(maps: Array(zip(names, graphs))) { console.warn(sentence) }
  }
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
