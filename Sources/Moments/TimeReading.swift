package import Storage

/// How the times of one file are read: decided once, applied to every record.
///
/// Times without an offset are local times of ``clock``, or UTC without one. A time outside the plausible years is
/// refused.
package struct TimeReading: Hashable, Sendable {
  package var format: TimeFormat
  /// The clock of times without an offset; `nil` for UTC.
  package var clock: LocalClock?
  /// Numbers count from an unknown beginning, not from 1970.
  package private(set) var isRelative = false
  /// Whether numbers may be times; otherwise only dates with a time of day.
  private var readsNumbers = true
  /// In milliseconds since 1970.
  private(set) var bounds: ClosedRange<Int64>
  /// Times before this moment are 1024 weeks late; `nil` if the receivers' weeks are sound.
  package var rolloverBefore: Timestamp?

  /// The years 0001…9999, which ISO 8601 can express.
  static let years: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  /// From the beginning of GPS time, 1980-01-06, to the end of 2100.
  package static let plausible: ClosedRange<Int64> = 315_964_800_000...4_133_980_799_999

  /// Relative times: from 0 to three years.
  private static let relative: ClosedRange<Int64> = 0...100_000_000_000

  init(_ format: TimeFormat, within bounds: ClosedRange<Int64>) {
    self.format = format
    self.bounds = bounds
  }

  /// - Parameters:
  ///   - clock: of times without an offset; `nil` for UTC.
  ///   - readsNumbers: whether a number alone may be a time.
  ///   - readsAncient: whether times before 1980 are read as well: research data may count from 0. By default they are
  ///     read if a format is stated.
  package init(
    _ format: TimeFormat = .automatic, clock: LocalClock? = nil, readsNumbers: Bool = true, readsAncient: Bool? = nil
  ) {
    self.format = format
    self.clock = clock
    self.readsNumbers = readsNumbers
    let isAncient = readsAncient ?? (format != .automatic)
    bounds = isAncient ? Self.years.lowerBound...Self.plausible.upperBound : Self.plausible
  }

  /// Seconds from an unknown beginning.
  package static var relativeSeconds: TimeReading {
    var reading = TimeReading(.epochSeconds, within: relative)
    reading.isRelative = true
    return reading
  }

  /// Milliseconds from an unknown beginning.
  package static var relativeMilliseconds: TimeReading {
    var reading = TimeReading(.epochMilliseconds, within: relative)
    reading.isRelative = true
    return reading
  }

  /// The same with an order of day and month, or another form that the values of a file have shown.
  package func taking(_ format: TimeFormat) -> TimeReading {
    var reading = self
    reading.format = format
    return reading
  }

  /// What is expected, as the end of a sentence.
  var expectation: String { readsNumbers ? format.expectation : TimeFormat.iso8601.expectation }

  // MARK: Reading

  /// The time that fills the cursor's range; `nil` if ``flaw(of:)`` has something to say.
  package func time(_ cursor: consuming ByteCursor) -> Timestamp? {
    guard case .time(let time) = result(&cursor) else { return nil }
    return time
  }

  /// What is wrong with a time; `nil` if nothing is.
  package func flaw(of cursor: consuming ByteCursor) -> TimeFlaw? {
    if case .flaw(let flaw) = result(&cursor) { flaw } else { nil }
  }

  private enum Result {
    case time(Timestamp)
    case flaw(TimeFlaw)
  }

  private func result(_ cursor: inout ByteCursor) -> Result {
    let begin = cursor.position
    switch format {
    case .automatic, .dayFirst, .monthFirst, .yearFirst: return automatic(&cursor, from: begin)
    case .iso8601:
      if let time = plainISO8601(cursor) { return checked(time.millisecondsSince1970) }
      guard let written = scanISO8601(&cursor), cursor.isAtEnd else { return .flaw(.unreadable) }
      return moment(of: written)
    case .spreadsheetDays:
      guard let number = scanDecimal(&cursor), let local = Self.milliseconds(spreadsheetDays: number.value) else {
        return .flaw(.unreadable)
      }
      return moment(ofLocal: local)
    case .pattern(let pattern):
      guard let written = pattern.scan(&cursor), cursor.isAtEnd else { return .flaw(.unreadable) }
      return moment(of: written)
    case .counted(let count) where count.followsWrittenTime: return time(writtenBefore: count, &cursor)
    case .counted(let count):
      guard let milliseconds = count.milliseconds(&cursor) else { return .flaw(.unreadable) }
      return count.countsDays ? moment(ofLocal: milliseconds) : checked(milliseconds)
    case .epochSeconds, .epochMilliseconds, .epochMicroseconds, .epochNanoseconds:
      return scanNumber(&cursor, shift: format.shiftToMilliseconds).map(checked) ?? .flaw(.unreadable)
    }
  }

  /// The moment of a number after the last blank, counted from the time before the blank.
  private func time(writtenBefore count: TimeCount, _ cursor: inout ByteCursor) -> Result {
    var bytes: [UInt8] = []
    while let byte = cursor.peek {
      bytes.append(byte)
      cursor.position += 1
    }
    guard let blank = bytes.lastIndex(of: 0x20) else { return .flaw(.unreadable) }
    var number = ByteCursor(bytes.span, in: blank + 1..<bytes.count)
    var start = ByteCursor(bytes.span, in: 0..<blank)
    guard let added = count.addedMilliseconds(&number) else { return .flaw(.unreadable) }
    switch taking(.iso8601).result(&start) {
    case .time(let time): return checked(time.millisecondsSince1970 + added)
    case .flaw(.repeatedHour(let first)):
      return .flaw(.repeatedHour(Timestamp(millisecondsSince1970: first.millisecondsSince1970 + added)))
    case .flaw(let flaw): return .flaw(flaw)
    }
  }

  private func automatic(_ cursor: inout ByteCursor, from begin: Int) -> Result {
    if let time = plainISO8601(cursor) { return checked(time.millisecondsSince1970) }
    if let written = scanISO8601(&cursor), cursor.isAtEnd { return moment(of: written) }
    cursor.position = begin
    if readsNumbers, !isDateOfDigits(cursor), let milliseconds = scanNumber(&cursor) { return number(milliseconds) }
    cursor.position = begin
    guard let written = scanWrittenTime(&cursor) else { return .flaw(.unreadable) }
    return moment(of: written)
  }

  /// A number is not a date, so a stated order of day, month and year does not make an ancient one plausible.
  private func number(_ milliseconds: Int64) -> Result {
    if order == nil || Self.plausible.contains(milliseconds) { return checked(milliseconds) }
    return .flaw(.implausible(Timestamp(millisecondsSince1970: milliseconds)))
  }

  /// Whether 12 or 14 digits begin with a plausible year. As a number they would be milliseconds before 1980 or after
  /// 2286.
  private func isDateOfDigits(_ cursor: borrowing ByteCursor) -> Bool {
    let count = digitCount(cursor)
    guard count == 14 || count == 12 else { return false }
    let decade = [0, 1, 2].reduce(0) { 10 * $0 + Int(cursor.byte(ahead: $1) &- 0x30) }
    return 198...210 ~= decade
  }

  /// The spreadsheet's first day is 1899-12-30.
  private static func milliseconds(spreadsheetDays days: Double) -> Int64? {
    abs(days) < 1e7 ? Int64(((days - 25_569) * 86_400_000).rounded()) : nil
  }

  // MARK: Moments

  private var order: DateOrder? {
    switch format {
    case .dayFirst: .dayFirst
    case .monthFirst: .monthFirst
    case .yearFirst: .yearFirst
    default: nil
    }
  }

  private func moment(of written: WrittenTime) -> Result {
    guard let local = written.localMilliseconds(order) else {
      let isReal = [DateOrder.dayFirst, .monthFirst, .yearFirst].contains { written.localMilliseconds($0) != nil }
      return .flaw(order == nil && isReal ? .unknownOrder : .unreadable)
    }
    guard let offset = written.offset else { return moment(ofLocal: local) }
    return checked(local - Int64(offset) * 60_000)
  }

  private func moment(ofLocal local: Int64) -> Result {
    guard let clock else { return checked(local) }
    let moments = clock.moments(showing: local)
    guard let first = moments.first else { return .flaw(.skippedHour) }
    guard moments.count > 1, bounds.contains(first.millisecondsSince1970) else {
      return checked(first.millisecondsSince1970)
    }
    return .flaw(.repeatedHour(first))
  }

  private func checked(_ milliseconds: Int64) -> Result {
    var time = Timestamp(millisecondsSince1970: milliseconds)
    if let rolloverBefore, time < rolloverBefore, bounds.contains(milliseconds) {
      time.millisecondsSince1970 += Self.rollover
    }
    return bounds.contains(time.millisecondsSince1970) ? .time(time) : .flaw(.implausible(time))
  }

  /// 1024 weeks in milliseconds: GPS counts weeks modulo 1024.
  ///
  /// - Source: IS-GPS-200N §20.3.3.3.1.1.
  package static let rollover: Int64 = 1024 * 7 * 86_400_000
}

