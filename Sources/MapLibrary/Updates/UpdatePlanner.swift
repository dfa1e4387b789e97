internal import Downloads
internal import RoadGraph

/// Decides what has to be downloaded and built.
struct UpdatePlanner {
  let server: PackageServer
  let catalogue: Catalogue
  /// Download whole extracts even where change files would do.
  var prefersExtracts = false

  /// Fetch or build maps again even if nothing changed.
  var isRebuilding = false

  /// A package as wanted: one that is installed, or a new one.
  struct Wanted {
    var id: String
    var regions: [Region]
    var groups: DataGroups
    var origin = MapOrigin.built
    var installed: InstalledPackage?
  }

  /// Change files are used from as many releases back, whatever the size of the extract; further back, where they are
  /// smaller than it.
  static let surelyIncremental = 2
  /// More change files than this are not asked for.
  private static let mostChanges = 366

  // MARK: Versions

  /// The versions of all regions with change files or a version in the index. Regions without either are left out.
  func tracks(of packages: [Wanted]) throws -> [ReleaseTrack] {
    try packages.flatMap { package in
      try package.regions.compactMap { package.origin == .built ? try track(of: $0) : try mapTrack(of: $0) }
    }
  }

  private func track(of region: Region) throws -> ReleaseTrack? {
    if let newest = try server.state(of: region) {
      return ReleaseTrack(region: region, newest: newest) { try server.state(of: region, sequence: $0) }
    }
    guard let version = region.version else { return nil }
    return ReleaseTrack(region: region, newest: ReplicationState(sequence: 0, version: version)) { _ in nil }
  }

  // MARK: Steps

  /// What brings packages to a version.
  func plan(_ packages: [Wanted], to version: ReleaseVersion, _ tracks: inout [ReleaseTrack]) throws -> LibraryPlan {
    var plan = LibraryPlan(version: version, packages: [])
    for wanted in packages {
      var regions: [RegionPlan] = []
      for region in wanted.regions {
        let number = tracks.firstIndex { $0.region.id == region.id && $0.origin == wanted.origin }
        let state = try number.flatMap { try tracks[$0].state(of: version) }
        let newest = number.map { tracks[$0].newest }
        let installed = wanted.installed?.regions.first { $0.id == region.id }
        regions.append(
          wanted.origin == .prebuilt
            ? try mapPlan(region, wanted.installed, to: version)
            : try self.plan(region, installed, to: version, state, newest: newest))
      }
      plan.packages.append(PackagePlan(wanted, regions))
    }
    return plan
  }

  private func plan(
    _ region: Region, _ installed: InstalledRegion?, to version: ReleaseVersion, _ state: ReplicationState?,
    newest: ReplicationState?
  ) throws -> RegionPlan {
    guard let reference = region.extract else { throw MapLibraryError.noExtract(region: region.id) }
    var plan = RegionPlan(region: region, installed: installed, step: .nothing)
    plan.target = region.updates == nil ? nil : state
    if installed != nil, catalogue.version == version { return plan }
    guard state != nil || newest == nil else { throw unreachable(region, version) }
    let isNewest = newest.map { $0.version == version } ?? true
    plan.fullSize = try region.extractSize ?? server.size(of: reference)
    if !prefersExtracts,
      let changes = try changes(of: region, from: installed, to: plan.target, fullSize: plan.fullSize)
    {
      plan.step = .changes(changes)
    } else if isNewest {
      plan.step = .extract(reference: reference, size: plan.fullSize)
    } else if let dated = server.datedReference(of: reference, version: version), let size = try server.size(of: dated)
    {
      plan.step = .extract(reference: dated, size: size)
    } else {
      throw unreachable(region, version)
    }
    return plan
  }

  func unreachable(_ region: Region, _ version: ReleaseVersion) -> MapLibraryError {
    .inconsistentServer(region: region.id, reason: "it has no data as of \(version), as other regions have")
  }

  /// The number of the last change file that an installed region contains, as this server counts them. Another server
  /// may count otherwise; `nil` if the number does not identify the installed version here.
  private func base(of installed: InstalledRegion?, _ region: Region) throws -> Int? {
    guard let sequence = installed?.sequence else { return nil }
    if let state = try server.state(of: region, sequence: sequence) {
      return state.version == catalogue.version ? sequence : nil
    }
    return server.name == catalogue.server ? sequence : nil
  }

  /// The change files that lead from an installed region to a state; `nil` if none do, if the server lacks one, or if
  /// the extract is the smaller download.
  private func changes(
    of region: Region, from installed: InstalledRegion?, to target: ReplicationState?, fullSize: Int?
  ) throws -> [ChangeDownload]? {
    guard let first = try base(of: installed, region), let last = target?.sequence, first < last,
      last - first <= Self.mostChanges
    else { return nil }
    var changes: [ChangeDownload] = []
    var sum = 0
    for sequence in first + 1...last {
      guard let size = try server.downloader.size(of: server.change(of: region, sequence: sequence)) else { return nil }
      changes.append(ChangeDownload(sequence: sequence, size: size))
      sum += size
      if last - first > Self.surelyIncremental, let fullSize, sum >= fullSize { return nil }
    }
    return changes
  }
}
