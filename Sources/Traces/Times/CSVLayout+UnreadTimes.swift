internal import Moments
internal import Records
internal import Storage

extension CSVLayout {
  /// The layout of a table without a column of times, with a note if one that is not read looks like it: otherwise its
  /// fixes would lose their times in silence.
  func notingUnreadTimes(in records: [[String]], _ settings: TraceReadingSettings) -> CSVLayout {
    guard let header, settings.columns.byColumn[.time] == nil else { return self }
    let read = Set(columns.values).union(ignored)
    let unread = header.indices.filter { !read.contains($0) }
    func texts(_ index: Int) -> [String] { records.map { $0[index] } }
    let certain = unread.filter { Self.isOtherCalendar(header[$0]) || Self.areTimes(texts($0)) }
    let found = certain.isEmpty ? unread.filter { Self.mayBeTimes(header[$0], texts($0)) } : certain
    guard !found.isEmpty else { return self }
    let names = found.map { quoted(header[$0].utf8) }.joined(separator: ", ")
    let isOtherCalendar = found.contains { Self.isOtherCalendar(header[$0]) }
    let cure =
      isOtherCalendar
      ? "Times of a week of GPS and days of a year are not read; write dates in their place"
      : certain.isEmpty
        ? "Write dates in one column, as in 2026-05-04T07:05:09Z, or name a column that has them with --columns time=NAME "
          + "and its form with --csv time-format" : "--columns time=NAME names the column"
    var layout = self
    layout.notes.append(
      LayoutNote(
        reason: .timesNotRead,
        message:
          "no column is known as the time, though \(names) may be \(certain.isEmpty && found.count > 1 ? "parts of it" : "one"); the fixes "
          + "were read without times. \(cure), and --columns time=none says that there is none."))
    return layout
  }

  /// Refuses times that make the vehicle faster than any: their form is not what it seems.
  ///
  /// The first rows acquit nearly every file; only if they do not are the others read.
  func refuseHurry(in table: [UInt8], _ settings: TraceReadingSettings) throws(CSVLayoutError) {
    guard columns[.time] != nil, settings.statedTimeFormat == .automatic,
      !MotionEvidence(table, self, settings, mostRows: 100).isUnhurried,
      let hurry = MotionEvidence(table, self, settings).hurry
    else { return }
    let text = TableValues(table, self).texts(in: .time).first ?? ""
    throw CSVLayoutError(
      reason: .timesUnknown,
      message: "by the times of \(quoted(name(of: .time).utf8)), such as \(quoted(text.utf8)), the vehicle would go "
        + "\(Int(min(hurry, 1e9))) m/s, so they are written in another form than they seem to be; --csv time-format states it, "
        + "and --columns time=none reads the fixes without times. The file was skipped.")
  }

  /// Whether a column may be a part of the time: it has a clock, grows with the records, or is named as one.
  private static func mayBeTimes(_ name: String, _ texts: [String]) -> Bool {
    let texts = texts.filter { !$0.isEmpty }
    guard texts.count >= 3 else { return false }
    if texts.allSatisfy({ $0.contains(/\d{1,2}:\d\d/) }) { return true }
    let numbers = texts.compactMap { Double($0.replacing(",", with: ".")) }
    let words = HeaderName.words(of: name)
    if numbers.count == texts.count, words.contains(where: { word in partsOfTimes.contains(where: word.hasPrefix) }) {
      return true
    }
    guard numbers.count == texts.count, Set(numbers).count > 1, let first = numbers.first, let last = numbers.last
    else {
      return false
    }
    let grows = zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 } && 2 * Set(numbers).count > numbers.count
    // A number of rows grows by one each; an odometer has no large numbers.
    return grows && (last - first != Double(numbers.count - 1)) && last > first
      && !words.contains(where: { word in lengths.contains(where: word.hasPrefix) })
  }

  private static let partsOfTimes: Set<String> = [
    "time", "zeit", "hora", "heure", "ora", "tijd", "sec", "sek", "tow", "wk", "week", "year", "jahr", "annee", "month",
    "monat", "hour", "stunde", "epoch", "elapsed", "clock", "stamp", "ticks", "date", "datum", "fecha",
  ]
  private static let lengths: Set<String> = [
    "odo", "km", "dist", "mile", "tacho", "length", "id", "seq", "nr", "no", "row", "counter",
  ]

  /// Whether a column has times of a week of GPS or days of a year, which are not read.
  private static func isOtherCalendar(_ name: String) -> Bool { otherCalendars.contains(HeaderName(name).word) }

  private static let otherCalendars: Set<String> = [
    "tow", "itow", "sow", "gpstow", "gpssow", "towms", "timeofweek", "secondsofweek", "gpsweek", "doy", "dayofyear",
    "yearday", "julianday", "julian", "jd", "mjd", "yday",
  ]

  /// Whether all texts are times within some years of each other, and not all equal.
  static func areTimes(_ texts: [String]) -> Bool {
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

  /// 1990: earlier drives were not recorded, and small whole numbers would be seconds in 1970.
  private static let earliest: Int64 = 631_152_000_000
}
