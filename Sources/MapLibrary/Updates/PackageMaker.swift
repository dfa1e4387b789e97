internal import Extracts
internal import FoundationEssentials
internal import Geodesy
internal import MapImport
internal import RoadGraph
internal import Storage

/// Makes the map of one package from what was downloaded, beside the installed one.
struct PackageMaker {
  let folder: LibraryFolder
  let plan: PackagePlan
  let regions: [FetchedRegion]
  let version: ReleaseVersion
  let tell: @Sendable (LibraryNotice) -> Void
  /// The program that builds, with its version.
  var builder = ""
  /// Names that files of the library have already.
  var taken: Set<String> = []

  // MARK: Without a build

  /// The package with the installed map, which gets only the new version; `nil` if the map has to be built because the
  /// changes touch roads, or for another reason.
  ///
  /// The change files wait beside the extract until roads change.
  func restamped() throws -> InstalledPackage? {
    guard var package = plan.installed, !plan.isRebuilt, package.groups == plan.groups, package.builder == builder,
      regions.allSatisfy({ $0.newExtract == nil }), let footprint = package.footprint
    else { return nil }
    // A change that touches no road may touch the ground.
    if package.groups.contains(.backdrop), regions.contains(where: { !$0.changes.isEmpty }) { return nil }
    let known = try MapFootprint(path: folder.file(footprint))
    for region in regions where !region.changes.isEmpty {
      let changes = try changeSet(region)
      let area = ground(of: region.plan.region)
      if try touchesRoads(changes, onto: folder.file(region.extract), footprint: known, area: area) { return nil }
    }
    let name = freeName("maps", ".tmg")
    let map = try RoadGraph.restamp(folder.file(package.map), as: folder.newFile(name), dataTime: "\(version)")
    (package.map, package.mapVersion, package.mapSize) = (name, map.version, map.byteCount)
    package.regions = try regions.map { region in
      guard var installed = region.plan.installed else { throw MapLibraryError.noVersion(path: plan.id) }
      installed.sequence = region.sequence
      installed.pending += try region.changes.map { try keep($0, of: region.plan.region) }
      return installed
    }
    return package
  }

  /// Moves a downloaded change file to where it waits.
  private func keep(_ change: PendingChange, of region: Region) throws -> PendingChange {
    var kept = change
    kept.file = "changes/\(region.id)/\(change.sequence).osc.gz"
    try AtomicFile.complete(folder.file(change.file), to: folder.newFile(kept.file))
    return kept
  }

  /// The package with a map that the server has built and that was unpacked.
  func prebuilt() throws -> InstalledPackage {
    guard let region = regions.first, let unpacked = region.map, let map = region.plan.region.publishedMap else {
      throw MapLibraryError.noPublishedMap(region: plan.id)
    }
    var package = InstalledPackage(
      id: plan.id,
      regions: [InstalledRegion(id: region.plan.region.id, extract: "", extractSize: 0, extractChecksum: 0)])
    package.origin = .prebuilt
    (package.groups, package.chosenGroups) = (map.groups, map.groups)
    package.map = freeName("maps", ".tmg")
    try AtomicFile.complete(folder.file(unpacked), to: folder.newFile(package.map))
    (package.mapVersion, package.mapSize) = (map.mapVersion, map.builtSize)
    return package
  }

  // MARK: With a build

  /// The package with a new map.
  func built() async throws -> InstalledPackage {
    let begin = ContinuousClock.now
    let installed = try storingExtracts { try regions.map(region) }
    tell(.building(id: plan.id))
    let merged = try storingExtracts { try self.merged(installed) }
    defer { if merged.isTemporary { try? FileManager.default.removeItem(atPath: merged.path) } }
    var package = InstalledPackage(id: plan.id, regions: installed)
    package.builder = builder
    package.map = freeName("maps", ".tmg")
    let build = MapBuild(extract: merged.path, groups: plan.groups, source: sourceName, version: version)
    let (map, footprint) = try await build.write(to: folder.newFile(package.map))
    package.footprint = freeName("maps", ".footprint")
    try footprint.write(to: folder.newFile(package.footprint ?? ""))
    (package.mapVersion, package.mapSize) = (map.version, map.byteCount)
    (package.groups, package.chosenGroups) = (plan.groups, plan.groups)
    let seconds = (ContinuousClock.now - begin) / .seconds(1)
    tell(.built(id: plan.id, size: map.byteCount, seconds: seconds))
    return package
  }

