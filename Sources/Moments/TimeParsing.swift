package import Storage

/// Reads one time that fills the cursor's range, or returns `nil`.
///
/// ISO 8601: `2011-04-03T04:50:55.250+02:00`. The `T` may be lower-case or a space, and the seconds and the offset are
/// optional. An offset is `Z`, `UTC`, `±hh`, `±hhmm` or `±hh:mm`. **No offset means UTC.** A 60th second is the first
/// of the next minute, as in POSIX. Numbers: seconds since 1970 below 10¹¹ (the year 5138), milliseconds below 10¹⁴,
/// microseconds below 10¹⁷, otherwise nanoseconds. Fractions are kept to the millisecond.
package func parseTime(_ cursor: consuming ByteCursor, as format: TimeFormat = .automatic) -> Timestamp? {
  let begin = cursor.position
  if format == .automatic || format == .iso8601 {
    if let time = plainISO8601(cursor) { return time }
    if let time = scanISO8601(&cursor), cursor.isAtEnd { return time }
    if format == .iso8601 { return nil }
    cursor.position = begin
  }
  guard let number = cursor.decimal(), cursor.isAtEnd else { return nil }
  let shift = format.shiftToMilliseconds ?? shiftToMilliseconds(byMagnitudeOf: number)
  guard let milliseconds = number.rounded(scaledBy: shift), isPlausible(milliseconds) else { return nil }
  return Timestamp(millisecondsSince1970: milliseconds)
}

private func shiftToMilliseconds(byMagnitudeOf number: ScannedDecimal) -> Int {
  let magnitude = abs(number.value)
  if magnitude < 1e11 { return 3 }
  if magnitude < 1e14 { return 0 }
  return magnitude < 1e17 ? -3 : -6
}

/// Within the years 0001…9999, which ISO 8601 can express.
private func isPlausible(_ milliseconds: Int64) -> Bool {
  (-62_135_596_800_000...253_402_300_799_999).contains(milliseconds)
}

/// Exactly `2011-04-03T04:50:55Z`, the form used by most files, read in three words; `nil` for anything else.
@inline(__always)
private func plainISO8601(_ cursor: borrowing ByteCursor) -> Timestamp? {
  guard cursor.end - cursor.position == 20 else { return nil }
  let first = cursor.word(ahead: 0)  // 2011-04-
  let second = cursor.word(ahead: 8)  // 03T04:50
  let third = cursor.word(ahead: 12)  // 4:50:55Z
  let hasMarks =
    first & 0xFF00_00FF_0000_0000 == 0x2D00_002D_0000_0000 && second & 0x0000_FF00_00FF_0000 == 0x0000_3A00_0054_0000
    && third & 0xFF00_00FF_0000_0000 == 0x5A00_003A_0000_0000
  let date = DigitRun(first & 0xFFFF_FFFF | (first >> 40 & 0xFFFF) << 32 | second << 48)
  let clock = DigitRun(0x3030 | (second >> 24 & 0xFFFF) << 16 | (second >> 48) << 32 | (third >> 40 & 0xFFFF) << 48)
  guard hasMarks, date.count == 8, clock.count == 8 else { return nil }
  let (year, month, day) = (Int(date.value / 10_000), Int(date.value / 100 % 100), Int(date.value % 100))
  let (hour, minute, second60) = (Int(clock.value / 10_000), Int(clock.value / 100 % 100), Int(clock.value % 100))
  guard year > 0, 1...12 ~= month, day >= 1, day <= CivilDate.dayCount(year: year, month: month), hour <= 23,
    minute <= 59,
    second60 <= 59
  else { return nil }
  let seconds =
    CivilDate(year: year, month: month, day: day).daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second60
  return Timestamp(millisecondsSince1970: Int64(seconds) * 1000)
}

/// Consumes a date with a time of day. The position of the cursor is undefined on failure.
private func scanISO8601(_ cursor: inout ByteCursor) -> Timestamp? {
  guard let days = scanDate(&cursor) else { return nil }
  guard let byte = cursor.peek, byte | 0x20 == 0x74 || byte == 0x20 else { return nil }
  cursor.position += 1
  guard let timeOfDay = scanTimeOfDay(&cursor), let offset = scanOffset(&cursor) else { return nil }
  let milliseconds = Int64(days) * 86_400_000 + Int64(timeOfDay) - Int64(offset) * 60_000
  return isPlausible(milliseconds) ? Timestamp(millisecondsSince1970: milliseconds) : nil
}

/// Consumes `2011-04-03` or `2011/04/03`; returns days since 1970-01-01.
private func scanDate(_ cursor: inout ByteCursor) -> Int? {
  guard let year = cursor.digits(4), year > 0, let dash = cursor.peek, dash == 0x2D || dash == 0x2F else { return nil }
  cursor.position += 1
  guard let month = cursor.digits(2), 1...12 ~= month, cursor.skip(dash), let day = cursor.digits(2) else { return nil }
  guard day >= 1 && day <= CivilDate.dayCount(year: year, month: month) else { return nil }
  return CivilDate(year: year, month: month, day: day).daysSince1970
}

/// Consumes `04:50`, `04:50:55` or `04:50:55.250`; returns milliseconds since midnight.
private func scanTimeOfDay(_ cursor: inout ByteCursor) -> Int? {
  guard let hour = cursor.digits(2), hour <= 23, cursor.skip(0x3A) else { return nil }
  guard let minute = cursor.digits(2), minute <= 59 else { return nil }
  var milliseconds = (hour * 60 + minute) * 60_000
  guard cursor.skip(0x3A) else { return milliseconds }
  guard let second = cursor.digits(2), second <= 60 else { return nil }
  milliseconds += second * 1000
  guard cursor.skip(0x2E) || cursor.skip(0x2C) else { return milliseconds }
  guard let fraction = scanMilliseconds(&cursor) else { return nil }
  return milliseconds + fraction
}

/// Consumes the digits after a decimal mark, rounded to the millisecond.
private func scanMilliseconds(_ cursor: inout ByteCursor) -> Int? {
  let begin = cursor.position
  var tenths = 0  // of a millisecond
  while let byte = cursor.peek, byte &- 0x30 <= 9 {
    if cursor.position - begin < 4 { tenths = tenths * 10 + Int(byte &- 0x30) }
    cursor.position += 1
  }
  let count = cursor.position - begin
  guard count > 0 else { return nil }
  for _ in count..<max(count, 4) { tenths *= 10 }
  return (tenths + 5) / 10
}

/// Consumes the offset from UTC, in minutes; 0 if there is none.
private func scanOffset(_ cursor: inout ByteCursor) -> Int? {
  cursor.skipBlanks()
  guard let sign = cursor.peek else { return 0 }
  if sign | 0x20 == 0x7A {
    cursor.position += 1
    return 0
  }
  if sign == 0x55 { return cursor.skip(0x55) && cursor.skip(0x54) && cursor.skip(0x43) ? 0 : nil }
  guard sign == 0x2B || sign == 0x2D else { return nil }
  cursor.position += 1
  guard let hours = cursor.digits(2), hours <= 18 else { return nil }
  let hasColon = cursor.skip(0x3A)
  let minutes = cursor.isAtEnd && !hasColon ? 0 : cursor.digits(2)
  guard let minutes, minutes <= 59 else { return nil }
  return sign == 0x2D ? -(hours * 60 + minutes) : hours * 60 + minutes
}
