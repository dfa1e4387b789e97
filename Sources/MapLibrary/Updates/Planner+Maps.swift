internal import RoadGraph

extension PackagePlan {
  init(_ wanted: UpdatePlanner.Wanted, _ regions: [RegionPlan]) {
    self.init(
      id: wanted.id, regions: regions, groups: wanted.groups, origin: wanted.origin, installed: wanted.installed)
    guard origin == .prebuilt, let installed else { return }
    if regions.allSatisfy(\.step.isNothing) { groups = installed.groups }
  }
}

extension UpdatePlanner {
  /// The version of the map that a server has built, and the installed one, which may be kept.
  func mapTrack(of region: Region) throws -> ReleaseTrack {
    guard let map = region.publishedMap, region.map != nil else {
      throw MapLibraryError.noPublishedMap(region: region.id)
    }
    let installed = catalogue.package(with: region.id)?.origin == .prebuilt ? catalogue.version : nil
    return ReleaseTrack(region: region, origin: .prebuilt, newest: ReplicationState(sequence: 1, version: map.version))
    {
      _ in
      installed.flatMap { $0 < map.version ? ReplicationState(sequence: 0, version: $0) : nil }
    }
  }

  /// What brings a prebuilt map to a version: a delta to the installed map, or the whole.
  func mapPlan(_ region: Region, _ package: InstalledPackage?, to version: ReleaseVersion) throws -> RegionPlan {
    guard let map = region.publishedMap, let reference = region.map else {
      throw MapLibraryError.noPublishedMap(region: region.id)
    }
    var plan = RegionPlan(region: region, installed: package?.regions.first, step: .nothing)
    plan.fullSize = map.size
    if let package, catalogue.version == version {
      // The server may have rebuilt its map, with other data or with a newer program.
      let isSame = map.mapVersion == package.mapVersion && !isRebuilding
      if isSame || map.version != version { return plan }
    }
    guard map.version == version else { throw unreachable(region, version) }
    var download = MapDownload(map: map, reference: reference)
    if let package, !prefersExtracts, !isRebuilding {
      download.delta = map.deltas.first { $0.base == package.mapVersion && $0.size < map.size }
    }
    plan.step = .map(download)
    return plan
  }
}
