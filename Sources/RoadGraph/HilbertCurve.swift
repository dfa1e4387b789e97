package import Geodesy

/// The position of a place on a Hilbert curve of order 16 over a box, in a grid of 65,536 × 65,536 cells.
///
/// Places outside the box are moved to its edge.
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
  extent == 0 ? 0 : UInt32(min(max(offset, 0), extent) * 65535 / extent)
}
