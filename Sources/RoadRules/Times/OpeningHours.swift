package import Moments

/// When something is in force, by the clock and the calendar of its place: the part of OSM's opening hours that
/// conditions use.
///
/// Supported are ranges of weekdays, of times of day, of months and of dates with or without a year, lists of these
/// separated by commas, rules separated by semicolons, `off` and `closed`, and `24/7`. Rules add up, and a rule with
/// `off` subtracts from the rules before it. Unlike the hours of a shop, `Mo-Fr 08:15-09:15; Mo-Fr 14:45-15:45` on a
/// road means both. A range of times that ends before it begins ends on the next day. There is no calendar of holidays:
/// `PH` and `SH` are ignored, and ``ignoresHolidays`` says so.
///
/// - Source: OSM wiki, Key:opening_hours/specification; Conditional restrictions.
package struct OpeningHours: Hashable, Sendable {
  struct Rule: Hashable, Sendable {
    /// Any of these; all days if empty.
    var dates: [DateRange] = []
    /// Monday is the lowest bit.
    var weekdays: UInt8 = 0x7F
    /// Minutes since midnight, beyond 1440 on the next day; the whole day if empty.
    var times: [Range<Int>] = []
    var isOff = false
  }

  /// Both ends are included.
  struct DateRange: Hashable, Sendable {
    var begin: CivilDate
    var end: CivilDate
    /// Whether both ends have years; otherwise the range recurs every year.
    var hasYears: Bool
  }

  private let rules: [Rule]
  /// The text mentions holidays.
  package let ignoresHolidays: Bool

  /// `nil` for a text that is not understood completely.
  package init?(_ text: String) {
    var reader = OpeningHoursReader(text)
    guard let rules = reader.rules(), rules.contains(where: { !$0.isOff }) else { return nil }
    self.rules = rules
    ignoresHolidays = reader.hasHolidays
  }

  package func holds(at time: ZonedTime) -> Bool {
    var holds = false
    for rule in rules where rule.isMet(day: time.day, minute: time.minuteOfDay) { holds = !rule.isOff }
    return holds
  }
}

extension OpeningHours {
  /// Whether it holds in each hour of a week, from Monday on; `nil` if it depends on the date, or on parts of hours.
  package var hoursOfWeek: [Bool]? {
    guard
      rules.allSatisfy({ rule in
        rule.dates.isEmpty
          && rule.times.allSatisfy { $0.lowerBound % 60 == 0 && $0.upperBound % 60 == 0 }
      })
    else { return nil }
    let monday: Int64 = 4 * 86_400_000  // 1970-01-05
    return (0..<168).map { hour in
      let moment = Timestamp(millisecondsSince1970: monday + 3_600_000 * Int64(hour))
      return holds(at: ZonedTime(moment: moment, offsetInMinutes: 0))
    }
  }
}

extension OpeningHours.Rule {
  fileprivate func isMet(day: Int, minute: Int) -> Bool {
    if isOn(day), times.isEmpty || times.contains(where: { $0.contains(minute) }) { return true }
    return isOn(day - 1) && times.contains { $0.contains(minute + 1440) }
  }

  private func isOn(_ day: Int) -> Bool {
    let weekday = ((day + 3) % 7 + 7) % 7  // 1970-01-01 was a Thursday
    guard weekdays >> UInt8(weekday) & 1 != 0 else { return false }
    return dates.isEmpty || dates.contains { $0.contains(CivilDate(daysSince1970: day)) }
  }
}

extension OpeningHours.DateRange {
  fileprivate func contains(_ date: CivilDate) -> Bool {
    if hasYears { return begin <= date && date <= end }
    let (first, last, here) = (begin.dayOfAnyYear, end.dayOfAnyYear, date.dayOfAnyYear)
    return first <= last ? first <= here && here <= last : here >= first || here <= last
  }
}

extension CivilDate {
  fileprivate var dayOfAnyYear: Int { 32 * month + day }
}
