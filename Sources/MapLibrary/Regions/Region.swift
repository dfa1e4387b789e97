package import Geodesy

/// A region of a server: what can be installed.
package struct Region: Hashable, Sendable {
  /// Unique on its server: `liechtenstein`, `us/california`.
  package var id: String
  package var name: String
  /// The id of the region that contains it; `nil` at the top.
  package var parent: String?
  /// ISO 3166-1 codes of its countries, of two letters.
  package var countries: [String] = []
  /// Where the extract is: an address, or a reference from the server's folder. `nil` if the region has none.
  package var extract: String?
  /// The folder of its change files and `state.txt`, likewise.
  package var updates: String?
  /// Where a map that is already built is, likewise, compressed by zstd; Geofabrik has none.
  package var map: String?
  /// What that map is; `nil` if the index does not say it, and the map cannot be installed then.
  package var publishedMap: PublishedMap?
  /// The version of its newest extract, if the index states it; Geofabrik's does not.
  package var version: ReleaseVersion?
  /// In bytes, if the index says it.
  package var extractSize: Int?
  /// Of the compressed map.
  package var mapSize: Int?
  /// Rings of places, as in ``SiteExtent/polygons(_:)``; empty if the index draws none.
  package var polygons: [[[Place]]] = []

  package init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}
