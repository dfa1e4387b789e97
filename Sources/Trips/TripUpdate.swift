package import Geodesy
package import Matching
package import Moments
package import RoadGraph
package import Traces

/// What has become certain of a trip since the previous update.
///
/// All numbers refer to the whole trip. An edge arrives with its last fix or later, a gap with the fix after it, a leg
/// with its last edge.
package struct TripUpdate: Sendable {
  package var fixes: Numbered<Fix>
  /// The result for each of `fixes`.
  package var matched: Numbered<MatchedFix>
  /// The edge that each of `fixes` is on; `nil` off the road.
  package var edgeOfFix: Numbered<FixEdge?>
  package var edges: Numbered<TripEdge>
  /// The legs that have ended.
  package var legs: Numbered<Leg>
  package var gaps: [Gap] = []
  package var stops: [Stop] = []
  /// The median time between neighbouring fixes: over the whole trip or, for a live trip, over its newest fixes; 0 if
  /// there is no long time between any two of them.
  package var usualPeriod: Seconds
  /// The time of the last fix with a time before `fixes`.
  package var timeBefore: Timestamp?
  /// The edge of the map that follows the last certain one in the same leg, if it is known.
  package var nextEdge: EdgeID?
}

/// The edge of a trip that a fix is on.
package struct FixEdge: Hashable, Sendable, BitwiseCopyable {
  /// Index into ``Trip/edges``.
  package var edge: Int
  /// The edge of the map.
  package var road: EdgeID
  /// Index into ``Trip/legs``.
  package var leg: Int

  package init(edge: Int, road: EdgeID, leg: Int) {
    self.edge = edge
    self.road = road
    self.leg = leg
  }
}

extension TripUpdate {
  /// The whole trip at once.
  ///
  /// - Parameter leastSilence: only times between fixes longer than this require the usual one.
  package init(of trip: borrowing Trip, leastSilence: Seconds) {
    self.init(
      fixes: Numbered(trip.matched.trace.fixes), matched: Numbered(trip.matched.fixes),
      edgeOfFix: Numbered(Self.edgesOfFixes(in: trip)), edges: Numbered(trip.edges), legs: Numbered(trip.legs),
      gaps: trip.gaps, stops: trip.stops,
      usualPeriod: trip.matched.trace.usualPeriod(leastSilence: leastSilence), timeBefore: nil)
  }

  private static func edgesOfFixes(in trip: Trip) -> [FixEdge?] {
    var edges = [FixEdge?](repeating: nil, count: trip.matched.fixes.count)
    for (number, leg) in trip.legs.enumerated() {
      guard let path = trip.matched.path(around: leg.fixes.lowerBound) else { continue }
      for anchor in trip.matched.paths[path].anchors where leg.fixes.contains(anchor.fix) {
        let edge = leg.edges.lowerBound + anchor.step
        if leg.edges.contains(edge) {
          edges[anchor.fix] = FixEdge(edge: edge, road: trip.edges[edge].edge, leg: number)
        }
      }
    }
    return edges
  }

  /// Whether a fix was neither refused by the reader nor dropped by cleaning.
  @inlinable
  package func isUsable(_ fix: Int) -> Bool {
    switch matched[fix].status {
    case .matched, .offRoad, .unmatched: true
    case .dropped, .rejected: false
    }
  }

  /// The place of a fix on its road, or else as the device reported it.
  package func place(of fix: Int) -> Place? { matched[fix].position?.place ?? fixes[fix].place }

  /// The time of a fix, or of the last fix before it that has one.
  package func lastTime(notAfter fix: Int) -> Timestamp? {
    fixes[fix].time ?? fixes[..<fix].last { $0.time != nil }?.time ?? timeBefore
  }
}

extension Trace {
  /// The median time between neighbouring usable fixes; 0 if none is longer than `leastSilence`.
  ///
  /// - Complexity: O(*n*), and O(*n* log *n*) for a trace with silences.
  package func usualPeriod(leastSilence: Seconds) -> Seconds {
    // Most traces have no silence, and need no median.
    var longest: Seconds = 0
    forEachPeriod { longest = max(longest, $0) }
    guard longest > leastSilence else { return 0 }
    var periods: [Seconds] = []
    forEachPeriod { periods.append($0) }
    periods.sort()
    return periods[(periods.count - 1) / 2]
  }

  /// Calls `body` with the time from each usable fix that has one to the next.
  private func forEachPeriod(_ body: (Seconds) -> Void) {
    var last: Timestamp?
    for fix in fixes where fix.refusal == nil {
      guard let time = fix.time else { continue }
      if let last { body(time.seconds(since: last)) }
      last = time
    }
  }
}

/// The times between the newest usable fixes of a trace that is still being recorded.
package struct RecentPeriods: Sendable {
  private var newest: [Seconds] = []
  private var last: Timestamp?
  private static let most = 64

  package init() {}

  package mutating func take(_ fix: Fix) {
    guard fix.refusal == nil, let time = fix.time else { return }
    if let last {
      if newest.count == Self.most { newest.removeFirst() }
      newest.append(time.seconds(since: last))
    }
    last = time
  }

  /// Their median; 0 if none is longer than `leastSilence`.
  package func usualPeriod(leastSilence: Seconds) -> Seconds {
    guard newest.contains(where: { $0 > leastSilence }) else { return 0 }
    return newest.sorted()[(newest.count - 1) / 2]
  }
}
