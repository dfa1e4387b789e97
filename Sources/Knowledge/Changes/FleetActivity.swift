internal import Moments

/// Who drove how much on which day, and how much before; days count half after ``ChangeSettings/halfLife``.
///
/// Shapes, for *d* days, *v* vehicles and *a* pairs of a vehicle and a day on which it drove:
///
///     totals, memories, strangers    d
///     firsts                         v + 1, the first pair of each vehicle
///     pairs                          a, by vehicle, then day
struct FleetActivity: Sendable {
  /// A day of a vehicle.
  struct Pair: Sendable {
    var day: Int
    /// What of the vehicle's memory of an edge is expected of this day: its passages over those that came before.
    var share: Double
  }

  let firstDay: Int
  /// Passages by day.
  let totals: [Double]
  /// The same on the days before each day, the earlier the less.
  let memories: [Double]
  /// Days with drives before each day.
  let activeDays: [Int]
  /// By day: the part of the activity of all vehicles that their own habits do not explain.
  let strangers: [Double]
  let pairs: [Pair]
  private let firsts: [Int]
  /// A vehicle's habits weigh as much as everybody's after so many passages.
  let habit: [Double]
  /// What a day counts after so many days.
  let fading: [Double]

  /// - Parameter counts: passages by vehicle and day.
  init(_ counts: [(vehicle: Int, day: Int, count: Int)], vehicles: Int, _ settings: ChangeSettings) {
    let sorted = counts.sorted { ($0.vehicle, $0.day) < ($1.vehicle, $1.day) }
    let firstDay = counts.map(\.day).min() ?? 0
    let days = (counts.map(\.day).max() ?? firstDay - 1) - firstDay + 1
    self.firstDay = firstDay
    fading = (0..<max(days, settings.longestWindow) + 2).map {
      Tails.exponential(-0.6931471805599453 * Double($0) / Double(settings.halfLife))
    }
    var totals = [Double](repeating: 0, count: days)
    var drivers = totals
    for entry in counts {
      totals[entry.day - firstDay] += Double(entry.count)
      drivers[entry.day - firstDay] += 1
    }
    self.totals = totals
    let daily = Self.faded(totals, fading[1])
    let ofDrivers = Self.faded(drivers, fading[1])
    memories = daily
    activeDays = totals.reduce(into: [0]) { $0.append($0[$0.count - 1] + ($1 > 0 ? 1 : 0)) }
    habit = zip(zip(daily, ofDrivers), zip(totals, drivers)).map { past, today in
      settings.habitDays * max(1, past.1 > 0 ? past.0 / past.1 : today.0 / max(1, today.1))
    }
    var pairs: [Pair] = []
    var firsts: [Int] = [0]
    var strangers = [Double](repeating: 0, count: days)
    var next = 0
    for vehicle in 0..<vehicles {
      var (before, last) = (0.0, firstDay)
      while next < sorted.count, sorted[next].vehicle == vehicle {
        let entry = sorted[next]
        before *= fading[entry.day - last]
        let day = entry.day - firstDay
        pairs.append(Pair(day: day, share: Double(entry.count) / (before + habit[day])))
        strangers[day] += Double(entry.count) * habit[day] / (before + habit[day])
        before += Double(entry.count)
        last = entry.day
        next += 1
      }
      firsts.append(pairs.count)
    }
    self.pairs = pairs
    self.firsts = firsts
    self.strangers = strangers
  }

  var dayCount: Int { totals.count }

  /// The days of a vehicle.
  func pairs(of vehicle: Int) -> Range<Int> { firsts[vehicle]..<firsts[vehicle + 1] }

  func date(_ day: Int) -> CivilDate { CivilDate(daysSince1970: firstDay + day) }

  /// 0 is Thursday.
  func weekday(_ day: Int) -> Int { ((firstDay + day) % 7 + 7) % 7 }

  /// The sum before each day, in which a day counts less by `factor` for each day after it.
  private static func faded(_ values: [Double], _ factor: Double) -> [Double] {
    var sum = 0.0
    return values.map { value in
      sum *= factor
      defer { sum += value }
      return sum
    }
  }
}
