package import Traces

extension Timestamp {
  /// The moments that four digits of a year can say: 0000-01-01T00:00:00Z ..< 10000-01-01T00:00:00Z.
  package static let writable =
    Timestamp(millisecondsSince1970: -62_167_219_200_000)..<Timestamp(millisecondsSince1970: 253_402_300_800_000)
}

extension ByteWriter {
  /// ISO 8601 in UTC, `2026-01-01T08:30:05Z`; with milliseconds only where they are not zero.
  ///
  /// - Precondition: the year has four digits; see `Timestamp.writable`.
  package mutating func time(_ time: Timestamp) {
    let dayLength: Int64 = 86_400_000
    let milliseconds = time.millisecondsSince1970
    let days = (milliseconds - (milliseconds < 0 ? dayLength - 1 : 0)) / dayLength
    write(atMost: 24) { span, begin in
      span.putDate(civilDate(daysSince1970: days), at: begin)
      span[begin + 10] = UInt8(ascii: "T")
      let end = span.putClock(millisecondsOfDay: UInt64(milliseconds - days * dayLength), at: begin + 11)
      span[end] = UInt8(ascii: "Z")
      return end + 1
    }
  }
}

extension MutableSpan<UInt8> {
  fileprivate mutating func putDate(_ date: CivilDate, at begin: Int) {
    putDigits(of: date.year, width: 4, at: begin)
    self[begin + 4] = UInt8(ascii: "-")
    putDigits(of: date.month, width: 2, at: begin + 5)
    self[begin + 7] = UInt8(ascii: "-")
    putDigits(of: date.day, width: 2, at: begin + 8)
  }

  /// Returns where it ends.
  fileprivate mutating func putClock(millisecondsOfDay: UInt64, at begin: Int) -> Int {
    let seconds = millisecondsOfDay / 1000
    putDigits(of: seconds / 3600, width: 2, at: begin)
    self[begin + 2] = UInt8(ascii: ":")
    putDigits(of: seconds / 60 % 60, width: 2, at: begin + 3)
    self[begin + 5] = UInt8(ascii: ":")
    putDigits(of: seconds % 60, width: 2, at: begin + 6)
    guard millisecondsOfDay % 1000 != 0 else { return begin + 8 }
    self[begin + 8] = UInt8(ascii: ".")
    putDigits(of: millisecondsOfDay % 1000, width: 3, at: begin + 9)
    return begin + 12
  }
}

private struct CivilDate {
  var year: UInt64
  var month: UInt64
  var day: UInt64
}

/// The date of the proleptic Gregorian calendar, for years from 0.
///
/// - Source: `civil_from_days` of Howard Hinnant, chrono-Compatible Low-Level Date Algorithms,
///   https://howardhinnant.github.io/date_algorithms.html (public domain). Years begin in March, so that the leap day
///   is the last of its year.
private func civilDate(daysSince1970 days: Int64) -> CivilDate {
  let daysSinceMarch = days + 719_468  // 0000-03-01
  let daysOfEra: Int64 = 146_097  // 400 years
  let era = (daysSinceMarch - (daysSinceMarch < 0 ? daysOfEra - 1 : 0)) / daysOfEra
  let dayOfEra = daysSinceMarch - era * daysOfEra
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let monthFromMarch = (5 * dayOfYear + 2) / 153
  let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
  let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return CivilDate(year: UInt64(year), month: UInt64(month), day: UInt64(day))
}