/// What is wrong with a time.
package enum TimeFlaw: Hashable, Sendable {
  case unreadable
  /// It is a time, but not of any drive.
  case implausible(Timestamp)
  /// Day and month, or day and year, may be either of two numbers.
  case unknownOrder
  /// The clocks of the place were put forward across it.
  case skippedHour
  /// The clocks of the place showed it twice; the first of the two moments.
  case repeatedHour(Timestamp)
}

extension TimeFlaw {
  /// One sentence on a text that has this flaw, without its end.
  ///
  /// - Parameter quoted: the text as it is shown.
  package func sentence(on quoted: String, as reading: TimeReading) -> String {
    switch self {
    case .unreadable: "time \(quoted) is not \(reading.expectation)"
    case .implausible(let time):
      "time \(quoted) would be \(time.iso8601), which is not within 1980…2100; --csv time-format states how times are written"
    case .unknownOrder: "time \(quoted) may have the day or the month first; --csv time-format=dmy, mdy or ymd decides"
    case .skippedHour:
      "time \(quoted) was never shown by the clocks of --time-zone, which were put forward then; write it with its "
        + "offset, as in +02:00, or name the right zone"
    case .repeatedHour:
      "time \(quoted) was shown twice by the clocks of --time-zone, and the order of the trace does not say which it is; "
        + "write it with its offset, as in +02:00"
    }
  }
}
