internal import Geodesy
internal import PathSearch
package import RoadGraph
package import Traces

/// Matches traces to a road graph: finds the likeliest edge of every fix, and the path that joins the edges.
///
/// A hidden Markov model whose states are places on directed edges. ``Emission`` and ``Transition`` define its two
/// probabilities, ``Lattice`` the likeliest path and the confidence. If no path joins two fixes, the trace is broken
/// there, with a reason, and continues after the break.
///
/// - Source: Newson & Krumm, ACM GIS 2009, doi:10.1145/1653771.1653818. Differs in: directed edges; breaking a rule of
///   the road is unlikely, not impossible; a tail for outliers; the device's heading; confidence by forward–backward.
package struct Matcher: Sendable {
  package let graph: RoadGraph
  package var settings: MatchingSettings

  package init(graph: RoadGraph, settings: MatchingSettings) {
    self.graph = graph
    self.settings = settings
  }

  /// Matches one trace whose fixes have been read and cleaned.
  ///
  /// - Returns: one entry for every fix of the trace, in order, whatever its outcome. A result that contradicts itself is
  ///   not returned, but a ``MatchedTrace/failure``.
  /// - Complexity: O(*n · k*) bounded searches for *n* fixes with *k* candidates each.
  package func match(_ trace: Trace, using scratch: inout MatchingScratch) -> MatchedTrace {
    var usable = UsableFixes(of: trace, settings: settings)
    learn(&usable, using: &scratch)
    let deadline = settings.timeLimit.map { ContinuousClock.now + $0 }
    var laid = lay(trace, usable, until: deadline, using: &scratch)
    var passes = 1
    while passes < settings.noise.mostPasses, !laid.timedOut {
      let scale = usable.coarseness(from: &laid.residuals, settings: settings)
      guard scale > settings.noise.leastCoarseness else { break }
      laid.pass.exchange(with: &scratch)
      usable.coarsen(by: scale, settings: settings)
      laid = lay(trace, usable, until: deadline, using: &scratch)
      passes += 1
    }
    laid.decide(isLast: true, using: &scratch.joining)
    laid.pass.exchange(with: &scratch)
    if laid.judge?.needsFarCandidates == true, !laid.timedOut {
      let matcher = Matcher(graph: graph, settings: settings.withFarCandidates)
      var again = matcher.lay(trace, usable, until: deadline, using: &scratch)
      again.decide(isLast: true, using: &scratch.joining)
      again.pass.exchange(with: &scratch)
      if !again.timedOut { laid = again }
    }
    laid.builder.markThinned(&laid.fixes)
    laid.markUnreached()
    var matched = MatchedTrace(
      trace: trace, fixes: laid.fixes.elements, paths: laid.builder.paths, breaks: laid.builder.breaks,
      timedOut: laid.timedOut, alternatives: laid.alternatives?.found, candidates: laid.candidates?.found)
    matched.boundedFixes = laid.pass.boundedFixes
    do throws(MatchingError) {
      try matched.check(on: graph)
      return consume matched
    } catch {
      return MatchedTrace(of: trace, failedWith: error)
    }
  }

  /// Goes through the trace once; the rows at its end are left undecided.
  private func lay(
    _ trace: Trace, _ usable: UsableFixes, until deadline: ContinuousClock.Instant?,
    using scratch: inout MatchingScratch
  ) -> LaidTrace {
    let model = MatchingModel(graph: graph, settings: settings.adapted(to: usable.usualSigma))
    let kept = thinned(usable.fixes, settings: model.settings)
    var laid = LaidTrace(
      model, fixes: Numbered(trace.fixes.map { MatchedFix(before: $0, .noPath) }),
      pass: ForwardPass(model, pace: Pace(of: kept, settings: settings.breaks)),
      builder: PathBuilder(model, read: Numbered(trace.fixes), usable: usable.fixes, kept: kept))
    laid.pass.errorMemory = usable.errorMemory
    if !usable.isSmoothed { laid.judge = OnewayJudge(model) }
    if settings.alternatives.most > 0 { laid.alternatives = AlternativeFinder(model) }
    if settings.explanation.mostCandidates > 0 {
      laid.candidates = CandidateCollector(model)
    }
    laid.pass.exchange(with: &scratch)
    laid.pass.lattice.removeAll()
    for fix in kept {
      if let deadline, ContinuousClock.now > deadline {
        laid.timedOut = true
        laid.firstUnreached = fix.number
        break
      }
      laid.take(fix, using: &scratch.joining)
    }
    laid.residuals += laid.pass.residuals()
    return laid
  }

  private func learn(_ usable: inout UsableFixes, using scratch: inout MatchingScratch) {
    var finder = CandidateFinder(graph: graph, settings: settings)
    swap(&finder.memory, &scratch.finding)
    usable.learn(using: &finder, settings: settings)
    swap(&finder.memory, &scratch.finding)
  }
}

/// A partly matched trace.
private struct LaidTrace: ~Copyable {
  var fixes: Numbered<MatchedFix>
  var pass: ForwardPass
  var builder: PathBuilder
  /// The distances of the rows from the likeliest path, in standard deviations.
  var residuals: [Double] = []
  var timedOut = false
  /// The first fix that was not reached in time.
  var firstUnreached = 0
  /// `nil` if none are requested.
  var alternatives: AlternativeFinder?
  /// `nil` if none are requested.
  var candidates: CandidateCollector?
  /// The number of rows in memory at which to look for rows to release.
  private var patience: Int
  /// `nil` for white errors, of which the lattice knows enough.
  var judge: OnewayJudge?

  init(_ model: MatchingModel, fixes: Numbered<MatchedFix>, pass: ForwardPass, builder: PathBuilder) {
    self.fixes = fixes
    self.pass = pass
    self.builder = builder
    patience = pass.settings.window.rows
  }

  mutating func take(_ kept: KeptFix, using joining: inout JoiningMemory) {
    if let reason = pass.take(kept, using: &joining) {
      fixes[kept.number].status = .offRoad
      fixes[kept.number].reason = reason
    }
    guard pass.lattice.rows.count >= patience else { return }
    decide(isLast: false, using: &joining)
    patience = pass.lattice.rows.count + pass.settings.window.rows
  }

  /// Gives fixes that were not reached the reason `time_limit`.
  mutating func markUnreached() {
    guard timedOut else { return }
    for i in firstUnreached..<fixes.count where fixes[i].status == .unmatched { fixes[i].reason = .timeLimit }
  }

  mutating func decide(isLast: Bool, using joining: inout JoiningMemory) {
    for var decided in pass.decide(isLast: isLast) {
      judge?.judge(&decided, of: &pass, by: builder, using: &joining)
      if !isLast { residuals += pass.residuals(of: decided.rows, decided.states) }
      alternatives?.look(in: decided, of: pass.lattice, joinedBy: builder, using: &joining.search)
      candidates?.take(decided, of: pass.lattice, read: builder.read)
      builder.add(decided, of: pass.lattice, using: &joining.search, marking: &fixes)
    }
    pass.forgetDecided()
  }
}

/// The scratch of a worker, kept from trace to trace so that matching allocates little.
package struct MatchingScratch: ~Copyable, Sendable {
  var lattice = Lattice()
  var joining = JoiningMemory()
  var finding = FindingMemory()
  package init() {}

  /// - Parameter mostLeaves: how many leaves of the map's index may be remembered. No result depends on it.
  init(mostLeaves: Int) { finding = FindingMemory(mostLeaves: mostLeaves) }

  /// The most edges that the searches for any fix have settled so far.
  package var mostSettledEdges: Int { joining.mostSettledEdges }
}
