internal import Downloads
package import RoadGraph
internal import Storage

/// A library of maps by region: plans what has to be done, and does it.
///
/// A change is prepared beside what is installed and takes effect when the catalogue is replaced. Whatever happens
/// before, the installed maps stay as they are.
package struct Library {
  package let folder: LibraryFolder
  let server: PackageServer
  /// The rules by which maps are built. Maps that others built are built again.
  let builder: String
  let tell: @Sendable (LibraryNotice) -> Void
  let isStopped: @Sendable () -> Bool

  package init(
    folder: LibraryFolder, server: PackageServer, builder: String, isStopped: @escaping @Sendable () -> Bool,
    tell: @escaping @Sendable (LibraryNotice) -> Void
  ) {
    self.folder = folder
    self.server = server
    self.builder = builder
    self.isStopped = isStopped
    self.tell = tell
  }

  /// What is installed, from this server or another.
  package func catalogue() throws -> Catalogue { try folder.catalogue() ?? Catalogue(server: server.name) }

  /// The regions of the server.
  package func index() throws -> RegionIndex { try server.index() }

  // MARK: Plans

  /// A wish to install: the name of the package, its regions, and its data groups.
  package struct Wish: Sendable {
    package var id: String
    package var regions: [Region]
    package var groups: DataGroups
    package var origin: MapOrigin

    package init(id: String, regions: [Region], groups: DataGroups, origin: MapOrigin = .built) {
      self.id = id
      self.regions = regions
      self.groups = groups
      self.origin = origin
    }
  }

  /// What installing takes.
  ///
  /// - Parameter updating: bring all installed packages to the newest version that all have. Otherwise the server must
  ///   have new packages in the version of the installed ones.
  package func plan(
    installing wishes: [Wish], updating: Bool, from index: RegionIndex, _ catalogue: Catalogue
  ) throws -> LibraryPlan {
    try wishes.forEach { try check($0, catalogue) }
    let new = wishes.map {
      UpdatePlanner.Wanted(id: $0.id, regions: $0.regions, groups: $0.groups, origin: $0.origin, installed: nil)
    }
    let planner = UpdatePlanner(server: server, catalogue: catalogue)
    if let version = catalogue.version, !updating {
      var tracks = try planner.tracks(of: new)
      for (number, track) in tracks.enumerated() where try tracks[number].state(of: version) == nil {
        throw MapLibraryError.otherVersion(
          id: track.region.id, offered: "\(track.newest.version)", installed: "\(version)")
      }
      return try planner.plan(new, to: version, &tracks)
    }
    return try plan(new + installed(catalogue, index), planner)
  }

  private func check(_ wish: Wish, _ catalogue: Catalogue) throws {
    if catalogue[wish.id] != nil { throw MapLibraryError.isInstalled(id: wish.id) }
    for region in wish.regions {
      if let package = catalogue.package(with: region.id), wish.regions.count == 1 {
        throw MapLibraryError.inPackage(region: region.id, package: package.id)
      }
    }
    if wish.origin == .prebuilt { try checkPrebuilt(wish) }
  }

  private func checkPrebuilt(_ wish: Wish) throws {
    guard wish.regions.count == 1 else { throw MapLibraryError.severalPrebuilt(name: wish.id) }
    let region = wish.regions[0]
    guard let map = region.publishedMap, region.map != nil else {
      throw MapLibraryError.noPublishedMap(region: region.id)
    }
    guard wish.groups == map.groups else {
      throw MapLibraryError.publishedGroups(region: region.id, groups: map.groups.names)
    }
  }

  /// Plans what the newest version of everything needs.
  ///
  /// - Parameter fully: download whole extracts. `rebuilding`: build the maps even if nothing changed.
  package func plan(
    updating catalogue: Catalogue, from index: RegionIndex, fully: Bool = false, rebuilding: Bool = false
  ) throws -> LibraryPlan {
    var planner = UpdatePlanner(server: server, catalogue: catalogue)
    planner.prefersExtracts = fully
    planner.isRebuilding = rebuilding
    var plan = try plan(try installed(catalogue, index), planner)
    for number in plan.packages.indices where plan.packages[number].origin == .built {
      plan.packages[number].isRebuilt = rebuilding || plan.packages[number].installed?.builder != builder
    }
    return plan
  }

  private func installed(_ catalogue: Catalogue, _ index: RegionIndex) throws -> [UpdatePlanner.Wanted] {
    try catalogue.packages.map { package in
      let regions = try package.regions.map { installed in
        guard let region = index[installed.id] else {
          throw MapLibraryError.unknownRegion(name: installed.id, similar: [])
        }
        return region
      }
      let published = package.origin == .prebuilt ? regions.first?.publishedMap?.groups : nil
      return .init(
        id: package.id, regions: regions, groups: published ?? package.chosenGroups, origin: package.origin,
        installed: package)
    }
  }

  /// To the newest version that all have, but never back.
  private func plan(_ wanted: [UpdatePlanner.Wanted], _ planner: UpdatePlanner) throws -> LibraryPlan {
    var tracks = try planner.tracks(of: wanted)
    guard var version = try newestCommonVersion(of: &tracks) else {
      if tracks.isEmpty { return try planWithoutVersions(wanted) }
      let offers = tracks.map { "\($0.region.id) \($0.newest.version)" }.joined(separator: ", ")
      throw MapLibraryError.inconsistentServer(region: server.name, reason: "no version is common to all: \(offers)")
    }
    if let installed = planner.catalogue.version, version < installed {
      let new = wanted.filter { $0.installed == nil }
      guard new.isEmpty else {
        throw MapLibraryError.otherVersion(id: new[0].id, offered: "\(version)", installed: "\(installed)")
      }
      version = installed
    }
    return try planner.plan(wanted, to: version, &tracks)
  }

  /// For servers that have neither change files nor versions: an extract is newer if its MD5 is another one.
  private func planWithoutVersions(_ wanted: [UpdatePlanner.Wanted]) throws -> LibraryPlan {
    var plan = LibraryPlan(version: nil, packages: [])
    for wanted in wanted {
      let regions = try wanted.regions.map { region in
        guard let reference = region.extract else { throw MapLibraryError.noExtract(region: region.id) }
        let installed = wanted.installed?.regions.first { $0.id == region.id }
        let md5 = try server.md5(of: reference)
        let isSame = installed != nil && md5 != nil && md5 == installed?.serverMD5
        let size = try region.extractSize ?? server.size(of: reference)
        return RegionPlan(
          region: region, installed: installed, step: isSame ? .nothing : .extract(reference: reference, size: size),
          fullSize: size)
      }
      plan.packages.append(PackagePlan(wanted, regions))
    }
    return plan
  }
}

/// What a library reports while it works.
package enum LibraryNotice: Sendable {
  /// A map is being made: from changes, from an extract, or from several.
  case building(id: String)
  /// A map built by the server is put together from the download: a delta to the installed map, or the whole map.
  case unpacking(id: String, isDelta: Bool)
  /// What differs from the installed map cannot be used, and the whole map is downloaded.
  case uselessDelta(id: String, reason: String)
  /// Changes are put into an extract.
  case applying(region: String, files: Int)
  /// The changes touch no road of the map, which stays as it is except for its version.
  case untouched(id: String)
  case built(id: String, size: Int, seconds: Double)
}
