internal import Storage

/// Consumes a date and a time of day in one of the ways in which people and programs write them, or returns `nil`.
///
///     2026-5-4 7:05:09          20260504T070509Z        4 May 2026 07:05:09
///     04.05.2026 07:05          20260504070509          May 4, 2026 7:05 PM
///     04/05/2026 7:05:09 pm     2026-05-04 070509       Mon, 04 May 2026 07:05:09 GMT
///     040526 070509            04.05.26 07:05:09
///
/// With points between the numbers the day comes first, also before a year of two digits unless a file shows
/// the year first. With slashes or dashes, and in six digits, the order is not known
/// from one text. Else a year has four digits. Names of months and days are English. The only names of zones are `Z`, `UTC`
/// and `GMT`: others, such as `CST`, mean several.
func scanWrittenTime(_ cursor: inout ByteCursor) -> WrittenTime? {
  var parts = TimeParts()
  while let byte = cursor.peek {
    let isTaken =
      switch byte {
      case 0x30...0x39: parts.takeNumber(&cursor)
      case 0x41...0x5A, 0x61...0x7A: parts.takeWord(&cursor)
      case 0x2B, 0x2D: parts.takeOffset(&cursor)
      case 0x28: parts.takeRemark(&cursor)
      default: skipGap(&cursor)
      }
    if !isTaken { return nil }
  }
  return parts.time
}

/// Consumes a blank, a comma, an underscore, or a no-break space, narrow or not, in UTF-8.
private func skipGap(_ cursor: inout ByteCursor) -> Bool {
  if cursor.skip(0x20) || cursor.skip(0x09) || cursor.skip(0x2C) || cursor.skip(0x5F) { return true }
  if cursor.skip(0xC2) { return cursor.skip(0xA0) }
  return cursor.skip(0xE2) && cursor.skip(0x80) && cursor.skip(0xAF)
}

/// What has been read of a time.
private struct TimeParts {
  private var date: WrittenDate?
  private var isCompactDate = false
  private var milliseconds: Int?
  private var half: DayHalf?
  private var offset: Int?
  private var isNamedZone = false
  private var weekday: Int?
  // Of a date with the name of its month.
  private var month: Int?
  private var day: Int?
  private var year: Int?

  /// The whole; `nil` if something is missing or contradicts.
  var time: WrittenTime? {
    var date = date
    if let month {
      guard date == nil, let day, let year else { return nil }
      date = WrittenDate(year: year, month: month, day: day)
    }
    guard let date, let milliseconds = timeOfDay, isRightDay(date) else { return nil }
    return WrittenTime(date: date, timeOfDay: milliseconds, offset: offset)
  }

  private var timeOfDay: Int? {
    guard let half, let milliseconds else { return milliseconds }
    return half.milliseconds(milliseconds)
  }

  /// Whether the name of the day matches the date.
  private func isRightDay(_ date: WrittenDate) -> Bool {
    guard let weekday, case .day(let days) = date else { return true }
    return ((days + 4) % 7 + 7) % 7 == weekday  // 1970-01-01 was a Thursday
  }

  // MARK: Numbers

  mutating func takeNumber(_ cursor: inout ByteCursor) -> Bool {
    let count = digitCount(cursor)
    let mark = cursor.position + count < cursor.end ? cursor.byte(ahead: count) : 0
    if date == nil && month == nil {
      switch (count, mark) {
      case (14, _), (12, _): return takeCompactTime(&cursor, count)
      case (8, _): return takeCompactDate(&cursor)
      case (6, _): return takeShortDate(&cursor)
      case (4, 0x2D), (4, 0x2F), (4, 0x2E), (4, 0x3A): return takeYearFirst(&cursor)
      case (1...2, 0x2D), (1...2, 0x2F), (1...2, 0x2E): return takeYearLast(&cursor)
      default: break
      }
    }
    if milliseconds == nil, count <= 2, mark == 0x3A { return takeClock(&cursor) }
    if date != nil { return takeCompactClock(&cursor, count) }
    return takeLooseNumber(&cursor, count)
  }

  /// `20260504070509.250` or `202605040705`.
  private mutating func takeCompactTime(_ cursor: inout ByteCursor, _ count: Int) -> Bool {
    takeCompactDate(&cursor) && takeCompactClock(&cursor, count - 8)
  }

  private mutating func takeCompactDate(_ cursor: inout ByteCursor) -> Bool {
    guard let year = cursor.digits(4), let month = cursor.digits(2), let day = cursor.digits(2) else { return false }
    date = WrittenDate(year: year, month: month, day: day)
    isCompactDate = true
    return date != nil
  }

  /// `040526`.
  private mutating func takeShortDate(_ cursor: inout ByteCursor) -> Bool {
    guard let first = cursor.digits(2), let second = cursor.digits(2), let third = cursor.digits(2) else {
      return false
    }
    date = .sixDigits(first, second, third)
    isCompactDate = true
    return true
  }

  /// `2026-5-4`.
  private mutating func takeYearFirst(_ cursor: inout ByteCursor) -> Bool {
    guard let year = cursor.digits(4), let mark = cursor.peek, cursor.skip(mark) else { return false }
    guard let month = scanShort(&cursor), cursor.skip(mark), let day = scanShort(&cursor) else { return false }
    date = WrittenDate(year: year, month: month, day: day)
    return date != nil
  }

