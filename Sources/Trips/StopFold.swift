package import Geodesy
package import Moments
internal import Traces

/// Finds, fix by fix, when the vehicle stood: maximal runs of usable fixes that stay near the first of them for long
/// enough.
///
/// One distance rules out most fixes of a drive: the distance to the first fix that is late enough.
///
/// - Complexity: O(1) for a fix, or O(fixes of the least stop time) when a vehicle returns to where it was that long
///   ago.
package struct StopFold: Sendable {
  private let settings: TripSettings
  private var ruler: MovingRuler?
  /// The newest fixes; any from `first` on may begin a stop.
  private var waiting: [StopFix] = []
  private var first = 0
  /// The stop in progress, up to its last fix with a time.
  private var standing: (begin: StopFix, last: StopFix)?

  package init(settings: TripSettings) { self.settings = settings }

  /// The number of the fix at which the stop began that the newest fix belongs to; `nil` while the vehicle moves.
  package var standingSince: Int? { standing?.begin.number }

  /// When the next stop begins at the earliest: it or any later one; `nil` if no fix so far may begin one.
  var earliestBegin: Timestamp? {
    standing?.begin.time ?? waiting[first...].lazy.compactMap(\.time).first
  }

  /// Takes the next usable fix.
  ///
  /// - Returns: the stop that ended before it.
  package mutating func take(_ fix: StopFix) -> Stop? {
    let ended = isGoingOn(at: fix) ? nil : finish()
    if standing != nil { return ended }
    if first > Self.mostForgotten { forget() }
    waiting.append(fix)
    findBegin(of: fix)
    return ended
  }

  /// - Returns: the stop that lasts to the end of the trip.
  package mutating func finish() -> Stop? {
    guard let (begin, last) = standing else { return nil }
    standing = nil
    guard let from = begin.time, let to = last.time else { return nil }
    return Stop(
      fixes: begin.number...last.number, begin: from, end: to, place: begin.matchedPlace, reported: begin.place,
      edge: begin.edge?.edge,
      road: begin.edge?.road)
  }

  /// Whether the vehicle still stands where it stood; `false` also if it did not stand.
  private mutating func isGoingOn(at fix: StopFix) -> Bool {
    guard let standing, groundDistance(standing.begin.place, fix.place) <= settings.stopRadius else { return false }
    if fix.time != nil { self.standing?.last = fix }
    return true
  }

  /// Looks for a waiting fix that began a stop, with the newest fix as the first one late enough.
  private mutating func findBegin(of newest: StopFix) {
    while first < waiting.count {
      let begin = waiting[first]
      if let time = begin.time {
        guard let now = newest.time, now.seconds(since: time) >= settings.leastStopTime else { return }
        if isNear(begin, newest), staysNear(begin) {
          standing = (begin, newest)
          waiting.removeAll(keepingCapacity: true)
          first = 0
          return
        }
      }
      first += 1
    }
  }

  private mutating func isNear(_ begin: StopFix, _ newest: StopFix) -> Bool {
    if ruler == nil { ruler = MovingRuler(at: begin.place) }
    if let length = ruler?.distance(begin.place, newest.place), length > 2 * settings.stopRadius { return false }
    return groundDistance(begin.place, newest.place) <= settings.stopRadius
  }

  private func staysNear(_ begin: StopFix) -> Bool {
    waiting[first...].allSatisfy { groundDistance(begin.place, $0.place) <= settings.stopRadius }
  }

  private mutating func forget() {
    waiting.removeSubrange(..<first)
    first = 0
  }

  private static let mostForgotten = 64
}

/// A usable fix that may belong to a stop.
package struct StopFix: BitwiseCopyable, Sendable {
  package var number: Int
  package var place: Place
  /// The place on its road, or else `place`.
  package var matchedPlace: Place
  package var time: Timestamp?
  /// The trip's edge that the fix is on, or the last edge of its leg before the fix.
  package var edge: FixEdge?

  package init(number: Int, place: Place, matchedPlace: Place, time: Timestamp?, edge: FixEdge? = nil) {
    self.number = number
    self.place = place
    self.matchedPlace = matchedPlace
    self.time = time
    self.edge = edge
  }
}
