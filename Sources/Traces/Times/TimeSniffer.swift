internal import Moments
internal import Records
internal import Storage

/// Decides how the times of a CSV file are read, by its first records.
///
/// What one text leaves open, such as the order of day and month, the others of the file decide, or the file is refused:
/// no record is guessed.
struct TimeSniffer {
  /// A column of times, each as its text, a record at a time; empty where a record has none.
  struct Column {
    /// In the header.
    var name: String?
    var texts: [String]
  }

  private let settings: TraceReadingSettings
  private let column: Column
  private let sample: TimeSample
  private(set) var reading: TimeReading
  private(set) var notes: [LayoutNote] = []

  /// How the times are written, as a name of ``TimeFormat``.
  var shape: String { sample.shape(under: reading) }

  /// Whether further records may decide what these leave open.
  var isOpen: Bool { settings.statedTimeFormat == .automatic && sample.leavesOrderOpen }

  /// Whether later records may show a clock of twelve hours without AM and PM.
  var mayBeOfTwelveHours: Bool { settings.statedTimeFormat == .automatic && sample.mayBeOfTwelveHours }

  /// Whether the times without an offset are local; at least one exists.
  var hasLocalTimes: Bool {
    reading.clock != nil && (sample.localCount > 0 || reading.format == .spreadsheetDays)
  }

  /// - Parameters:
  ///   - column: the times that are read, after their dates if these have a column of their own.
  ///   - others: further columns of times, of the same records.
  ///   - isNamed: whether the header or the user says that these are times.
  init(
    _ column: Column, others: [Column] = [], isNamed: Bool, settings: TraceReadingSettings
  ) throws(CSVLayoutError) {
    self.settings = settings
    self.column = column
    sample = TimeSample(column.texts)
    reading = settings.timeReading(clock: Self.isUniversal(column.name) ? nil : settings.clockOfTimes)
    if settings.statedTimeFormat == .automatic {
      if isNamed { recogniseNumbers() }
      try refuseOtherEpochs()
      try recogniseOrder()
      try refuseTwelveHours()
    }
    noteLocalTimes()
    compare(with: others)
  }

  /// The words of the name say that the times are UTC.
  private static func isUniversal(_ name: String?) -> Bool {
    !words(of: name).isDisjoint(with: ["utc", "gmt", "zulu"])
  }

  /// With the whole name: `Ortszeit` is one word however it is spelled.
  private static func words(of name: String?) -> Set<String> {
    let words = HeaderName.words(of: name ?? "")
    return Set(words + [words.joined()])
  }

  private mutating func note(_ reason: ReadingReason, _ message: String) {
    notes.append(LayoutNote(reason: reason, message: message))
  }

  // MARK: Forms

  private mutating func recogniseNumbers() {
    if sample.areSpreadsheetDays {
      reading = reading.taking(.spreadsheetDays)
      note(
        .spreadsheetDays,
        "times such as \(quoted(sample.texts[0].utf8)) were read as days of a spreadsheet, counted from 1899-12-30; "
          + "--csv time-format states another form.")
    } else if sample.areRelativeSeconds {
      let isInMilliseconds = ["ms", "msec", "millis", "milliseconds"].contains(
        HeaderName.words(of: column.name ?? "").last)
      reading = isInMilliseconds ? .relativeMilliseconds : .relativeSeconds
      note(
        .relativeTimes,
        "times count from \(sample.texts[0])\(column.name.map { " in \(quoted($0.utf8))" } ?? ""), and were read as \(isInMilliseconds ? "milliseconds" : "seconds") from an unknown beginning, which reports show as "
          + "1970; --csv time-format states another form.")
    }
  }

