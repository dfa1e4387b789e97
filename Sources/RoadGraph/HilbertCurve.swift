package import Geodesy

/// The position of a place on a Hilbert curve of order 16 over a box, in a grid of 65,536 × 65,536 cells.
///
/// Places outside the box are moved to its edge.
///
/// Places that are near on the curve are near on the ground, so arrays in this order keep neighbours on one page.
package func hilbertPosition(of place: Place, in bounds: Bounds) -> UInt32 {
  hilbertPosition(
    x: cell(Int64(place.longitudeE7) - Int64(bounds.minLongitudeE7), of: bounds.width),
    y: cell(Int64(place.latitudeE7) - Int64(bounds.minLatitudeE7), of: bounds.height))
}

private func cell(_ offset: Int64, of extent: Int64) -> UInt16 {
  extent == 0 ? 0 : UInt16(min(max(offset, 0), extent) * 65535 / extent)
}
