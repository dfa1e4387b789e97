/// What people may want to know while a run goes on.
package enum DispatchNotice: Equatable, Sendable {
  package enum Direction: String, Sendable {
    case events, messages
  }

  /// Something failed, a clause; it is tried again in so many seconds.
  case waiting(Direction, reason: String, seconds: Double)
  /// After failures it works again.
  case working(Direction)
  /// One thread has ended: the spool cannot be used.
  case ended(Direction, DispatchError)
}

extension DispatchNotice: CustomStringConvertible {
  package var description: String {
    switch self {
    case .waiting(.events, let reason, let seconds):
      "the dispatcher does not take events: \(reason). They are kept, and sent again in \(Int(seconds.rounded(.up))) s."
    case .waiting(.messages, let reason, let seconds):
      "the dispatcher gives no messages: \(reason). It is asked again in \(Int(seconds.rounded(.up))) s."
    case .working(.events): "the dispatcher takes events again."
    case .working(.messages): "the dispatcher gives messages again."
    case .ended(let direction, let error): "no more \(direction.rawValue) are exchanged with the dispatcher. \(error)"
    }
  }
}

/// Lets the notices through that people need to read: a log must not fill while a dispatcher is down for a weekend.
///
/// These are one failure an hour of each direction, that it works again after one that was let through, and an end.
package struct NoticeFilter: Sendable {
  private var toldAt: [DispatchNotice.Direction: ContinuousClock.Instant] = [:]
  private var isDown: Set<DispatchNotice.Direction> = []
  private static let pause: Duration = .seconds(3600)

  package init() {}

  package mutating func passes(_ notice: DispatchNotice, at now: ContinuousClock.Instant = .now) -> Bool {
    switch notice {
    case .ended: return true
    case .working(let direction): return isDown.remove(direction) != nil
    case .waiting(let direction, _, _):
      if let told = toldAt[direction], now - told < Self.pause { return false }
      toldAt[direction] = now
      isDown.insert(direction)
      return true
    }
  }
}

/// How long to wait after failures.
struct BackOff {
  private let first: Double
  private let longest: Double
  private(set) var failures = 0

  /// A server that asks for a longer pause is asked again after this: a day.
  private static let mostWanted = 86_400.0

  init(_ settings: DispatchSettings) {
    first = settings.firstPause
    longest = settings.longestPause
  }

  mutating func reset() { failures = 0 }

  /// The pause before the next try, in seconds.
  ///
  /// - Parameter wanted: the least pause that the server asks for.
  mutating func pause(wanted: Double?) -> Double {
    let longest = min(first * Double(1 << min(failures, 30)), self.longest)
    failures += 1
    return max(longest * Double.random(in: 0.5...1), min(wanted ?? 0, Self.mostWanted))
  }
}

/// What a status means, as a clause.
func meaning(ofStatus status: Int) -> String {
  switch status {
  case 401:
    "it answered with status 401: the token is missing or wrong; check \(Credential.variable) or --dispatcher-auth"
  case 403: "it answered with status 403: the token does not allow this"
  case 404: "it answered with status 404: there is no such end; check the dispatcher's address"
  case 429: "it answered with status 429: too many requests"
  case 503: "it answered with status 503: it is busy or down"
  default: "it answered with status \(status)"
  }
}
