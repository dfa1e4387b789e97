internal import Geodesy

/// A box of coordinates in units of 10⁻⁷ degree. Longitudes may exceed ±180° if a box crosses the antimeridian.
@usableFromInline package struct Bounds: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package var minLatitudeE7: Int32
  @usableFromInline package var minLongitudeE7: Int32
  @usableFromInline package var maxLatitudeE7: Int32
  @usableFromInline package var maxLongitudeE7: Int32

  package init(minLatitudeE7: Int32, minLongitudeE7: Int32, maxLatitudeE7: Int32, maxLongitudeE7: Int32) {
    self.minLatitudeE7 = minLatitudeE7
    self.minLongitudeE7 = minLongitudeE7
    self.maxLatitudeE7 = maxLatitudeE7
    self.maxLongitudeE7 = maxLongitudeE7
  }

  /// The box that contains nothing.
  package static let empty = Bounds(
    minLatitudeE7: .max, minLongitudeE7: .max, maxLatitudeE7: .min, maxLongitudeE7: .min)

  var width: Int64 { Int64(maxLongitudeE7) - Int64(minLongitudeE7) }
  var height: Int64 { Int64(maxLatitudeE7) - Int64(minLatitudeE7) }

  /// The centre of a non-empty box.
  var middle: Place {
    Place(
      latitudeE7: Int32((Int64(minLatitudeE7) + Int64(maxLatitudeE7)) / 2),
      longitudeE7: Int32((Int64(minLongitudeE7) + Int64(maxLongitudeE7)) / 2))
  }

  package var isEmpty: Bool { minLatitudeE7 > maxLatitudeE7 }

  mutating func include(_ place: Place) {
    include(latitudeE7: place.latitudeE7, longitudeE7: place.longitudeE7)
  }

  /// Widens the box to every longitude, wrapped and unwrapped.
  mutating func includeAllLongitudes() {
    minLongitudeE7 = .min
    maxLongitudeE7 = .max
  }

  mutating func include(latitudeE7: Int32, longitudeE7: Int32) {
    minLatitudeE7 = min(minLatitudeE7, latitudeE7)
    minLongitudeE7 = min(minLongitudeE7, longitudeE7)
    maxLatitudeE7 = max(maxLatitudeE7, latitudeE7)
    maxLongitudeE7 = max(maxLongitudeE7, longitudeE7)
  }

  mutating func include(_ other: Bounds) {
    include(latitudeE7: other.minLatitudeE7, longitudeE7: other.minLongitudeE7)
    include(latitudeE7: other.maxLatitudeE7, longitudeE7: other.maxLongitudeE7)
  }

  func contains(_ other: Bounds) -> Bool {
    minLatitudeE7 <= other.minLatitudeE7 && other.maxLatitudeE7 <= maxLatitudeE7
      && minLongitudeE7 <= other.minLongitudeE7 && other.maxLongitudeE7 <= maxLongitudeE7
  }

  @inlinable func intersects(_ other: Bounds) -> Bool {
    // One branch for all four: which of them fails is unpredictable, and a misprediction costs more than the other
    // tests.
    let north = Int64(other.maxLatitudeE7) - Int64(minLatitudeE7)
    let south = Int64(maxLatitudeE7) - Int64(other.minLatitudeE7)
    let east = Int64(other.maxLongitudeE7) - Int64(minLongitudeE7)
    let west = Int64(maxLongitudeE7) - Int64(other.minLongitudeE7)
    return north | south | east | west >= 0
  }
}
