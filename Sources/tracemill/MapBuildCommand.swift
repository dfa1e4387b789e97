internal import ArgumentParser
internal import MapImport
internal import Records
internal import Reports
internal import RoadGraph
internal import Routing
internal import Storage
internal import Work

struct MapBuildCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "build", abstract: "Builds a road graph from an OSM extract or an edge list.",
    discussion: """
      The input is an OSM file (PBF, XML, o5m or OPL, the text formats also as .gz or .bz2), or an edge list given by \
      --nodes and --edges. The graph appears under its name only when it is complete. The same input and options give \
      the same bytes.

      Examples:
        tracemill map build city.osm.pbf -o city.tmg
        tracemill map build city.osm.pbf -o cars.tmg --modes car,truck
        tracemill map build country.osm.pbf -o country.tmg --hierarchy
        tracemill map build city.osm.pbf -o small.tmg --without lanes,signs,bicycle-pedestrian
        tracemill map build --nodes nodes.csv --edges edges.csv -o yard.tmg
      """)

  @Argument(help: ArgumentHelp("The OSM file.", valueName: "input"), completion: .file())
  var input: String?

  @Option(name: .shortAndLong, help: "Where to write the graph.", completion: .file(extensions: ["tmg"]))
  var output: String

  @Option(help: ArgumentHelp("CSV of nodes: id, lat, lon.", valueName: "csv"), completion: .file())
  var nodes: String?

  @Option(
    help: ArgumentHelp(
      "CSV of edges: id, from, to; optionally oneway, length_m, class, name, max_speed_kmh, geometry.",
      valueName: "csv"), completion: .file())
  var edges: String?

  @Option(help: ArgumentHelp("Keep only roads that these modes may use.", valueName: "mode,…"))
  var modes: String?

  @Option(help: "The side traffic keeps to, left or right; determined from the data by default.")
  var drivingSide: String?

  @Flag(
    help:
      "Prepare the map for searches across all of it; takes 175 to 250 more bytes per segment. Like --with hierarchy.")
  var hierarchy = false

  @OptionGroup(title: "Data") var groups: GroupOptions

  @OptionGroup(title: "Files that are there") var claiming: ClaimOptions

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    let isEdgeList = nodes != nil || edges != nil
    if isEdgeList && (nodes == nil || edges == nil) { throw ValidationError("--nodes and --edges go together.") }
    if isEdgeList == (input != nil) {
      throw ValidationError("Name either an OSM file, or an edge list with --nodes and --edges.")
    }
    if isEdgeList, try chosenGroups().contains(.backdrop) {
      throw ValidationError("--with backdrop needs an OSM file: a list of edges says nothing of the ground.")
    }
    if output == "-" { throw ValidationError("A map is a file to be mapped into memory; name one with --output.") }
    if FileKind(at: output) == .directory || output.hasSuffix("/") {
      let folder = output.hasSuffix("/") ? output : output + "/"
      throw ValidationError(
        "\(output): this is a folder, and a map is a file; name one in it, such as \(folder)city.tmg.")
    }
    _ = try settings()
  }

  func run() async throws {
    let settings = try settings()
    let claim = try claiming.claim(
      .file(output), inputs: [input, nodes, edges], Console(verbosity), isOwn: RoadGraph.isGraph(at:))
    defer { withExtendedLifetime(claim) {} }
    let progress = BuildProgress(Console(verbosity), file: input)
    defer { progress.end(Console(verbosity)) }
    let (draft, summary) = try draft(settings)
    if try chosenGroups().contains(.hierarchy) {
      let map = try failing(.unwritableOutput) { try draft.graph() }
      try await RoutingHierarchy.forEachGroup(
        of: map, reopened: { try failing(.unwritableOutput) { try draft.graph() } },
        { sections in try failing(.unwritableOutput) { try draft.add(sections) } })
    }
    try failing(.unwritableOutput) { try draft.commit() }
    progress.end(Console(verbosity))
    Console(verbosity).inform("\(output): \(summary)")
    Console(verbosity).note("\(summary) → \(output)")
  }

  /// The map beside its place, and its size in words. The memory of the network it was made from is free again.
  private func draft(_ settings: MapImportSettings) throws -> (GraphDraft, summary: String) {
    var network: RoadNetwork = try failing(.unreadableInput) { try self.network(settings) }
    network.leaveOut(DataGroups.all.subtracting(try chosenGroups()))
    let summary =
      "\(network.segments.count) segments of \(network.ways.count) ways\(groundLost(network.provenance.counts))"
    let draft = try failing(.unwritableOutput) {
      try RoadGraphWriter(exchange(&network, with: RoadNetwork())).draft(at: output)
    }
    return (draft, summary)
  }

  /// What of the ground the map lacks, and why.
  private func groundLost(_ counts: [String: Int]) -> String {
    let lost = [
      ("backdrop_areas_broken", "areas whose rings do not close"),
      ("backdrop_areas_incomplete", "areas of which the extract has only a part"),
      ("backdrop_islands_left_out", "islands on land"),
    ].compactMap { name, words in counts[name].map { "\($0) \(words)" } }
    let hasNoSea = counts["backdrop_coast_not_closed"] != nil || counts["backdrop_coast_floods_roads"] != nil
    let all = lost + (hasNoSea ? ["the sea, since the coast is not complete"] : [])
    return all.isEmpty ? "" : "; the ground is without \(all.joined(separator: ", "))"
  }

  private func network(_ settings: MapImportSettings) throws -> RoadNetwork {
    if let input { return try importOSM(path: input, settings: settings) }
    let console = Console(verbosity)
    var told = 0
    let network = try importEdgeList(nodes: nodes ?? "", edges: edges ?? "", settings: settings) { refusal in
      told += 1
      if told <= 10 { console.warn("\(refusal)") }
    }
    if told > 10 {
      console.warn("\(told - 10) more rows or values were refused; tracemill map info counts them by reason.")
    }
    return network
  }

  private func chosenGroups() throws -> DataGroups {
    let groups = try groups.groups(hierarchy ? .standard.union([.hierarchy]) : .standard)
    if hierarchy, !groups.contains(.hierarchy) {
      throw ValidationError("--hierarchy and --without hierarchy exclude each other.")
    }
    return groups
  }

  private func settings() throws -> MapImportSettings {
    var settings = MapImportSettings()
    if let modes {
      settings.modes = try modes.split(separator: ",").reduce(into: []) { modes, name in
        modes.formUnion(TravelModeSet(try travelMode(String(name))))
      }
    }
    if try !chosenGroups().contains(.unmotorised) {
      settings.modes.formIntersection(.motorised)
      if settings.modes.isEmpty {
        throw ValidationError("--without bicycle-pedestrian leaves no roads for --modes \(modes ?? "").")
      }
    }
    settings.backdrop = try chosenGroups().contains(.backdrop)
    if let drivingSide {
      guard let side = DrivingSide(rawValue: drivingSide) else {
        throw ValidationError("--driving-side is left or right, not \(drivingSide).")
      }
      settings.drivingSide = side
    }
    return settings
  }
}

/// The mode with this name on the command line.
func travelMode(_ name: String) throws -> TravelMode {
  guard let mode = TravelMode(name: name) else {
    let names = TravelMode.allCases.map(\.name).joined(separator: ", ")
    let hint = didYouMean(name, among: TravelMode.allCases.map(\.name))
    throw ValidationError("There is no mode \(name); the modes are \(names).\(hint)")
  }
  return mode
}
