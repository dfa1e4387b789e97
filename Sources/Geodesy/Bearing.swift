private import Glibc

/// The bearing from `begin` to `end` on a flat map, clockwise from north, 0 ..< 360; 0 if the two coincide.
package func bearing(from begin: LocalPoint, to end: LocalPoint) -> Degrees {
  let degrees = atan2(end.x - begin.x, end.y - begin.y) * 180 / .pi
  guard degrees < 0 else { return degrees + 0 }  // + 0 turns −0 into 0
  return degrees + 360 < 360 ? degrees + 360 : 0  // a hair west of north rounds to 360
}

/// The turn from one bearing to another, −180 ..< 180, positive to the right.
package func turn(from begin: Degrees, to end: Degrees) -> Degrees {
  var angle = (end - begin).truncatingRemainder(dividingBy: 360)
  if angle >= 180 { angle -= 360 }
  if angle < -180 { angle += 360 }
  return angle
}

/// The length of the straight line between two places on a sphere with the earth's mean radius. Within 0.6 % of the
/// geodesic at any distance; ``LocalRuler`` is better below 100 km.
///
/// - Source: the haversine formula; mean radius R₁ of GRS 80, 6,371,008.8 m.
package func greatCircleDistance(_ a: Place, _ b: Place) -> Metres {
  let radians = Double.pi / 180
  let halfLatitude = (b.latitude - a.latitude) * radians / 2
  let halfLongitude = Double(b.longitudeE7(eastOf: a)) / 1e7 * radians / 2
  let squaredHalfChord =
    sin(halfLatitude) * sin(halfLatitude)
    + cos(a.latitude * radians) * cos(b.latitude * radians) * sin(halfLongitude) * sin(halfLongitude)
  return 2 * 6_371_008.8 * asin(min(1, squaredHalfChord.squareRoot()))
}

/// The ground distance between two places: by ``LocalRuler`` at their middle latitude if they are near, otherwise on
/// the sphere.
package func groundDistance(_ a: Place, _ b: Place) -> Metres {
  let isNear = abs(Int64(b.latitudeE7) - Int64(a.latitudeE7)) < 10_000_000 && abs(b.longitudeE7(eastOf: a)) < 10_000_000
  guard isNear else { return greatCircleDistance(a, b) }
  let middle = Place(
    latitudeE7: Int32((Int64(a.latitudeE7) + Int64(b.latitudeE7)) / 2), longitudeE7: a.longitudeE7)
  return LocalRuler(at: middle).distance(a, b)
}

/// A lower bound of ``groundDistance(_:_:)`` that needs no sine: the way north, as if a degree had its least length.
///
/// - Source: a degree of latitude is shortest at the equator, 110,574 m.
package func leastGroundDistance(_ a: Place, _ b: Place) -> Metres {
  Metres(abs(Int64(b.latitudeE7) - Int64(a.latitudeE7))) * 0.0110574
}

/// An upper bound of ``groundDistance(_:_:)`` for neighbouring places that needs no sine: north and east are added as
/// if a degree had its greatest length everywhere.
///
/// - Source: a degree of latitude is longest at the poles, 111,694 m; a degree of longitude at the equator, 111,320 m.
package func longestGroundDistance(_ a: Place, _ b: Place) -> Metres {
  let north = abs(Int64(b.latitudeE7) - Int64(a.latitudeE7))
  return Metres(north + abs(b.longitudeE7(eastOf: a))) * 0.0111695
}
