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

  /// Whether the times without an offset, of which there are some, are local ones.
  var hasLocalTimes: Bool {
    reading.clock != nil && (sample.localCount > 0 || reading.format == .spreadsheetDays)
  }

  /// - Parameters:
  ///   - column: the times that are read, behind their dates where these have a column of their own.
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
          + "--time-format states another form.")
    } else if sample.areRelativeSeconds {
      let isInMilliseconds = ["ms", "msec", "millis", "milliseconds"].contains(
        HeaderName.words(of: column.name ?? "").last)
      reading = isInMilliseconds ? .relativeMilliseconds : .relativeSeconds
      note(
        .relativeTimes,
        "times count from \(sample.texts[0]), and were read as \(isInMilliseconds ? "milliseconds" : "seconds") from an unknown beginning, which reports show as "
          + "1970; --time-format states another form.")
    }
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
          + "decide: --time-format dmy, ymd or mdy. The file was skipped.")
    case .unknown:
      let example = quoted((sample.ambiguous ?? "").utf8)
      throw CSVLayoutError(
        reason: .timesUnknown,
        message: "times such as \(example) may have the day or the month first, and no record decides: "
          + "--time-format dmy or mdy. The file was skipped.")
    case .contradictory:
      throw CSVLayoutError(
        reason: .timesUnknown,
        message: "some times have the day before the month, and others the month before the day: --time-format dmy or "
          + "mdy takes one kind and refuses the other. The file was skipped.")
    }
  }

  /// Half of such a drive would run backwards.
  private func refuseTwelveHours() throws(CSVLayoutError) {
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

  private static let localWords: Set<String> = ["lokal", "lokale", "lokalzeit", "ortszeit", "ortstijd"]

  private mutating func noteLocalTimes() {
    guard isClockOpen, sample.localCount > 0 else { return }
    guard Self.words(of: column.name).contains(where: { $0.hasPrefix("local") || Self.localWords.contains($0) }) else {
      return
    }
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
