internal import RoadGraph

/// What matching needs beside the fixes: made once for a pass over a trace, and once for all live traces of a run.
///
/// A class, because the settings are 2 kB, which every part of every live trace would hold a copy of.
final class MatchingModel: Sendable {
  let graph: RoadGraph
  let settings: MatchingSettings
  let joiner: RowJoiner

  init(graph: RoadGraph, settings: MatchingSettings) {
    self.graph = graph
    self.settings = settings
    joiner = RowJoiner(graph: graph, settings: settings)
  }

  var transition: Transition { joiner.transition }

  /// Transitions of a row to a candidate that are at most this likely are not paths on the map.
  func leastWay(_ row: LatticeRow, _ candidate: Candidate) -> Double {
    row.step.map { transition.unseenLogProbability(to: candidate, $0) } ?? -.infinity
  }
}
