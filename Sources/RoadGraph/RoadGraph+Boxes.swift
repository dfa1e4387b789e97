package import Geodesy
internal import Storage

extension RoadGraph {
  /// The segments with a piece whose bounding box meets the box around some places, ascending.
  ///
  /// - Complexity: O(log *s* + hits · log hits).
  package func segments(nearBoxAround places: [Place]) -> [SegmentID] {
    guard let first = places.first else { return [] }
    var (west, east): (Int64, Int64) = (0, 0)
    var (south, north) = (first.latitudeE7, first.latitudeE7)
    for place in places {
      (west, east) = (min(west, place.longitudeE7(eastOf: first)), max(east, place.longitudeE7(eastOf: first)))
      (south, north) = (min(south, place.latitudeE7), max(north, place.latitudeE7))
    }
    let box = Bounds(
      minLatitudeE7: south, minLongitudeE7: Int32(clamping: Int64(first.longitudeE7) + west),
      maxLatitudeE7: north, maxLongitudeE7: Int32(clamping: Int64(first.longitudeE7) + east))
    var leaves: [Int] = []
    var stack: [Int] = []
    index.leaves(meeting: box, into: &leaves, stack: &stack)
    if let turned = box.onOtherSideOfAntimeridian { index.leaves(meeting: turned, into: &leaves, stack: &stack) }
    return Set(leaves.map { index.leafSegments[$0] }).sorted().map { SegmentID($0) }
  }

  /// The corners of the box around all roads; longitudes may exceed ±180° if it crosses the antimeridian. `nil` without
  /// roads.
  package var corners: (southWest: Place, northEast: Place)? {
    guard !bounds.isEmpty else { return nil }
    return (
      Place(latitudeE7: bounds.minLatitudeE7, longitudeE7: bounds.minLongitudeE7),
      Place(latitudeE7: bounds.maxLatitudeE7, longitudeE7: bounds.maxLongitudeE7)
    )
  }
}
