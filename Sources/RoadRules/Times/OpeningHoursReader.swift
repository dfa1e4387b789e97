internal import Moments

/// Reads the text of ``OpeningHours``.
struct OpeningHoursReader {
  private let letters: [UInt8]
  private var position = 0
  private(set) var hasHolidays = false

  /// Case does not matter.
  init(_ text: String) { letters = Array(text.lowercased().utf8) }

  /// `nil` if something is not understood.
  mutating func rules() -> [OpeningHours.Rule]? {
    var rules: [OpeningHours.Rule] = []
    var isAfterComma = false
    repeat {
      skipBlanks()
      if position == letters.count, !isAfterComma { break }  // a semicolon at the end
      guard let rule = rule() else { return nil }
      // `Mo-Fr, 07:00-09:00` does not say whether the times apply to the days.
      if isAfterComma, let rule = rule.kept, rule.dates.isEmpty, rule.weekdays == 0x7F { return nil }
      if let rule = rule.kept { rules.append(rule) }
      isAfterComma = skip(",")
    } while isAfterComma || skip(";")
    return position == letters.count ? rules : nil
  }

  /// A rule, or none if it is only about holidays.
  private struct ReadRule { var kept: OpeningHours.Rule? }

  private mutating func rule() -> ReadRule? {
    var rule = OpeningHours.Rule()
    let begin = position
    if skip("24/7") {
      skipBlanks()
      return ReadRule(kept: rule)
    }
    guard let dates = dates() else { return nil }
    rule.dates = dates
    _ = !dates.isEmpty && skip(":")
    guard let days = weekdays() else { return nil }
    if let bits = days.bits { rule.weekdays = bits }
    guard let times = times() else { return nil }
    rule.times = times
    skipBlanks()
    guard position > begin else { return nil }
    rule.isOff = skip("off") || skip("closed")
    if !rule.isOff { _ = skip("open") }
    return ReadRule(kept: days.isOfHolidays ? nil : rule)
  }

  // MARK: Dates

  private struct Day {
    var year: Int?
    var month: Int
    var day: Int?
  }

  private mutating func dates() -> [OpeningHours.DateRange]? {
    var dates: [OpeningHours.DateRange] = []
    while let begin = day() {
      var end = begin
      if skip("-") {
        skipBlanks()
        if let last = day() {
          end = last
        } else if begin.day != nil, let last = number(digits: 1...2) {
          end.day = last
        } else {
          return nil
        }
      }
      guard let range = range(begin, end) else { return nil }
      dates.append(range)
      let rest = position
      guard skip(",") else { break }
      skipBlanks()
      let next = position
      let goesOn = day() != nil
      position = goesOn ? next : rest
      if !goesOn { break }
    }
    return dates
  }

  /// A month with or without a year before it and a day after it; consumes nothing if no month follows.
  private mutating func day() -> Day? {
    let begin = position
    skipBlanks()
    let year = number(digits: 4...4)
    skipBlanks()
    guard let month = word(in: Self.months) else {
      position = begin
      return nil
    }
    let end = position
    skipBlanks()
    let day = number(digits: 1...2)
    // A number followed by a colon is an hour.
    if day == nil || peek == UInt8(ascii: ":") || !(1...31).contains(day ?? 0) {
      position = end
      return Day(year: year, month: month + 1, day: nil)
    }
    return Day(year: year, month: month + 1, day: day)
  }

  private func range(_ begin: Day, _ end: Day) -> OpeningHours.DateRange? {
    guard (begin.day == nil) == (end.day == nil), begin.year != nil || end.year == nil else { return nil }
    guard (1...31).contains(end.day ?? 31) else { return nil }
    let isOver = (end.month, end.day ?? 31) < (begin.month, begin.day ?? 1)
    let endYear = end.year ?? (begin.year ?? 0) + (isOver ? 1 : 0)
    return OpeningHours.DateRange(
      begin: CivilDate(year: begin.year ?? 0, month: begin.month, day: begin.day ?? 1),
      end: CivilDate(year: endYear, month: end.month, day: end.day ?? 31), hasYears: begin.year != nil)
  }

