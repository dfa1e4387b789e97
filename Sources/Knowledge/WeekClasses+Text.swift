package import RoadRules

/// Why hours or days cannot be classes of a week.
package enum WeekClassesError: Error, Equatable, Sendable {
  case notHours(String)
  case notDays(String)
  /// A day is in two sets, or in none.
  case daysDoNotCover(String)
}

extension WeekClassesError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notHours(let text):
      "--hours is the list of the hours at which a class begins, ascending and with 0 first, such as 0,6,9,15,19, not "
        + "'\(text)'"
    case .notDays(let text):
      "--days is a list of sets of days, such as Mo-Fr,Sa,Su or Mo+Fr,Tu-Th,Sa-Su, not '\(text)'"
    case .daysDoNotCover(let text): "--days has each day of the week in one set, and '\(text)' has not"
    }
  }
}

extension WeekClasses {
  /// - Parameters:
  ///   - days: sets of days parted by commas; in a set, ranges parted by plus signs. `nil` for the usual ones.
  ///   - hours: the hours at which classes begin, parted by commas. `nil` for every hour.
  package init(days: String?, hours: String?) throws(WeekClassesError) {
    var sets = WeekClasses.usual.days
    if let days {
      sets = []
      for set in days.split(separator: ",", omittingEmptySubsequences: false) {
        guard let mask = Self.set(of: set) else { throw .notDays(days) }
        sets.append(mask)
      }
    }
    var begins = WeekClasses.usual.hours
    if let hours {
      let numbers = hours.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
      begins = numbers.compactMap(\.self)
      guard begins.count == numbers.count, WeekClasses(days: [0x7F], hours: begins) != nil else {
        throw .notHours(hours)
      }
    }
    guard let classes = WeekClasses(days: sets, hours: begins) else { throw .daysDoNotCover(days ?? "") }
    self = classes
  }

  /// The days of a text such as `Mo-We+Fr`, Monday is the lowest bit.
  private static func set(of text: Substring) -> UInt8? {
    var mask: UInt8 = 0
    for range in text.split(separator: "+", omittingEmptySubsequences: false) {
      let ends = range.split(separator: "-", omittingEmptySubsequences: false).map { names.firstIndex(of: String($0)) }
      guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first <= last else {
        return nil
      }
      for day in first...last {
        guard mask >> UInt8(day) & 1 == 0 else { return nil }
        mask |= 1 << UInt8(day)
      }
    }
    return mask
  }

  private static let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
}

extension WeekClasses {
  /// The sets of days, as in ``init(days:hours:)``.
  package var dayNames: String {
    days.indices.map { dayName($0).replacing(",", with: "+") }.joined(separator: ",")
  }
}
