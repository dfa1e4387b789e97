internal import Geodesy
package import Matching
internal import Moments
internal import RoadGraph
package import Traces

/// Adds up a trip in progress: its fixes, edges, legs and stops become the numbers that a whole trip has.
///
/// Memory: the legs in which a stop may still be found, as a rule the one in progress, and the newest fixes of that.
package struct TripTally: Sendable {
  private let settings: TripSettings
  private var counts = FixCounts()
  private var (begin, end): (Timestamp?, Timestamp?)
  private var (origin, destination): (Place?, Place?)
  private var length: Metres = 0
  /// Metres that were driven as stated, by their confidences.
  private var sureLength: Metres = 0
  private var idle: Seconds = 0
  private var paces = PaceTotals()
  private var firstBreak: BreakReason?
  private var (edgeCount, legCount, gapCount, stopCount) = (0, 0, 0, 0)
  /// The legs whose pace is not certain; the last one may be in progress.
  private var legs: ArraySlice<LegTally> = []
  /// The stops that may touch these legs or later ones.
  private var stops: ArraySlice<Stop> = []

  package init(settings: TripSettings = TripSettings()) { self.settings = settings }

  /// Takes the next fix that is decided.
  package mutating func take(_ fix: Fix, _ matched: MatchedFix) {
    counts.take(fix, matched)
    if fix.refusal == nil, let time = fix.time {
      if begin == nil { begin = time }
      end = time
    }
    guard let place = matched.position?.place else { return }
    if origin == nil { origin = place }
    destination = place
  }

  /// Takes the next part of the path with what its trip has become by it.
  ///
  /// - Returns: the legs that nothing that follows can change.
  package mutating func take(_ piece: MatchedPiece, _ update: TripUpdate, in trip: TripFold) -> [DrivenLeg] {
    for part in piece.parts where !part.path.anchors.isEmpty { take(part, of: piece) }
    add(update)
    var settled: [DrivenLeg] = []
    while let leg = legs.first, leg.leg != nil, isBefore(leg, trip.earliestStop) { settled.append(settle(leg)) }
    return settled
  }

  /// Ends the trip.
  ///
  /// - Parameter rest: what became certain when nothing followed.
  /// - Returns: the remaining legs.
  package mutating func finish(_ rest: TripUpdate) -> [DrivenLeg] {
    add(rest)
    return legs.map { settle($0) }
  }

  /// The numbers of the trip, when it has ended.
  package var totals: TripTotals {
    let duration = begin.flatMap { begin in end.map { $0.seconds(since: begin) } }
    let summary = TripSummary(
      fixes: counts.records, matched: counts.matched, unmatchedByReason: counts.byReasonSorted, length: length,
      duration: duration, coverage: counts.coverage, confidence: length > 0 ? sureLength / length : 0,
      beginTime: begin, endTime: end)
    return TripTotals(
      counts.outcome(legs: legCount, firstBreak: firstBreak), summary,
      TripMotion(from: origin, to: destination, idle: duration.map { _ in idle }, paces), legs: legCount,
      gaps: gapCount, stops: stopCount, edges: edgeCount)
  }

  /// Whether no stop that is still to be found touches a leg.
  private func isBefore(_ leg: LegTally, _ stop: Timestamp?) -> Bool {
    guard let end = leg.track.end else { return true }
    return stop.map { end <= $0 } ?? false
  }

  private mutating func take(_ part: PathPart, of piece: MatchedPiece) {
    if legs.last?.isDriven ?? true { legs.append(LegTally(settings)) }
    legs[legs.endIndex - 1].take(part, of: piece)
  }

  private mutating func add(_ update: TripUpdate) {
    for edge in update.edges.elements {
      length += edge.length
      sureLength += edge.confidence * edge.length
      // The legs that are settled were the first ones.
      legs[legs.startIndex + edge.leg - (legCount - endedCount)].length += edge.length
    }
    for (number, leg) in zip(legs.indices.dropFirst(endedCount), update.legs.elements) { legs[number].leg = leg }
    edgeCount += update.edges.count
    legCount += update.legs.count
    gapCount += update.gaps.count
    if firstBreak == nil { firstBreak = update.gaps.first?.reason }
    stopCount += update.stops.count
    for stop in update.stops { idle += stop.end.seconds(since: stop.begin) }
    stops += update.stops
  }

  /// The number of the waiting legs that have ended.
  private var endedCount: Int { legs.count { $0.leg != nil } }

  private mutating func settle(_ ended: LegTally) -> DrivenLeg {
    legs.removeFirst()
    let pace = LegPace(ended.track, length: ended.length, &stops)
    paces.add(pace)
    return DrivenLeg(
      leg: ended.leg ?? Leg(edges: 0..<0, fixes: 0...0), pace: pace, begin: ended.begin, end: ended.end)
  }
}

/// A leg that is not added up yet.
private struct LegTally: Sendable {
  var track: TimedTrack
  /// Of its certain edges.
  var length: Metres = 0
  /// `nil` while it may have further edges.
  var leg: Leg?
  /// Its path has ended.
  private(set) var isDriven = false
  /// The places on the road of its first and last fix.
  private(set) var begin: Place?
  private(set) var end: Place?
  private var hasBegun = false
  /// The length of its path so far.
  private var driven: Metres = 0

  init(_ settings: TripSettings) { track = TimedTrack(settings) }

  mutating func take(_ part: PathPart, of piece: MatchedPiece) {
    let steps = part.path.steps
    var (before, step) = (driven, 0)
    for anchor in part.path.anchors {
      while step < anchor.step {
        before += steps[step].length
        step += 1
      }
      end = piece.matched[anchor.fix].position?.place
      if !hasBegun { begin = end }
      hasBegun = true
      if let time = piece.fixes[anchor.fix].time { track.add(before + anchor.offset - steps[step].begin, time) }
    }
    driven = steps[step...].reduce(before) { $0 + $1.length }
    isDriven = part.isEnd
  }
}
