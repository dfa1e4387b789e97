internal import Geodesy

/// Why a drive faster than the limit is not reported. Raw values are the codes in reports.
package enum SpeedingDoubt: String, CaseIterable, Sendable {
  /// The fixes around it are too far apart in time.
  case sparse
  /// The place of a fix is not sure.
  case unsureFix = "unsure_fix"
  /// It is not sure which roads were driven.
  case unsureRoad = "unsure_road"
  /// The errors of the fixes may explain it.
  case noise

  /// `nil` if a speed is sure.
  ///
  /// - Parameter seconds: the time from which it is taken.
  init?(_ seconds: Seconds, _ confidence: Double, areRoadsSure: Bool, _ settings: SpeedingSettings) {
    if seconds < settings.halfWindow || seconds > 2 * settings.longestStep {
      self = .sparse
    } else if confidence < settings.leastConfidence {
      self = .unsureFix
    } else if !areRoadsSure {
      self = .unsureRoad
    } else {
      return nil
    }
  }
}

/// The numbers of drives faster than the limit that are not reported, by reason.
package struct SuppressedSpeeding: Equatable, Sendable {
  private var counts: [SpeedingDoubt: Int] = [:]

  package init() {}

  package subscript(reason: SpeedingDoubt) -> Int {
    get { counts[reason, default: 0] }
    set { counts[reason] = newValue }
  }

  /// In the order of the codes.
  package var byReason: [(reason: SpeedingDoubt, count: Int)] {
    guard !counts.isEmpty else { return [] }
    return counts.map { ($0.key, $0.value) }.sorted { $0.reason.rawValue < $1.reason.rawValue }
  }
}
