package import Geodesy
package import RoadGraph
internal import Storage
package import Traces

/// The outcome of one fix.
package enum FixStatus: String, CaseIterable, Sendable, BitwiseCopyable {
  /// On an edge.
  case matched
  /// Usable, but no road is near, or its neighbours follow none of the roads near it.
  case offRoad = "off_road"
  /// Usable, with roads near it, but no path joins it to its neighbours.
  case unmatched
  /// Read, and left out by cleaning.
  case dropped
  /// Refused by the reader.
  case rejected
}

/// Where on the road graph a fix was.
package struct MatchedPosition: Sendable, BitwiseCopyable {
  package let edge: EdgeID
  /// The distance from the start of the edge, along its geometry.
  package let offset: Metres
  package var place: Place
  /// The distance from the fix to `place`.
  package let distance: Metres

  package init(edge: EdgeID, offset: Metres, place: Place, distance: Metres) {
    self.edge = edge
    self.offset = offset
    self.place = place
    self.distance = distance
  }
}

/// The probability that the vehicle was on an edge at the time of a fix.
package struct EdgeBelief: Hashable, Sendable, BitwiseCopyable {
  package let edge: EdgeID
  /// 0 … 1.
  package var probability: Double

  package init(edge: EdgeID, probability: Double) {
    self.edge = edge
    self.probability = probability
  }
}

/// The result for one fix of the input; entry *i* belongs to fix *i*.
package struct MatchedFix: Sendable, BitwiseCopyable {
  package var status: FixStatus
  /// Why it is not matched; `nil` if it is.
  package var reason: FixReason?
  /// `nil` unless `status` is `.matched`.
  package var position: MatchedPosition?
  /// The probability that the vehicle was on this edge, 0 … 1.
  package var confidence: Double
  /// The likeliest of the other edges; `nil` if none is worth naming. Its probability exceeds `confidence` if the whole
  /// trace favours an edge that the fix alone does not.
  package var runnerUp: EdgeBelief?
  /// The edge runs against the allowed direction of the travel mode.
  package let isWrongWay: Bool

  package init(
    status: FixStatus, reason: FixReason?, position: MatchedPosition?, confidence: Double,
    runnerUp: EdgeBelief? = nil, isWrongWay: Bool
  ) {
    self.status = status
    self.reason = reason
    self.position = position
    self.confidence = confidence
    self.runnerUp = runnerUp
    self.isWrongWay = isWrongWay
  }
}

/// The place of a fix on its path.
package struct Anchor: Hashable, Sendable, BitwiseCopyable {
  /// The number of the fix.
  package var fix: Int
  /// Index into ``MatchedPath/steps``.
  package var step: Int
  /// Metres from the start of the step's edge, within the step; never before the previous anchor.
  package var offset: Metres

  package init(fix: Int, step: Int, offset: Metres) {
    self.fix = fix
    self.step = step
    self.offset = offset
  }
}

/// A run of fixes joined by one unbroken path.
package struct MatchedPath: Sendable {
  /// In the order driven; at least one.
  package var steps: [EdgeStretch]
  /// The matched fixes of the path, in order; at least one.
  package var anchors: [Anchor]
  /// The probability, 0 … 1, that each step was driven: one entry per step; 1 until it is computed.
  package var confidences: [Double]

  package init(steps: [EdgeStretch], anchors: [Anchor]) {
    self.steps = steps
    self.anchors = anchors
    confidences = [Double](repeating: 1, count: steps.count)
  }

  /// The numbers of the first and last matched fix.
  package var fixes: ClosedRange<Int> {
    guard let first = anchors.first, let last = anchors.last else { return 0...0 }
    return first.fix...last.fix
  }
}

/// Why one path ends and the next begins.
package enum BreakReason: String, CaseIterable, Sendable {
  /// One or more fixes in between are off the road, or the vehicle left it between two fixes.
  case offRoad = "off_road"
  /// The trace is silent for too long.
  case timeGap = "time_gap"
  /// No path, or none short enough, joins the two fixes.
  case noPath = "no_path"
  /// What lies between is hidden.
  case hidden
}

/// A trace matched to the road graph.
///
/// Shapes:
///
///     fixes     one entry for every fix of the trace, in order
///     paths     in order of time, their ranges of fixes disjoint; may be empty
///     breaks    paths.count − 1 entries (none without paths): why path i + 1 does not continue path i
package struct MatchedTrace: Sendable {
  package var trace: Trace
  package var fixes: [MatchedFix]
  package var paths: [MatchedPath]
  package let breaks: [BreakReason]
  /// The time limit of the trace ran out before the end was reached.
  package var timedOut: Bool
  /// The number of fixes for which a search ended at ``SearchSettings/mostSettledEdges``: where the map seems to have no
  /// path to them, it may have one.
  package internal(set) var boundedFixes = 0
  /// Why no correct result was found, so that no fix is matched; `nil` except for errors of the program and damaged maps.
  package internal(set) var failure: MatchingError?
  /// Other likely paths of the trace, likeliest first; `nil` if none were requested.
  package var alternatives: [AlternativePath]?
  /// Why each fix is on its road; `nil` if nobody asked.
  package var candidates: FixCandidates?

  package init(
    trace: Trace, fixes: [MatchedFix], paths: [MatchedPath], breaks: [BreakReason], timedOut: Bool,
    alternatives: [AlternativePath]? = nil, candidates: FixCandidates? = nil
  ) {
    self.trace = trace
    self.fixes = fixes
    self.paths = paths
    self.breaks = breaks
    self.timedOut = timedOut
    self.alternatives = alternatives
    self.candidates = candidates
  }
}

extension MatchedTrace {
  /// The path whose range of fixes contains a fix, as an index into ``paths``.
  ///
  /// - Complexity: O(log paths).
  package func path(around fix: Int) -> Int? {
    let after = paths.partitioningIndex { $0.fixes.upperBound >= fix }
    return after < paths.count && paths[after].fixes.contains(fix) ? after : nil
  }
}

extension MatchedPath {
  /// The last anchor at or before a fix.
  ///
  /// - Complexity: O(log anchors).
  package func anchor(notAfter fix: Int) -> Anchor? {
    let after = anchors.partitioningIndex { $0.fix > fix }
    return after > 0 ? anchors[after - 1] : nil
  }

  /// The anchors on a range of steps.
  ///
  /// - Complexity: O(log anchors).
  package func anchors(on steps: Range<Int>) -> ArraySlice<Anchor> {
    let begin = anchors.partitioningIndex { $0.step >= steps.lowerBound }
    return anchors[begin..<anchors.partitioningIndex { $0.step >= steps.upperBound }]
  }
}

extension MatchedPath {
  /// A part of the steps, with the anchors on them.
  func part(_ range: Range<Int>) -> MatchedPath {
    var part = MatchedPath(
      steps: Array(steps[range]),
      anchors: anchors(on: range).map { Anchor(fix: $0.fix, step: $0.step - range.lowerBound, offset: $0.offset) })
    part.confidences = Array(confidences[range])
    return part
  }
}