  /// `04.05.2026`, `04.05.26`, `5/4/2026`, `04-May-2026`.
  private mutating func takeYearLast(_ cursor: inout ByteCursor) -> Bool {
    guard let first = scanShort(&cursor), let mark = cursor.peek, cursor.skip(mark) else { return false }
    if mark == 0x2E, cursor.peek == 0x20 {  // 4. May 2026
      day = first
      return true
    }
    if let name = scanMonth(&cursor) {
      guard cursor.skip(mark), let year = cursor.digits(4) else { return false }
      date = WrittenDate(year: year, month: name, day: first)
      return date != nil && !startsWithDigit(cursor)
    }
    guard let second = scanShort(&cursor), cursor.skip(mark) else { return false }
    if mark == 0x2E, digitCount(cursor) == 2, let third = cursor.digits(2) {
      let pointed = WrittenDate.pointed(first, second, third)
      date = pointed
      return [DateOrder.dayFirst, .yearFirst].contains { pointed.daysSince1970($0) != nil }
    }
    guard let year = cursor.digits(4), !startsWithDigit(cursor) else { return false }
    date = mark == 0x2E ? WrittenDate(year: year, month: second, day: first) : .numbers(first, second, year: year)
    return date != nil
  }

  /// `7:05`, `07:05:09`, `07:05:09.250`.
  private mutating func takeClock(_ cursor: inout ByteCursor) -> Bool {
    guard let hour = scanShort(&cursor), hour <= 23, cursor.skip(0x3A) else { return false }
    guard let minute = scanShort(&cursor), minute <= 59 else { return false }
    milliseconds = (hour * 60 + minute) * 60_000
    guard cursor.skip(0x3A) else { return true }
    guard let second = scanShort(&cursor), second <= 60 else { return false }
    milliseconds = (hour * 60 + minute) * 60_000 + second * 1000
    return takeFraction(&cursor)
  }

  /// `070509.250` or `70509` after a date, and `0705` after a compact one.
  private mutating func takeCompactClock(_ cursor: inout ByteCursor, _ count: Int) -> Bool {
    guard milliseconds == nil, count == 6 || count == 5 || count == 4 && isCompactDate else { return false }
    guard let hour = cursor.digits(count == 5 ? 1 : 2), let minute = cursor.digits(2) else { return false }
    guard hour <= 23, minute <= 59 else { return false }
    milliseconds = (hour * 60 + minute) * 60_000
    guard count > 4 else { return true }
    guard let second = cursor.digits(2), second <= 60 else { return false }
    milliseconds = (hour * 60 + minute) * 60_000 + second * 1000
    return takeFraction(&cursor)
  }

  /// Digits after a point or a comma. A comma may also separate the time from something else.
  private mutating func takeFraction(_ cursor: inout ByteCursor) -> Bool {
    let isPoint = cursor.peek == 0x2E
    guard isPoint || cursor.peek == 0x2C else { return true }
    cursor.position += 1
    guard startsWithDigit(cursor) else { return !isPoint }
    guard let fraction = scanMilliseconds(&cursor), let whole = milliseconds else { return false }
    milliseconds = whole + fraction
    return true
  }

  /// The day or the year beside the name of a month.
  private mutating func takeLooseNumber(_ cursor: inout ByteCursor, _ count: Int) -> Bool {
    if count == 4, year == nil, month != nil, let number = cursor.digits(4) {
      year = number
      return true
    }
    guard count <= 2, day == nil, let number = scanShort(&cursor) else { return false }
    day = number
    for ending in ["st", "nd", "rd", "th"] where skipWord(&cursor, ending) { break }
    return true
  }

  // MARK: Words

  mutating func takeWord(_ cursor: inout ByteCursor) -> Bool {
    if takeZone(&cursor) || takeJoint(&cursor) { return true }
    if let found = scanMonth(&cursor) {
      defer { month = found }
      return month == nil && date == nil
    }
    if let found = scanWeekday(&cursor) {
      _ = cursor.skip(0x2E)
      defer { weekday = found }
      return weekday == nil
    }
    guard half == nil, milliseconds != nil, let found = scanDayHalf(&cursor) else { return false }
    half = found
    return true
  }

  /// `Z`, `UTC` or `GMT`.
  private mutating func takeZone(_ cursor: inout ByteCursor) -> Bool {
    guard offset == nil, milliseconds != nil else { return false }
    isNamedZone = skipWord(&cursor, "utc") || skipWord(&cursor, "gmt")
    guard isNamedZone || skipWord(&cursor, "z") else { return false }
    offset = 0
    return true
  }

  /// The `T` or `at` between date and time.
  private func takeJoint(_ cursor: inout ByteCursor) -> Bool {
    if milliseconds == nil, date != nil, cursor.peek.map({ $0 | 0x20 == 0x74 }) == true {
      cursor.position += 1
      return startsWithDigit(cursor)
    }
    return milliseconds == nil && skipWord(&cursor, "at")
  }

  /// `+02:00`, also after `GMT`.
  mutating func takeOffset(_ cursor: inout ByteCursor) -> Bool {
    guard milliseconds != nil, offset == nil || isNamedZone else { return false }
    isNamedZone = false
    offset = scanOffset(&cursor)
    return offset != nil
  }

  /// The name of the zone that programs write after its offset: `GMT+0200 (Central European Summer Time)`.
  func takeRemark(_ cursor: inout ByteCursor) -> Bool {
    guard offset != nil else { return false }
    _ = cursor.text(until: 0x29)
    return cursor.skip(0x29) && cursor.isAtEnd
  }
}
