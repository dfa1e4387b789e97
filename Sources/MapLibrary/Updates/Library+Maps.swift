internal import Downloads
internal import RoadGraph
internal import Storage

/// Maps that the server has built.
extension Library {
  /// Fetches a map into the folder of downloads, unpacked and checked: as a delta to the installed one if possible,
  /// else as a whole.
  func fetch(_ download: MapDownload, _ plan: RegionPlan, of package: PackagePlan) throws -> FetchedRegion {
    if isStopped() { throw MapLibraryError.stopped }
    let name = downloads(of: plan.region) + "/\(download.map.mapVersion).tmg"
    var fetched = FetchedRegion(plan)
    (fetched.map, fetched.version) = (name, download.map.version)
    if let delta = download.delta, let installed = package.installed {
      do {
        let packed = try fetch(delta.reference, md5: delta.md5, plan.region)
        tell(.unpacking(id: package.id, isDelta: true))
        try unpack(packed, against: folder.file(installed.map), to: name, download.map, plan.region)
        return fetched
      } catch let error where isOfDelta(error) {
        tell(.uselessDelta(id: package.id, reason: "\(error)"))
      }
    }
    let packed = try fetch(download.reference, md5: download.map.md5, plan.region)
    tell(.unpacking(id: package.id, isDelta: false))
    try unpack(packed, against: nil, to: name, download.map, plan.region)
    return fetched
  }

  /// Fetches a file into the folder of downloads, unless it is already there.
  private func fetch(_ reference: String, md5: String, _ region: Region) throws -> String {
    let path = try folder.newFile(downloads(of: region) + "/" + fileName(of: reference))
    if FileKind(at: path) == .file, try Downloads.md5(ofFile: path) == md5 { return path }
    _ = try server.downloader.file(from: server.address(of: reference), to: path, md5: md5)
    return path
  }

  private func unpack(
    _ packed: String, against reference: String?, to name: String, _ published: PublishedMap, _ region: Region
  ) throws {
    let path = try folder.newFile(name)
    try Zstandard.decompress(packed, against: reference, to: path, limit: published.builtSize)
    let map = try RoadGraph(path: path)
    guard map.version == published.mapVersion, map.byteCount == published.builtSize else {
      throw inconsistent(region, "the map is \(map.version), and the index says \(published.mapVersion)")
    }
    try map.verify()
  }

  /// Whether the whole map may do where what differs from the installed one does not.
  private func isOfDelta(_ error: any Error) -> Bool {
    switch error {
    case ZstandardError.damaged, ZstandardError.tooLarge, MapLibraryError.inconsistentServer, DownloadError.missing,
      DownloadError.wrongChecksum, DownloadError.refused:
      true
    case RoadGraphError.newerVersion, RoadGraphError.olderVersion: false
    default: error is RoadGraphError
    }
  }
}
