package import Geodesy
package import Matching
package import Moments
public import RoadGraph
package import Traces

/// How we know that an edge was driven.
package enum Evidence: String, CaseIterable, Sendable {
  /// At least one fix is on it.
  case observed
  /// It connects two edges that have fixes.
  case inferred
  /// Inferred, but another path would fit as well: the fixes on both sides are far apart in time, or the path is much
  /// longer than the straight line.
  case detour
}

/// How exactly the time at which a vehicle passed a place is known.
package enum TimeSource: String, CaseIterable, Sendable {
  /// A fix is there, or one shortly before and one shortly after.
  case measured
  /// Interpolated between fixes further apart, or the time of the nearest fix that has one.
  case estimated
}

/// One edge of a trip, in the order driven.
@usableFromInline package struct TripEdge: EdgeTraversal, Sendable {
  /// The part of the edge that was driven: the whole edge, except at the ends of a path.
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
  /// The leg to which the edge belongs, as an index into ``Trip/legs``.
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

/// The break between two legs.
package struct Gap: Sendable {
  package var reason: BreakReason
  /// The last matched fix before the gap and the first one after it.
  package var fixes: ClosedRange<Int>
  /// The straight line between these two fixes.
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
  /// The place of the first fix: on its road, or else as the device reported it.
  package var place: Place
  /// The mean of the fixes, which is nearer to the truth than any of them.
  package var middle: Place
  /// Where the device reported the first fix; `nil` if that is not known.
  package var reported: Place?
  /// Index into ``Trip/edges`` of the edge stood on, if any; and that edge of the map.
  package var edge: Int?
  package var road: EdgeID?
  /// The vehicle drove off; otherwise the record ends while it stands.
  package var isLeft: Bool

  package init(
    fixes: ClosedRange<Int>, begin: Timestamp, end: Timestamp, place: Place, middle: Place? = nil,
    reported: Place? = nil, edge: Int?, road: EdgeID?, isLeft: Bool = true
  ) {
    self.fixes = fixes
    self.begin = begin
    self.end = end
    self.place = place
    self.middle = middle ?? place
    self.reported = reported
    self.isLeft = isLeft
    self.edge = edge
    self.road = road
  }
}

/// The outcome of a trip. The raw values are stable codes.
package enum TripStatus: String, CaseIterable, Sendable {
  /// Every kept fix is matched, one path joins them, and few records were refused or dropped.
  case ok
  /// Some fixes are matched, or too many records were refused or dropped.
  case partial
  /// No fix is matched.
  case unmatched
  /// There is nothing to match: fewer than two usable fixes, or a planned route rather than a drive.
  case skipped
  /// No fix could be read.
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
  /// Other paths that fit the trace, likeliest first; `nil` if they were not requested.
  package var alternatives: [TripAlternative]?
  package var summary: TripSummary
  package var motion: TripMotion

  package init(
    status: TripStatus, reason: String?, matched: MatchedTrace, edges: [TripEdge], legs: [Leg], gaps: [Gap],
    stops: [Stop], alternatives: [TripAlternative]? = nil, summary: TripSummary, motion: TripMotion = TripMotion()
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
    self.motion = motion
  }
}

/// Summary numbers of one trip.
package struct TripSummary: Sendable {
  /// The records of the trace, including refused ones.
  package var fixes: Int
  package var matched: Int
  /// How many fixes are not matched, by reason code, sorted by code.
  package var unmatchedByReason: [(reason: FixReason, count: Int)]
  /// The length driven on the road graph.
  package var length: Metres
  /// From the first to the last usable fix; `nil` without times.
  package var duration: Seconds?
  /// matched ÷ records, not counting records that repeat the time and the place of the previous one; 0 without records.
  package var coverage: Double
  /// The expected share of the length that was driven as stated: the mean of the edges' confidences weighted by length;
  /// 0 without length.
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
