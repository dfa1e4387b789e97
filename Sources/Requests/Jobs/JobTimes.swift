internal import Moments
internal import Storage

/// Reads the times of orders: moments, times of day, and seconds from midnight.
struct JobTimes: Sendable {
  /// Of times without an offset.
  let clock: LocalClock

  /// Smaller numbers are seconds from midnight, others seconds since 1970: 1e8 is in March 1973, and three years after
  /// a midnight.
  static let leastUnixTime = 1e8
  /// A tour may go on after midnight, as in `25:30`; a later hour is a mistake.
  private static let hours = 0..<48

  /// - Parameter clock: `nil` for UTC.
  init(_ clock: LocalClock?) { self.clock = clock ?? .utc }

  /// The local day of a moment.
  func day(of moment: Timestamp) -> CivilDate { CivilDate(daysSince1970: clock.time(moment).day) }

  // MARK: Texts

  /// The moment of a text.
  ///
  /// - Parameter day: of a time of day; `nil` if it is unknown.
  func moment(_ text: String, _ field: String, on day: CivilDate?) throws(JobRefusal) -> Timestamp {
    if let seconds = Self.secondsOfClock(text) {
      guard let day else { throw Self.missingDate(text, field) }
      return try shown(local: Int64(day.daysSince1970) * 86_400_000 + Int64(seconds) * 1000, text, field)
    }
    if let number = Double(text), number.isFinite,
      text.utf8.allSatisfy({ $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }),
      number < Self.leastUnixTime
    {
      if text.utf8.count == 8, let date = CivilDate(written: text), (1980...2100).contains(date.year) {
        throw JobRefusal(.badValue, "\(field) \(Requests.shown(text)) is a day without a time of day")
      }
      return try moment(number, field, on: day)
    }
    return try moment(ofText: text, field)
  }

  private func moment(ofText text: String, _ field: String) throws(JobRefusal) -> Timestamp {
    let bytes = Array(text.utf8)
    let reading = TimeReading(clock: clock)
    if let moment = reading.time(ByteCursor(bytes.span)) { return moment }
    let what =
      switch reading.flaw(of: ByteCursor(bytes.span)) {
      case .implausible?: "is not within 1980…2100"
      case .unknownOrder?: "may have the day or the month first; write it as 2026-03-02T08:00"
      case .skippedHour?: Self.skipped
      case .repeatedHour?: Self.repeated
      case .unreadable?, nil: "is no time such as 2026-03-02T08:00, 2026-03-02T08:00+01:00 or 08:00"
      }
    throw JobRefusal(.badValue, "\(field) \(Requests.shown(text)) \(what)")
  }

  private static let skipped = "was never shown by the clocks, which were put forward then; write it with its offset"
  private static let repeated = "was shown twice by the clocks; write it with its offset, as in +02:00"

  /// The moment at which the clocks show a time.
  private func shown(local: Int64, _ text: String, _ field: String) throws(JobRefusal) -> Timestamp {
    let moments = clock.moments(showing: local)
    guard moments.count == 1 else {
      let what = moments.isEmpty ? Self.skipped : Self.repeated
      throw JobRefusal(.badValue, "\(field) \(Requests.shown(text)) \(what)")
    }
    return moments[0]
  }

  /// The seconds of `8:00`, `08:00:30` or `25:30`; `nil` for any other text.
  private static func secondsOfClock(_ text: String) -> Int? {
    let fields = text.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = fields.compactMap { field in
      (1...2).contains(field.utf8.count) && field.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(field) : nil
    }
    guard (2...3).contains(fields.count), numbers.count == fields.count, hours.contains(numbers[0]),
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
  }

  // MARK: Numbers

  /// The moment of a number: seconds from the midnight of `day`, or since 1970.
  func moment(_ number: Double, _ field: String, on day: CivilDate?) throws(JobRefusal) -> Timestamp {
    guard number >= 0 else { throw JobRefusal(.badValue, "\(field) \(number) is negative") }
    guard number < Self.leastUnixTime else { return try unixTime(number, field) }
    guard let day else { throw Self.missingDate(Self.words(number), field) }
    return clock.begin(of: day).adding(seconds: number)
  }

  private func unixTime(_ number: Double, _ field: String) throws(JobRefusal) -> Timestamp {
    guard Self.isPlausible(number) else {
      throw JobRefusal(.badValue, "\(field) \(Self.words(number)) is not within 1980…2100 in seconds since 1970")
    }
    return Timestamp(millisecondsSince1970: Int64((number * 1000).rounded()))
  }

  static func isPlausible(_ seconds: Double) -> Bool {
    seconds * 1000 >= Double(TimeReading.plausible.lowerBound)
      && seconds * 1000 <= Double(TimeReading.plausible.upperBound)
  }

  /// A number without decimals that say nothing.
  static func words(_ number: Double) -> String { Int(exactly: number).map { String($0) } ?? String(number) }

  private static func missingDate(_ text: String, _ field: String) -> JobRefusal {
    JobRefusal(
      .missingDate,
      "\(field) \(Requests.shown(text)) has no day; name it with --job-date, such as --job-date 2026-03-02")
  }
}
