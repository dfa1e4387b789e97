internal import Storage

/// The first times of a file, in its order, and what they show together.
package struct TimeSample {
  /// Only the texts that are not empty.
  package let texts: [String]

  package init(_ texts: [String]) { self.texts = texts.filter { !$0.isEmpty } }

  /// What the dates show of the order of their numbers.
  package enum Order: Equatable, Sendable {
    /// No time has two such numbers, or only equal ones.
    case needless
    case known(DateOrder)
    case unknown
    /// Some can only have the day first, others only the month.
    case contradictory
  }

  /// By numbers above 12, or by neighbouring times that are less than a day apart one way, and weeks the other way.
  ///
  /// Dates of six digits have the day or the year first; they may be clocks instead, so all must be of one year.
  package var order: Order {
    if hasPointedYears { return orderOfPointed }
    let times = texts.compactMap(Self.written).filter { time in
      switch time.date {
      case .numbers(let first, let second, _): first != second
      case .sixDigits: true
      case .day, .pointed: false
      }
    }
    guard !times.isEmpty else { return .needless }
    let orders: [DateOrder] = hasSixDigits ? [.dayFirst, .yearFirst] : [.dayFirst, .monthFirst]
    let possible = orders.filter { order in times.allSatisfy { $0.localMilliseconds(order) != nil } }
    switch possible.count {
    case 0: return .contradictory
    case 1: return hasSixDigits && !areOfOneYear(times, possible[0]) ? .unknown : .known(possible[0])
    default: return orderOfNeighbours(possible)
    }
  }

  /// Whether a date is written in six digits.
  package var hasSixDigits: Bool {
    texts.contains { text in
      if case .sixDigits = Self.written(text)?.date { true } else { false }
    }
  }

  /// Whether a date has points and a year of two digits.
  private var hasPointedYears: Bool {
    texts.contains { text in
      if case .pointed = Self.written(text)?.date { true } else { false }
    }
  }

  /// With points the day comes first, unless only the year can, or neighbouring times show it.
  private var orderOfPointed: Order {
    let times = texts.compactMap(Self.written)
    let orders: [DateOrder] = [.dayFirst, .yearFirst]
    let possible = orders.filter { order in
      times.allSatisfy { $0.localMilliseconds(order) != nil }
    }
    switch possible.count {
    case 0: return .contradictory
    case 1: return areOfOneYear(times, possible[0]) || possible[0] == .dayFirst ? .known(possible[0]) : .contradictory
    default:
      let order = orderOfNeighbours(possible)
      return order == .unknown ? .known(.dayFirst) : order
    }
  }

  private func areOfOneYear(_ times: [WrittenTime], _ order: DateOrder) -> Bool {
    let moments = times.compactMap { $0.localMilliseconds(order) }
    guard let first = moments.min(), let last = moments.max() else { return true }
    return last - first <= 366 * Self.day
  }

  private static let day: Int64 = 86_400_000

  /// Whether times have a day and a month that are equal, so that only later ones can show which comes first.
  package var leavesOrderOpen: Bool {
    order == .needless
      && texts.contains { text in
        if case .numbers = Self.written(text)?.date { true } else { false }
      }
  }

  private func orderOfNeighbours(_ possible: [DateOrder]) -> Order {
    let times = texts.compactMap(Self.written)
    func longestStep(_ order: DateOrder) -> Int64 {
      let moments = times.compactMap { $0.localMilliseconds(order) }
      return zip(moments, moments.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    }
    let steps = possible.map { (order: $0, longest: longestStep($0)) }
    // In six digits a day is mistaken for a year, and else for a month.
    let (smoothest, roughest) =
      hasSixDigits || hasPointedYears ? (20 * Self.day, 300 * Self.day) : (Self.day, 20 * Self.day)
    let smooth = steps.filter { $0.longest < smoothest }
    guard smooth.count == 1, steps.count(where: { $0.longest > roughest }) == steps.count - 1 else {
      return .unknown
    }
    return .known(smooth[0].order)
  }

  /// The first text whose day may be its month or its year.
  package var ambiguous: String? {
    texts.first { text in
      guard let time = Self.written(text) else { return false }
      switch time.date {
      case .day: return false
      case .sixDigits: return true
      case .pointed: return false
      case .numbers(let first, let second, _):
        return first != second && [DateOrder.dayFirst, .monthFirst].allSatisfy { time.localMilliseconds($0) != nil }
      }
    }
  }

  // MARK: Numbers

  /// The values if all of them are numbers.
  package var numbers: [Double]? {
    let numbers = texts.compactMap { text in
      let bytes = Array(text.utf8)
      var cursor = ByteCursor(bytes.span)
      return scanDecimal(&cursor)?.value
    }
    return numbers.isEmpty || numbers.count < texts.count ? nil : numbers
  }

  /// Whether the numbers are days as spreadsheets count them, of 2000…2099 and with a time of day.
  package var areSpreadsheetDays: Bool {
    guard let numbers else { return false }
    return numbers.allSatisfy { (36_526..<73_051).contains($0) } && numbers.contains { $0 != $0.rounded() }
  }

  /// Whether the numbers count seconds from a start near the first row: the first is below a minute, and the others are
  /// below 115 days. Numbers with leading zeros do not count seconds: they are clock times such as `000059`.
  package var areRelativeSeconds: Bool {
    guard let numbers, numbers.count > 1, let first = numbers.first, (0...60).contains(first) else { return false }
    let isPlain = texts.allSatisfy { $0.utf8.count < 2 || $0.utf8.first != 0x30 || $0.utf8.dropFirst().first == 0x2E }
    return isPlain && numbers.allSatisfy { (0...1e7).contains($0) } && numbers.contains { $0 != first }
  }

  // MARK: Dates

  /// Two neighbours that show a clock of twelve hours without AM and PM: it goes from 12 back to 1, and no hour is 0 or
  /// above 12.
  package var stepOfTwelveHourClock: (String, String)? {
    let isMarked = texts.contains { $0.uppercased().contains("AM") || $0.uppercased().contains("PM") }
    let times = texts.compactMap(Self.localTime)
    let hours = times.map { Int(($0 % Self.day + Self.day) % Self.day / 3_600_000) }
    guard !isMarked, times.count == texts.count, hours.allSatisfy({ (1...12).contains($0) }) else { return nil }
    let step = hours.indices.dropFirst().first { hours[$0 - 1] == 12 && hours[$0] == 1 && times[$0] < times[$0 - 1] }
    return step.map { (texts[$0 - 1], texts[$0]) }
  }

  /// Whether no hour is 0 or above 12, and none is marked AM or PM, so that later ones may still show such a clock.
  package var mayBeOfTwelveHours: Bool {
    let times = texts.compactMap(Self.localTime)
    guard !times.isEmpty, times.count == texts.count else { return false }
    return times.allSatisfy { (1...12).contains(Int(($0 % Self.day + Self.day) % Self.day / 3_600_000)) }
  }

  /// In milliseconds, of a time without an offset, whatever its order of day and month.
  private static func localTime(_ text: String) -> Int64? {
    guard let written = written(text), written.offset == nil else { return nil }
    return [nil, DateOrder.dayFirst, .monthFirst, .yearFirst].lazy.compactMap { written.localMilliseconds($0) }.first
  }

  /// The number of texts that are dates without an offset from UTC.
  package var localCount: Int { texts.count { Self.written($0).map { $0.offset == nil } ?? false } }

  private static func written(_ text: String) -> WrittenTime? {
    let bytes = Array(text.utf8)
    var cursor = ByteCursor(bytes.span)
    if let time = scanISO8601(&cursor), cursor.isAtEnd { return time }
    cursor.position = 0
    return scanWrittenTime(&cursor)
  }

  /// How the times of a file that is read automatically are written, by the first of them: a name of
  /// ``TimeFormat``, or `relative`.
  package func shape(under reading: TimeReading) -> String {
    if reading.isRelative { return "relative" }
    guard reading.format == .automatic else { return reading.format.name }
    guard let numbers else { return texts.isEmpty ? "auto" : "iso" }
    let magnitude = abs(numbers[0])
    if texts[0].utf8.count == 14 || texts[0].utf8.count == 12 { return "iso" }
    return magnitude < 1e11 ? "s" : magnitude < 1e14 ? "ms" : magnitude < 1e17 ? "us" : "ns"
  }
}

/// Whether a text would be a time if the order of day and month were known, and whatever the year.
package func looksLikeTime(_ text: String, as format: TimeFormat = .automatic) -> Bool {
  let bytes = Array(text.utf8)
  let flaw = TimeReading(format, within: TimeReading.years).flaw(of: ByteCursor(bytes.span))
  return flaw == nil || flaw == .unknownOrder
}

/// Whether a text would be a time of a drive if the order of day and month were known.
package func looksLikePlausibleTime(_ text: String) -> Bool {
  let bytes = Array(text.utf8)
  let flaw = TimeReading().flaw(of: ByteCursor(bytes.span))
  return flaw == nil || flaw == .unknownOrder
}
