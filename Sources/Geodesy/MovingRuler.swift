/// A ruler that follows a vehicle. It is computed again only when the latitude has changed enough to matter.
///
/// Within 0.02° of latitude of its origin, a ruler's eastward lengths are accurate to 0.06 % up to 60° of latitude.
/// Computing the sines and cosines of a new ruler for every pair of fixes would take a tenth of the time of matching.
package struct MovingRuler: Sendable {
  private var ruler: LocalRuler
  private static let reachE7: Int64 = 200_000

  package init(at origin: Place) { ruler = LocalRuler(at: origin) }

  /// A ruler with its origin at a place. Keeps the scale of the moving ruler where that is accurate.
  package mutating func local(at place: Place) -> LocalRuler {
    if abs(Int64(place.latitudeE7) - Int64(ruler.origin.latitudeE7)) > Self.reachE7 { ruler = LocalRuler(at: place) }
    return ruler.moved(to: place)
  }

  /// The ground distance between two places; see ``groundDistance(_:_:)``.
  package mutating func distance(_ a: Place, _ b: Place) -> Metres {
    let north = Int64(b.latitudeE7) - Int64(a.latitudeE7)
    guard abs(north) < 10_000_000, abs(b.longitudeE7(eastOf: a)) < 10_000_000 else { return groundDistance(a, b) }
    if abs(Int64(a.latitudeE7) - Int64(ruler.origin.latitudeE7)) > Self.reachE7 { ruler = LocalRuler(at: a) }
    return ruler.distance(a, b)
  }
}
