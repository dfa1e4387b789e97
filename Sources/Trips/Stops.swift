internal import Geodesy
internal import Matching
internal import Moments
internal import Traces

/// The times at which the vehicle stood: maximal runs of fixes that stay near the first of them for long enough.
///
/// - Parameter edge: the trip's edge on which a fix lies.
/// - Complexity: O(fixes), and O(fixes of a run) more where a vehicle comes back to where it was after the least time.
func stops(in matched: MatchedTrace, settings: TripSettings, edge: (Int) -> Int?) -> [Stop] {
  var search = StopSearch(matched.trace.fixes, settings: settings)
  var stops: [Stop] = []
  while let stop = search.next() {
    stops.append(Stop(fixes: stop.fixes, begin: stop.begin, end: stop.end, edge: edge(stop.fixes.lowerBound)))
  }
  return stops
}

/// Looks for stops from the first usable fix to the last.
///
/// A stop lasts to its first fix that is late enough, and that one too is near its begin. Most fixes of a drive are ruled
/// out by this one distance.
private struct StopSearch: ~Copyable {
  private let fixes: [Fix]
  /// The numbers of the fixes that are not refused.
  private let usable: [Int]
  private let settings: TripSettings
  private var ruler: MovingRuler?
  /// Where in `usable` the search has come to.
  private var position = 0
  /// Where in `usable` a stop that begins at `position` ends at the soonest.
  private var late = 0
  private var lastBegin: Timestamp?

  init(_ fixes: [Fix], settings: TripSettings) {
    self.fixes = fixes
    self.settings = settings
    usable = fixes.indices.filter { fixes[$0].refusal == nil }
    ruler = usable.first.flatMap { fixes[$0].place }.map { MovingRuler(at: $0) }
  }

  mutating func next() -> (fixes: ClosedRange<Int>, begin: Timestamp, end: Timestamp)? {
    while position < usable.count {
      let first = position
      position += 1
      guard let begin = fixes[usable[first]].time, isNearSoonestEnd(from: first, begin) else { continue }
      let last = endOfStanding(from: first)
      guard let end = fixes[usable[last]].time, end.seconds(since: begin) >= settings.leastStopTime else { continue }
      position = last + 1
      return (usable[first]...usable[last], begin, end)
    }
    return nil
  }

  /// Whether the first fix that is late enough is near the one at `first`.
  private mutating func isNearSoonestEnd(from first: Int, _ begin: Timestamp) -> Bool {
    if let lastBegin, begin < lastBegin { late = first }  // times that were not cleaned
    lastBegin = begin
    late = max(late, first + 1)
    while late < usable.count, !isLate(usable[late], begin) { late += 1 }
    guard late < usable.count, let place = fixes[usable[first]].place, let other = fixes[usable[late]].place else {
      return false
    }
    if let length = ruler?.distance(place, other), length > 2 * settings.stopRadius { return false }
    return groundDistance(place, other) <= settings.stopRadius
  }

  private func isLate(_ fix: Int, _ begin: Timestamp) -> Bool {
    guard let time = fixes[fix].time else { return false }
    return time.seconds(since: begin) >= settings.leastStopTime
  }

  /// The last of the run of usable fixes from `first` on that stay near it.
  private func endOfStanding(from first: Int) -> Int {
    guard let begin = fixes[usable[first]].place else { return first }
    var last = first
    while last + 1 < usable.count, let place = fixes[usable[last + 1]].place,
      groundDistance(begin, place) <= settings.stopRadius
    { last += 1 }
    return last
  }
}
