package import RoadGraph

/// A map that a server has built.
package struct PublishedMap: Hashable, Sendable {
  /// The map's own version, see ``RoadGraph/version``.
  package var mapVersion: String
  /// The version of its data.
  package var version: ReleaseVersion
  /// Of the map, in bytes.
  package var builtSize: Int
  /// Of the compressed map, in bytes.
  package var size: Int
  /// Of the compressed map.
  package var md5: String
  /// What is in it.
  package var groups: DataGroups
  /// The rules by which it was built; 0 for maps of programs that did not say.
  package var rules = 0
  /// What leads to it from earlier maps.
  package var deltas: [MapDelta] = []
}

/// What makes one map of another.
package struct MapDelta: Hashable, Sendable {
  /// The version of the map that it changes, see ``RoadGraph/version``.
  package var base: String
  /// Where it is: an address, or a reference from the server's folder.
  package var reference: String
  /// In bytes.
  package var size: Int
  package var md5: String
}

/// Where the map of a package comes from.
package enum MapOrigin: String, Sendable {
  /// Built here from an extract and change files.
  case built
  /// Built by the server.
  case prebuilt
}
