internal import Moments
internal import RoadGraph

/// Follows the speed on one edge day by day, and says from when on it was another one.
///
/// The value of a day is the mean over its vehicles, so that one vehicle that drives there often counts once, of how
/// much slower they were than usual at that part of the day. The means of the days since each possible break are
/// compared with those of the days before, by how much days and vehicles differ anyway.
///
/// - Source: a sequential test over windows of all lengths as in Lai, JRSS B 1995,
///   doi:10.1111/j.2517-6161.1995.tb02052.x; variances of days and vehicles by moments, Searle, Casella & McCulloch 1992,
///   doi:10.1002/9780470316856; extreme values drawn in as in Huber 1964, doi:10.1214/aoms/1177703732.
struct SpeedWatch {
  /// A day with passages whose speed is known.
  private struct Day {
    var number: Int
    var value: Double
    var vehicles: Double
    var variance: Double
    /// The sum of the inverse variances of all days before.
    var known: Double
  }

  private let fleet: FleetActivity
  private let settings: ChangeSettings
  private let edge: EdgeID
  /// In free flow by the profile, km/h.
  private let profileSpeed: Double
  private(set) var breaks: [RoadBreak] = []
  /// How sure it is that the last day was slower than usual, and by how much; `nil` if nothing is known of it.
  private(set) var lastDay: RoadBreak?

  private var days: [Day] = []
  /// Days of ``days`` before this one belong to another road.
  private var since = 0
  /// Sums of slowness and of vehicles by the part of the day, the earlier the less.
  private var byPart = [(sum: Double, weight: Double)](repeating: (0, 0), count: 4)
  private var ofDays = (sum: 0.0, weight: 0.0)
  private var ofVehicles = (sum: 0.0, weight: 0.0)
  /// Squares of the last days, which do not count yet.
  private var recent: [Double] = []
  private var last = 0
  private static let lag = 4

  /// Before anything is known: vehicles differ by a quarter, days by 6 %; both count as so many.
  private static let priorOfVehicles = (variance: 0.06, weight: 10.0)
  private static let priorOfDays = (variance: 0.004, weight: 6.0)

  init(_ edge: EdgeID, profileSpeed: Double, _ fleet: FleetActivity, _ settings: ChangeSettings) {
    self.edge = edge
    self.profileSpeed = profileSpeed
    self.fleet = fleet
    self.settings = settings
  }

  /// - Parameter passages: of the edge, by day and vehicle.
  mutating func run(_ passages: ArraySlice<EdgePassage>) {
    var next = passages.startIndex
    while next < passages.endIndex {
      let day = Int(passages[next].day)
      let end = passages[next...].firstIndex { Int($0.day) != day } ?? passages.endIndex
      take(passages[next..<end], day)
      next = end
    }
  }

  private mutating func take(_ passages: ArraySlice<EdgePassage>, _ day: Int) {
    fade(to: day)
    let values = byVehicle(passages) { Double($0.slowness) - usual(Int($0.part)) }
    guard !values.isEmpty else { return }
    let mean = values.reduce(0, +) / Double(values.count)
    let variance = varianceOfDays + varianceOfVehicles / Double(values.count)
    let known = days.last.map { $0.known + 1 / $0.variance } ?? 0
    days.append(Day(number: day, value: mean, vehicles: Double(values.count), variance: variance, known: known))
    if isKnown { look(day) }
    remember(passages, mean, values)
  }

  // MARK: What is usual

  private var isKnown: Bool {
    days.count - since > 4 && fleet.activeDays[days[days.count - 1].number] >= settings.leastDays
      && byPart.reduce(0) { $0 + $1.weight } >= 6
  }

  private var usual: Double {
    let weight = byPart.reduce(0) { $0 + $1.weight }
    return weight > 0 ? byPart.reduce(0) { $0 + $1.sum } / weight : 0
  }

  /// The usual slowness in a part of the day, drawn to that of the whole day where little is known.
  private func usual(_ part: Int) -> Double { (byPart[part].sum + 5 * usual) / (byPart[part].weight + 5) }

  private var varianceOfVehicles: Double {
    (ofVehicles.sum + Self.priorOfVehicles.variance * Self.priorOfVehicles.weight)
      / (ofVehicles.weight + Self.priorOfVehicles.weight)
  }

  private var varianceOfDays: Double {
    max(
      0.0005,
      (ofDays.sum + Self.priorOfDays.variance * Self.priorOfDays.weight) / (ofDays.weight + Self.priorOfDays.weight))
  }

  /// How far from the usual a vehicle counts, as a logarithm.
  ///
  /// Where half wait at red, vehicles differ so much that at 0.8 a change of all would be cut off as well; the factor is
  /// chosen in Documentation/Experiments.md.
  private var reach: Double { max(0.8, 1.5 * varianceOfVehicles.squareRoot()) }

  private mutating func fade(to day: Int) {
    let factor = fleet.fading[day - last]
    for part in byPart.indices { byPart[part] = (byPart[part].sum * factor, byPart[part].weight * factor) }
    last = day
  }

