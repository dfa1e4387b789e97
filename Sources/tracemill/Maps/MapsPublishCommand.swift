internal import ArgumentParser
internal import Geodesy
internal import MapLibrary
internal import RoadGraph
internal import Storage

struct MapsPublishCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "publish", abstract: "Makes a folder from which maps can be installed and updated.",
    discussion: """
      The folder can be used as it is (--server DIR) or through any web server. Each extract is a version of its region; \
      the region is named after the file, without -latest, the date and the ending. Between two versions a change file \
      is derived, unless one is given that leads from one to the other. A change file without an extract makes a new \
      version of the region whose name it begins with. With --maps, the map of each version is built too, for \
      maps install --prebuilt, and what makes it of the map before where that is smaller.

      Examples:
        tracemill maps publish /srv/maps liechtenstein-2026-11-01.osm.pbf
        tracemill maps publish /srv/maps liechtenstein-2026-11-08.osm.pbf
        tracemill maps publish /srv/maps liechtenstein-2026-11-15.osm.pbf --maps --without lanes
        tracemill maps publish /srv/maps yard.osm --region yard --data-time 2026-11-08T00:00:00Z --area yard.poly
      """)

  @Argument(help: "The folder of the server.", completion: .directory)
  var folder: String

  @Argument(
    help: ArgumentHelp("Extracts, and change files (.osc, .osc.gz).", valueName: "file"), completion: .file())
  var files: [String]

  @Option(help: ArgumentHelp("The id of the region, instead of the name of the files.", valueName: "id"))
  var region: String?

  @Option(help: "The name of the region, for people.")
  var name: String?

  @Option(help: ArgumentHelp("The id of the region around it.", valueName: "id"))
  var parent: String?

  @Option(
    help: ArgumentHelp("The time of the data, where the files do not say it: 2026-11-08T00:00:00Z.", valueName: "time"))
  var dataTime: String?

  @Option(
    help: ArgumentHelp(
      "The ground of the region, as a polygon file of Osmosis or as GeoJSON (default: the box in the extract).",
      valueName: "file.poly|file.geojson"), completion: .file(extensions: ["poly", "geojson", "json"]))
  var area: String?

  @Flag(help: "Also build the map of each version.")
  var maps = false

  @OptionGroup var groups: GroupOptions

  @OptionGroup var verbosity: VerbosityOptions

  func validate() throws {
    _ = try groups.groups(DataGroups.standard)
    if groups.isGiven && !maps { throw ValidationError("--with and --without choose the data of maps; add --maps.") }
    if let dataTime, ReleaseVersion(dataTime) == nil {
      throw ValidationError("--data-time is a time such as 2026-11-08T00:00:00Z, not \(dataTime).")
    }
  }

  func run() async throws {
    let console = Console(verbosity)
    try await libraryFailing {
      let publisher = Publisher(folder: folder) { console.inform($0) }
      let lock = try publisher.lock(waiting: LibraryLock.wait()) { console.inform("waiting: \($0)") }
      defer { withExtendedLifetime(lock) {} }
      for publication in try publications(publisher.index()) {
        let releases =
          maps
          ? try await publisher.publish(publication, mapsWith: groups.groups(DataGroups.standard))
          : try publisher.publish(publication)
        for release in releases { tell(release, console) }
      }
    }
  }

  private func tell(_ release: PublishedRelease, _ console: Console) {
    let change = release.changeSize.map { ", changes \(megabytes($0))" } ?? ""
    let map = release.map.map { ", map \(megabytes($0.size))" } ?? ""
    let delta = release.map?.deltas.first.map { " or \(megabytes($0.size)) from the one before" } ?? ""
    console.inform(
      "\(release.id): \(release.version), extract \(megabytes(release.extractSize))\(change)\(map)\(delta)")
  }

  // MARK: Which file is of which region

  private func publications(_ index: RegionIndex) throws -> [Publication] {
    for file in files where FileKind(at: file) != .file {
      throw Failure(
        exit: .unreadableInput, description: "\(file): there is no such file. Check the name and the folder.")
    }
    let polygons = try area.map { try RegionGround(path: $0).polygons }
    var publications: [Publication] = []
    func add(_ id: String, _ path: String, isChange: Bool) {
      if publications.allSatisfy({ $0.id != id }) {
        var publication = Publication(id: id)
        (publication.name, publication.parent, publication.polygons) = (name, parent, polygons)
        publication.version = dataTime.flatMap(ReleaseVersion.init)
        publications.append(publication)
      }
      for number in publications.indices where publications[number].id == id {
        if isChange { publications[number].changes.append(path) } else { publications[number].extracts.append(path) }
      }
    }
    for file in files where !isChange(file) { add(region ?? regionID(ofExtract: file), file, isChange: false) }
    let known = publications.map(\.id) + index.regions.map(\.id)
    for file in files where isChange(file) { add(try region ?? regionID(ofChange: file, known), file, isChange: true) }
    return publications
  }

  private func isChange(_ file: String) -> Bool { file.hasSuffix(".osc") || file.contains(".osc.") }

  /// `monaco` for `maps/monaco-2020-07-19.osm.pbf`.
  private func regionID(ofExtract file: String) -> String {
    let name = fileName(of: file)
    let stem = name.firstRange(of: ".osm").map { String(name[..<$0.lowerBound]) } ?? nameAndEnding(of: name).name
    return stem.replacing(/-(latest|[0-9]{6}|[0-9]{4}-?[0-9]{2}-?[0-9]{2})$/, with: "")
  }

  /// The longest known id with which the name of the file begins.
  private func regionID(ofChange file: String, _ known: [String]) throws -> String {
    let name = fileName(of: file)
    let fitting = known.filter { name.hasPrefix(fileName(of: $0)) }
    guard let id = fitting.max(by: { $0.count < $1.count }) else {
      throw Failure(exit: .usage, description: "\(file): its name begins with no known region; name it with --region.")
    }
    return id
  }
}
