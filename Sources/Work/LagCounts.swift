internal import Moments

/// How long after something happened an online run said it: the times of the trace's records between the two.
package struct LagCounts: Sendable, Equatable {
  /// By `points`, and by types of events.
  private var lags: [String: Lag] = [:]

  /// The lags of one kind, counted by whole seconds.
  package struct Lag: Sendable, Equatable {
    package private(set) var count = 0
    /// In seconds.
    package private(set) var most = 0
    private var bySecond: [Int: Int] = [:]
    /// Longer ones count as this long.
    private static let longest = 86_400

    fileprivate mutating func add(_ seconds: Double) {
      let lag = min(max(0, Int(seconds.rounded(.up))), Self.longest)
      count += 1
      most = max(most, lag)
      bySecond[lag, default: 0] += 1
    }

    /// At least half of all lags are no longer.
    package var median: Int {
      var passed = 0
      for (second, number) in bySecond.sorted(by: { $0.key < $1.key }) {
        passed += number
        if 2 * passed >= count { return second }
      }
      return most
    }
  }

  package init() {}

  /// Takes what is said now.
  ///
  /// - Parameters:
  ///   - end: when it ended; without it there is no lag.
  ///   - now: the time of the newest record of its trace.
  mutating func add(_ kind: String, end: Timestamp?, now: Timestamp?) {
    guard let end, let now else { return }
    lags[kind, default: Lag()].add(now.seconds(since: end))
  }

  package var byKind: [(kind: String, lag: Lag)] { lags.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }
}
