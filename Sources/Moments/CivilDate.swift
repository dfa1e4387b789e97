/// A day of the proleptic Gregorian calendar.
///
/// - Source: Howard Hinnant, "chrono-compatible low-level date algorithms", days_from_civil and civil_from_days.
package struct CivilDate: Hashable, Comparable, Sendable {
  package var year: Int
  /// 1…12.
  package let month: Int
  /// 1…31.
  package var day: Int

  package init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  package init(daysSince1970: Int) {
    let shifted = daysSince1970 + 719_468  // days since 0000-03-01
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
  }

  /// Years begin in March, so that the leap day is the last of its year, and eras of 400 years repeat.
  package var daysSince1970: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// How many days a month has.
  package static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  package static func < (a: CivilDate, b: CivilDate) -> Bool {
    (a.year, a.month, a.day) < (b.year, b.month, b.day)
  }
}

extension CivilDate {
  /// The day of a text such as `2026-03-02`, `20260302`, `2026/03/02` or `02.03.2026`; `nil` for any other text:
  /// `02/03/2026` may be in February or in March.
  package init?(written text: String) {
    let digits = text.utf8.map { (0x30...0x39).contains($0) }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    if text.count == 8, digits.count == 8, !digits.contains(false) {
      self.init(iso8601: "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))")
    } else if parts.count == 3, parts[2].count == 4, (1...2).contains(parts[0].count), (1...2).contains(parts[1].count)
    {
      let (day, month) = (
        parts[0].count == 1 ? "0" + parts[0] : parts[0], parts[1].count == 1 ? "0" + parts[1] : parts[1]
      )
      self.init(iso8601: "\(parts[2])-\(month)-\(day)")
    } else {
      self.init(iso8601: text.replacing("/", with: "-"))
    }
  }

  /// The day of a text such as `2026-03-02`; `nil` for any other text, and for a day that does not exist.
  package init?(iso8601 text: String) {
    let fields = text.split(separator: "-", omittingEmptySubsequences: false)
    guard fields.map(\.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 0x2D || (0x30...0x39).contains($0) }),
      let year = Int(fields[0]), let month = Int(fields[1]), let day = Int(fields[2]),
      (1...12).contains(month), (1...Self.dayCount(year: year, month: month)).contains(day)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// `2026-03-02`.
  package var iso8601: String {
    func padded(_ number: Int, to count: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
    return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
  }
}
