package import Geodesy
package import Moments
package import RoadRules

/// How speeds are learned.
package struct SpeedSettings: Sendable {
  package var classes = WeekClasses.usual
  /// The clocks by which hours are counted; `nil` for UTC.
  package var clock: LocalClock?
  /// A longer time between two fixes says nothing about single roads: the vehicle may have stood, or gone elsewhere.
  package var longestInterval: Seconds = 300
  /// How often the times between fixes are divided anew by the waits that the division before gave.
  package var waitRounds = 6
  /// How often the model is fitted to the divided times, by the hours that the fit before gave.
  package var rounds = 4
  /// All rounds but the last use a sample of the drives with at most so many steps.
  package var stepsOfSample = DriveSample.usualSteps
  /// Rows with fewer passages are merged with hours beside them.
  package var fewestPassages = 5
  /// Fewer passages of an edge in its free hours say too little about its free flow: the 85th percentile of ten is
  /// their second highest.
  package var fewestFreePassages = 10
  package var workers = 2
  /// The passages that a worker sorts in memory at once, 28 bytes each, three times.
  package var passagesInMemory = 1_000_000
  /// The folder of scratch files; `nil` for the system's.
  package var scratchFolder: String?

  package init() {}
}

/// How much of the drives was used, and why the rest was not, in intervals between two fixes and their seconds.
package struct SpeedCounts: Hashable, Sendable {
  /// Why an interval was not used, in the order in which the reasons are tried.
  package enum Reason: Int, CaseIterable, Sendable {
    /// It has no time.
    case noTime
    /// It is longer than ``SpeedSettings/longestInterval``.
    case tooLong
    /// It lies before the first or after the last fix of a path that is not doubtful.
    case doubtfulFix
    /// A part of its path is doubtful: a detour, an unlikely or a wrong-way step.
    case doubtfulPath
    /// The vehicle stood for reasons other than traffic.
    case stand
    /// Waiting before the first or after the last movement of a path.
    case waitingAtEnd

    /// The stable code in reports.
    package var code: String {
      switch self {
      case .noTime: "no-time"
      case .tooLong: "too-long"
      case .doubtfulFix: "doubtful-fix"
      case .doubtfulPath: "doubtful-path"
      case .stand: "stand"
      case .waitingAtEnd: "waiting-at-end"
      }
    }
  }

  package var drives = 0
  package var used = 0
  package var usedSeconds: Seconds = 0
  /// By ``Reason``.
  package private(set) var left = [Int](repeating: 0, count: Reason.allCases.count)
  package private(set) var leftSeconds = [Seconds](repeating: 0, count: Reason.allCases.count)

  package init() {}

  mutating func leave(_ reason: Reason, _ seconds: Seconds) {
    left[reason.rawValue] += 1
    leftSeconds[reason.rawValue] += max(0, seconds)
  }

  mutating func use(_ seconds: Seconds) {
    used += 1
    usedSeconds += seconds
  }

  mutating func add(_ other: SpeedCounts) {
    drives += other.drives
    used += other.used
    usedSeconds += other.usedSeconds
    for reason in left.indices {
      left[reason] += other.left[reason]
      leftSeconds[reason] += other.leftSeconds[reason]
    }
  }
}
