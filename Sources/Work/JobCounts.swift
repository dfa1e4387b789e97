internal import Jobs

/// What became of the jobs of a run. Codes are as in reports.
package struct JobCounts: Sendable, Equatable {
  package private(set) var jobs = 0
  package private(set) var byState: [String: Int] = [:]
  /// Jobs with service after their window.
  package private(set) var violated = 0
  /// Jobs of which somebody said that they are finished, and the drives say otherwise.
  package private(set) var contradicted = 0
  /// Jobs whose asset has no drive, and the first of these assets.
  package private(set) var unrecorded = 0
  package private(set) var firstUnrecorded: String?

  init() {}

  init(of report: JobReport) {
    jobs = report.jobs.count
    for result in report.jobs {
      byState[result.state.rawValue, default: 0] += 1
      if result.isWindowViolated == true { violated += 1 }
      if result.claim == .contradicted { contradicted += 1 }
      guard result.tripID == nil, let asset = result.asset else { continue }
      unrecorded += 1
      firstUnrecorded = firstUnrecorded ?? asset
    }
  }

  mutating func add(_ other: JobCounts) {
    jobs += other.jobs
    byState.merge(other.byState, uniquingKeysWith: +)
    violated += other.violated
    contradicted += other.contradicted
    unrecorded += other.unrecorded
    firstUnrecorded = firstUnrecorded ?? other.firstUnrecorded
  }
}
