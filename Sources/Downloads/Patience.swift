/// How long to keep trying after failures. Time in which the machine sleeps is not included.
struct Patience {
  private let settings: DownloadSettings
  private var lastProgress = SuspendingClock.now
  private var failures = 0

  init(_ settings: DownloadSettings) { self.settings = settings }

  mutating func progressed() {
    lastProgress = SuspendingClock.now
    failures = 0
  }

  /// Since the last progress.
  var seconds: Double { (SuspendingClock.now - lastProgress) / .seconds(1) }

  /// For how long patience lasts, in seconds.
  func left(isUnknownHost: Bool) -> Double {
    (isUnknownHost ? min(settings.patience, settings.patienceForNames) : settings.patience) - seconds
  }

  /// The time to wait before the next try, in seconds; `nil` if patience is over.
  ///
  /// - Parameters:
  ///   - wanted: the least pause that the server asks for.
  ///   - isUnknownHost: no server name has been resolved in this run yet.
  mutating func pause(wanted: Double?, isUnknownHost: Bool = false) -> Double? {
    let left = left(isUnknownHost: isUnknownHost)
    if left <= 0 || (wanted ?? 0) > left { return nil }
    let longest = min(settings.firstPause * Double(1 << min(failures, 30)), settings.longestPause)
    failures += 1
    return min(max(longest * Double.random(in: 0.5...1), wanted ?? 0), left)
  }
}
