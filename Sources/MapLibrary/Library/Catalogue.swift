internal import Downloads
internal import Records
internal import RoadGraph

/// What is installed in a library. All packages have one version, so that they fit together at their borders.
package struct Catalogue: Hashable, Sendable {
  /// The server that the packages came from, as given but without user name and password, which are not kept.
  package var server: String
  /// `nil` while nothing is installed.
  package var version: ReleaseVersion?
  /// Sorted by id.
  package var packages: [InstalledPackage]

  package init(server: String, version: ReleaseVersion? = nil, packages: [InstalledPackage] = []) {
    self.server = withoutCredentials(server)
    self.version = version
    self.packages = packages
  }

  package subscript(id: String) -> InstalledPackage? { packages.first { $0.id == id } }

  /// The package that consists of this region only, or is made of it and others.
  package func package(with region: String) -> InstalledPackage? {
    self[region] ?? packages.first { $0.regions.contains { $0.id == region } }
  }

  /// Adds a package, or replaces the one of that id.
  package mutating func put(_ package: InstalledPackage) {
    remove(package.id)
    packages.append(package)
    packages.sort { $0.id < $1.id }
  }

  package mutating func remove(_ id: String) { packages.removeAll { $0.id == id } }

  /// All files that the packages need, from the library's folder.
  package var files: Set<String> { Set(packages.flatMap(\.files)) }
}

// MARK: JSON

extension Catalogue {
  static let fileName = "library.json"
  /// Raised whenever an earlier program would misread the catalogue.
  private static let format = 1

  var text: [UInt8] {
    JSONValue.object([
      "format": .integer(Self.format), "server": .text(server),
      "version": version.map { .text($0.description) },
      "packages": .list(packages.map(\.json)),
    ]).rendered()
  }

  /// - Throws: ``MapLibraryError/damagedCatalogue(path:reason:)``.
  init(parsing text: [UInt8], path: String) throws(MapLibraryError) {
    guard let root = try? JSONValue(parsing: text) else {
      throw .damagedCatalogue(path: path, reason: "it is not JSON")
    }
    guard let format = root["format"]?.integer else {
      throw .damagedCatalogue(path: path, reason: "it names no format")
    }
    guard format == Self.format else {
      throw .damagedCatalogue(
        path: path, reason: "its format is \(format), and this program knows \(Self.format); update the program")
    }
    guard let server = root["server"]?.text, let list = root["packages"]?.list else {
      throw .damagedCatalogue(path: path, reason: "server or packages are missing")
    }
    self.init(server: server, version: root["version"]?.text.flatMap(ReleaseVersion.init))
    for (number, value) in list.enumerated() {
      guard let package = InstalledPackage(value) else {
        throw .damagedCatalogue(path: path, reason: "package \(number + 1) is not complete")
      }
      packages.append(package)
    }
    guard packages.isEmpty || version != nil else {
      throw .damagedCatalogue(path: path, reason: "the version is missing")
    }
  }
}

extension InstalledPackage {
  fileprivate var json: JSONValue {
    .object([
      "id": .text(id), "map": .text(map), "map_version": .text(mapVersion), "map_size": .integer(mapSize),
      "footprint": footprint.map(JSONValue.text), "builder": .text(builder), "groups": .text(groups.names),
      "chosen_groups": .text(chosenGroups.names), "origin": .text(origin.rawValue),
      "regions": .list(regions.map(\.json)),
    ])
  }

  fileprivate init?(_ value: JSONValue) {
    guard let id = value["id"]?.text, isSafeID(id), let map = value["map"]?.text,
      let mapVersion = value["map_version"]?.text, let mapSize = value["map_size"]?.fileSize,
      let groups = value["groups"]?.text.flatMap({ DataGroups(names: $0) }),
      let chosenGroups = value["chosen_groups"]?.text.flatMap({ DataGroups(names: $0) }),
      let list = value["regions"]?.list, !list.isEmpty,
      let origin = MapOrigin(rawValue: value["origin"]?.text ?? MapOrigin.built.rawValue)
    else { return nil }
    let regions = list.compactMap { InstalledRegion($0) }
    guard regions.count == list.count else { return nil }
    self.init(id: id, regions: regions)
    (self.map, self.mapVersion, self.mapSize) = (map, mapVersion, mapSize)
    (self.groups, self.chosenGroups, self.origin) = (groups, chosenGroups, origin)
    footprint = value["footprint"]?.text
    builder = value["builder"]?.text ?? ""
  }
}

extension InstalledRegion {
  fileprivate var json: JSONValue {
    .object([
      "id": .text(id), "extract": .text(extract), "extract_size": .integer(extractSize),
      "extract_xxh3": .text(String(extractChecksum, radix: 16)),
      "server_md5": serverMD5.map(JSONValue.text), "sequence": sequence.map(JSONValue.integer),
      "pending": pending.isEmpty ? nil : .list(pending.map(\.json)),
    ])
  }

  fileprivate init?(_ value: JSONValue) {
    guard let id = value["id"]?.text, let extract = value["extract"]?.text,
      let size = value["extract_size"]?.fileSize,
      let checksum = value["extract_xxh3"]?.text.flatMap({ UInt64($0, radix: 16) })
    else { return nil }
    self.init(id: id, extract: extract, extractSize: size, extractChecksum: checksum)
    serverMD5 = value["server_md5"]?.text
    sequence = value["sequence"]?.integer
    let list = value["pending"]?.list ?? []
    pending = list.compactMap { PendingChange($0) }
    guard pending.count == list.count else { return nil }
  }
}

extension PendingChange {
  fileprivate var json: JSONValue {
    .object(["sequence": .integer(sequence), "file": .text(file), "size": .integer(size)])
  }

  fileprivate init?(_ value: JSONValue) {
    guard let sequence = value["sequence"]?.integer, let file = value["file"]?.text,
      let size = value["size"]?.fileSize
    else { return nil }
    self.init(sequence: sequence, file: file, size: size)
  }
}
