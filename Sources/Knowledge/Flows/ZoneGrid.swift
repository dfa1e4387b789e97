package import Geodesy
internal import Glibc

/// Zones of equal size that cover the earth: squares or hexagons of a width in metres.
///
/// They lie on the grid of the Universal Transverse Mercator projection, so they depend on their width alone, and any
/// geographic information system draws them. Lengths on the grid differ from those on the ground by 0.1 % at most.
/// Cells end where the zone of the projection ends, every 6° of longitude; near the poles they are slivers.
///
/// A square is named after its south-western corner, a hexagon after its middle: `32N-465000-5479500` is in zone 32,
/// north of the equator, at easting 465,000 m and northing 5,479,500 m.
///
/// The exceptions of the zones in Norway and Svalbard are not made.
package struct ZoneGrid: Hashable, Sendable {
  package enum Shape: String, CaseIterable, Sendable {
    case square = "grid"
    /// With a corner in the north.
    case hexagon = "hex"
  }

  package let shape: Shape
  /// Of a square, or between two opposite sides of a hexagon.
  package let width: Metres

  package init(_ shape: Shape, width: Metres) {
    self.shape = shape
    self.width = width
  }

  /// The cell that contains a place.
  package func cell(at place: Place) -> ZoneCell {
    let point = GridPoint(place)
    let number = shape == .square ? square(at: point) : hexagon(at: point)
    return ZoneCell(zone: UInt8(point.zone), isNorth: point.isNorth, column: number.column, row: number.row)
  }

  package func name(of cell: ZoneCell) -> String {
    let point = anchor(of: cell)
    return "\(cell.zone)\(cell.isNorth ? "N" : "S")-\(nearestInteger(point.x))-\(nearestInteger(point.y))"
  }

  /// The easting and northing after which a cell is named.
  private func anchor(of cell: ZoneCell) -> LocalPoint {
    let (column, row) = (Double(cell.column), Double(cell.row))
    return shape == .square
      ? LocalPoint(x: column * width, y: row * width)
      : LocalPoint(x: (column + row / 2) * width, y: row * rowHeight)
  }

  private func square(at point: GridPoint) -> (column: Int32, row: Int32) {
    (Int32((point.easting / width).rounded(.down)), Int32((point.northing / width).rounded(.down)))
  }

  // MARK: Hexagons

  private var rowHeight: Metres { width * 3.0.squareRoot() / 2 }

  /// The hexagon whose middle is nearest.
  ///
  /// - Source: the rounding of cube coordinates, by which the coordinate with the largest error follows from the others.
  private func hexagon(at point: GridPoint) -> (column: Int32, row: Int32) {
    let r = point.northing / rowHeight
    let q = point.easting / width - r / 2
    let s = -q - r
    var (column, row) = (q.rounded(), r.rounded())
    let (atColumn, atRow, atRest) = (abs(column - q), abs(row - r), abs(s.rounded() - s))
    if atColumn > atRow, atColumn > atRest {
      column = -row - s.rounded()
    } else if atRow > atRest {
      row = -column - s.rounded()
    }
    return (Int32(column), Int32(row))
  }
}

/// The number of a cell of a ``ZoneGrid``.
package struct ZoneCell: Hashable, Sendable, BitwiseCopyable {
  package let zone: UInt8
  package let isNorth: Bool
  package let column: Int32
  package let row: Int32
}

/// A place on the grid of the Universal Transverse Mercator projection.
///
/// - Source: Krüger's series to the third order of the flattening, as in Karney, Transverse Mercator with an accuracy of
///   a few nanometers, J. Geodesy 85, 2011, doi:10.1007/s00190-011-0445-3; within a millimetre in a zone.
struct GridPoint {
  let zone: Int
  let isNorth: Bool
  let easting: Metres
  let northing: Metres

  init(_ place: Place) {
    zone = min(60, Int((Int64(place.longitudeE7) + 1_800_000_000) / 60_000_000) + 1)
    isNorth = place.latitudeE7 >= 0
    let latitude = place.latitude * .pi / 180
    let longitude = (place.longitude - Double(zone * 6 - 183)) * .pi / 180
    let t = sinh(atanh(sin(latitude)) - Self.e * atanh(Self.e * sin(latitude)))
    let xi = atan2(t, cos(longitude))
    let eta = asinh(sin(longitude) / (t * t + cos(longitude) * cos(longitude)).squareRoot())
    var (north, east) = (xi, eta)
    for (number, coefficient) in Self.series.enumerated() {
      let angle = Double(2 * number + 2)
      north += coefficient * sin(angle * xi) * cosh(angle * eta)
      east += coefficient * cos(angle * xi) * sinh(angle * eta)
    }
    easting = 500_000 + Self.scale * east
    northing = Self.scale * north + (place.latitudeE7 >= 0 ? 0 : 10_000_000)
  }

  private static let n = 1 / 298.257223563 / (2 - 1 / 298.257223563)
  private static let e = 2 * n.squareRoot() / (1 + n)
  /// The scale at the middle of a zone times the radius of the circle as long as the meridian.
  private static let scale = 0.9996 * 6_378_137 / (1 + n) * (1 + n * n / 4 + n * n * n * n / 64)
  private static let series = [
    n / 2 - 2 * n * n / 3 + 5 * n * n * n / 16, 13 * n * n / 48 - 3 * n * n * n / 5, 61 * n * n * n / 240,
  ]
}
