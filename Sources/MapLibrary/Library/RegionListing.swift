/// What is known of a region: on its server, and in the library.
package struct RegionListing: Sendable {
  package var region: Region
  /// Below the first region of the list.
  package var depth: Int
  /// In bytes; `nil` if unknown or not asked for.
  package var extractSize: Int?
  /// Of the installed map, else of the server's; in bytes.
  package var mapSize: Int?
  /// The installed version, or else the server's, if its index states it.
  package var version: ReleaseVersion?
  /// The installed package that contains it.
  package var package: String?
  /// The newest version of the server, if it is newer than the installed one.
  package var newer: ReleaseVersion?
}

extension Library {
  /// Regions with what is known of them.
  ///
  /// - Parameter sizes: ask the server for sizes that the index does not state; one request for each region.
  package func listing(
    of regions: [(region: Region, depth: Int)], sizes: Bool
  ) throws -> [RegionListing] {
    let catalogue = try catalogue()
    return try regions.map { region, depth in
      var listing = RegionListing(region: region, depth: depth)
      listing.extractSize = region.extractSize
      listing.mapSize = region.mapSize
      listing.version = region.version
      if sizes, listing.extractSize == nil, let reference = region.extract {
        listing.extractSize = try server.size(of: reference)
      }
      guard let package = catalogue.package(with: region.id), let installed = catalogue.version else { return listing }
      listing.package = package.id
      listing.mapSize = package.mapSize
      listing.version = installed
      let newest = try server.state(of: region)?.version ?? region.version
      listing.newer = newest.flatMap { $0 > installed ? $0 : nil }
      return listing
    }
  }
}
