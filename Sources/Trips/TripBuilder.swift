internal import Geodesy
package import Matching
internal import Moments
package import RoadGraph
internal import Traces

/// Turns the matched paths of a trace into its trip: edges with times and evidence, legs, gaps, stops and a summary.
package struct TripBuilder: Sendable {
  private let graph: RoadGraph
  private let mode: TravelMode
  private let settings: TripSettings

  package init(graph: RoadGraph, mode: TravelMode, settings: TripSettings = TripSettings()) {
    self.graph = graph
    self.mode = mode
    self.settings = settings
  }

  /// - Complexity: O(fixes + edges).
  package func trip(of matched: consuming MatchedTrace) -> Trip {
    var fold = TripFold(graph: graph, mode: mode, settings: settings)
    let usualPeriod = matched.trace.usualPeriod(leastSilence: settings.longestStep)
    let whole = fold.take(MatchedPiece(of: matched), usualPeriod: usualPeriod)
    let last = fold.finish()
    let (edges, legs) = (whole.edges.elements, whole.legs.elements)
    let counts = FixCounts(of: matched)
    let outcome = outcome(of: matched, counts, legCount: legs.count)
    let stops = whole.stops + last.stops
    let summary = summary(of: matched, counts, edges: edges)
    let motion = TripMotion(
      of: matched, edges: edges, legs: legs, stops: stops, duration: summary.duration, settings: settings)
    let alternatives = alternatives(of: matched, legs)
    return Trip(
      status: outcome.status, reason: outcome.reason, matched: matched, edges: edges, legs: legs, gaps: whole.gaps,
      stops: stops, alternatives: alternatives, summary: summary, motion: motion)
  }

  private func isWrongWay(_ edge: EdgeID) -> Bool { graph.isAgainstOneway(edge, for: mode) }

  private func alternatives(of matched: MatchedTrace, _ legs: [Leg]) -> [TripAlternative]? {
    guard let found = matched.alternatives else { return nil }
    let ends = AlternativeEnds(matched: matched, legs: legs)
    return found.map { alternative in
      TripAlternative(
        edges: alternative.steps.map { TripAlternative.Edge($0, isWrongWay: isWrongWay($0.edge)) },
        margin: alternative.margin, fixes: alternative.fixes, partsFrom: ends.partsFrom(alternative),
        rejoinsAt: ends.rejoinsAt(alternative))
    }
  }

  // MARK: Outcome

  private func outcome(
    of matched: MatchedTrace, _ counts: FixCounts, legCount: Int
  ) -> (status: TripStatus, reason: String?) {
    if matched.failure != nil { return (.error, "internal_error") }
    if matched.timedOut { return (.timeout, "time_limit") }
    return counts.outcome(legs: legCount, firstBreak: matched.breaks.first)
  }

  private func summary(of matched: MatchedTrace, _ counts: FixCounts, edges: [TripEdge]) -> TripSummary {
    let times = matched.trace.fixes.lazy.filter { $0.refusal == nil }.compactMap(\.time)
    let begin = times.first
    let end = times.last
    let length = edges.reduce(0) { $0 + $1.length }
    return TripSummary(
      fixes: matched.fixes.count, matched: counts.matched, unmatchedByReason: counts.byReasonSorted,
      length: length,
      duration: begin.flatMap { begin in end.map { $0.seconds(since: begin) } },
      coverage: counts.coverage,
      confidence: length > 0 ? edges.reduce(0) { $0 + $1.confidence * $1.length } / length : 0,
      beginTime: begin, endTime: end)
  }
}
