internal import Downloads
internal import Extracts
internal import FoundationEssentials
package import Geodesy
internal import Glibc
package import Storage

/// What is to be published of one region.
package struct Publication: Sendable {
  package var id: String
  /// `nil` keeps the name in the index, or takes the id.
  package var name: String?
  package var parent: String?
  /// The time of the data of extracts that do not say it, and of what change files make.
  package var version: ReleaseVersion?
  /// The ground of the region; `nil` keeps the ground in the index, or takes the box of the extract.
  package var polygons: [[[Place]]]?
  /// Extracts of one or more versions.
  package var extracts: [String] = []
  /// Change files that lead from each version to the next. Missing ones are derived from the extracts.
  package var changes: [String] = []

  package init(id: String) { self.id = id }
}

/// What was published: one version of one region.
package struct PublishedRelease: Equatable, Sendable {
  package var id: String
  package var version: ReleaseVersion
  /// In bytes.
  package var extractSize: Int
  /// The change file that leads to it, in bytes; `nil` for the first version.
  package var changeSize: Int?
  package var sequence: Int
  /// The built map, if that is published too.
  package var map: PublishedMap?
}

/// Makes a folder that serves regions in the way of Geofabrik, also through any web server.
///
///     index-v1.json                        the regions
///     ID-latest.osm.pbf, ….md5             the newest extract
///     ID-211028.osm.pbf, ….md5             each extract, by the day of its data
///     ID-updates/state.txt                 the number and time of the newest change file
///     ID-updates/000/000/002.osc.gz        the change file to version 2, and `002.state.txt`
///     ID-latest.tmg.zst, ….md5             the built map of the newest extract, if wanted
///     ID-maps/OLD-NEW.tmg.delta.zst        what makes it of the map before, if that is smaller; by versions of maps
///
/// Files appear one by one, each when it is complete, in such an order that readers always find files that fit
/// together. The state of a version, with the sum of its extract, is written before the extract, and the version is
/// announced after it: a publisher killed in between leaves a version that the next one completes.
package struct Publisher {
  let folder: String
  let tell: (String) -> Void

  package init(folder: String, tell: @escaping (String) -> Void) {
    self.folder = folder
    self.tell = tell
  }

  /// The right to change the folder.
  package func lock(waiting wait: LockWait, onWait: (String) -> Void) throws -> OutputLock {
    try LibraryFolder(path: folder).lock(waiting: wait, onWait: onWait)
  }

  /// What the folder serves now.
  package func index() throws -> RegionIndex {
    let path = file(RegionIndex.fileName)
    guard FileKind(at: path) != .missing else { return try RegionIndex([], path: path) }
    return try RegionIndex(parsing: wholeFile(path, atMost: .document), path: path)
  }

  /// Publishes all versions of a region, the oldest first.
  ///
  /// - Throws: ``MapLibraryError`` for what cannot be published, and the errors of reading extracts; versions published
  ///   before stay.
  package func publish(_ publication: Publication) throws -> [PublishedRelease] {
    try steps(of: publication).compactMap { try publish($0, publication) }
  }

  /// What makes one version.
  enum Step {
    case extract(String, ReleaseVersion, change: String?)
    case change(String, ReleaseVersion)
  }

  func publish(_ step: Step, _ publication: Publication) throws -> PublishedRelease? {
    try storingExtracts {
      switch step {
      case .extract(let path, let version, let change): try publish(path, version, change: change, publication)
      case .change(let path, let version): try publish(change: path, version, publication)
      }
    }
  }

  /// The versions of a publication, the oldest first. A change file leads to each extract that has one before it.
  func steps(of publication: Publication) throws -> [Step] {
    guard isSafeID(publication.id) else { throw MapLibraryError.badName(publication.id) }
    var steps: [Step] = []
    var changes = publication.changes[...]
    var isFirst = try current(publication.id) == nil
    for (extract, version) in try dated(publication) {
      steps.append(.extract(extract, version, change: isFirst ? nil : changes.popFirst()))
      isFirst = false
    }
    for change in changes {
      guard let version = publication.version else { throw MapLibraryError.noVersion(path: change) }
      steps.append(.change(change, version))
    }
    return steps
  }

  /// The extracts with their versions, the oldest first.
  private func dated(_ publication: Publication) throws -> [(path: String, version: ReleaseVersion)] {
    try publication.extracts.map { path in
      guard let version = ReleaseVersion(try extractHeader(of: path).timestamp) ?? publication.version else {
        throw MapLibraryError.noVersion(path: path)
      }
      return (path, version)
    }.sorted { ($0.version, $0.path) < ($1.version, $1.path) }
  }

  // MARK: One version

  private func current(_ id: String) throws -> ReplicationState? { try state(ReplicationState.fileName, of: id) }

  private func state(_ name: String, of id: String) throws -> ReplicationState? {
    let path = file("\(id)-updates/\(name)")
    guard FileKind(at: path) != .missing else { return nil }
    return try ReplicationState(parsing: wholeFile(path, atMost: .record), path: path)
  }

  /// Announces a version whose extract is in place but whose publisher was killed before announcing it. Otherwise,
  /// changes derived from that extract would start from a version that nobody has.
  ///
  /// - Returns: the version, if there was one to complete.
  /// - Throws: ``MapLibraryError/foreignExtract(path:version:)`` if the newest extract belongs to no known version.
  @discardableResult
  private func complete(_ publication: Publication) throws -> ReleaseVersion? {
    let (id, latest) = (publication.id, file("\(publication.id)-latest.osm.pbf"))
    guard let before = try current(id), let sum = before.extractMD5, FileKind(at: latest) == .file else { return nil }
    let found = try md5(ofFile: latest)
    if found == sum { return nil }
    guard let next = try state(ReplicationState.statePath(before.sequence + 1), of: id), next.extractMD5 == found else {
      throw MapLibraryError.foreignExtract(path: latest, version: "\(before.version)")
    }
    tell("\(id): completing \(next.version), whose publication was cut off")
    try write("\(found)  \(fileName(of: latest))\n", latest + ".md5")
    try write(next.text, newFile("\(id)-updates/" + ReplicationState.fileName))
    try enter(publication, next.version, fileSize(of: latest) ?? 0)
    return next.version
  }

  private func publish(
    _ extract: String, _ version: ReleaseVersion, change: String?, _ publication: Publication
  ) throws -> PublishedRelease? {
    let id = publication.id
    try complete(publication)
    guard let before = try current(id) else {
      // Later ones are read where changes are derived from them.
      try checkExtract(extract)
      return try put(extract, ReplicationState(sequence: 1, version: version), changeSize: nil, publication)
    }
    guard version > before.version else {
      guard version == before.version, try isSame(extract, as: file("\(id)-latest.osm.pbf"), id) else {
        throw MapLibraryError.notNewer(path: extract, version: "\(version)", published: "\(before.version)")
      }
      try catchUp(publication, before)
      tell("\(id): \(version) is published already")
      return nil
    }
    let state = ReplicationState(sequence: before.sequence + 1, version: version)
    let path = try newFile("\(id)-updates/" + ReplicationState.changePath(state.sequence))
    if let change, try leads(change, to: extract, id) {
      try place(change, path)
    } else {
      if let change { tell("\(change): does not lead to \(extract); the change file is derived from the extracts") }
      _ = try deriveChanges(from: file("\(id)-latest.osm.pbf"), to: extract, output: path)
    }
    return try put(extract, state, changeSize: fileSize(of: path), publication)
  }

  /// Publishes the version that a change file makes of the newest one.
  private func publish(
    change: String, _ version: ReleaseVersion, _ publication: Publication
  ) throws -> PublishedRelease? {
    let id = publication.id
    if try complete(publication) == version { return nil }
    guard let before = try current(id) else { throw MapLibraryError.noExtractToChange(path: change, region: id) }
    guard version > before.version else {
      throw MapLibraryError.notNewer(path: change, version: "\(version)", published: "\(before.version)")
    }
    let made = try newFile("\(id)-next.osm.pbf")
    defer { try? FileManager.default.removeItem(atPath: made) }
    let latest = file("\(id)-latest.osm.pbf")
    var header = try extractHeader(of: latest)
    (header.timestamp, header.sequenceNumber) = ("\(version)", nil)
    let area = try publication.polygons.map { Region(id: id, polygons: $0) } ?? index()[id]
    let ground = area.flatMap(RegionArea.init)
    _ = try apply(
      changeSet(change), to: latest, output: made, header: header, area: ground.map { $0.contains })
    return try publish(made, version, change: nil, publication)
  }

  /// What does not fit in memory goes to the disk of the folder.
  private func changeSet(_ change: String) throws -> ChangeSet {
    try ChangeSet(paths: [change], memory: ChangeMemory(folder: folder))
  }

  /// Whether two extracts hold the same objects.
  private func isSame(_ extract: String, as other: String, _ id: String) throws -> Bool {
    if try md5(ofFile: extract) == md5(ofFile: other) { return true }
    let rest = try newFile("\(id)-check.osc.gz")
    defer { try? FileManager.default.removeItem(atPath: rest) }
    return try deriveChanges(from: other, to: extract, output: rest).total == 0
  }

  /// Whether a change file turns the newest extract into another one.
  private func leads(_ change: String, to extract: String, _ id: String) throws -> Bool {
    let made = try newFile("\(id)-check.osm.pbf")
    let rest = try newFile("\(id)-check.osc.gz")
    defer { for path in [made, rest] { try? FileManager.default.removeItem(atPath: path) } }
    let latest = file("\(id)-latest.osm.pbf")
    _ = try apply(changeSet(change), to: latest, output: made, header: extractHeader(of: extract))
    return try deriveChanges(from: made, to: extract, output: rest).total == 0
  }

  // MARK: Files

  private func put(
    _ extract: String, _ state: ReplicationState, changeSize: Int?, _ publication: Publication
  ) throws -> PublishedRelease {
    let id = publication.id
    let dated = "\(id)-\(state.version.shortDay).osm.pbf"
    let latest = "\(id)-latest.osm.pbf"
    let source = try inPBF(extract, id)
    defer { if source != extract { try? FileManager.default.removeItem(atPath: source) } }
    let sum = try md5(ofFile: source)
    var state = state
    state.extractMD5 = sum
    try write(state.text, newFile("\(id)-updates/" + ReplicationState.statePath(state.sequence)))
    for name in [dated, latest] {
      try place(source, newFile(name))
      try write("\(sum)  \(fileName(of: name))\n", newFile(name + ".md5"))
    }
    try write(state.text, newFile("\(id)-updates/" + ReplicationState.fileName))
    let size = fileSize(of: file(latest)) ?? 0
    try enter(publication, state.version, size)
    return PublishedRelease(
      id: id, version: state.version, extractSize: size, changeSize: changeSize, sequence: state.sequence)
  }

  /// An extract as PBF: itself, or a copy in the format that servers have.
  private func inPBF(_ extract: String, _ id: String) throws -> String {
    if try OSMFormat(path: extract).name == "pbf" { return extract }
    let path = try newFile("\(id)-copy.osm.pbf")
    _ = try merge([extract], to: path, header: extractHeader(of: extract))
    return path
  }

  /// Enters the newest version into an index that a killed run left without it.
  private func catchUp(_ publication: Publication, _ state: ReplicationState) throws {
    guard let size = fileSize(of: file("\(publication.id)-latest.osm.pbf")) else { return }
    let region = try index()[publication.id]
    if region?.version == state.version, region?.extractSize == size { return }
    try enter(publication, state.version, size)
  }

  /// Enters a version into the index.
  private func enter(_ publication: Publication, _ version: ReleaseVersion, _ size: Int) throws {
    var regions = try index().regions
    let number = regions.firstIndex { $0.id == publication.id }
    var region = number.map { regions[$0] } ?? Region(id: publication.id, name: publication.id)
    if let name = publication.name { region.name = name }
    if let parent = publication.parent { region.parent = parent }
    (region.version, region.extractSize) = (version, size)
    region.extract = "\(publication.id)-latest.osm.pbf"
    region.updates = "\(publication.id)-updates"
    if let polygons = publication.polygons { region.polygons = polygons }
    if region.polygons.isEmpty { region.polygons = try box(of: file("\(publication.id)-latest.osm.pbf")) }
    if let number { regions[number] = region } else { regions.append(region) }
    regions.sort { $0.id < $1.id }
    let path = file(RegionIndex.fileName)
    try write(RegionIndex(regions, path: path).text, path)
  }

  /// The rectangle that an extract claims to cover.
  private func box(of extract: String) throws -> [[[Place]]] {
    guard let bounds = try extractHeader(of: extract).bounds else { return [] }
    let (low, high) = (bounds.southwest, bounds.northeast)
    return [
      [
        [
          low, Place(latitudeE7: low.latitudeE7, longitudeE7: high.longitudeE7), high,
          Place(latitudeE7: high.latitudeE7, longitudeE7: low.longitudeE7),
        ]
      ]
    ]
  }

  func file(_ name: String) -> String { folder + "/" + name }

  func newFile(_ name: String) throws -> String { try LibraryFolder(path: folder).newFile(name) }

  func write(_ text: String, _ path: String) throws { try write(Array(text.utf8), path) }

  func write(_ text: [UInt8], _ path: String) throws {
    try storing { () throws(StorageError) in
      let file = try AtomicFile(path: path)
      try file.write(text)
      try file.commit()
    }
  }

  /// Copies a file; the copy appears when it is complete.
  func place(_ source: String, _ path: String) throws {
    try storing { () throws(StorageError) in
      let file = try AtomicFile(path: path)
      do throws(StorageError) {
        let stream = try RawFile(path: source)
        while let part = try stream.next() { try file.write(part) }
        try file.commit()
      } catch {
        file.discard()
        throw error
      }
    }
  }
}

extension Region {
  fileprivate init(id: String, polygons: [[[Place]]]) {
    self.init(id: id, name: id)
    self.polygons = polygons
  }
}
