package import Geodesy
private import Glibc

/// How much of the ground tiles show: all of it from near, or what is great from afar.
///
/// Tiles are those of web maps: at zoom *z* the world is a square of 2^z × 2^z tiles in Mercator's projection.
package enum BackdropLevel: UInt8, CaseIterable, Sendable {
  case far = 10
  case near = 14

  package var zoom: Int { Int(rawValue) }

  /// Tiles across the world.
  package var tilesAcross: Int { 1 << zoom }

  /// Places of tiles are whole numbers; so many are the side of a tile: 0.6 m for near tiles and 9.6 m for far ones at the
  /// equator.
  package static let unitsPerTile = 4096

  /// Units across the world.
  package var unitsAcross: Double { Double(tilesAcross * Self.unitsPerTile) }
}

/// A place in Mercator's projection: x runs 0…1 from 180° west to 180° east, y 0…1 from north to south.
package struct MercatorPoint: Equatable, Sendable {
  package var x: Double
  package var y: Double

  package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

  /// Latitudes beyond 85.05° are on the edge of the world.
  package init(_ place: Place) {
    x = Double(place.longitudeE7) / 3.6e9 + 0.5
    y = min(max(0.5 - asinh(tan(place.latitude * .pi / 180)) / (2 * .pi), 0), 1)
  }

  package var place: Place {
    let latitude = atan(sinh((0.5 - y) * 2 * .pi)) * 180 / .pi
    return Place(latitude: latitude, longitude: min(max((x - 0.5) * 360, -180), 180))
  }
}
