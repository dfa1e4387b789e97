internal import Geodesy
private import Glibc
internal import Matching
package import RoadGraph

/// An alternative path for a trace: the trip, except for one stretch.
package struct TripAlternative: Sendable {
  /// One edge of the stretch, in the order driven.
  package struct Edge: EdgeTraversal, Hashable, Sendable {
    package var stretch: EdgeStretch
    package var isWrongWay: Bool

    package init(_ stretch: EdgeStretch, isWrongWay: Bool) {
      self.stretch = stretch
      self.isWrongWay = isWrongWay
    }
  }

  /// At least one.
  package var edges: [Edge]
  /// How much less likely it is than the trip: the natural logarithm of the ratio, never negative.
  package var margin: Double
  /// The numbers of the first and last fix of the model that are not where the trip has them.
  package var fixes: ClosedRange<Int>
  /// The last edge of the trip before the stretch, as an index into ``Trip/edges``; `nil` if the alternative begins
  /// elsewhere.
  package var partsFrom: Int?
  /// The first edge of the trip after the stretch; `nil` if the alternative ends elsewhere.
  package var rejoinsAt: Int?

  /// The probability relative to the trip, which has 1.
  package var relativeProbability: Double { exp(-margin) }

  package init(edges: [Edge], margin: Double, fixes: ClosedRange<Int>, partsFrom: Int?, rejoinsAt: Int?) {
    self.edges = edges
    self.margin = margin
    self.fixes = fixes
    self.partsFrom = partsFrom
    self.rejoinsAt = rejoinsAt
  }
}

/// Finds on the edges of a trip where its alternatives leave it and rejoin it.
struct AlternativeEnds {
  let matched: MatchedTrace
  let legs: [Leg]

  func partsFrom(_ alternative: AlternativePath) -> Int? {
    edge(at: alternative.parting, toward: alternative.fixes.upperBound) { steps, isMeeting in
      steps.first(where: isMeeting)
    }
  }

  func rejoinsAt(_ alternative: AlternativePath) -> Int? {
    edge(at: alternative.rejoining, toward: alternative.fixes.lowerBound) { steps, isMeeting in
      steps.last(where: isMeeting)
    }
  }

  /// The edge of a meeting: the edge of its fix, or one between the fix and the stretch.
  ///
  /// - Parameter pick: takes the first or the last of some steps, whichever is nearer to the fix.
  private func edge(
    at meeting: AlternativePath.Meeting?, toward fix: Int,
    _ pick: (Range<Int>, (Int) -> Bool) -> Int?
  ) -> Int? {
    guard let meeting, let leg = matched.path(around: meeting.fix) else { return nil }
    let path = matched.paths[leg]
    guard let anchor = path.anchor(notAfter: meeting.fix) else { return nil }
    let limit = path.anchor(notAfter: fix)?.step ?? (fix < meeting.fix ? 0 : path.steps.count - 1)
    let steps = min(anchor.step, limit)..<max(anchor.step, limit) + 1
    let step = pick(steps, { path.steps[$0].edge == meeting.edge }) ?? anchor.step
    return legs[leg].edges.lowerBound + step
  }
}
