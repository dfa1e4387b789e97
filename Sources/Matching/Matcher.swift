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
    var usable = UsableFixes(of: trace, settings: settings)
    learn(&usable, using: &scratch)
    let deadline = settings.timeLimit.map { ContinuousClock.now + $0 }
    var fixes: [MatchedFix] = []
    var kept: [KeptFix] = []
    var pass: ForwardPass
    var passes = 0
    repeat {
      fixes = trace.fixes.map(Self.initialState)
      kept = thinned(usable.fixes, settings: settings)
      pass = ForwardPass(graph: graph, settings: settings, deadline: deadline, taking: &scratch)
      pass.errorMemory = usable.errorMemory
      pass.run(trace, kept, marking: &fixes)
      passes += 1
      var residuals = pass.residuals()
      let scale = usable.coarseness(from: &residuals, settings: settings)
      guard scale > settings.leastCoarseness, passes < settings.mostPasses, !pass.timedOut else { break }
      usable.coarsen(by: scale)
      pass.exchange(with: &scratch)
    } while true
    for chain in pass.chains { pass.lattice.findPosteriors(of: chain.rows) }
    let (paths, breaks) = paths(of: pass.chains, in: &pass, trace, usable.fixes, kept, marking: &fixes)
    pass.exchange(with: &scratch)
    return MatchedTrace(trace: trace, fixes: fixes, paths: paths, breaks: breaks, timedOut: pass.timedOut)
  }

  private func paths(
    of chains: [Chain], in pass: inout ForwardPass, _ trace: Trace, _ usable: [KeptFix], _ kept: [KeptFix],
    marking fixes: inout [MatchedFix]
  ) -> (paths: [MatchedPath], breaks: [BreakReason]) {
    var builder = PathBuilder(graph: graph, settings: settings, trace: trace, usable: usable, lattice: pass.lattice)
    for chain in chains { builder.addPaths(of: chain, using: &pass.joiner.search, marking: &fixes) }
    builder.markThinned(kept, &fixes)
    return (builder.paths, builder.breaks)
  }

  private func learn(_ usable: inout UsableFixes, using scratch: inout MatchingScratch) {
    var finder = CandidateFinder(graph: graph, settings: settings)
    swap(&finder.memory, &scratch.finding)
    usable.learn(using: &finder, settings: settings)
    swap(&finder.memory, &scratch.finding)
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
package struct MatchingScratch {
  var lattice = Lattice()
  var search = PathSearch()
  var finding = FindingMemory()
  package init() {}
}
