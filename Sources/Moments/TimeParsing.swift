package import Storage

/// Reads a time that fills the cursor's whole range, or returns `nil`.
///
/// ISO 8601: `2011-04-03T04:50:55.250+02:00`. The `T` may be lower-case or a space, and the seconds and the offset are
/// optional. An offset is `Z`, `UTC`, `±hh`, `±hhmm` or `±hh:mm`. **No offset means UTC.** A 60th second is the first
/// of the next minute, as in POSIX. Other texts: see ``scanWrittenTime(_:)``. Numbers: seconds since 1970 below 10¹¹
/// (the year 5138), milliseconds below 10¹⁴, microseconds below 10¹⁷, otherwise nanoseconds; but `20110403045055` and
/// `201104030450` are read as dates, since as numbers they would be before 1980 or after 2286. Fractions are kept to
/// the millisecond.
///
/// Years are 0001…9999, as in ISO 8601. ``TimeReading`` reads the times of a file, and refuses implausible ones.
package func parseTime(_ cursor: consuming ByteCursor, as format: TimeFormat = .automatic) -> Timestamp? {
  TimeReading(format, within: TimeReading.years).time(cursor)
}

/// The milliseconds of a number that fills the cursor's range. The decimal mark is a point or a comma.
func scanNumber(_ cursor: inout ByteCursor, shift: Int? = nil) -> Int64? {
  guard let number = scanDecimal(&cursor) else { return nil }
  return number.rounded(scaledBy: shift ?? shiftToMilliseconds(byMagnitudeOf: number))
}

/// A number that fills the cursor's range.
func scanDecimal(_ cursor: inout ByteCursor) -> ScannedDecimal? {
  let begin = cursor.position
  if let number = cursor.decimal(), cursor.isAtEnd { return number }
  guard cursor.peek == 0x2C else { return nil }
  cursor.position = begin
  guard let number = cursor.decimal(separator: 0x2C), cursor.isAtEnd else { return nil }
  return number
}

private func shiftToMilliseconds(byMagnitudeOf number: ScannedDecimal) -> Int {
  let magnitude = abs(number.value)
  if magnitude < 1e11 { return 3 }
  if magnitude < 1e14 { return 0 }
  return magnitude < 1e17 ? -3 : -6
}
