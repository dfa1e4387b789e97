internal import Storage

/// A moment, with the offset of local time from UTC.
package struct ZonedTime: Hashable, Sendable {
  package let moment: Timestamp
  /// East of UTC.
  package let offsetInMinutes: Int

  package init(moment: Timestamp, offsetInMinutes: Int) {
    self.moment = moment
    self.offsetInMinutes = offsetInMinutes
  }

  /// The moment named by a text such as `2026-03-02T08:00:00+01:00`; `nil` if it has no offset, since local time must
  /// not be guessed.
  package init?(iso8601 text: String) {
    let bytes = Array(text.utf8)
    guard let offset = Self.offset(of: text), let moment = parseTime(ByteCursor(bytes.span), as: .iso8601) else {
      return nil
    }
    self.moment = moment
    offsetInMinutes = offset
  }

  /// The offset `Z`, `±hh`, `±hhmm` or `±hh:mm` at the end of a time that ``parseTime(_:as:)`` has checked.
  private static func offset(of text: String) -> Int? {
    if text.last == "Z" || text.last == "z" { return 0 }
    let clock = text.dropFirst("2026-03-02".count)
    guard let sign = clock.lastIndex(where: { $0 == "+" || $0 == "-" }) else { return nil }
    let digits = clock[clock.index(after: sign)...].filter { $0 != ":" }
    guard digits.count == 2 || digits.count == 4, let number = Int(digits) else { return nil }
    let minutes = digits.count == 2 ? 60 * number : 60 * (number / 100) + number % 100
    return clock[sign] == "-" ? -minutes : minutes
  }

  /// What the clocks of the place show, as milliseconds since they showed 1970-01-01 00:00.
  package var localMilliseconds: Int64 { moment.millisecondsSince1970 + 60_000 * Int64(offsetInMinutes) }

  package func adding(seconds: Double) -> ZonedTime {
    ZonedTime(moment: moment.adding(seconds: seconds), offsetInMinutes: offsetInMinutes)
  }

  /// `+01:00`.
  package var offsetText: String {
    let minutes = abs(offsetInMinutes)
    func padded(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    return (offsetInMinutes < 0 ? "-" : "+") + padded(minutes / 60) + ":" + padded(minutes % 60)
  }

  // MARK: What the clock and the calendar of the place say

  private var localMinutes: Int {
    let milliseconds = Int(moment.millisecondsSince1970)
    return (milliseconds - (milliseconds < 0 ? 59_999 : 0)) / 60_000 + offsetInMinutes
  }

  /// Days since 1970-01-01 in local time.
  package var day: Int { (localMinutes - (localMinutes < 0 ? 1439 : 0)) / 1440 }

  /// Whole seconds since local midnight.
  package var secondsOfDay: Int { Int(localMilliseconds - 86_400_000 * Int64(day)) / 1000 }

  /// Minutes since local midnight.
  package var minuteOfDay: Int { localMinutes - day * 1440 }
}