  // MARK: Days of the week

  private struct Weekdays {
    var bits: UInt8?
    /// Holidays, and no weekday.
    var isOfHolidays = false
  }

  private mutating func weekdays() -> Weekdays? {
    var days = Weekdays()
    var speaksOfHolidays = false
    var end = position
    while true {
      skipBlanks()
      if word(in: ["ph", "sh"]) != nil {
        speaksOfHolidays = true
      } else if let first = word(in: Self.days) {
        guard let bits = bits(from: first) else { return nil }
        days.bits = (days.bits ?? 0) | bits
      } else {
        position = end
        break
      }
      end = position
      guard skip(",") else { break }
    }
    hasHolidays = hasHolidays || speaksOfHolidays
    days.isOfHolidays = speaksOfHolidays && days.bits == nil
    return days
  }

  private mutating func bits(from first: Int) -> UInt8? {
    guard skip("-") else { return 1 << UInt8(first) }
    skipBlanks()
    guard let last = word(in: Self.days) else { return nil }
    let count = (last - first + 7) % 7
    return (0...count).reduce(0) { $0 | 1 << UInt8((first + $1) % 7) }
  }

  // MARK: Times of day

  private mutating func times() -> [Range<Int>]? {
    var times: [Range<Int>] = []
    while true {
      let begin = position
      skipBlanks()
      guard let first = peek, first &- 0x30 <= 9 else {
        position = times.isEmpty ? begin : position
        return times
      }
      guard let time = time() else { return nil }
      times.append(time)
      let rest = position
      guard skip(",") else { return times }
      skipBlanks()
      guard let next = peek, next &- 0x30 <= 9 else {
        position = rest  // another rule after the comma
        return times
      }
    }
  }

  private mutating func time() -> Range<Int>? {
    guard let begin = clock(), begin < 1440 else { return nil }
    if skip("+") { return begin..<1440 }
    guard skip("-") else { return nil }
    skipBlanks()
    guard let end = clock(), end <= 2880 else { return nil }
    return begin..<(end <= begin ? end + 1440 : end)
  }

  private mutating func clock() -> Int? {
    guard let hour = number(digits: 1...2), skip(":"), let minute = number(digits: 2...2), minute < 60 else {
      return nil
    }
    if skip(":"), number(digits: 2...2) != 0 { return nil }  // seconds, which must be zero
    return 60 * hour + minute
  }

  // MARK: Letters

  private static let comma = UInt8(ascii: ",")
  private static let days = ["mo", "tu", "we", "th", "fr", "sa", "su"]
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  private var peek: UInt8? { position < letters.count ? letters[position] : nil }

  private mutating func skipBlanks() { while peek == UInt8(ascii: " ") { position += 1 } }

  /// Consumes the text and blanks before it; nothing if it is not there.
  private mutating func skip(_ text: String) -> Bool {
    let begin = position
    skipBlanks()
    guard letters[position...].starts(with: text.utf8) else {
      position = begin
      return false
    }
    position += text.utf8.count
    return true
  }

  /// Consumes one of some words if no letter follows it.
  private mutating func word(in words: [String]) -> Int? {
    let length = letters[position...].prefix { $0 &- 0x61 < 26 }.count
    guard let index = words.firstIndex(where: { Array($0.utf8) == Array(letters[position..<position + length]) }) else {
      return nil
    }
    position += length
    return index
  }

  private mutating func number(digits: ClosedRange<Int>) -> Int? {
    let text = letters[position...].prefix { $0 &- 0x30 <= 9 }
    guard digits.contains(text.count) else { return nil }
    position += text.count
    return text.reduce(0) { 10 * $0 + Int($1 - 0x30) }
  }
}
