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
  @inlinable package mutating func time(_ time: Timestamp) { clock(millisecondsOfDay: date(of: time)) }

  /// ISO 8601 with the offset of local time, always with milliseconds: `2026-01-01T09:30:05.000+01:00`, 29 bytes.
  ///
  /// - Precondition: the local year has four digits, and the offset is less than 100 hours.
  package mutating func time(_ time: ZonedTime) {
    let clock = clockText(millisecondsOfDay: date(of: Timestamp(millisecondsSince1970: time.localMilliseconds)))
    buffer.append(clock.seconds, count: 8, clock.fraction, count: 4)
    let minutes = UInt64(time.offsetInMinutes.magnitude)
    byte(UInt8(ascii: time.offsetInMinutes < 0 ? "-" : "+"))
    let digits = eightDigits(minutes / 60 * 1000 + minutes % 60) >> 24  // 01000
    let colon: UInt64 = 0x0A_0000  // the difference between `0` and `:`
    buffer.append(digits + colon, count: 5)
  }

  /// `2026-01-01T`; returns the rest of the time.
  @inlinable @inline(__always) mutating func date(of time: Timestamp) -> UInt64 {
    let dayLength: Int64 = 86_400_000
    let milliseconds = time.millisecondsSince1970
    let days = (milliseconds - (milliseconds < 0 ? dayLength - 1 : 0)) / dayLength
    if days != lastDate.daysSince1970 { lastDate = WrittenDate(daysSince1970: days) }
    buffer.append(lastDate.begin, count: 8, lastDate.end, count: 3)
    return UInt64(milliseconds - days * dayLength)
  }

  /// `08:30:05.250Z`.
  @inlinable @inline(__always) mutating func clock(millisecondsOfDay: UInt64) {
    let zone = UInt64(UInt8(ascii: "Z"))
    let clock = clockText(millisecondsOfDay: millisecondsOfDay)
    buffer.append(clock.seconds, count: 8, clock.fraction | zone << 32, count: 5)
  }

  /// `08:30:05` and `.250`.
  @inlinable @inline(__always)
  func clockText(millisecondsOfDay: UInt64) -> (seconds: UInt64, fraction: UInt64) {
    let seconds = millisecondsOfDay / 1000
    let milliseconds = millisecondsOfDay % 1000
    let digits = eightDigits(seconds / 3600 * 1_000_000 + seconds / 60 % 60 * 1000 + seconds % 60)  // 08030005
    let colons: UInt64 = 0x0000_0A00_000A_0000  // the difference between `0` and `:`
    return (digits + colons, eightDigits(milliseconds) >> 32 & ~0xFF | UInt64(UInt8(ascii: ".")))
  }
}

/// A date as written, `2026-01-01T`, in two words.
@usableFromInline struct WrittenDate: Sendable {
  @usableFromInline let daysSince1970: Int64
  /// `2026-01-`.
  @usableFromInline let begin: UInt64
  /// `01T`.
  @usableFromInline let end: UInt64

  @usableFromInline init(daysSince1970 days: Int64) {
    let date = CivilDate(daysSince1970: Int(days))
    let digits = eightDigits(UInt64(date.year * 10_000 + date.month * 100 + date.day))
    let dash = UInt64(UInt8(ascii: "-"))
    daysSince1970 = days
    begin = digits & 0xFFFF_FFFF | dash << 32 | (digits >> 32 & 0xFFFF) << 40 | dash << 56
    end = digits >> 48 | UInt64(UInt8(ascii: "T")) << 16
  }
}
