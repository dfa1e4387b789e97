/// How times are written in a file.
package enum TimeFormat: Hashable, Sendable {
  /// Whatever the text shows: a date with a time of day, or a number whose unit follows from its magnitude.
  case automatic
  case iso8601
  case epochSeconds, epochMilliseconds, epochMicroseconds, epochNanoseconds
  /// Days since 1899-12-30, as spreadsheets have them: `46146.29524`.
  case spreadsheetDays
  /// As ``automatic``; of two numbers before a year the first one is the day: `04/05/2026` is 4 May.
  case dayFirst
  /// As ``automatic``; of two numbers before a year the first one is the month.
  case monthFirst
  /// As ``automatic``; of six digits the first two are the year: `260504` is 4 May.
  case yearFirst
  case pattern(TimePattern)
  /// Numbers from a stated moment on.
  case counted(TimeCount)

  /// The formats that have a name, in the order in which they are listed.
  private static let named: [(name: String, format: TimeFormat)] = [
    ("auto", .automatic), ("iso", .iso8601), ("s", .epochSeconds), ("ms", .epochMilliseconds),
    ("us", .epochMicroseconds), ("ns", .epochNanoseconds), ("dmy", .dayFirst), ("mdy", .monthFirst),
    ("ymd", .yearFirst), ("excel", .spreadsheetDays),
  ]

  package static var names: [String] { named.map(\.name) }

  /// One of ``names``, a count such as `s since 1989-12-31` or `iso + min`, or a pattern, which has a `%` in it.
  package init(_ text: String) throws(TimePatternError) {
    if let format = Self.named.first(where: { $0.name == text })?.format {
      self = format
    } else if let count = TimeCount(text) {
      self = .counted(count)
    } else {
      self = .pattern(try TimePattern(text))
    }
  }

  /// The name, or the pattern.
  package var name: String {
    if case .pattern(let pattern) = self { return pattern.text }
    if case .counted(let count) = self { return count.text }
    return Self.named.first { $0.format == self }?.name ?? ""
  }

  /// What a name says to people.
  package static func description(of name: String) -> String {
    switch name {
    case "auto": "none to tell from"
    case "iso": "dates with a time of day"
    case "s": "seconds since 1970"
    case "ms": "milliseconds since 1970"
    case "us": "microseconds since 1970"
    case "ns": "nanoseconds since 1970"
    case "dmy": "dates, the day before the month"
    case "mdy": "dates, the month before the day"
    case "ymd": "dates of six digits, the year first"
    case "excel": "days of a spreadsheet"
    case "relative": "seconds from an unknown beginning"
    default: name
    }
  }

  /// The power of ten that converts the number to milliseconds; `nil` if the magnitude or the text decides.
  var shiftToMilliseconds: Int? {
    switch self {
    case .epochSeconds: 3
    case .epochMilliseconds: 0
    case .epochMicroseconds: -3
    case .epochNanoseconds: -6
    default: nil
    }
  }

  /// What is expected, as the end of a sentence.
  package var expectation: String {
    switch self {
    case .automatic:
      "in a known form, such as 2011-04-03T04:50:55Z or seconds since 1970; --csv time-format states another form"
    case .iso8601: "ISO 8601 (2011-04-03T04:50:55Z)"
    case .epochSeconds: "seconds since 1970"
    case .epochMilliseconds: "milliseconds since 1970"
    case .epochMicroseconds: "microseconds since 1970"
    case .epochNanoseconds: "nanoseconds since 1970"
    case .spreadsheetDays: "days since 1899-12-30, as spreadsheets count them"
    case .dayFirst: "a date, with the day before the month, and a time of day"
    case .monthFirst: "a date, with the month before the day, and a time of day"
    case .yearFirst: "a date, with the year first, and a time of day"
    case .pattern(let pattern): "of the form \(pattern.text)"
    case .counted(let count): count.expectation
    }
  }
}