  private mutating func remember(_ passages: ArraySlice<EdgePassage>, _ mean: Double, _ values: [Double]) {
    let known = days.count - since
    if known > 2 {
      let ofVehicles = varianceOfVehicles / Double(values.count)
      // What is far out may be the break that is looked for: it must not pass for the usual spread.
      recent.append(min(mean * mean, 5 * (varianceOfDays + ofVehicles)) - ofVehicles)
      if recent.count > Self.lag {
        ofDays.sum += recent.removeFirst()
        ofDays.weight += 1
      }
      self.ofVehicles.sum += values.reduce(0) { $0 + min(($1 - mean) * ($1 - mean), 2) }
      self.ofVehicles.weight += Double(values.count - 1)
    }
    let slow = byPart.indices.map { part in
      let ofPart = passages.filter { $0.part == part }[...]
      // Drawn in to what is usual, not to free flow: before signals vehicles need several times as long on all days.
      let level = known > 2 ? usual(part) : Self.median(ofPart)
      let deviations = byVehicle(ofPart) { Double($0.slowness) - level }
      return (sum: deviations.reduce(level * Double(deviations.count), +), weight: Double(deviations.count))
    }
    byPart = zip(byPart, slow).map { ($0.sum + $1.sum, $0.weight + $1.weight) }
  }

  /// The median slowness of some passages; 0 without any.
  private static func median(_ passages: ArraySlice<EdgePassage>) -> Double {
    let sorted = passages.map(\.slowness).filter { !$0.isNaN }.sorted()
    return sorted.isEmpty ? 0 : Double(sorted[sorted.count / 2])
  }

  /// The mean of each vehicle, drawn in to what a stop of its own could not change much.
  private func byVehicle(
    _ passages: ArraySlice<EdgePassage>, _ value: (EdgePassage) -> Double
  ) -> [Double] {
    var (means, sum, count): ([Double], Double, Double) = ([], 0, 0)
    var vehicle: UInt32?
    let reach = self.reach
    for passage in passages where !passage.slowness.isNaN {
      if vehicle != passage.vehicle, count > 0 {
        means.append(sum / count)
        (sum, count) = (0, 0)
      }
      vehicle = passage.vehicle
      sum += max(-reach, min(reach, value(passage)))
      count += 1
    }
    if count > 0 { means.append(sum / count) }
    return means
  }

  // MARK: Changes

  private mutating func look(_ day: Int) {
    let today = days[days.count - 1]
    lookAtDay(today)
    guard abs(today.value) > settings.leastSpeedChange / 2 else { return }
    var (sum, weight, vehicles, count, agreeing) = (0.0, 0.0, 0.0, 0, 0)
    var least = (value: 1.0, index: 0, change: 0.0)
    for index in stride(from: days.count - 1, to: since + 2, by: -1) {
      guard day - days[index].number < settings.longestWindow else { break }
      sum += days[index].value / days[index].variance
      weight += 1 / days[index].variance
      vehicles += days[index].vehicles
      count += 1
      agreeing += days[index].value * today.value > 0 ? 1 : 0
      // A break begins with a day that shows it.
      let isBegin = days[index].value * (sum / weight) > sum / weight * (sum / weight) / 2
      guard count >= 2, vehicles >= 4, 4 * agreeing >= 3 * count, isBegin else { continue }
      let value = probability(sum / weight, 1 / weight, before: index)
      if value < least.value { least = (value, index, sum / weight) }
    }
    guard least.value < settings.significance, abs(least.change) >= settings.leastSpeedChange else { return }
    report(least.change > 0 ? .slower : .faster, days[least.index].number, day, least.change, least.value)
    begin(at: least.index, least.change)
  }

  /// The probability of a difference as great as this, either way.
  private func probability(_ change: Double, _ variance: Double, before index: Int) -> Double {
    let known = days[index].known - days[since].known
    let deviation = abs(change) / (variance + 1 / max(known, 1e-9)).squareRoot()
    return 2 * Tails.student(deviation, freedom: Double(index - since) + Self.priorOfDays.weight)
  }

  private mutating func lookAtDay(_ today: Day) {
    lastDay = nil
    guard today.number == fleet.dayCount - 1, today.vehicles >= 2 else { return }
    let value = probability(today.value, today.variance, before: days.count - 1) / 2
    lastDay = RoadBreak(
      edge: edge, kind: .congestion, day: fleet.date(today.number), detected: fleet.date(today.number),
      before: speed(usual), after: speed(usual + today.value), pValue: today.value > 0 ? value : 1 - value)
  }

  private mutating func report(
    _ kind: RoadBreak.Kind, _ day: Int, _ detected: Int, _ change: Double, _ value: Double
  ) {
    breaks.append(
      RoadBreak(
        edge: edge, kind: kind, day: fleet.date(day), detected: fleet.date(detected), before: speed(usual),
        after: speed(usual + change), pValue: value))
    lastDay = nil
  }

  private func speed(_ slowness: Double) -> Double { profileSpeed * Tails.exponential(-slowness) }

  /// From here on the usual is what was seen since the break.
  private mutating func begin(at index: Int, _ change: Double) {
    let level = usual + change
    since = index
    recent = []
    byPart = byPart.map { _ in (0, 0) }
    for day in days[index...] {
      for part in 0..<4 {
        byPart[part].sum += level * day.vehicles / 4
        byPart[part].weight += day.vehicles / 4
      }
    }
    for number in index..<days.count { days[number].value -= change }
  }
}
