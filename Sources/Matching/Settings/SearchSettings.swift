/// How far unlikely candidates and paths are followed; differences of natural logarithms.
package struct SearchSettings: Sendable {
  /// A candidate whose best path is this much less likely than the best of its row is dropped. More than
  /// ``TransitionSettings/enteringRoad``, by which roads are less likely than no road as long as a vehicle is off the
  /// road. Source: Experiments.md, *Off the road and outliers*: below 12 a vehicle never comes back onto the road.
  package var beam: Double = 20
  /// A search does not look for candidates that would be this much less likely than the best of their row. Source:
  /// Experiments.md, *Speed of searches*.
  package var targetBeam: Double = 8
  /// Paths this much less likely than the straight one are not looked for: about as much as leaving the road and coming
  /// back to it elsewhere. A judgement.
  package var detourPruning: Double = 14
  /// A path this much less likely than the best one to the same candidate adds nothing to its probability. Source:
  /// Experiments.md, *Speed of searches*.
  package var posteriorPruning: Double = 5
  /// The most edges that all searches from the candidates before a fix to its own settle together, and the most that
  /// the search for the driven path between two fixes settles: the bound on the work for a fix, whatever the input.
  /// The likeliest candidate searches first; where nothing is left, the map has no path. A judgement: more than ten
  /// times what buses in Chicago need (Matching.md, *The search*).
  package var mostSettledEdges = 50_000
}
