internal import ArgumentParser
internal import FoundationEssentials
internal import Identity
internal import MapLibrary
internal import RoadGraph
internal import Routing
internal import Settings
internal import Storage
internal import Work

/// The map, for commands that need one.
struct MapOptions: ParsableArguments {
  @Option(
    name: [.customShort("m"), .customLong("map")],
    help: "The road graph, made by map build, or the name of an installed map.", completion: .file(extensions: ["tmg"]))
  var name: String

  @OptionGroup var library: LibraryOptions

  /// The file of the map.
  ///
  /// - Throws: a `Failure` if there is neither such a file nor such an installed map.
  func path() throws -> String { try library.map(named: name).path }

  func open() throws -> RoadGraph { try retrying { try MapVerification.open(library.map(named: name)) } }
}

/// The maps, for commands that take several.
struct MapsOptions: ParsableArguments {
  @Option(
    name: [.customShort("m"), .customLong("map")],
    help: """
      The road graph, made by map build, or the name of an installed map. May be given again: each trace takes the map \
      with roads near most of its fixes; "installed" stands for all installed maps.
      """, completion: .file(extensions: ["tmg"]))
  var names: [String] = []

  @OptionGroup var library: LibraryOptions

  private static let installed = wordForAllMaps

  func validate() throws {
    if names.isEmpty {
      throw ValidationError("Name the map with --map, or take all installed maps with --map \(Self.installed).")
    }
    if takesInstalled, names.count > 1 {
      throw ValidationError(
        "--map \(Self.installed) takes all installed maps; leave out the others, or name each map with --map. A file of "
          + "this name is ./\(Self.installed).")
    }
  }

  private var takesInstalled: Bool { names.contains(Self.installed) }

  var areSeveral: Bool { names.count > 1 }

  /// The files of the maps.
  func paths() throws -> [String] { try places().map(\.path) }

  func open() throws -> [RoadGraph] { try retrying { try places().map { try MapVerification.open($0) } } }

  /// The map, for a run that has one.
  ///
  /// - Throws: a `Failure` if all installed maps are meant, and they are several.
  func openOnly() throws -> RoadGraph {
    guard try places().count == 1 else { throw Failure(exit: .usage, description: LiveLimit.ofSeveralMaps.sentence) }
    return try open()[0]
  }

  private func places() throws -> [MapPlace] {
    takesInstalled ? try library.maps() : try names.map(library.map(named:))
  }

  /// Says how many traces are outside the maps, and where maps and traces are.
  static func summarise(_ counts: RunCounts, on graphs: [RoadGraph], _ console: Console) {
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

/// Opens maps, and verifies each once before use unless the setting `verify` is off.
enum MapVerification {
  static func open(_ path: String) throws -> RoadGraph { try open(MapPlace(path: path)) }

  /// - Parameter again: the whole map is read, although a note says that it was verified.
  /// - Throws: a `Failure` if the map is damaged, or is not the one that the library installed.
  static func open(_ place: MapPlace, again: Bool = false) throws -> RoadGraph {
    try failing(.unreadableInput) {
      let notes = VerifiedFiles(environment: ProcessInfo.processInfo.environment, program: buildIdentity)
      let graph = try RoadGraph(path: place.path, noted: again ? nil : notes)
      if !graph.isVerified, RareSetting.verify.isOn ?? true {
        try graph.verify()
        _ = try RoutingHierarchy.isStored(in: graph)
        graph.noteVerified()
      }
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
