public import Moments
public import Storage

extension Timestamp {
  /// The moments whose years have four digits: 0000-01-01T00:00:00Z ..< 10000-01-01T00:00:00Z.
  package static let writable =
    Timestamp(millisecondsSince1970: -62_167_219_200_000)..<Timestamp(millisecondsSince1970: 253_402_300_800_000)
}

extension ByteWriter {
  /// ISO 8601 in UTC, always with milliseconds: `2026-01-01T08:30:05.000Z`, 24 bytes.
  ///
  /// All times of a column have one form, since readers of tables guess the form from the first ones.
  ///
  /// - Precondition: the year has four digits; see `Timestamp.writable`.
  @inlinable package mutating func time(_ time: Timestamp) {
    let (first, second, third) = words(of: time)
    buffer.append(first, second, third, count: 24)
  }

  /// The same in quotes.
  @inlinable package mutating func quotedTime(_ time: Timestamp) {
    let quote = UInt64(UInt8(ascii: "\""))
    let (first, second, third) = words(of: time)
    buffer.append(
      first << 8 | quote, second << 8 | first >> 56, third << 8 | second >> 56, count: 24,
      third >> 56 | quote << 8, count: 2, 0, count: 0)
  }

  /// ISO 8601 with the offset of local time, always with milliseconds: `2026-01-01T09:30:05.000+01:00`, 29 bytes.
  ///
  /// - Precondition: the local year has four digits, and the offset is less than 100 hours.
  package mutating func time(_ time: ZonedTime) {
    let (first, second, third) = words(of: Timestamp(millisecondsSince1970: time.localMilliseconds))
    buffer.append(first, second, third, count: 23)
    let minutes = UInt64(time.offsetInMinutes.magnitude)
    byte(UInt8(ascii: time.offsetInMinutes < 0 ? "-" : "+"))
    let digits = eightDigits(minutes / 60 * 1000 + minutes % 60) >> 24  // 01000
    let colon: UInt64 = 0x0A_0000  // the difference between `0` and `:`
    buffer.append(digits + colon, count: 5)
  }

  /// `2026-01-`, `01T08:30` and `:05.250Z`.
  @inlinable @inline(__always)
  mutating func words(of time: Timestamp) -> (UInt64, UInt64, UInt64) {
    let minuteLength: Int64 = 60_000
    let milliseconds = time.millisecondsSince1970
    let minutes = (milliseconds - (milliseconds < 0 ? minuteLength - 1 : 0)) / minuteLength
    if minutes != lastMinute.since1970 { lastMinute = WrittenMinute(since1970: minutes) }
    let rest = UInt64(milliseconds - minutes * minuteLength)
    let digits = eightDigits(rest / 1000 * 10_000 + rest % 1000) >> 8  // 0050250
    let marks: UInt64 = 0x5A00_0000_1E00_000A  // what makes `:`, `.` and `Z` of the zeros there and of nothing
    return (lastMinute.begin, lastMinute.end, digits ^ marks)
  }
}

/// A minute as written, `2026-01-01T08:30`, in two words.
@usableFromInline struct WrittenMinute: Sendable {
  /// In minutes.
  @usableFromInline let since1970: Int64
  /// `2026-01-`.
  @usableFromInline let begin: UInt64
  /// `01T08:30`.
  @usableFromInline let end: UInt64

  @usableFromInline init(since1970 minutes: Int64) {
    let dayLength: Int64 = 1440
    let days = (minutes - (minutes < 0 ? dayLength - 1 : 0)) / dayLength
    let date = CivilDate(daysSince1970: Int(days))
    let minuteOfDay = UInt64(minutes - days * dayLength)
    let yearAndMonth = eightDigits(UInt64(date.year * 10_000 + date.month * 100))
    let dash = UInt64(UInt8(ascii: "-"))
    since1970 = minutes
    begin = yearAndMonth & 0xFFFF_FFFF | dash << 32 | (yearAndMonth >> 32 & 0xFFFF) << 40 | dash << 56
    // 01008030; the difference between `0` and `T`, and between `0` and `:`
    end = eightDigits(UInt64(date.day) * 1_000_000 + minuteOfDay / 60 * 1000 + minuteOfDay % 60) + 0x0A00_0024_0000
  }
}
