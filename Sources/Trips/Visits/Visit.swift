package import Geodesy
package import Moments

/// A time during which a vehicle was at a site.
package struct Visit: Hashable, Sendable {
  /// The number of the site in its index.
  package var site: Int
  /// The first and the last fix there.
  package var fixes: ClosedRange<Int>
  /// The times of these fixes; `nil` without times.
  package var arrival: Timestamp?
  package var departure: Timestamp?
  /// Whether the trip begins or ends there: its first or last usable fix is there.
  package var isAtBegin = false
  package var isAtEnd = false
  /// Where the device reported the first fix.
  package var place: Place?

  package var dwell: Seconds? { arrival.flatMap { arrival in departure.map { $0.seconds(since: arrival) } } }
}

/// When being at a site is a visit.
package struct VisitSettings: Hashable, Sendable {
  /// A vehicle that is there for less has passed through: longer than a red light, as for stops.
  package var leastDwell: Seconds = 120
  /// Fixes outside do not end a visit if the vehicle is back inside after at most this time: receivers between walls
  /// stray for some seconds, and a vehicle does not leave and return in a minute.
  package var longestExcursion: Seconds = 60

  package init() {}

  /// Whether a vehicle only passed through; `nil` without times.
  package func hasPassed(_ visit: Visit) -> Bool? {
    visit.dwell.map { $0 < leastDwell && !visit.isAtBegin && !visit.isAtEnd }
  }
}
