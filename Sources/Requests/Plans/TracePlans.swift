package import Moments
package import Records

/// The names under which a trace may have a plan, and when it begins.
package struct TraceNames: Sendable {
  /// Its ids in the run and in its source, and the name of its file; the first one that has a plan decides. The ids of
  /// a part of a trace, such as `van-1/2`, come before the ids of the trace.
  package let ids: [String]
  package let vehicle: String
  /// The local day of its first fix; `nil` without times.
  package let day: CivilDate?
  /// The local time of its first fix, in seconds since midnight; 0 without times.
  package let secondsOfDay: Int
  /// The time of its first fix.
  package let begin: Timestamp?

  package init(ids: [String], vehicle: String, day: CivilDate?, secondsOfDay: Int = 0, begin: Timestamp? = nil) {
    self.ids = ids
    self.vehicle = vehicle
    self.day = day
    self.secondsOfDay = secondsOfDay
    self.begin = begin
  }
}

/// The plan of each trace of a run: the one of its id in a file, or the one that a row gives it.
package enum TracePlans: Sendable {
  case file(PlanFile, path: String, Reach)
  case assigned(PlanAssignments)

  /// Which traces the only plan of a file applies to. If there are several plans, each applies to the trace with its
  /// id.
  package enum Reach: Sendable {
    /// The one with its id, or the only trace of the run.
    case oneTrace
    case allTraces
  }

  /// The plan of a trace.
  package struct Choice: Hashable, Sendable {
    /// The number of the plan.
    package let entry: Int
    /// The number of the plan or of the row that gave it.
    package let source: Int
  }

  package func choice(for trace: TraceNames) -> Choice? {
    switch self {
    case .file(let file, _, let reach):
      (file.entry(of: trace.ids) ?? (reach == .allTraces && file.isSingle ? 0 : nil)).map {
        Choice(entry: $0, source: $0)
      }
    case .assigned(let rows): rows.row(of: trace).map { Choice(entry: rows.rows[$0].entry, source: $0) }
    }
  }

  package var entries: [PlanFile.Entry] {
    switch self {
    case .file(let file, _, _): file.entries
    case .assigned(let rows): rows.entries
    }
  }

  /// The number of plans of the file, or of rows in use.
  package var sourceCount: Int {
    switch self {
    case .file(let file, _, _): file.entries.count
    case .assigned(let rows): rows.rows.count
    }
  }

  /// How to refer to a plan or row: the id of the plan, the file and line, or the asset and day of a tour.
  package func name(ofSource number: Int) -> String {
    switch self {
    case .file(let file, _, _): file.entries[number].id
    case .assigned(let rows): rows.rows[number].tour ?? "\(rows.path):\(rows.rows[number].line)"
    }
  }

  /// Files that rows name.
  package var namedFiles: [String] {
    switch self {
    case .file: []
    case .assigned(let rows): rows.files
    }
  }

  /// The rows and the plans that are left out.
  package var refusals: [Refusal] {
    switch self {
    case .file(let file, _, _): file.refusals
    case .assigned(let rows): rows.refusals
    }
  }
}
