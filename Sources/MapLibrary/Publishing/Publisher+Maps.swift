internal import Downloads
internal import FoundationEssentials
internal import Glibc
internal import MapImport
package import RoadGraph
internal import Storage

/// Maps that are built once, for all who install them.
extension Publisher {
  /// Publishes all versions of a region, the oldest first, each with its map.
  ///
  /// A map that is there already, of the newest version, with this data and by the same rules, is not built again.
  ///
  /// - Throws: as ``publish(_:)``, and the errors of building a map; versions published before stay, with their maps.
  package func publish(_ publication: Publication, mapsWith groups: DataGroups) async throws -> [PublishedRelease] {
    var releases: [PublishedRelease] = []
    for step in try steps(of: publication) {
      var release = try publish(step, publication)
      let map = try await publishMap(of: publication.id, groups)
      release?.map = map
      if let release { releases.append(release) }
    }
    return releases
  }

  /// Builds the map of the newest version of a region, and enters it into the index.
  private func publishMap(of id: String, _ groups: DataGroups) async throws -> PublishedMap? {
    guard let region = try index()[id], let version = region.version, let extract = region.extract else { return nil }
    if let map = region.publishedMap, map.version == version, map.groups == groups, map.rules == importRules,
      packedMap(of: region, map) != nil
    {
      tell("\(id): the map of \(version) is published already")
      return map
    }
    tell("\(id): building the map of \(version)")
    let built = try newFile("\(id)-maps/next.tmg")
    defer { remove(built) }
    let source = fileName(of: extract)
    let build = MapBuild(extract: file(extract), groups: groups, source: source, version: version)
    let map = try await build.write(to: built).map
    let packed = try newFile("\(id)-maps/next.tmg.zst")
    defer { remove(packed) }
    var published = PublishedMap(
      mapVersion: map.version, version: version, builtSize: map.byteCount,
      size: try Zstandard.compress(built, to: packed), md5: try md5(ofFile: packed), groups: groups, rules: importRules)
    if let delta = try delta(to: built, published, of: region) { published.deltas = [delta] }
    let latest = "\(id)-latest.tmg.zst"
    try place(packed, newFile(latest))
    try write("\(published.md5)  \(fileName(of: latest))\n", newFile(latest + ".md5"))
    try enter(published, latest, of: id)
    removeDeltas(besides: published, of: id)
    return published
  }

  /// The delta from the map published before to this one; `nil` if there was none, or if the whole compressed map is
  /// not larger.
  private func delta(to built: String, _ published: PublishedMap, of region: Region) throws -> MapDelta? {
    guard let before = region.publishedMap, before.mapVersion != published.mapVersion,
      let packed = packedMap(of: region, before)
    else { return nil }
    let base = try newFile("\(region.id)-maps/base.tmg")
    defer { remove(base) }
    let name = "\(region.id)-maps/\(before.mapVersion)-\(published.mapVersion).tmg.delta.zst"
    let path = try newFile(name)
    do {
      try Zstandard.decompress(packed, to: base, limit: before.builtSize)
      let size = try Zstandard.compress(built, against: base, to: path)
      if size < published.size {
        return MapDelta(base: before.mapVersion, reference: name, size: size, md5: try md5(ofFile: path))
      }
    } catch ZstandardError.damaged, ZstandardError.tooLarge {
      tell("\(region.id): the map before this one cannot be read, so who has it downloads the whole new one")
    }
    remove(path)
    return nil
  }

  /// The compressed map that the index names; `nil` if it is not there.
  private func packedMap(of region: Region, _ map: PublishedMap) -> String? {
    guard let name = region.map, case let path = file(name), fileSize(of: path) == map.size else { return nil }
    return path
  }

  private func enter(_ map: PublishedMap, _ reference: String, of id: String) throws {
    var regions = try index().regions
    for number in regions.indices where regions[number].id == id {
      (regions[number].map, regions[number].mapSize, regions[number].publishedMap) = (reference, map.size, map)
    }
    let path = file(RegionIndex.fileName)
    try write(RegionIndex(regions, path: path).text, path)
  }

  /// Removes deltas to maps that are no longer the newest.
  private func removeDeltas(besides map: PublishedMap, of id: String) {
    let kept = Set(map.deltas.map { fileName(of: $0.reference) })
    let names = (try? FileManager.default.contentsOfDirectory(atPath: file("\(id)-maps"))) ?? []
    for name in names where name.hasSuffix(".tmg.delta.zst") && !kept.contains(name) {
      remove(file("\(id)-maps/\(name)"))
    }
  }

  private func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
