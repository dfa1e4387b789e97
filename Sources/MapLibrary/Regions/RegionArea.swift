internal import Geodesy

/// The ground of a region.
struct RegionArea: Sendable {
  private let index: SiteIndex

  /// `nil` if the index of the server draws no ground for it.
  init?(_ region: Region) {
    guard !region.polygons.isEmpty else { return nil }
    index = SiteIndex([Site(id: region.id, .polygons(region.polygons))])
  }

  func contains(_ place: Place) -> Bool {
    var found: [Int] = []
    index.sites(at: place, into: &found)
    return !found.isEmpty
  }
}
