internal import Jobs
internal import Matching
internal import Reports
internal import Requests
internal import Traces
internal import Trips

/// A number that describes a run, under the name by which conditions and metrics know it.
package struct RunMeasure: Equatable, Sendable {
  package let name: String
  /// One clause for people.
  package let meaning: String
  package let count: Int
  /// What `NAME_percent` is a share of; `nil` for numbers that have none.
  package let whole: Int?

  init(_ name: String, _ meaning: String, _ count: Int?, of whole: Int? = nil) {
    self.name = name
    self.meaning = meaning
    self.count = count ?? 0
    self.whole = whole
  }

  /// `nil` if the whole is nothing: a share of nothing is neither large nor small.
  package var percent: Double? {
    guard let whole, whole > 0 else { return nil }
    return 100 * Double(count) / Double(whole)
  }
}

extension RunCounts {
  /// The measures of a run, in the order of the documentation.
  package func measures(of kind: OutputContent.Kind) -> [RunMeasure] {
    (kind == .requests ? requestMeasures : tripMeasures) + rejectMeasures
  }

  private var tripMeasures: [RunMeasure] {
    let failed = reports - count(TripStatus.ok.rawValue, TripStatus.partial.rawValue)
    let statuses = TripStatus.allCases.map(\.rawValue)
    return [
      RunMeasure("trips", "trips in the reports", reports),
      RunMeasure("failed", "trips that are neither ok nor partial", failed, of: reports),
    ] + statuses.map { RunMeasure($0, "trips with the status \($0)", byStatus[$0], of: reports) }
      + [RunMeasure("fixes", "records of all trips", fixes)]
      + FixStatus.allCases.map(\.rawValue).map {
        RunMeasure("\($0)_fixes", "records with the status \($0)", fixesByStatus[$0], of: fixes)
      } + jobMeasures
  }

  private var jobMeasures: [RunMeasure] {
    [RunMeasure("jobs", "jobs of --job-list", jobs.jobs)]
      + JobState.allCases.map(\.rawValue).map {
        RunMeasure("\($0)_jobs", "jobs with the state \($0)", jobs.byState[$0], of: jobs.jobs)
      } + [
        RunMeasure("violated_jobs", "jobs with service after their window", jobs.violated, of: jobs.jobs),
        RunMeasure("contradicted_jobs", "jobs said to be finished, and not done", jobs.contradicted, of: jobs.jobs),
      ]
  }

  private var requestMeasures: [RunMeasure] {
    let statuses = [RouteStatus.ok, .violating, .rejected].map(\.rawValue)
    let failed = count(RouteStatus.failed.rawValue, RouteStatus.rejected.rawValue)
    return [
      RunMeasure("requests", "answers in the reports", reports),
      RunMeasure("failed", "requests without a route, whether failed or rejected", failed, of: reports),
    ] + statuses.map { RunMeasure($0, "requests with the status \($0)", byStatus[$0], of: reports) }
  }

  private var rejectMeasures: [RunMeasure] {
    let all = rejectsByReason.values.reduce(0, +)
    let reasons = Set(
      ReadingReason.allCases.map(\.rawValue) + FixReason.allCases.map(\.rawValue)
        + RequestReason.allCases.map(\.rawValue) + PlanRowReason.allCases.map(\.rawValue) + rejectsByReason.keys)
    return [RunMeasure("rejects", "rows of the table of rejects", all)]
      + reasons.sorted().map { RunMeasure("rejects_\($0)", "rejects with the reason \($0)", rejectsByReason[$0]) }
  }

  private func count(_ statuses: String...) -> Int { statuses.reduce(0) { $0 + (byStatus[$1] ?? 0) } }
}
