package import Geodesy
package import Matching
package import Moments
public import RoadGraph
package import Traces

/// How we know that an edge was driven.
package enum Evidence: String, CaseIterable, Sendable {
  /// At least one fix lies on it.
  case observed
  /// It joins two edges with fixes.
  case inferred
  /// So too, but other ways would do as well: the fixes on both sides are long apart, or the way is much longer than the
  /// straight line.
  case detour
}

/// How exactly we know when a vehicle passed a place.
package enum TimeSource: String, CaseIterable, Sendable {
  /// A fix lies there, or one shortly before and one shortly behind.
  case measured
  /// In proportion between fixes farther apart, or that of the nearest fix with a time.
  case estimated
}

/// One edge of a trip, in the order driven.
@usableFromInline package struct TripEdge: EdgeTraversal, Sendable {
  /// What was driven of it; the whole edge but at the ends of a path.
  @usableFromInline package var stretch: EdgeStretch
  package var enterTime: Timestamp?
  package var exitTime: Timestamp?
  /// `nil` without a time.
  package var enterTimeSource: TimeSource?
  package var exitTimeSource: TimeSource?
  package var evidence: Evidence
  /// The probability that it was driven, 0 … 1.
  package var confidence: Double
  package var isWrongWay: Bool
  /// Which leg it belongs to, index into ``Trip/legs``.
  package var leg: Int

  package init(
    _ stretch: EdgeStretch, enterTime: Timestamp?, exitTime: Timestamp?, enterTimeSource: TimeSource? = nil,
    exitTimeSource: TimeSource? = nil, evidence: Evidence, confidence: Double, isWrongWay: Bool, leg: Int
  ) {
    self.stretch = stretch
    self.enterTime = enterTime
    self.exitTime = exitTime
    self.enterTimeSource = enterTimeSource
    self.exitTimeSource = exitTimeSource
    self.evidence = evidence
    self.confidence = confidence
    self.isWrongWay = isWrongWay
    self.leg = leg
  }
}

/// An unbroken drive: a range of edges joined head to tail.
package struct Leg: Sendable {
  /// Indices into ``Trip/edges``; not empty.
  package var edges: Range<Int>
  /// The numbers of its first and last matched fix.
  package var fixes: ClosedRange<Int>

  package init(edges: Range<Int>, fixes: ClosedRange<Int>) {
    self.edges = edges
    self.fixes = fixes
  }
}

/// What lies between two legs.
package struct Gap: Sendable {
  package var reason: BreakReason
  /// The last matched fix before it and the first after it.
  package var fixes: ClosedRange<Int>
  /// The straight line between the two.
  package var length: Metres

  package init(reason: BreakReason, fixes: ClosedRange<Int>, length: Metres) {
    self.reason = reason
    self.fixes = fixes
    self.length = length
  }
}

/// A time during which the vehicle did not move.
package struct Stop: Sendable {
  package var fixes: ClosedRange<Int>
  package var begin: Timestamp
  package var end: Timestamp
  /// Of the first fix: on its road, or where the device says it is.
  package var place: Place
  /// Index into ``Trip/edges`` of the edge stood on, if any; and that edge of the map.
  package var edge: Int?
  package var road: EdgeID?

  package init(fixes: ClosedRange<Int>, begin: Timestamp, end: Timestamp, place: Place, edge: Int?, road: EdgeID?) {
    self.fixes = fixes
    self.begin = begin
    self.end = end
    self.place = place
    self.edge = edge
    self.road = road
  }
}

/// What became of a trip. The raw values are stable codes.
package enum TripStatus: String, CaseIterable, Sendable {
  /// Every kept fix is matched and one path joins them.
  case ok
  /// Some of it is matched.
  case partial
  /// None of it is.
  case unmatched
  /// Nothing to match: fewer than two usable fixes, or a planned route and no drive.
  case skipped
  /// No fix of it could be read.
  case rejected
  /// The time limit ran out.
  case timeout
  /// Matching met an internal error; see ``MatchedTrace/failure``.
  case error
}

/// The driven route of one trace.
package struct Trip: Sendable {
  package var status: TripStatus
  /// A stable code when `status` is not `.ok`.
  package var reason: String?
  package var matched: MatchedTrace
  package var edges: [TripEdge]
  /// In order; their ranges cover `edges`.
  package var legs: [Leg]
  /// legs.count − 1 entries, entry *i* between leg *i* and *i* + 1.
  package var gaps: [Gap]
  package var stops: [Stop]
  /// Other ways that the trace may have gone, likeliest first; `nil` where they were not asked for.
  package var alternatives: [TripAlternative]?
  package var summary: TripSummary

  package init(
    status: TripStatus, reason: String?, matched: MatchedTrace, edges: [TripEdge], legs: [Leg], gaps: [Gap],
    stops: [Stop], alternatives: [TripAlternative]? = nil, summary: TripSummary
  ) {
    self.status = status
    self.reason = reason
    self.matched = matched
    self.edges = edges
    self.legs = legs
    self.gaps = gaps
    self.stops = stops
    self.alternatives = alternatives
    self.summary = summary
  }
}

/// The numbers of one trip.
package struct TripSummary: Sendable {
  /// Records of the trace, refused ones included.
  package var fixes: Int
  package var matched: Int
  /// How many fixes are not matched, by reason code, sorted by code.
  package var unmatchedByReason: [(reason: FixReason, count: Int)]
  /// Driven on the road graph.
  package var length: Metres
  /// From the first to the last usable fix; `nil` without times.
  package var duration: Seconds?
  /// matched ÷ usable fixes (neither refused nor dropped); 0 without any.
  package var coverage: Double
  /// The share of the length that was driven as stated, as far as can be expected: the mean of the edges' confidences by
  /// length; 0 without length.
  package var confidence: Double
  package var beginTime: Timestamp?
  package var endTime: Timestamp?

  package init(
    fixes: Int, matched: Int, unmatchedByReason: [(reason: FixReason, count: Int)], length: Metres,
    duration: Seconds?, coverage: Double, confidence: Double, beginTime: Timestamp?, endTime: Timestamp?
  ) {
    self.fixes = fixes
    self.matched = matched
    self.unmatchedByReason = unmatchedByReason
    self.length = length
    self.duration = duration
    self.coverage = coverage
    self.confidence = confidence
    self.beginTime = beginTime
    self.endTime = endTime
  }
}
