internal import Geodesy
internal import Matching
internal import Traces

/// Whether the fixes of an online trip are outside the map, and where the trip began and ended.
struct OutsideTally {
  private var usable = 0
  private var outside = 0
  private var isMatched = false
  private var first: Place?
  private var last: Place?

  mutating func add(_ fix: DecidedFix) {
    guard fix.matched.status != .dropped, let place = fix.fix.place else { return }
    usable += 1
    if fix.matched.status == .matched { isMatched = true }
    if fix.matched.reason == .outsideMap { outside += 1 }
    if first == nil { first = place }
    last = place
  }

  /// The first and the last place if no fix is matched and most are outside the map; `nil` otherwise.
  var ends: [Place]? {
    guard let first, let last, !isMatched, usable > 1, 2 * outside > usable else { return nil }
    return [first, last]
  }
}
