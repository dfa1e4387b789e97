package import RoadGraph

/// An installed map, and what it was built from.
package struct InstalledPackage: Hashable, Sendable {
  /// The id of its region, or the name given to a map of several regions.
  package var id: String
  /// Its regions; several if they were built into one map.
  package var regions: [InstalledRegion]
  /// The file of the map, from the library's folder.
  package var map: String
  /// The map's own version, see ``RoadGraph/version``.
  package var mapVersion: String
  /// In bytes.
  package var mapSize: Int
  /// The ids of all objects that the map was made of, from the library's folder.
  package var footprint: String?
  /// The rules by which the map was built.
  package var builder = ""
  /// What is in the map.
  package var groups: DataGroups
  /// What the next update puts into it.
  package var chosenGroups: DataGroups
  /// A prebuilt map has no extracts, no change files and no footprint.
  package var origin = MapOrigin.built

  package init(id: String, regions: [InstalledRegion]) {
    self.id = id
    self.regions = regions
    map = ""
    mapVersion = ""
    mapSize = 0
    groups = []
    chosenGroups = []
  }

  /// The files that it needs, from the library's folder.
  package var files: [String] { [map] + (footprint.map { [$0] } ?? []) + regions.flatMap(\.files) }
}

/// The data of one region that a package keeps, so that updates need only what changed.
package struct InstalledRegion: Hashable, Sendable {
  package var id: String
  /// The extract, from the library's folder; empty if the map is prebuilt.
  package var extract: String
  /// In bytes.
  package var extractSize: Int
  /// XXH3 of the extract, as it was written here.
  package var extractChecksum: UInt64
  /// The MD5 of the extract as the server had it, to see whether it has another one.
  package var serverMD5: String?
  /// The number of the newest change file that the extract and ``pending`` contain; `nil` if the server has none.
  package var sequence: Int?
  /// Change files that are not in the extract yet because they touch no road, in their order.
  package var pending: [PendingChange] = []

  package init(id: String, extract: String, extractSize: Int, extractChecksum: UInt64) {
    self.id = id
    self.extract = extract
    self.extractSize = extractSize
    self.extractChecksum = extractChecksum
  }

  package var files: [String] { (extract.isEmpty ? [] : [extract]) + pending.map(\.file) }
}

/// A change file that waits until roads change.
package struct PendingChange: Hashable, Sendable {
  package var sequence: Int
  /// From the library's folder.
  package var file: String
  /// In bytes.
  package var size: Int

  package init(sequence: Int, file: String, size: Int) {
    self.sequence = sequence
    self.file = file
    self.size = size
  }
}
