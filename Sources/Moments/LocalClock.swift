/// The clocks of a place: how far they are ahead of UTC, in winter and in summer.
///
/// It is a plain offset such as `+01:00`, or the rule of a zone as POSIX writes it, such as
/// `CET-1CEST,M3.5.0,M10.5.0/3`. A zone that was named has the offsets of the past, too, for the law changes.
///
/// - Source: POSIX.1-2017, Base Definitions, §8.3, `TZ`. Supported are dates of the form *Mmonth.week.day*.
package struct LocalClock: Hashable, Sendable {
  /// When the clocks change in every year, in minutes of the time before the change.
  fileprivate struct Change: Hashable, Sendable {
    var month: Int
    /// The first … fourth such weekday of the month; the fifth is the last.
    var week: Int
    /// Sunday is 0.
    var weekday: Int
    var minute = 120
  }

  fileprivate struct Summer: Hashable, Sendable {
    var offset: Int
    var begin: Change
    var end: Change
  }

  /// In minutes east of UTC.
  private let offset: Int
  private var summer: Summer?
  /// The offsets before the rule began.
  private var past = PastOffsets()

  /// - Parameter offsetInMinutes: east of UTC.
  package init(offsetInMinutes: Int) { offset = offsetInMinutes }

  /// `Z`, `+01:00`, `-0330`, or the rule of a zone; `nil` for a text that is neither.
  package init?(_ text: String) {
    if let plain = Self.offset(text) {
      self.init(offsetInMinutes: plain)
      return
    }
    let fields = text.split(separator: ",", omittingEmptySubsequences: false)
    var reader = RuleReader(fields[0])
    guard reader.skipName(), let winter = reader.minutes(), !Self.isMistakable(text) else { return nil }
    self.init(offsetInMinutes: -winter)
    guard !reader.isAtEnd || fields.count > 1 else { return }
    guard reader.skipName(), fields.count == 3, let begin = Self.change(fields[1]), let end = Self.change(fields[2])
    else { return nil }
    let ahead = reader.isAtEnd ? winter - 60 : reader.minutes()
    guard let ahead, reader.isAtEnd else { return nil }
    summer = Summer(offset: -ahead, begin: begin, end: end)
  }

  /// The same clocks with the offsets before their rule.
  func knowing(_ past: PastOffsets) -> LocalClock {
    var clock = self
    clock.past = past
    return clock
  }

  /// The time with the offset that the clocks of the place show then.
  package func time(_ moment: Timestamp) -> ZonedTime {
    let known = past.offset(at: moment)
    return ZonedTime(moment: moment, offsetInMinutes: known ?? (isSummer(moment) ? summer?.offset ?? offset : offset))
  }

  /// The moments at which the clocks of the place show a date and a time of day, the earlier first: none where they
  /// are put forward, two where they are put back.
  ///
  /// - Parameter local: milliseconds from 1970-01-01 00:00 to what the clocks show.
  package func moments(showing local: Int64) -> [Timestamp] {
    // Clocks do not change twice within two days.
    let around = [-1, 1].map { (day: Int64) in
      time(Timestamp(millisecondsSince1970: local + day * 86_400_000)).offsetInMinutes
    }
    let offsets = around[0] == around[1] ? [around[0]] : around
    let moments = offsets.map { Timestamp(millisecondsSince1970: local - Int64($0) * 60_000) }
    let shown = zip(moments, offsets).filter { time($0).offsetInMinutes == $1 }.map(\.0)
    return shown.sorted()
  }

  // MARK: Summer

  private func isSummer(_ moment: Timestamp) -> Bool {
    guard let summer else { return false }
    let local = ZonedTime(moment: moment, offsetInMinutes: offset)
    let year = CivilDate(daysSince1970: local.day).year
    let now = local.day * 1440 + local.minuteOfDay
    let begin = summer.begin.minutes(in: year)
    // The rule states the end in summer time.
    let end = summer.end.minutes(in: year) - (summer.offset - offset)
    return begin < end ? begin <= now && now < end : now < end || begin <= now
  }

  // MARK: Reading

  private static func offset(_ text: String) -> Int? {
    if text == "Z" || text == "UTC" { return 0 }
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let digits = text.dropFirst().filter { $0 != ":" }
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), digits.count == 2 || digits.count == 4,
      let number = Int(digits)
    else { return nil }
    let minutes = digits.count == 2 ? 60 * number : 60 * (number / 100) + number % 100
    guard minutes <= 18 * 60, digits.count == 2 || number % 100 < 60 else { return nil }
    return sign == "-" ? -minutes : minutes
  }

  /// `UTC+2`, which is west of Greenwich as a rule of POSIX, and east of it to nearly everybody who writes it.
  static func isMistakable(_ text: String) -> Bool {
    ["UTC", "GMT"].contains(text.prefix(3).uppercased()) && text.dropFirst(3).first.map("+-".contains) == true
  }

  private static func change(_ text: Substring) -> Change? {
    let sides = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = sides[0].dropFirst().split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard text.first == "M", sides.count <= 2, numbers.count == 3, let month = numbers[0], let week = numbers[1],
      let weekday = numbers[2], 1...12 ~= month, 1...5 ~= week, 0...6 ~= weekday
    else { return nil }
    var change = Change(month: month, week: week, weekday: weekday)
    guard sides.count == 2 else { return change }
    var reader = RuleReader(sides[1])
    guard let minute = reader.minutes(), reader.isAtEnd else { return nil }
    change.minute = minute
    return change
  }
}

extension LocalClock.Change {
  /// Minutes since 1970-01-01 by the clocks before the change.
  fileprivate func minutes(in year: Int) -> Int {
    let first = CivilDate(year: year, month: month, day: 1).daysSince1970
    let weekdayOfFirst = ((first + 4) % 7 + 7) % 7  // 1970-01-01 was a Thursday
    var day = (weekday - weekdayOfFirst + 7) % 7 + 7 * (week - 1)
    while day >= CivilDate.dayCount(year: year, month: month) { day -= 7 }
    return (first + day) * 1440 + minute
  }
}

/// Reads the parts of the rule of a zone.
private struct RuleReader {
  private var rest: Substring

  init(_ text: Substring) { rest = text }

  var isAtEnd: Bool { rest.isEmpty }

  /// `CET` or `<+03>`: at least three letters, or any signs in angle brackets.
  mutating func skipName() -> Bool {
    if rest.first == "<" {
      guard let end = rest.firstIndex(of: ">") else { return false }
      rest = rest[rest.index(after: end)...]
      return true
    }
    let letters = rest.prefix { $0.isASCII && $0.isLetter }
    rest = rest.dropFirst(letters.count)
    return letters.count >= 3
  }

  /// `-1`, `+3:30`, `5:45:00`.
  mutating func minutes() -> Int? {
    let sign = rest.first == "-" ? -1 : 1
    if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
    let text = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ":") }
    rest = rest.dropFirst(text.count)
    let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard 1...3 ~= numbers.count, let hours = numbers[0], hours <= 167 else { return nil }
    guard numbers.dropFirst().allSatisfy({ $0.map { $0 < 60 } ?? false }) else { return nil }
    return sign * (60 * hours + (numbers.count > 1 ? numbers[1] ?? 0 : 0))
  }
}