  /// The extract of a region in the new version: the installed one, a new one, or one with changes applied.
  private func region(_ fetched: FetchedRegion) throws -> InstalledRegion {
    let (region, before) = (fetched.plan.region, fetched.plan.installed)
    if fetched.newExtract == nil, fetched.pending.isEmpty, let before { return before }
    if fetched.newExtract == nil { try check(before) }
    let name = freeName("extracts", ".osm.pbf", region.id)
    let path = try folder.newFile(name)
    if fetched.pending.isEmpty {
      try AtomicFile.complete(folder.file(fetched.extract), to: path)
    } else {
      tell(.applying(region: region.id, files: fetched.pending.count))
      let changes = try changeSet(fetched)
      var header = try extractHeader(of: folder.file(fetched.extract))
      (header.timestamp, header.sequenceNumber) = ("\(version)", fetched.sequence)
      _ = try apply(
        changes, to: folder.file(fetched.extract), output: path, header: header, area: ground(of: region))
    }
    let (size, checksum) = try measure(path)
    var installed = InstalledRegion(
      id: region.id, extract: name, extractSize: size, extractChecksum: checksum)
    installed.serverMD5 = fetched.serverMD5
    installed.sequence = fetched.sequence
    return installed
  }

  /// All changes that are not in the extract yet. What does not fit in memory goes to the disk of the library, where
  /// the next change of the library removes what a killed run may leave.
  private func changeSet(_ region: FetchedRegion) throws -> ChangeSet {
    let scratch = folder.file("changes")
    try folder.makeFolder(scratch)
    return try ChangeSet(paths: region.pending.map { folder.file($0.file) }, memory: ChangeMemory(folder: scratch))
  }

  /// An extract that changed on the disk would give a wrong map.
  private func check(_ region: InstalledRegion?) throws {
    guard let region else { return }
    guard try measure(folder.file(region.extract)) == (region.extractSize, region.extractChecksum) else {
      throw MapLibraryError.damagedExtract(path: folder.file(region.extract))
    }
  }

  /// The size of a file in bytes, and its checksum.
  private func measure(_ path: String) throws -> (Int, UInt64) {
    let file = try MappedFile(path: path)
    return (file.byteCount, file.checksum(of: 0..<file.byteCount))
  }

  /// The extract of the only region, or all extracts merged into one.
  private func merged(_ regions: [InstalledRegion]) throws -> (path: String, isTemporary: Bool) {
    guard regions.count > 1 else { return (folder.file(regions[0].extract), false) }
    let path = try folder.newFile("extracts/\(plan.id).merging.osm.pbf")
    var header = try extractHeader(of: folder.file(regions[0].extract))
    (header.timestamp, header.sequenceNumber, header.bounds) = ("\(version)", nil, nil)
    _ = try merge(regions.map { folder.file($0.extract) }, to: path, header: header)
    return (path, true)
  }

  /// The source that the map states: the extract as the server names it, or the name of a map of several.
  private var sourceName: String {
    guard regions.count == 1, let reference = regions[0].plan.region.extract else { return plan.id }
    return fileName(of: reference)
  }

  /// The area of the region; `nil` if the server does not state it.
  private func ground(of region: Region) -> ((Place) -> Bool)? { RegionArea(region).map { $0.contains } }

  /// A name for a new file, such as `maps/liechtenstein-20211028T202109Z.tmg`.
  private func freeName(_ folder: String, _ ending: String, _ id: String? = nil) -> String {
    let stem = "\(folder)/\(id ?? plan.id)-\(version.description.filter { $0 != "-" && $0 != ":" })"
    var number = 1
    while taken.contains(stem + (number == 1 ? "" : "-\(number)") + ending) { number += 1 }
    return stem + (number == 1 ? "" : "-\(number)") + ending
  }
}
