internal import Geodesy
package import RoadGraph
internal import Routing
package import Traces

/// Lays traces on a road graph: for every fix the likeliest edge, and the path that joins them.
///
/// A hidden Markov model whose states are places on directed edges; see ``Emission`` and ``Transition`` for the two
/// probabilities, ``Lattice`` for the most probable path and the confidence. Where no path joins two fixes the trace
/// is broken, with a reason, and goes on behind the break.
///
/// - Source: Newson & Krumm, ACM GIS 2009, doi:10.1145/1653771.1653818. Differs in: directed edges; breaking a rule of
///   the road is unlikely, not impossible; a tail for outliers; the device's course; confidence by forward–backward.
package struct Matcher: Sendable {
  package let graph: RoadGraph
  package let settings: MatchingSettings

  package init(graph: RoadGraph, settings: MatchingSettings) {
    self.graph = graph
    self.settings = settings
  }

  /// Matches one trace whose fixes have been read and cleaned.
  ///
  /// - Returns: one entry for every fix of the trace, in order, whatever became of it.
  /// - Complexity: O(*n · k*) bounded searches for *n* fixes with *k* candidates each.
  package func match(_ trace: Trace, using scratch: inout MatchingScratch) -> MatchedTrace {
    var fixes = trace.fixes.map(Self.initialState)
    let usable = usableFixes(of: trace, settings: settings)
    let kept = thinned(usable, settings: settings)
    let deadline = settings.timeLimit.map { ContinuousClock.now + $0 }
    var taken = MatchingScratch()
    swap(&taken, &scratch)
    var pass = ForwardPass(graph: graph, settings: settings, deadline: deadline, scratch: taken)
    pass.run(trace, kept, marking: &fixes)
    let chains = pass.chains
    var builder = PathBuilder(graph: graph, settings: settings, trace: trace, usable: usable, lattice: pass.lattice)
    let paths = chains.map { builder.path(of: $0.rows, using: &pass.search, marking: &fixes) }
    markThinned(&fixes, like: kept)
    let breaks = chains.dropFirst().map { $0.breakBefore ?? .noPath }
    scratch = pass.released()
    return MatchedTrace(trace: trace, fixes: fixes, paths: paths, breaks: breaks, timedOut: pass.timedOut)
  }

  /// Fixes thinned out off the road are off the road, like the kept one they stand near.
  private func markThinned(_ fixes: inout [MatchedFix], like kept: [KeptFix]) {
    for (i, fix) in kept.enumerated() where fixes[fix.number].status == .offRoad {
      let next = i + 1 < kept.count ? kept[i + 1].number : fixes.count
      for number in fix.number + 1..<max(next, fix.number + 1) where fixes[number].status == .unmatched {
        fixes[number] = fixes[fix.number]
      }
    }
  }

  private static func initialState(of fix: Fix) -> MatchedFix {
    switch fix.refusal {
    case nil:
      MatchedFix(status: .unmatched, reason: .noPath, position: nil, confidence: 0, isWrongWay: false)
    case let reason? where reason.isOfReader:
      MatchedFix(status: .rejected, reason: reason, position: nil, confidence: 0, isWrongWay: false)
    case let reason?:
      MatchedFix(status: .dropped, reason: reason, position: nil, confidence: 0, isWrongWay: false)
    }
  }
}

/// What a worker keeps from trace to trace, so that matching allocates little.
package struct MatchingScratch: Sendable {
  var lattice = Lattice()
  var search = PathSearch()
  package init() {}
}
