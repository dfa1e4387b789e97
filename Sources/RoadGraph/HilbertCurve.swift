package import Geodesy

/// The position of a place on a Hilbert curve of order 16 over the whole earth's grid of 2³² cells.
///
/// Places that are near on the curve are near on the ground, so arrays in this order keep neighbours on one page.
///
/// - Source: the rotation-and-reflection form of Hilbert's curve, Warren, Hacker's Delight, 2nd ed., §16.
package func hilbertPosition(of place: Place, in bounds: Bounds) -> UInt32 {
  let side: UInt32 = 1 << 16
  var x = cell(Int64(place.longitudeE7) - Int64(bounds.minLongitudeE7), of: bounds.width)
  var y = cell(Int64(place.latitudeE7) - Int64(bounds.minLatitudeE7), of: bounds.height)
  var position: UInt32 = 0
  var step = side / 2
  while step > 0 {
    let right: UInt32 = x & step != 0 ? 1 : 0
    let upper: UInt32 = y & step != 0 ? 1 : 0
    position &+= step &* step &* ((3 &* right) ^ upper)
    if upper == 0 {
      if right == 1 {
        x = side - 1 - x
        y = side - 1 - y
      }
      swap(&x, &y)
    }
    step /= 2
  }
  return position
}

private func cell(_ offset: Int64, of extent: Int64) -> UInt32 {
  extent == 0 ? 0 : UInt32(clamping: offset * 65535 / extent)
}

/// A box of coordinates in units of 10⁻⁷ degree. Longitudes may pass ±180° where a box crosses the antimeridian.
@usableFromInline package struct Bounds: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package var minLatitudeE7: Int32
  @usableFromInline package var minLongitudeE7: Int32
  @usableFromInline package var maxLatitudeE7: Int32
  @usableFromInline package var maxLongitudeE7: Int32

  /// The box that holds nothing.
  static let empty = Bounds(
    minLatitudeE7: .max, minLongitudeE7: .max, maxLatitudeE7: .min, maxLongitudeE7: .min)

  var width: Int64 { Int64(maxLongitudeE7) - Int64(minLongitudeE7) }
  var height: Int64 { Int64(maxLatitudeE7) - Int64(minLatitudeE7) }

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

  @inlinable func intersects(_ other: Bounds) -> Bool {
    minLatitudeE7 <= other.maxLatitudeE7 && other.minLatitudeE7 <= maxLatitudeE7
      && minLongitudeE7 <= other.maxLongitudeE7 && other.minLongitudeE7 <= maxLongitudeE7
  }
}
