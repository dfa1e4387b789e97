internal import ArgumentParser
internal import RoadGraph
internal import Storage
internal import Work

/// The map, for commands that need one.
struct MapOptions: ParsableArguments {
  @Option(
    name: [.customShort("m"), .customLong("map")],
    help: "The road graph, made by map build, or the name of an installed map.", completion: .file(extensions: ["tmg"]))
  var name: String

  @OptionGroup var library: LibraryOptions

  @OptionGroup var verification: VerificationOptions

  /// The file of the map.
  ///
  /// - Throws: a `Failure` if there is neither such a file nor such an installed map.
  func path() throws -> String { try library.map(named: name).path }

  func open() throws -> RoadGraph { try retrying { try verification.open(library.map(named: name)) } }
}

/// The maps, for commands that take several.
struct MapsOptions: ParsableArguments {
  @Option(
    name: [.customShort("m"), .customLong("map")],
    help: """
      The road graph, made by map build, or the name of an installed map. May be given again: each trace takes the map \
      with roads near most of its fixes.
      """, completion: .file(extensions: ["tmg"]))
  var names: [String] = []

  @Flag(help: "Take all installed maps: each trace takes the one with roads near most of its fixes.")
  var mapLibrary = false

  @OptionGroup var library: LibraryOptions

  @OptionGroup var verification: VerificationOptions

  func validate() throws {
    if mapLibrary && !names.isEmpty { throw ValidationError("--map and --map-library exclude each other.") }
    if !mapLibrary && names.isEmpty {
      throw ValidationError("Name the map with --map, or take the installed maps with --map-library.")
    }
  }

  var areSeveral: Bool { names.count > 1 }

  /// The files of the maps.
  func paths() throws -> [String] { try places().map(\.path) }

  func open() throws -> [RoadGraph] { try retrying { try places().map(verification.open) } }

  private func places() throws -> [MapPlace] {
    mapLibrary ? try library.maps() : try names.map(library.map(named:))
  }

  /// Says how many traces lie outside the maps, and where maps and traces lie.
  func summarise(_ counts: RunCounts, on graphs: [RoadGraph], _ console: Console) {
    let names = graphs.map { $0.path.split(separator: "/").last.map(String.init) ?? $0.path }
    if let sentence = counts.sentenceOnOutsideTraces(maps: Array(zip(names, graphs))) { console.warn(sentence) }
    guard counts.crossingMaps > 0 else { return }
    console.warn(
      "\(counts.crossingMaps) trace\(counts.crossingMaps == 1 ? "" : "s") crossed from one map into another and "
        + "\(counts.crossingMaps == 1 ? "was" : "were") matched on one of them only; tracemill maps install REGION "
        + "REGION --as NAME makes one map of several regions")
  }
}

/// An update may replace an installed map between the look into the catalogue and the opening of the file. The second
/// look finds the new one.
func retrying<Maps>(_ open: () throws -> Maps) throws -> Maps {
  do { return try open() } catch is Failure { return try open() }
}

/// A map to be opened.
struct MapPlace {
  var path: String
  /// What the library says of it; `nil` for a map that is in no library.
  var version: String?
}

/// Whether a map is verified before use.
struct VerificationOptions: ParsableArguments {
  @Flag(help: "Do not verify the checksums of the map before use.")
  var noVerify = false

  func open(_ path: String) throws -> RoadGraph { try open(MapPlace(path: path)) }

  /// - Throws: a `Failure` if the map is damaged, or is not the one that the library installed.
  func open(_ place: MapPlace) throws -> RoadGraph {
    try failing(.unreadableInput) {
      let graph = try RoadGraph(path: place.path)
      if !noVerify { try graph.verify() }
      if let version = place.version, graph.version != version {
        throw Failure(
          exit: .unreadableInput,
          description:
            "\(place.path): is not the map that was installed. tracemill maps update --rebuild builds it anew.")
      }
      return graph
    }
  }
}
