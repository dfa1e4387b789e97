internal import Geodesy

extension RoadGraph {
  /// South, west, north and east of all places in degrees, across the antimeridian if that box is narrower; west is
  /// then greater than east. `nil` without places.
  var tightBounds: [Degrees]? {
    guard placeCount > 0 else { return nil }
    let west = Int64(westernmostDegree) * 10_000_000 - 1_800_000_000
    let turn: Int64 = 3_600_000_000
    var latitudes: (low: Int32, high: Int32) = (.max, .min)
    var offsets: (low: Int64, high: Int64) = (.max, .min)
    for i in 0..<placeCount {
      let place = shapePlace(at: i)
      let offset = (Int64(place.longitudeE7) - west + turn) % turn
      latitudes = (min(latitudes.low, place.latitudeE7), max(latitudes.high, place.latitudeE7))
      offsets = (min(offsets.low, offset), max(offsets.high, offset))
    }
    let ends = [offsets.low, offsets.high].map { west + $0 > turn / 2 ? west + $0 - turn : west + $0 }
    return [Int64(latitudes.low), ends[0], Int64(latitudes.high), ends[1]].map { Degrees($0) / 1e7 }
  }

  /// The end of the longest stretch of empty degrees, in whole degrees east of 180° W.
  private var westernmostDegree: Int {
    var isOccupied = [Bool](repeating: false, count: 360)
    for i in 0..<placeCount {
      isOccupied[Int((Int64(shapePlace(at: i).longitudeE7) + 1_800_000_000) / 10_000_000) % 360] = true
    }
    var longest = (count: 0, end: 0)
    var empty = 0
    for degree in 0..<720 {  // twice round, so that a stretch over the antimeridian is seen whole
      empty = isOccupied[degree % 360] ? 0 : empty + 1
      if empty > longest.count { longest = (empty, degree + 1) }
    }
    return longest.end % 360
  }
}
