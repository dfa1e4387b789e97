internal import Storage

/// Exactly `2011-04-03T04:50:55Z` or `2011-04-03T04:50:55.250Z`, the forms of most files, read in words; `nil` for
/// anything else.
@inline(__always)
func plainISO8601(_ cursor: borrowing ByteCursor) -> Timestamp? {
  let count = cursor.end - cursor.position
  guard count == 20 || count == 24 else { return nil }
  let first = cursor.word(ahead: 0)  // 2011-04-
  let second = cursor.word(ahead: 8)  // 03T04:50
  let third = cursor.word(ahead: 12)  // 4:50:55Z or 4:50:55.
  let mark: UInt64 = count == 20 ? 0x5A : 0x2E
  let hasMarks =
    first & 0xFF00_00FF_0000_0000 == 0x2D00_002D_0000_0000 && second & 0x0000_FF00_00FF_0000 == 0x0000_3A00_0054_0000
    && third & 0xFF00_00FF_0000_0000 == mark << 56 | 0x3A_0000_0000
  let date = DigitRun(first & 0xFFFF_FFFF | (first >> 40 & 0xFFFF) << 32 | second << 48)
  let clock = DigitRun(0x3030 | (second >> 24 & 0xFFFF) << 16 | (second >> 48) << 32 | (third >> 40 & 0xFFFF) << 48)
  guard hasMarks, date.count == 8, clock.count == 8,
    let milliseconds = count == 20 ? 0 : plainThousandths(cursor.word(ahead: 16))
  else { return nil }
  let (year, month, day) = (Int(date.value / 10_000), Int(date.value / 100 % 100), Int(date.value % 100))
  let (hour, minute, second60) = (Int(clock.value / 10_000), Int(clock.value / 100 % 100), Int(clock.value % 100))
  guard year > 0, 1...12 ~= month, day >= 1, day <= CivilDate.dayCount(year: year, month: month), hour <= 23,
    minute <= 59,
    second60 <= 59
  else { return nil }
  let seconds =
    CivilDate(year: year, month: month, day: day).daysSince1970 * 86_400 + hour * 3600 + minute * 60 + second60
  return Timestamp(millisecondsSince1970: Int64(seconds) * 1000 + milliseconds)
}

/// The fraction of `:55.250Z`; `nil` if the last four bytes are not three digits and a `Z`.
@inline(__always)
private func plainThousandths(_ word: UInt64) -> Int64? {
  let digits = DigitRun(word >> 32, atMost: 3)
  return digits.count == 3 && word >> 56 == 0x5A ? Int64(digits.value) : nil
}

/// Consumes a date with a time of day. The position of the cursor is undefined on failure.
func scanISO8601(_ cursor: inout ByteCursor) -> WrittenTime? {
  guard let days = scanISODate(&cursor) else { return nil }
  guard let byte = cursor.peek, byte | 0x20 == 0x74 || byte == 0x20 else { return nil }
  cursor.position += 1
  guard let timeOfDay = scanISOTimeOfDay(&cursor) else { return nil }
  cursor.skipBlanks()
  if cursor.isAtEnd { return WrittenTime(date: .day(days), timeOfDay: timeOfDay) }
  guard let offset = scanOffset(&cursor) else { return nil }
  return WrittenTime(date: .day(days), timeOfDay: timeOfDay, offset: offset)
}

/// Consumes `2011-04-03` or `2011/04/03`; returns days since 1970-01-01.
private func scanISODate(_ cursor: inout ByteCursor) -> Int? {
  guard let year = cursor.digits(4), year > 0, let dash = cursor.peek, dash == 0x2D || dash == 0x2F else { return nil }
  cursor.position += 1
  guard let month = cursor.digits(2), 1...12 ~= month, cursor.skip(dash), let day = cursor.digits(2) else { return nil }
  guard day >= 1 && day <= CivilDate.dayCount(year: year, month: month) else { return nil }
  return CivilDate(year: year, month: month, day: day).daysSince1970
}

/// Consumes `04:50`, `04:50:55` or `04:50:55.250`; returns milliseconds since midnight.
private func scanISOTimeOfDay(_ cursor: inout ByteCursor) -> Int? {
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
func scanMilliseconds(_ cursor: inout ByteCursor) -> Int? {
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

/// Consumes `Z`, `UTC`, `±hh`, `±hhmm` or `±hh:mm`; returns minutes east of UTC.
func scanOffset(_ cursor: inout ByteCursor) -> Int? {
  guard let sign = cursor.peek else { return nil }
  if sign | 0x20 == 0x7A {
    cursor.position += 1
    return 0
  }
  if sign == 0x55 { return cursor.skip(0x55) && cursor.skip(0x54) && cursor.skip(0x43) ? 0 : nil }
  guard sign == 0x2B || sign == 0x2D else { return nil }
  cursor.position += 1
  guard let hours = cursor.digits(2), hours <= 18 else { return nil }
  let hasColon = cursor.skip(0x3A)
  let hasMinutes = hasColon || (cursor.peek.map { $0 &- 0x30 <= 9 } ?? false)
  let minutes = hasMinutes ? cursor.digits(2) : 0
  guard let minutes, minutes <= 59 else { return nil }
  return sign == 0x2D ? -(hours * 60 + minutes) : hours * 60 + minutes
}
