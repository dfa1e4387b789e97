package import Geodesy
private import Glibc

/// A piece of ground of which nothing is published.
package struct EndDisc: Hashable, Sendable {
  package let middle: Place
  package let radius: Metres

  package func contains(_ place: Place) -> Bool { groundDistance(middle, place) <= radius }
}

/// Draws the discs around ends of trips: each end lies off the middle of its disc, and the same place always has the same
/// disc, for all trips, vehicles and nights.
///
/// The ground is divided into squares of a twenty-fifth of the radius: the places. Ends at one place have one disc. The
/// shift from the place to the middle changes smoothly from place to place. So ends that noise spreads over several
/// places have discs that differ by as much as the ends do; they are as one disc to somebody who intersects them, and
/// the middle of all is off the home by the same shift. Where each square had a shift of its own, two discs of a home
/// beside the border of two squares would leave only where two rings cross.
///
/// The shift is noise on a lattice in space, whose points the key decides. So it has no seams anywhere on earth.
///
/// - Source: value noise as in Perlin, SIGGRAPH 1985, doi:10.1145/325165.325247, with the fade of degree 5 of Perlin, ACM
///   TOG 2002, doi:10.1145/566654.566636.
package struct EndDiscs: Hashable, Sendable {
  package let radius: Metres
  private let key: PrivacyKey

  /// Of the radius: how far the end is off the middle, at least and at most, 100 and 300 m for 500 m. The least keeps
  /// ends from the middle, the most keeps them 200 m from the border.
  package static let leastShift = 0.2
  package static let mostShift = 0.6
  /// Of the radius: the side of a place.
  private static let placeSide = 0.04
  /// Of the radius: half the diagonal of a place, by which an end may be off the point that is shifted.
  private static let placeReach = 0.0283
  /// Of the radius: the side of the lattice. Neighbours within a quarter of it have similar shifts, so who knows one home
  /// and its disc can guess theirs; a shorter side makes the discs of one home differ more.
  private static let latticeSide = 2.0
  /// Radians for a unit of noise, so that the noise at a point of the lattice turns a shift up to once around, either way.
  ///
  /// An angle that is a number at each place, unlike the direction of a vector, is smooth everywhere: a field of vectors
  /// has places around which its directions turn, and a home there would have discs on all of its sides.
  private static let turning = 2 * Double.pi / 3.0.squareRoot()

  package init(radius: Metres, key: PrivacyKey) {
    self.radius = radius
    self.key = key
  }

  /// The disc of an end.
  package func disc(around end: Place) -> EndDisc {
    let place = place(of: end)
    let shift = shift(at: place)
    return EndDisc(middle: LocalRuler(at: place).place(shift), radius: radius)
  }

  /// The disc around known ground, such as a home with its yard: as far beyond it as a disc is beyond an end.
  package func disc(around place: Place, reaching reach: Metres) -> EndDisc {
    let disc = disc(around: place)
    return EndDisc(middle: disc.middle, radius: max(radius, Self.mostShift * radius + reach))
  }

  /// The middle of the square in which an end lies.
  private func place(of end: Place) -> Place {
    let height = max(1, Int64((Self.placeSide * radius * Self.unitsPerMetre).rounded()))
    let row = Self.square(Int64(end.latitudeE7), height)
    let latitude = Self.middle(of: row, height)
    let narrowing = max(cos(Double(latitude) / 1e7 * .pi / 180), 0.01)
    let width = Int64((Double(height) / narrowing).rounded())
    let longitude = Self.middle(of: Self.square(Int64(end.longitudeE7), width), width)
    return Place(latitudeE7: Int32(clamping: latitude), longitudeE7: Int32(clamping: longitude))
  }

  private static func square(_ value: Int64, _ side: Int64) -> Int64 {
    (value >= 0 ? value : value - side + 1) / side
  }

  private static func middle(of square: Int64, _ side: Int64) -> Int64 { square * side + side / 2 }

  /// 10⁻⁷ degrees of latitude in a metre.
  private static let unitsPerMetre = 1e7 / 111_320

  // MARK: The shift

  /// Metres east and north from a place to the middle of its disc.
  ///
  /// All directions are equally likely, and so are equal areas of the ring.
  private func shift(at place: Place) -> LocalPoint {
    let noise = noise(at: place)
    let least = (Self.leastShift + Self.placeReach) * radius
    let most = (Self.mostShift - Self.placeReach) * radius
    let rank = 0.5 * erfc(-noise.y / 2.0.squareRoot())
    let length = (least * least + rank * (most * most - least * least)).squareRoot()
    let direction = Self.turning * noise.x
    return LocalPoint(x: length * cos(direction), y: length * sin(direction))
  }

  /// Two independent numbers of mean 0 and variance 1, nearly normal: noise at a point of the sphere.
  private func noise(at place: Place) -> SIMD2<Double> {
    let point = Self.point(of: place) / (Self.latticeSide * radius)
    let cell = point.rounded(.down)
    let fade = Self.fade(point - cell)
    var (sum, squares) = (SIMD2<Double>.zero, 0.0)
    for corner in 0..<8 {
      let step = SIMD3<Double>(Double(corner & 1), Double(corner >> 1 & 1), Double(corner >> 2))
      let weights = step * fade + (SIMD3<Double>.one - step) * (SIMD3<Double>.one - fade)
      let weight = weights.x * weights.y * weights.z
      sum += weight * corners(cell + step)
      squares += weight * weight
    }
    return sum / squares.squareRoot()
  }

  /// Two numbers of variance 1 at a point of the lattice.
  private func corners(_ point: SIMD3<Double>) -> SIMD2<Double> {
    func number(_ which: Int64) -> Double {
      let bits = key.bits(of: which, Int64(point.x), Int64(point.y), Int64(point.z))
      return (Double(bits >> 11) / 9_007_199_254_740_992 * 2 - 1) * 3.0.squareRoot()
    }
    return SIMD2(number(0), number(1))
  }

  /// In metres from the middle of a spherical earth.
  private static func point(of place: Place) -> SIMD3<Double> {
    let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
    let earth = 6_371_000.0
    return SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude)) * earth
  }

  private static func fade(_ t: SIMD3<Double>) -> SIMD3<Double> { t * t * t * (t * (t * 6 - 15) + 10) }
}
