internal import Geodesy
internal import Glibc

/// A place in space, in metres from the middle of the earth: distances hold at the poles and across the antimeridian.
struct GroundPoint {
  var position: SIMD3<Double>

  /// - Source: WGS 84, geocentric coordinates at height 0, e.g. Rapp, Geometric Geodesy I, 1991, §3.
  init(_ place: Place) {
    let (flattening, radius) = (1 / 298.257223563, 6_378_137.0)
    let squared = flattening * (2 - flattening)
    let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
    let normal = radius / (1 - squared * sin(latitude) * sin(latitude)).squareRoot()
    position = SIMD3(
      normal * cos(latitude) * cos(longitude), normal * cos(latitude) * sin(longitude),
      normal * (1 - squared) * sin(latitude))
  }

  init(_ position: SIMD3<Double>) { self.position = position }

  func squaredDistance(to other: GroundPoint) -> Double {
    let difference = position - other.position
    return (difference * difference).sum()
  }

  /// The number of the cube of a width that contains it.
  func cube(width: Metres) -> Cube {
    let numbers = (position / width).rounded(.down)
    return Cube(x: Int32(numbers.x), y: Int32(numbers.y), z: Int32(numbers.z))
  }
}

struct Cube: Hashable, Comparable, BitwiseCopyable {
  var x: Int32
  var y: Int32
  var z: Int32

  static func < (a: Cube, b: Cube) -> Bool { (a.x, a.y, a.z) < (b.x, b.y, b.z) }
}
