internal import ArgumentParser
internal import MapLibrary
internal import RoadGraph

struct MapsInstallCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Downloads regions, builds their maps, and puts them in place.",
    discussion: """
      Each region becomes a map of its own. With --as, several regions become one map, in which traces and routes cross \
      the borders between them. The maps of a library are of one version: a region that the server offers in another \
      one is refused, or brings the others along with --update. For an installed map, --with and --without change the \
      choice of data, which takes effect with the next update. With --prebuilt, the map is downloaded as the server has \
      built it, and updates bring what differs in the new one; servers made by maps publish --maps have such maps.

      Examples:
        tracemill maps install liechtenstein
        tracemill maps install liechtenstein switzerland --as ALPS --with hierarchy
        tracemill maps install monaco --without lanes,signs --update
        tracemill maps install depot --prebuilt --server https://maps.example.com/osm --library /srv/maps
      """)

  @Argument(help: ArgumentHelp("Regions, by id or name; maps list shows them.", valueName: "region"))
  var regions: [String]

  @Option(
    name: .customLong("as"), help: ArgumentHelp("Build one map of all regions, with this name.", valueName: "name"))
  var packageName: String?

  @OptionGroup var groups: GroupOptions

  @Flag(help: "Download the map as the server has built it, and build none here.")
  var prebuilt = false

  @Flag(help: "Bring the installed maps to the same version as the new ones.")
  var update = false

  @Flag(help: "Say what would be downloaded, and end.")
  var dryRun = false

  @OptionGroup var server: ServerOptions

  func validate() throws {
    _ = try groups.groups(DataGroups.standard)
    if prebuilt && packageName != nil {
      throw ValidationError("--prebuilt and --as do not go together: a map of several regions is built here.")
    }
  }

  func run() async throws {
    let console = Console(server.verbosity)
    try await libraryFailing {
      for region in regions { try checkIsNoPath(region) }
      let library = try server.open(looking: false)
      try await LibraryLock.locked(library.folder, console) { try await install(library, console) }
    }
  }

  private func install(_ library: Library, _ console: Console) async throws {
    let catalogue = try library.catalogue()
    if try choose(in: catalogue, of: library.folder, console) { return }
    let index = try library.index()
    let wishes = try wishes(index).filter { !isInstalled($0, in: catalogue, console) }
    if wishes.isEmpty && !update { return }
    let plan = try library.plan(installing: wishes, updating: update, from: index, catalogue)
    console.inform("to be downloaded: \(megabytes(plan.downloadSize))")
    if dryRun { return try Console.put(PlanTable(plan, catalogue).text) }
    let change = try await library.carryOut(plan, on: catalogue)
    ChangeTeller(console).tell(change, since: catalogue)
  }

  /// Changes the choice of data of installed maps.
  ///
  /// - Returns: whether that was asked for.
  private func choose(in catalogue: Catalogue, of folder: LibraryFolder, _ console: Console) throws -> Bool {
    let ids = packageName.map { [$0] } ?? regions
    guard groups.isGiven, ids.allSatisfy({ catalogue[$0] != nil }) else { return false }
    var changed = catalogue
    for id in ids {
      let chosen = try groups.groups(catalogue[id]?.chosenGroups ?? DataGroups.standard)
      changed = try folder.choose(chosen, for: id, in: changed)
      console.warn("\(id) is installed; its choice of data takes effect with tracemill maps update")
    }
    return true
  }

  /// Whether a map of the same regions is there already, which is what was asked for.
  private func isInstalled(_ wish: Library.Wish, in catalogue: Catalogue, _ console: Console) -> Bool {
    guard let package = catalogue[wish.id], package.regions.map(\.id) == wish.regions.map(\.id) else { return false }
    console.inform("\(wish.id) is installed already; tracemill maps update brings newer data")
    return true
  }

  private func wishes(_ index: RegionIndex) throws -> [Library.Wish] {
    let found = try regions.map { try index.region(named: $0) }
    let groups = try groups.groups(DataGroups.standard)
    guard let packageName else {
      return found.map { region in
        let published = prebuilt && !self.groups.isGiven ? region.publishedMap?.groups : nil
        return .init(
          id: region.id, regions: [region], groups: published ?? groups, origin: prebuilt ? .prebuilt : .built)
      }
    }
    guard isPackageName(packageName), index[packageName] == nil else {
      throw MapLibraryError.badName(packageName)
    }
    return [.init(id: packageName, regions: found, groups: groups)]
  }
}
