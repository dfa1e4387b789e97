internal import Geodesy
package import Matching
internal import Moments
package import RoadGraph
internal import Traces

/// Joins the matched paths of a trace into its trip: edges with times and evidence, legs, gaps, stops and numbers.
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
  package func trip(of matched: MatchedTrace) -> Trip {
    var edges: [TripEdge] = []
    var legs: [Leg] = []
    let evidence = EdgeEvidence(of: matched, settings: settings)
    for path in matched.paths {
      let first = edges.count
      edges += tripEdges(of: path, leg: legs.count, in: matched, evidence.evidence(of: path))
      legs.append(Leg(edges: first..<edges.count, fixes: path.fixes))
    }
    let counts = FixCounts(of: matched.fixes)
    let outcome = outcome(of: matched, counts, legCount: legs.count)
    return Trip(
      status: outcome.status, reason: outcome.reason, matched: matched, edges: edges, legs: legs,
      gaps: gaps(between: legs, in: matched),
      stops: stops(in: matched, settings: settings) { edgeOn(fix: $0, in: matched, legs) },
      alternatives: alternatives(of: matched, legs), summary: summary(of: matched, counts, edges: edges))
  }

  // MARK: Edges

  private func tripEdges(
    of path: MatchedPath, leg: Int, in matched: MatchedTrace, _ evidence: [Evidence]
  ) -> [TripEdge] {
    let clock = PathClock(path, trace: matched.trace, settings: settings)
    return path.steps.enumerated().map { i, step in
      let (enter, exit) = (clock.passing(atBeginOf: i), clock.passing(atEndOf: i))
      return TripEdge(
        edge: step.edge, beginOffset: step.begin, endOffset: step.end, enterTime: enter?.time, exitTime: exit?.time,
        enterTimeSource: enter?.source, exitTimeSource: exit?.source, evidence: evidence[i],
        confidence: path.confidences[i], isWrongWay: isWrongWay(step.edge), leg: leg)
    }
  }

  private func isWrongWay(_ edge: EdgeID) -> Bool { graph.access(of: edge)[mode] == .no }

  private func alternatives(of matched: MatchedTrace, _ legs: [Leg]) -> [TripAlternative]? {
    let ends = AlternativeEnds(matched: matched, legs: legs)
    return matched.alternatives?.map { alternative in
      TripAlternative(
        edges: alternative.steps.map {
          TripAlternative.Edge(
            edge: $0.edge, beginOffset: $0.begin, endOffset: $0.end, isWrongWay: isWrongWay($0.edge))
        }, margin: alternative.margin, fixes: alternative.fixes, partsFrom: ends.partsFrom(alternative),
        rejoinsAt: ends.rejoinsAt(alternative))
    }
  }

  // MARK: Gaps and stops

  private func gaps(between legs: [Leg], in matched: MatchedTrace) -> [Gap] {
    zip(zip(legs, legs.dropFirst()), matched.breaks).map { legs, reason in
      let fixes = legs.0.fixes.upperBound...legs.1.fixes.lowerBound
      let places = [fixes.lowerBound, fixes.upperBound].compactMap { matched.trace.fixes[$0].place }
      let length = places.count == 2 ? groundDistance(places[0], places[1]) : 0
      return Gap(reason: reason, fixes: fixes, length: length)
    }
  }

  private func edgeOn(fix: Int, in matched: MatchedTrace, _ legs: [Leg]) -> Int? {
    guard let leg = matched.path(around: fix) else { return nil }
    return matched.paths[leg].anchor(notAfter: fix).map { legs[leg].edges.lowerBound + $0.step }
  }

  // MARK: Outcome

  private func outcome(
    of matched: MatchedTrace, _ counts: FixCounts, legCount: Int
  ) -> (status: TripStatus, reason: String?) {
    if matched.failure != nil { return (.error, "internal_error") }
    if matched.timedOut { return (.timeout, "time_limit") }
    if matched.fixes.isEmpty { return (.skipped, "no_fixes") }
    if counts.usable == 0 {
      return counts.rejected == matched.fixes.count ? (.rejected, "no_readable_fix") : (.skipped, "no_usable_fix")
    }
    if counts.usable == 1 { return (.skipped, "single_fix") }
    if counts.matched == 0 { return (.unmatched, counts.commonestReasonOfMatching) }
    if counts.matched == counts.usable && legCount == 1 { return (.ok, nil) }
    return (.partial, counts.commonestReasonOfMatching ?? matched.breaks.first?.rawValue)
  }

  private func summary(of matched: MatchedTrace, _ counts: FixCounts, edges: [TripEdge]) -> TripSummary {
    let times = matched.trace.fixes.lazy.filter { $0.refusal == nil }.compactMap(\.time)
    let begin = times.first
    let end = times.last
    let length = edges.reduce(0) { $0 + $1.length }
    return TripSummary(
      fixes: matched.fixes.count, matched: counts.matched, unmatchedByReason: counts.byReasonSorted,
      length: length,
      wrongWayLength: 0,
      duration: begin.flatMap { begin in end.map { $0.seconds(since: begin) } },
      coverage: counts.usable == 0 ? 0 : Double(counts.matched) / Double(counts.usable),
      confidence: length > 0 ? edges.reduce(0) { $0 + $1.confidence * $1.length } / length : 0,
      beginTime: begin, endTime: end)
  }
}
