internal import Downloads
internal import Extracts
internal import Storage

/// What a change of a library did.
package struct LibraryChange: Sendable {
  package var catalogue: Catalogue
  /// In bytes, with everything that was downloaded in vain.
  package var downloaded: Int
  /// Packages whose maps were built, and packages whose maps stay because no road changed.
  package var built: [String] = []
  package var untouched: [String] = []
  /// Packages whose maps the server has built.
  package var prebuilt: [String] = []
}

extension Library {
  /// Downloads, builds and puts in place what a plan names: all of it, or nothing.
  ///
  /// The caller holds the lock of the library.
  ///
  /// - Throws: ``MapLibraryError``, `DownloadError`, and the errors of reading extracts and writing maps. The installed
  ///   maps are as before then.
  package func carryOut(_ plan: LibraryPlan, on catalogue: Catalogue) async throws -> LibraryChange {
    let before = server.downloader.bytesTransferred
    folder.removeUnneeded(besides: catalogue)
    try checkSpace(for: plan)
    var packages: [(plan: PackagePlan, regions: [FetchedRegion])] = []
    for package in plan.packages where !package.isEmpty {
      packages.append((package, try package.regions.map { try fetch($0, for: package) }))
    }
    var change = LibraryChange(catalogue: catalogue, downloaded: 0)
    change.catalogue.server = server.name
    change.catalogue.version = try version(after: plan, packages.flatMap(\.regions), catalogue)
    for (package, regions) in packages {
      if isStopped() { throw MapLibraryError.stopped }
      try await make(package, regions, &change)
    }
    if isStopped() { throw MapLibraryError.stopped }
    try folder.write(change.catalogue)
    folder.removeUnneeded(besides: change.catalogue)
    for region in packages.flatMap(\.regions) { folder.remove(downloads(of: region.plan.region)) }
    change.downloaded = server.downloader.bytesTransferred - before
    return change
  }

  // MARK: Steps

  private func make(
    _ plan: PackagePlan, _ regions: [FetchedRegion], _ change: inout LibraryChange
  ) async throws {
    guard let version = change.catalogue.version else { throw MapLibraryError.noVersion(path: plan.id) }
    var maker = PackageMaker(folder: folder, plan: plan, regions: regions, version: version, tell: tell)
    maker.taken = change.catalogue.files
    maker.builder = builder
    if plan.origin == .prebuilt {
      change.catalogue.put(try maker.prebuilt())
      change.prebuilt.append(plan.id)
    } else if let package = try storingExtracts({ try maker.restamped() }) {
      tell(.untouched(id: plan.id))
      change.untouched.append(plan.id)
      change.catalogue.put(package)
    } else {
      change.catalogue.put(try await maker.built())
      change.built.append(plan.id)
    }
  }

  /// The one version of all packages after the change.
  private func version(
    after plan: LibraryPlan, _ regions: [FetchedRegion], _ catalogue: Catalogue
  ) throws -> ReleaseVersion {
    var version = plan.version
    for region in regions {
      guard let own = region.version else { continue }
      if let other = version, other != own {
        throw MapLibraryError.otherVersion(id: region.plan.region.id, offered: "\(own)", installed: "\(other)")
      }
      version = own
    }
    let staying = plan.packages.contains(where: \.isEmpty)
    if plan.version == nil, staying, let installed = catalogue.version, let version, installed != version {
      let id = regions.first?.plan.region.id ?? ""
      throw MapLibraryError.otherVersion(id: id, offered: "\(version)", installed: "\(installed)")
    }
    guard let version = version ?? catalogue.version else {
      throw MapLibraryError.noVersion(path: regions.first?.extract ?? server.name)
    }
    return version
  }

  /// Extracts are kept, and a map takes about as much again; old and new exist side by side for a while.
  private func checkSpace(for plan: LibraryPlan) throws {
    var sizes = [plan.downloadSize]
    for package in plan.packages where !package.isEmpty {
      if package.origin == .prebuilt {
        // Maps are unpacked beside the downloads; if a delta cannot be used, the whole map is downloaded as well.
        sizes += package.regions.compactMap(\.region.publishedMap).flatMap { [$0.builtSize, $0.size] }
        continue
      }
      let extracts = package.regions.map { max($0.fullSize ?? 0, $0.installed?.extractSize ?? 0) }
      sizes += repeatElement(extracts, count: Self.buildingSpace).joined()
      sizes += repeatElement(package.regions.map(\.sizeOfChanges), count: Self.changeSpace).joined()
    }
    let needed = sizes.saturatingSum
    try folder.makeFolder(folder.path)
    guard let free = freeBytes(inFolder: folder.path), free < needed else { return }
    throw MapLibraryError.diskFull(path: folder.path, needed: needed, free: free)
  }

  /// In multiples of the size of the extract: the new extract, and a map, which takes 1.3 to 3 times as much, or 5.9
  /// times for archipelago-roads (Documentation/Measured.md, *Building a map*). The map of rhine-neckar with its
  /// hierarchy takes 4.9 times as much (its size is in Documentation/Maps.md, *Data groups*).
  private static let buildingSpace = 7

