internal import Records
package import Requests
internal import Traces

/// A plan that is the only one of its file, and that holds for none of several traces.
package enum SinglePlanError: Error, Equatable, Sendable {
  case fitsNoTrace(path: String, plan: String, traces: [String])
}

extension SinglePlanError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .fitsNoTrace(let path, let plan, let traces):
      """
      \(path): its only plan, \(shown(plan)), has the id of none of the \(traces.count) traces, such as \
      \(shown(traces[0])) and \(shown(traces[1])). Give it the id of its trace, say with --plans which trace it is for, or \
      hold it against every trace with --plans all. Nothing was written.
      """
    }
  }
}

extension TracePlans {
  /// Settles, before the first trace is matched, whether the only plan of a file holds for the only trace of a run.
  ///
  /// If the run has more traces than can be looked at, or is one of several runs that share the traces, the plan holds
  /// for the trace with its id.
  ///
  /// - Throws: if there are several traces and none has the id of the plan.
  package mutating func settle(with source: TraceInputs) throws(SinglePlanError) {
    guard case .file(let file, let path, .oneTrace) = self, file.isSingle, !source.isShared else { return }
    let known = source.lookAhead { file.entry(of: $0.knownIDs) != nil }
    guard known.isAll else { return }
    if known.traces.count == 1 { holdForOnlyTrace() }
    guard known.traces.count > 1 else { return }
    throw .fitsNoTrace(path: path, plan: file.entries[0].id, traces: known.traces)
  }
}

extension TracePlans {
  /// The run has one trace: the only plan of a file is that trace's.
  mutating func holdForOnlyTrace() {
    if case .file(let file, let path, .oneTrace) = self { self = .file(file, path: path, .allTraces) }
  }
}

/// The first traces of a run.
struct KnownTraces {
  /// The ids of the traces with a usable fix.
  var traces: [String] = []
  /// There are no others.
  var isAll = false
}

extension TraceJob.Input {
  /// The trace or its parts.
  var traces: [Trace] {
    switch self {
    case .trace(let trace, _): [trace]
    case .parts(let parts): parts.map(\.trace)
    case .refusal, .unselected: []
    }
  }
}
