package import Moments

/// How the 168 hours of a week are put into classes, such as workdays from 07:00 to 08:00.
///
/// A class is a set of weekdays and a range of whole hours. The classes cover the week, and no two share an hour.
package struct WeekClasses: Hashable, Sendable {
  /// The weekdays of each set, Monday is the lowest bit.
  package let days: [UInt8]
  /// The hours at which a range begins; the first is 0.
  package let hours: [Int]
  private let classOfHour: [UInt8]

  /// Monday to Friday, Saturday, and Sunday; by the hour.
  package static let usual = WeekClasses(of: [0b001_1111, 0b010_0000, 0b100_0000], Array(0..<24))

  /// - Parameters:
  ///   - days: sets of weekdays that share none and cover the week.
  ///   - hours: ascending, from 0 to 23, beginning with 0.
  /// - Returns: `nil` if they do not.
  package init?(days: [UInt8], hours: [Int]) {
    guard days.reduce(0, |) == 0x7F, days.reduce(0, { $0 + $1.nonzeroBitCount }) == 7, hours.first == 0,
      zip(hours, hours.dropFirst()).allSatisfy(<), hours.allSatisfy((0..<24).contains)
    else { return nil }
    self.init(of: days, hours)
  }

  private init(of days: [UInt8], _ hours: [Int]) {
    self.days = days
    self.hours = hours
    classOfHour = (0..<168).map { hour in
      let set = days.firstIndex { $0 >> UInt8(hour / 24) & 1 != 0 } ?? 0
      let range = (hours.lastIndex { $0 <= hour % 24 } ?? 0)
      return UInt8(set * hours.count + range)
    }
  }

  /// The number of classes, at most 168.
  package var count: Int { days.count * hours.count }

  /// - Parameter hour: of the week, 0 is Monday from 00:00 to 01:00.
  package subscript(hour hour: Int) -> Int { Int(classOfHour[hour]) }

  /// The class of a moment by the clocks of its place.
  package subscript(time: ZonedTime) -> Int {
    let weekday = ((time.day + 3) % 7 + 7) % 7  // 1970-01-01 was a Thursday
    return self[hour: weekday * 24 + time.minuteOfDay / 60]
  }

  /// The number of the set of days of a class, and the range of its hours.
  package func parts(of number: Int) -> (days: Int, hours: Range<Int>) {
    let range = number % hours.count
    let end = range + 1 < hours.count ? hours[range + 1] : 24
    return (number / hours.count, hours[range]..<end)
  }

  /// The weekdays of a set, as in opening hours: `Mo-Fr`, `Sa`, `Mo,We`.
  package func dayName(_ set: Int) -> String {
    var runs: [Range<Int>] = []
    for day in 0..<7 where days[set] >> UInt8(day) & 1 != 0 {
      if let last = runs.last, last.upperBound == day {
        runs[runs.count - 1] = last.lowerBound..<day + 1
      } else {
        runs.append(day..<day + 1)
      }
    }
    return runs.map { run in
      run.count == 1
        ? Self.names[run.lowerBound] : "\(Self.names[run.lowerBound])-\(Self.names[run.upperBound - 1])"
    }.joined(separator: ",")
  }

  /// The hours of a class, as in opening hours: `07:00-08:00`.
  package func hourName(_ number: Int) -> String {
    let range = parts(of: number).hours
    let clock = { (hour: Int) in (hour < 10 ? "0" : "") + "\(hour):00" }
    return clock(range.lowerBound) + "-" + clock(range.upperBound)
  }

  /// A class as opening hours: `Mo-Fr 07:00-08:00`.
  package func openingHours(_ number: Int) -> String { "\(dayName(parts(of: number).days)) \(hourName(number))" }

  private static let names = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
}
