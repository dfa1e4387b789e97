internal import Detection
internal import Matching
internal import Moments
internal import Reports
internal import Traces

/// How late an online run reports what happened, by the times of the trace's records.
package struct LagCounts: Sendable, Equatable {
  private var ofPoints = Lag()
  private var ofEvents: [EventType: Lag] = [:]

  /// The lags of one kind, counted by whole seconds.
  package struct Lag: Sendable, Equatable {
    package private(set) var count = 0
    /// In seconds.
    package private(set) var most = 0
    private var bySecond: [Int] = []
    /// In seconds; a longer lag is taken as this long.
    private static let longest = 86_400

    fileprivate mutating func add(end: Timestamp?, now: Timestamp?) {
      guard let end, let now else { return }
      let lag = min(max(0, Int(now.seconds(since: end).rounded(.up))), Self.longest)
      count += 1
      most = max(most, lag)
      if lag >= bySecond.count { bySecond += repeatElement(0, count: lag + 1 - bySecond.count) }
      bySecond[lag] += 1
    }

    /// At least half of all lags are no longer.
    package var median: Int {
      var passed = 0
      for (second, number) in bySecond.enumerated() {
        passed += number
        if 2 * passed >= count { return second }
      }
      return most
    }
  }

  package init() {}

  /// Takes points that are written while the newest record of their trace has the time `now`. Without times there is
  /// no lag.
  mutating func add(_ points: [DecidedFix], now: Timestamp?) {
    for point in points where point.matched.status != .rejected && point.matched.status != .dropped {
      ofPoints.add(end: point.fix.time, now: now)
    }
  }

  mutating func add(_ events: [Event], now: Timestamp?) {
    for event in events { ofEvents[event.type, default: Lag()].add(end: event.endTime, now: now) }
  }

  /// By `points`, and by types of events.
  package var byKind: [(kind: String, lag: Lag)] {
    let all = [("points", ofPoints)] + ofEvents.map { ($0.key.rawValue, $0.value) }
    return all.filter { $0.1.count > 0 }.sorted { $0.0 < $1.0 }
  }
}
