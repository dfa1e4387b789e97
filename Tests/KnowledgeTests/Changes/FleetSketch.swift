import RandomNumbers
import RoadGraph

@testable import Knowledge

/// A fleet that is silent on Sundays and holidays, and passages of roads by its vehicles.
struct FleetSketch {
  let fleet: FleetActivity
  private let active: [[Bool]]
  /// 2026-01-05, a Monday.
  static let firstDay = 20_458

  /// - Parameter hasHabits: the same vehicles drive all year; otherwise each drives on one day.
  init(days: Int, vehicles: Int = 40, hasHabits: Bool = true, seed: UInt64 = 1) {
    var random = SplitMix64(seed: seed)
    var counts: [(vehicle: Int, day: Int, count: Int)] = []
    var active = [[Bool]](repeating: [Bool](repeating: false, count: vehicles), count: days)
    for day in 0..<days {
      let weekday = day % 7
      let isHoliday = day % 60 == 31
      let share = isHoliday || weekday == 6 ? 0.04 : weekday == 5 ? 0.4 : 0.9
      for vehicle in 0..<vehicles where random.uniform() < share {
        active[day][vehicle] = true
        let number = hasHabits ? vehicle : day * vehicles + vehicle
        counts.append((number, Self.firstDay + day, 60 + Int(80 * random.uniform())))
      }
    }
    self.active = active
    isOneDay = !hasHabits
    fleet = FleetActivity(counts, vehicles: hasHabits ? vehicles : days * vehicles, ChangeSettings())
  }

  private let isOneDay: Bool

  /// Passages of a road.
  ///
  /// - Parameters:
  ///   - rate: a day, of workdays on which all drive.
  ///   - regulars: by how many vehicles.
  ///   - spread: the variance of the logarithm of a day's factor.
  ///   - use: a factor by day.
  ///   - slowness: the logarithm of a factor by day.
  func passages(
    rate: Double, regulars: Int = 40, spread: Double = 0.1, seed: UInt64, use: (Int) -> Double = { _ in 1 },
    slowness: (Int) -> Double = { _ in 0 }
  ) -> [EdgePassage] {
    var random = SplitMix64(seed: seed)
    var passages: [EdgePassage] = []
    let first = Int(random.uniform() * Double(active[0].count))
    let speeds = active[0].map { _ in 0.1 * random.normal() }
    for day in active.indices {
      let ofDay = Tails.exponential(spread.squareRoot() * random.normal() - spread / 2)
      let slow = 0.06 * random.normal()
      for number in 0..<regulars {
        let vehicle = (first + number) % active[0].count
        guard active[day][vehicle] else { continue }
        let mean = rate / Double(regulars) * ofDay * use(day)
        for _ in 0..<Self.poisson(mean, &random) {
          let hour = UInt8(random.next() % 4)
          let value = slow + speeds[vehicle] + 0.1 * Double(hour % 2) + 0.22 * random.normal() + slowness(day)
          passages.append(
            EdgePassage(
              edge: 0, vehicle: UInt32(isOneDay ? day * active[0].count + vehicle : vehicle), day: UInt16(day),
              part: hour, slowness: Float(value)))
        }
      }
    }
    return passages.sorted { ($0.day, $0.vehicle) < ($1.day, $1.vehicle) }
  }

  func use(of passages: [EdgePassage]) -> [RoadBreak] {
    var watch = UseWatch(EdgeID(0), passages[...], fleet, ChangeSettings())
    watch.run()
    return watch.breaks
  }

  func speeds(of passages: [EdgePassage]) -> [RoadBreak] {
    var watch = SpeedWatch(EdgeID(0), profileSpeed: 50, fleet, ChangeSettings())
    watch.run(passages[...])
    return watch.breaks
  }

  private static func poisson(_ mean: Double, _ random: inout SplitMix64) -> Int {
    let limit = Tails.exponential(-mean)
    var (product, count) = (random.uniform(), 0)
    while product > limit {
      product *= random.uniform()
      count += 1
    }
    return count
  }
}
