/// A ruler that follows a vehicle: made anew only when the latitude has changed enough to matter.
///
/// Within 0.02° of latitude of its origin a ruler's eastward lengths are right to 0.06 % up to 60° of latitude, and the
/// sines and cosines of making one for every pair of fixes would take a tenth of the time of matching.
package struct MovingRuler: Sendable {
  private var ruler: LocalRuler
  private static let reachE7: Int64 = 200_000

  package init(at origin: Place) { ruler = LocalRuler(at: origin) }

  /// A ruler with its origin at a place, with the scale of the moving one where that is good there.
  package mutating func local(at place: Place) -> LocalRuler {
    if abs(Int64(place.latitudeE7) - Int64(ruler.origin.latitudeE7)) > Self.reachE7 { ruler = LocalRuler(at: place) }
    return ruler.moved(to: place)
  }

  /// The length of the ground between two places; see ``groundDistance(_:_:)``.
  package mutating func distance(_ a: Place, _ b: Place) -> Metres {
    let north = Int64(b.latitudeE7) - Int64(a.latitudeE7)
    guard abs(north) < 10_000_000, abs(b.longitudeE7(eastOf: a)) < 10_000_000 else { return groundDistance(a, b) }
    if abs(Int64(a.latitudeE7) - Int64(ruler.origin.latitudeE7)) > Self.reachE7 { ruler = LocalRuler(at: a) }
    return ruler.distance(a, b)
  }
}