  /// Seconds that count from another moment than 1970 would be read as times decades ago.
  ///
  /// Drives were not generally recorded by satellite before 1996, and counts from 2000 or 2001, read as counts from
  /// 1970, fall into those years.
  private func refuseOtherEpochs() throws(CSVLayoutError) {
    guard !reading.isRelative, reading.format == .automatic, let numbers = sample.numbers, let least = numbers.min(),
      let most = numbers.max()
    else { return }
    let example = quoted(sample.texts[0].utf8)
    let name = column.name.map { " of \(quoted($0.utf8))" } ?? ""
    let seconds = Self.seconds(most)
    let areOld = Self.seconds(least) >= Self.firstOldSecond && seconds < Self.firstUsualSecond
    if areOld || Self.seconds(least) >= Self.firstFutureSecond && seconds < Self.lastFutureSecond {
      let year = Timestamp(millisecondsSince1970: Int64(seconds * 1000)).iso8601.prefix(4)
      throw CSVLayoutError(
        reason: .timesUnknown,
        message:
          "times\(name) such as \(example) would be of \(year) if they count from 1970. If they count from another "
          + "moment, --csv time-format says from which, as in --csv time-format='s since 2000-01-01'; --csv time-format="
          + "\(Self.unit(most)) reads them as of \(year). The file was skipped.")
    }
    let words = Self.words(of: column.name)
    guard words.contains("gps") || words.contains("gnss"), words.isDisjoint(with: Self.unixWords),
      most < Self.lastGPSSecond,
      least >= Self.firstUsualSecond, words.contains(where: { $0.hasPrefix("sec") || $0 == "s" })
    else { return }
    throw CSVLayoutError(
      reason: .timesUnknown,
      message:
        "times\(name) such as \(example) may be seconds of GPS, which count from 1980-01-06 and run 18 s ahead of UTC: "
        + "say --csv time-format='s since 1980-01-05T23:59:42', or --csv time-format=s for seconds since 1970. The file was "
        + "skipped.")
  }

  /// 1980, from which receivers count, and 2000.
  private static let firstOldSecond = 315_532_800.0
  private static let firstUsualSecond = 946_684_800.0
  /// 2050 and 2100: counts from 1900 and 1904 fall between them.
  private static let firstFutureSecond = 2_524_608_000.0
  private static let lastFutureSecond = 4_102_444_800.0
  /// As seconds of GPS of 2036.
  private static let lastGPSSecond = 1_767_225_600.0
  private static let unixWords: Set<String> = ["unix", "epoch", "posix", "1970"]

  /// A count since 1970 in seconds, by its magnitude.
  private static func seconds(_ number: Double) -> Double {
    number < 1e11 ? number : number < 1e14 ? number / 1e3 : number < 1e17 ? number / 1e6 : number / 1e9
  }

  private static func unit(_ number: Double) -> String {
    number < 1e11 ? "s" : number < 1e14 ? "ms" : number < 1e17 ? "us" : "ns"
  }

  private mutating func recogniseOrder() throws(CSVLayoutError) {
    switch sample.order {
    case .needless: break
    case .known(.dayFirst): reading = reading.taking(.dayFirst)
    case .known(.monthFirst): reading = reading.taking(.monthFirst)
    case .known(.yearFirst): reading = reading.taking(.yearFirst)
    case .unknown where sample.hasSixDigits, .contradictory where sample.hasSixDigits:
      let example = quoted((sample.ambiguous ?? "").utf8)
      throw CSVLayoutError(
        reason: .timesUnknown,
        message: "dates of six digits such as in \(example) may have the day or the year first, and the records do not "
          + "decide: --csv time-format=dmy, ymd or mdy. The file was skipped.")
    case .unknown:
      let example = quoted((sample.ambiguous ?? "").utf8)
      throw CSVLayoutError(
        reason: .timesUnknown,
        message: "times such as \(example) may have the day or the month first, and no record decides: "
          + "--csv time-format=dmy or mdy. The file was skipped.")
    case .contradictory:
      throw CSVLayoutError(
        reason: .timesUnknown,
        message: "some times have the day before the month, and others the month before the day: "
          + "--csv time-format=dmy or mdy takes one kind and refuses the other. The file was skipped.")
    }
  }

  /// Half of such a drive would run backwards.
  private func refuseTwelveHours() throws(CSVLayoutError) { try Self.refuseTwelveHours(sample) }

  static func refuseTwelveHours(_ sample: TimeSample) throws(CSVLayoutError) {
    guard let (before, after) = sample.stepOfTwelveHourClock else { return }
    throw CSVLayoutError(
      reason: .timesUnknown,
      message:
        "times go from \(quoted(before.utf8)) back to \(quoted(after.utf8)), as clocks of twelve hours do; without "
        + "AM and PM nothing tells morning from afternoon. Export them with AM and PM or with 24 hours. The file was "
        + "skipped.")
  }

  /// Whether some times have no offset, and neither an option nor their name says where the clock was.
  var areOfUnknownClock: Bool { isClockOpen && sample.localCount > 0 && !Self.isUniversal(column.name) }

  /// Whether neither the user nor a preset says where the clock was.
  private var isClockOpen: Bool { settings.clock == nil && settings.preset?.timesAreUniversal != true }

