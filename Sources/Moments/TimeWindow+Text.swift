internal import Storage

/// Why texts do not name a window of times.
package enum TimeWindowError: Error, Equatable, Sendable {
  case notADay(String)
  case notATime(String, option: String)
  case repeatedHour(String, option: String)
  case skippedHour(String, option: String)
  case empty(from: String, to: String)

  package var description: String {
    switch self {
    case .notADay(let text): "day of --when is a date such as 2026-11-21, yesterday or today, not '\(text)'"
    case .notATime(let text, let option):
      "\(option) is a time such as 2026-11-20T06:00 or 2026-11-20T06:00+01:00, or a date, not '\(text)'"
    case .repeatedHour(let text, let option):
      "\(option): the clocks show \(text) twice; write its offset from UTC behind it, such as \(text)+01:00"
    case .skippedHour(let text, let option): "\(option): the clocks skip \(text)"
    case .empty(let from, let to): "to=\(to) of --when is not after from=\(from)"
    }
  }
}

extension TimeWindow {
  /// The window from one time to another. A date alone means its first moment as the start, and its last as the end. A
  /// time given as the end is itself outside the window.
  ///
  /// - Parameter clock: the clock of times without an offset.
  package init(from: String?, to: String?, clock: LocalClock) throws(TimeWindowError) {
    if let from {
      let day = CivilDate(iso8601: from)
      begin = if let day { clock.begin(of: day) } else { try Self.time(from, "from of --when", clock) }
    }
    if let to {
      let day = CivilDate(iso8601: to)
      end = if let day { clock.moments(of: day).upperBound } else { try Self.time(to, "to of --when", clock) }
    }
    if let begin, let end, let from, let to, begin >= end { throw .empty(from: from, to: to) }
  }

  /// A local day.
  package init(of day: CivilDate, clock: LocalClock) {
    let moments = clock.moments(of: day)
    self.init(begin: moments.lowerBound, end: moments.upperBound)
  }

  private static func time(_ text: String, _ option: String, _ clock: LocalClock) throws(TimeWindowError) -> Timestamp {
    let bytes = Array(text.utf8)
    let reading = TimeReading(.iso8601, clock: clock)
    if let time = reading.time(ByteCursor(bytes.span)) { return time }
    switch reading.flaw(of: ByteCursor(bytes.span)) {
    case .repeatedHour: throw .repeatedHour(text, option: option)
    case .skippedHour: throw .skippedHour(text, option: option)
    default: throw .notATime(text, option: option)
    }
  }
}

extension CivilDate {
  /// The day of a text: a date, `today` or `yesterday`.
  ///
  /// - Parameter now: the present moment.
  package init(named text: String, now: Timestamp, clock: LocalClock) throws(TimeWindowError) {
    let today = clock.time(now).day
    switch text {
    case "today": self.init(daysSince1970: today)
    case "yesterday": self.init(daysSince1970: today - 1)
    default:
      guard let date = CivilDate(iso8601: text) else { throw .notADay(text) }
      self = date
    }
  }
}
