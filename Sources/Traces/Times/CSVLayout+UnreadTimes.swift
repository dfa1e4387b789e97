internal import Moments
internal import Records
internal import Storage

extension CSVLayout {
  /// The layout of a table without a column of times, with a note if one that is not read looks like it: otherwise its
  /// fixes would lose their times in silence.
  func notingUnreadTimes(in records: [[String]], _ settings: TraceReadingSettings) -> CSVLayout {
    guard let header, settings.columns.byColumn[.time] == nil else { return self }
    let read = Set(columns.values).union(ignored)
    let found = header.indices.filter { index in
      guard !read.contains(index) else { return false }
      return Self.isOtherCalendar(header[index]) || Self.areTimes(records.map { $0[index] })
    }
    guard !found.isEmpty else { return self }
    let names = found.map { quoted(header[$0].utf8) }.joined(separator: ", ")
    let cure =
      found.contains { Self.isOtherCalendar(header[$0]) }
      ? "Times of a week of GPS and days of a year are not read; write dates in their place"
      : "--columns time=NAME names the column"
    var layout = self
    layout.notes.append(
      LayoutNote(
        reason: .timesNotRead,
        message: "no column is known as the time, though \(names) may be one; the fixes were read "
          + "without times. \(cure), and --columns time=none says that there is none."))
    return layout
  }

  /// Whether a column has times of a week of GPS or days of a year, which are not read.
  private static func isOtherCalendar(_ name: String) -> Bool { otherCalendars.contains(HeaderName(name).word) }

  private static let otherCalendars: Set<String> = [
    "tow", "itow", "sow", "gpstow", "gpssow", "towms", "timeofweek", "secondsofweek", "gpsweek", "doy", "dayofyear",
    "yearday", "julianday", "julian", "jd", "mjd", "yday",
  ]

  /// Whether all texts are times within some years of each other, and not all the same.
  private static func areTimes(_ texts: [String]) -> Bool {
    let reading = TimeReading()
    var times: [Timestamp] = []
    for text in texts where !text.isEmpty {
      guard let time = reading.time(ByteCursor(Array(text.utf8).span)), time.millisecondsSince1970 > earliest else {
        return false
      }
      times.append(time)
    }
    guard let first = times.min(), let last = times.max(), first != last else { return false }
    return last.seconds(since: first) < 10 * 365 * 86_400
  }

  /// 1990, before which nobody had a receiver; small whole numbers are seconds of 1970.
  private static let earliest: Int64 = 631_152_000_000
}