  /// Whether a name says that its times are local, or which zone they are in: `Uhrzeit (MESZ)`.
  private static func areLocal(_ name: String?) -> Bool {
    if words(of: name).contains(where: { $0.hasPrefix("local") || localWords.contains($0) }) { return true }
    return (name ?? "").split { !$0.isLetter }.contains { zones.contains(String($0)) }
  }

  /// In capitals only: `est` is a word.
  private static let zones: Set<String> = [
    "MEZ", "MESZ", "CET", "CEST", "BST", "WEST", "EET", "EEST", "MSK", "EST", "EDT", "CST", "CDT", "MST", "MDT", "PST",
    "PDT", "JST", "AEST", "AEDT", "SAST",
  ]

  private mutating func noteLocalCounts() {
    guard reading.format == .automatic, !reading.isRelative, let first = sample.numbers?.first else { return }
    let seconds = Int64(Self.seconds(first))
    let shown = Timestamp(millisecondsSince1970: seconds * 1000).iso8601
    note(
      .localTimesAsUTC,
      "the column \(quoted((column.name ?? "").utf8)) says that its counts are local times, and they were read as since "
        + "1970 in UTC, from \(shown) on; if they count from local midnight, say so as in --csv time-format="
        + "'s since 1969-12-31T22:00' for a clock two hours ahead.")
  }

  private static let localWords: Set<String> = ["lokal", "lokale", "lokalzeit", "ortszeit", "ortstijd"]

  private mutating func noteLocalTimes() {
    guard isClockOpen else { return }
    guard Self.areLocal(column.name) else { return }
    guard sample.localCount > 0 else { return noteLocalCounts() }
    note(
      .localTimesAsUTC,
      "the column \(quoted((column.name ?? "").utf8)) has local times without an offset, which were read as UTC; "
        + "--time-zone says where the clock was.")
  }

  // MARK: Weeks of GPS

  /// Finds times 1024 weeks in the past, which receivers with a worn-out calendar send, if something else proves them.
  private mutating func compare(with others: [Column]) {
    let times = column.texts.map { time($0, reading) }
    guard !times.allSatisfy({ $0 == nil }) else { return }
    if let latest = latestBesideRollover(times.compactMap(\.self)) { return mend(latest, "others of the file") }
    for other in others {
      let theirs = other.texts.map {
        time($0, TimeReading(clock: Self.isUniversal(other.name) ? nil : settings.clockOfTimes))
      }
      let steps = zip(times, theirs).compactMap { pair in pair.0.flatMap { pair.1?.seconds(since: $0) } }
      guard steps.count >= 2, let latest = theirs.compactMap(\.self).max() else { continue }
      let name = "the column \(quoted((other.name ?? "").utf8))"
      if steps.allSatisfy(Self.isRollover) { return mend(latest, name) }
      if steps.allSatisfy({ abs($0) > 365 * 86_400 }) {
        return note(.clocksDisagree, "times differ by more than a year from \(name). They were read as they are.")
      }
    }
  }

  /// The latest time if all others are near it or 1024 weeks before it, and some are.
  private func latestBesideRollover(_ times: [Timestamp]) -> Timestamp? {
    guard let latest = times.max() else { return nil }
    let old = times.filter { latest.seconds(since: $0) > 365 * 86_400 }
    return !old.isEmpty && old.allSatisfy { Self.isRollover(latest.seconds(since: $0)) } ? latest : nil
  }

  /// 1024 weeks, give or take a day.
  private static func isRollover(_ seconds: Double) -> Bool {
    abs(seconds - Double(TimeReading.rollover) / 1000) < 86_400
  }

  private mutating func mend(_ latest: Timestamp, _ evidence: String) {
    reading.rolloverBefore = latest.adding(seconds: -Double(TimeReading.rollover) / 2000)
    note(
      .weekRollover,
      "times 1024 weeks before \(evidence) were taken for those of a receiver whose count of GPS weeks began anew, and "
        + "moved by 1024 weeks.")
  }

  private func time(_ text: String, _ reading: TimeReading) -> Timestamp? {
    let bytes = Array(text.utf8)
    return text.isEmpty ? nil : reading.time(ByteCursor(bytes.span))
  }
}

/// Something about a whole file that its layout shows.
struct LayoutNote: Equatable, Sendable {
  var reason: ReadingReason
  var message: String
}
