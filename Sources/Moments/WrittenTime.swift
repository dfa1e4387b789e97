/// A date with a time of day as a text has them, before it is known which moment they are.
struct WrittenTime: Equatable, BitwiseCopyable {
  var date: WrittenDate
  /// Milliseconds since midnight.
  var timeOfDay: Int
  /// Minutes east of UTC; `nil` if the text has none.
  var offset: Int?

  /// Milliseconds from 1970-01-01 to the written date and time of day; `nil` if there is no such day, or if it is not
  /// known which of two numbers is the day.
  func localMilliseconds(_ order: DateOrder?) -> Int64? {
    date.daysSince1970(order).map { Int64($0) * 86_400_000 + Int64(timeOfDay) }
  }
}

/// Which of the numbers of a date is the day, the month or the year.
package enum DateOrder: Hashable, Sendable, BitwiseCopyable {
  case dayFirst, monthFirst
  /// Only of six digits.
  case yearFirst
}

/// The date of a text.
enum WrittenDate: Equatable, BitwiseCopyable {
  /// Days since 1970-01-01.
  case day(Int)
  /// `04/05/2026`, in the order of the text.
  case numbers(Int, Int, year: Int)
  /// `040526`, in the order of the text.
  case sixDigits(Int, Int, Int)
  /// `04.05.26`, in the order of the text: the day comes first unless a file shows that the year does.
  case pointed(Int, Int, Int)

  /// `nil` if no month has such a day.
  init?(year: Int, month: Int, day: Int) {
    guard 1...9999 ~= year, 1...12 ~= month, day >= 1, day <= CivilDate.dayCount(year: year, month: month) else {
      return nil
    }
    self = .day(CivilDate(year: year, month: month, day: day).daysSince1970)
  }

  func daysSince1970(_ order: DateOrder?) -> Int? {
    switch self {
    case .day(let days): return days
    case .numbers(let first, let second, let year):
      // Two equal numbers mean the same day either way.
      guard order != .yearFirst, order != nil || first == second else { return nil }
      let date =
        order == .monthFirst
        ? WrittenDate(year: year, month: first, day: second) : WrittenDate(year: year, month: second, day: first)
      return date?.daysSince1970(nil)
    case .sixDigits(let first, let second, let third):
      let date: WrittenDate? =
        switch order {
        case .dayFirst: WrittenDate(year: Self.year(third), month: second, day: first)
        case .monthFirst: WrittenDate(year: Self.year(third), month: first, day: second)
        case .yearFirst: WrittenDate(year: Self.year(first), month: second, day: third)
        case nil: nil
        }
      return date?.daysSince1970(nil)
    case .pointed(let first, let second, let third):
      return Self.day(first, second, third, isYearFirst: order == .yearFirst)?.daysSince1970(nil)
    }
  }

  private static func day(_ first: Int, _ second: Int, _ third: Int, isYearFirst: Bool) -> WrittenDate? {
    isYearFirst
      ? WrittenDate(year: year(first), month: second, day: third)
      : WrittenDate(year: year(third), month: second, day: first)
  }

  /// The year from 1980 to 2079 that ends in two digits; GPS time began in 1980.
  static func year(_ digits: Int) -> Int { digits < 80 ? 2000 + digits : 1900 + digits }
}
