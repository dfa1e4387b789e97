internal import RoadRules

/// The hours from a departure on, or back from an arrival, in which a leg is taken to be.
///
/// All moments are milliseconds from that of the request, in the direction of the search.
struct HourSpan {
  /// Hours in a row of one class.
  struct Run {
    let hours: Int
    let begin: Int
    var end: Int
  }

  let timing: LegTiming
  /// In the order in which the search comes to them.
  private(set) var runs: [Run] = []
  /// No path costs less than the runs before this one take.
  private(set) var first = 0
  private var count = 0

  /// - Parameter duration: that the hours hold at least.
  init(_ timing: LegTiming, holding duration: Int = 0) {
    self.timing = timing
    extend()
    while !holds(duration) { extend() }
  }

  /// A leg that lasts so long stays within these hours.
  func holds(_ duration: Int) -> Bool { isWeek || duration <= runs[runs.count - 1].end }

  /// What the cheapest path costs less than, if they hold it.
  var limit: Int { isWeek ? .max : runs[runs.count - 1].end + 1 }

  private var isWeek: Bool { count >= 168 }

  /// One more run.
  private mutating func extend() {
    let began = runs.count
    while !isWeek {
      let (hours, begin, end) = hour(count)
      if runs.last?.hours == hours {
        runs[runs.count - 1].end = end
      } else if runs.count > began {
        return
      } else {
        runs.append(Run(hours: hours, begin: begin, end: end))
      }
      count += 1
    }
  }

  /// The class of an hour, and when it begins and ends.
  private func hour(_ number: Int) -> (hours: Int, begin: Int, end: Int) {
    let (length, moment) = (WeekTime.millisecondsPerHour, timing.moment)
    switch timing.direction {
    case .departing:
      let hour = moment / length + number
      return (timing.learned.classes[hour: hour % 168], max(0, hour * length - moment), (hour + 1) * length - moment)
    case .arriving:
      let hour = (moment - 1) / length - number
      return (timing.learned.classes[hour: hour % 168], max(0, moment - (hour + 1) * length), moment - hour * length)
    }
  }

  /// Takes one more run, because every path costs more than these take.
  mutating func widen() {
    extend()
    first = isWeek ? 0 : runs.count - 1
  }

  /// The hours from the run `first` on, each class once and the same in all.
  func window(from first: Int) -> HourWindow {
    HourWindow(runs[first...].reduce(into: [Int]()) { if !$0.contains($1.hours) { $0.append($1.hours) } })
  }
}
