internal import RoadRules

/// The hours from a departure on, or up to an arrival, that a leg is taken to need.
struct HourSpan {
  private let timing: LegTiming
  /// The index of the number of hours.
  private var size = 0

  private static let sizes = [1, 2, 3, 4, 6, 8, 12, 24, 168]

  /// - Parameters:
  ///   - duration: that they hold at least, in milliseconds.
  ///   - wholeWeek: all hours.
  init(_ timing: LegTiming, expecting duration: Int, wholeWeek: Bool) {
    self.timing = timing
    if wholeWeek { size = Self.sizes.count - 1 }
    widen(to: duration)
  }

  private var hours: Range<Int> {
    let count = Self.sizes[size]
    switch timing.direction {
    case .departing:
      let hour = timing.moment / WeekTime.millisecondsPerHour
      return hour..<hour + count
    case .arriving:
      let hour = (timing.moment - 1) / WeekTime.millisecondsPerHour
      return hour - count + 1..<hour + 1
    }
  }

  var window: HourWindow { HourWindow(hours, of: timing.learned.classes) }

  /// A leg that lasts so long stays within these hours.
  func holds(_ duration: Int) -> Bool {
    if size == Self.sizes.count - 1 { return true }
    switch timing.direction {
    case .departing: return timing.moment + duration <= hours.upperBound * WeekTime.millisecondsPerHour
    case .arriving: return timing.moment - duration >= hours.lowerBound * WeekTime.millisecondsPerHour
    }
  }

  /// Takes more hours until they hold a duration.
  mutating func widen(to duration: Int) {
    while !holds(duration) { size += 1 }
  }
}