  /// In multiples of the compressed size of the change files: changes that do not fit in memory are on the disk twice
  /// while they are merged. Some 11 times was measured (Documentation/Maps.md, *Map import*); the rest is a judgement.
  private static let changeSpace = 20

  // MARK: Downloads

  /// The folder of the downloads of a region, one for each server: the same number of a change file means other changes
  /// on another server.
  func downloads(of region: Region) -> String {
    "downloads/\(String(checksum(server.name), radix: 16))/\(region.id)"
  }

  /// Fetches the files in the plan of a region into the folder of downloads. Files that are already there are not
  /// downloaded again.
  private func fetch(_ plan: RegionPlan, for package: PackagePlan) throws -> FetchedRegion {
    switch plan.step {
    case .nothing: return FetchedRegion(plan)
    case .changes(let files):
      var fetched = FetchedRegion(plan)
      fetched.changes = try files.map { try fetchChange(of: plan.region, sequence: $0.sequence) }
      return fetched
    case .extract(let reference, _): return try fetchExtract(reference, plan)
    case .map(let download): return try fetch(download, plan, of: package)
    }
  }

  private func fetchChange(of region: Region, sequence: Int) throws -> PendingChange {
    if isStopped() { throw MapLibraryError.stopped }
    let name = downloads(of: region) + "/\(sequence).osc.gz"
    let path = try folder.newFile(name)
    if let size = readableSize(ofChange: path) { return PendingChange(sequence: sequence, file: name, size: size) }
    let address = try server.change(of: region, sequence: sequence)
    _ = try server.downloader.file(from: address, to: path)
    if readableSize(ofChange: path) == nil {
      _ = try server.downloader.file(from: address, to: path)
      try checkChanges(path)
    }
    return PendingChange(sequence: sequence, file: name, size: fileSize(of: path) ?? 0)
  }

  /// The size of a change file in bytes if it exists and is whole. Servers have no checksums of change files, but gzip
  /// has one inside.
  private func readableSize(ofChange path: String) -> Int? {
    guard FileKind(at: path) == .file, (try? checkChanges(path)) != nil else { return nil }
    return fileSize(of: path)
  }

  /// The extract, and the change files that follow it if it is older than what is wanted.
  private func fetchExtract(_ reference: String, _ plan: RegionPlan) throws -> FetchedRegion {
    let name = downloads(of: plan.region) + "/" + fileName(of: reference)
    let path = try folder.newFile(name)
    let md5 = try server.md5(of: reference)
    let isThere = try md5 != nil && FileKind(at: path) == .file && Downloads.md5(ofFile: path) == md5
    if !isThere { _ = try server.downloader.file(from: server.address(of: reference), to: path, md5: md5) }
    let header = try extractHeader(of: path)
    var fetched = FetchedRegion(plan)
    fetched.newExtract = name
    fetched.serverMD5 = md5
    let version = ReleaseVersion(header.timestamp)
    guard let target = plan.target else {
      fetched.version = version ?? plan.region.version
      if let stated = plan.region.version, let version, stated != version {
        throw inconsistent(plan.region, "the index says \(stated), the extract \(version)")
      }
      return fetched
    }
    fetched.version = target.version
    fetched.sequence = target.sequence
    guard let version, version != target.version else { return fetched }
    guard version < target.version else {
      throw inconsistent(plan.region, "the extract is as of \(version), the change files end at \(target.version)")
    }
    // The server has newer change files than extracts.
    guard let first = try sequence(of: version, header.sequenceNumber, plan.region, before: target) else {
      throw inconsistent(plan.region, "no change file leads on from the extract as of \(version)")
    }
    fetched.changes = try (first + 1...target.sequence).map { try fetchChange(of: plan.region, sequence: $0) }
    return fetched
  }

  /// The number of the last change file that an extract contains.
  private func sequence(
    of version: ReleaseVersion, _ stated: Int?, _ region: Region, before target: ReplicationState
  ) throws -> Int? {
    if let stated, stated < target.sequence, try server.state(of: region, sequence: stated)?.version == version {
      return stated
    }
    var track = ReleaseTrack(region: region, newest: target) { try server.state(of: region, sequence: $0) }
    return try track.state(of: version)?.sequence
  }

  func inconsistent(_ region: Region, _ reason: String) -> MapLibraryError {
    .inconsistentServer(region: region.id, reason: reason)
  }
}

/// What a map is made from: downloaded files, and files that were there before.
struct FetchedRegion {
  let plan: RegionPlan
  /// A new extract, from the library's folder; `nil` if the installed one stays.
  var newExtract: String?
  var serverMD5: String?
  /// A map that the server has built, unpacked and checked, from the library's folder.
  var map: String?
  /// Change files that come on top of the extract and of what waits, in their order.
  var changes: [PendingChange] = []
  var version: ReleaseVersion?
  var sequence: Int?

  init(_ plan: RegionPlan) {
    self.plan = plan
    sequence = plan.target?.sequence ?? plan.installed?.sequence
    serverMD5 = plan.installed?.serverMD5
    version = plan.target?.version
  }

  /// From the library's folder.
  var extract: String { newExtract ?? plan.installed?.extract ?? "" }

  /// All change files that are not in the extract.
  var pending: [PendingChange] { (newExtract == nil ? plan.installed?.pending ?? [] : []) + changes }
}
