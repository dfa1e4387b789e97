package import Moments

/// Tells the local time of moments, fast for those that follow each other.
package struct LocalHours: Sendable {
  private let clock: LocalClock
  /// Clocks change at full quarters of hours of UTC only.
  private var quarter = Int64.min
  private var offset = 0

  /// - Parameter clock: `nil` for UTC.
  package init(_ clock: LocalClock?) { self.clock = clock ?? .utc }

  /// - Parameter time: in milliseconds since 1970.
  package mutating func time(_ time: Int64) -> ZonedTime {
    let moment = Timestamp(millisecondsSince1970: time)
    if time / 900_000 != quarter || time < 0 {
      quarter = time / 900_000
      offset = clock.time(moment).offsetInMinutes
    }
    return ZonedTime(moment: moment, offsetInMinutes: offset)
  }

  /// The hour of the week, 0 … 167, from Monday 00:00.
  package mutating func hourOfWeek(_ time: Int64) -> Int {
    let local = self.time(time)
    let weekday = ((local.day + 3) % 7 + 7) % 7  // 1970-01-01 was a Thursday
    return weekday * 24 + local.minuteOfDay / 60
  }
}

/// Numbers for names, in the order in which they come.
struct NameNumbers {
  private(set) var names: [String] = []
  private var numbers: [String: UInt32] = [:]

  subscript(name: String) -> UInt32 {
    mutating get {
      if let number = numbers[name] { return number }
      let number = UInt32(names.count)
      numbers[name] = number
      names.append(name)
      return number
    }
  }
}
