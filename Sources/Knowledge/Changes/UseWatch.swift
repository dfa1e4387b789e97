internal import Moments
internal import RoadGraph

/// Follows the use of one edge day by day, and says when it broke off or set in.
///
/// What is expected of a day are the habits of the vehicles that drive on it, and the edge's share of all else that is
/// driven. So neither a holiday nor a vehicle that stays at home looks like a closed road. Each day, the sum of the
/// days since each possible break is compared with what was expected of them, without the vehicle that matters most.
/// Only days before a day decide what is expected of it.
///
/// - Source: sequential tests of counts against a negative binomial regression: Höhle & Paul, Computational Statistics &
///   Data Analysis 2008, doi:10.1016/j.csda.2008.02.015; windows of all lengths: Lai, JRSS B 1995,
///   doi:10.1111/j.2517-6161.1995.tb02052.x. Habits are drawn to the mean as in Gamma–Poisson models, Robbins 1956.
struct UseWatch {
  /// What an edge knows of a vehicle.
  private struct Regular {
    var vehicle: UInt32
    /// Passages, the later the more: as of a day it is times ``FleetActivity/fading`` of the day.
    var count: Double
    /// Its last one.
    var day: Int
    /// The next day on which it drives at all.
    var next: Int
    var end: Int
  }

  private let fleet: FleetActivity
  private let settings: ChangeSettings
  private let edge: EdgeID
  private let passages: ArraySlice<EdgePassage>
  private(set) var breaks: [RoadBreak] = []

  /// By day: passages, and how many were expected.
  private var seen: [Int]
  private var expected: [Double]
  /// Where the passages of each day begin.
  private var firsts: [Int]
  private var regulars: [Regular] = []
  /// Where each vehicle is among them.
  private var places: [UInt32: Int] = [:]
  /// Since ``since``, the earlier the less: passages, those of the whole fleet, and days.
  private var count = 0.0
  private var exposure = 0.0
  private var days = 0.0
  private var since = 0
  /// Passages by weekday, and how many were expected.
  private var byWeekday = [(seen: Double, expected: Double)](repeating: (0, 0), count: 7)
  /// Squares of the differences in units of the expected counts.
  private var squares = 0.0
  private var squareDays = 0.0
  /// By how much the last days fell short of half of what was expected.
  private var shortfall = 0.0
  private var quietUntil = 0

  /// - Parameter passages: of the edge, by day.
  init(_ edge: EdgeID, _ passages: ArraySlice<EdgePassage>, _ fleet: FleetActivity, _ settings: ChangeSettings) {
    self.edge = edge
    self.passages = passages
    self.fleet = fleet
    self.settings = settings
    seen = [Int](repeating: 0, count: fleet.dayCount)
    expected = [Double](repeating: 0, count: fleet.dayCount)
    firsts = [Int](repeating: passages.endIndex, count: fleet.dayCount + 1)
    for number in passages.indices.reversed() {
      seen[Int(passages[number].day)] += 1
      firsts[Int(passages[number].day)] = number
    }
    for day in (0..<fleet.dayCount).reversed() { firsts[day] = min(firsts[day], firsts[day + 1]) }
  }

  mutating func run() {
    guard let first = passages.first.map({ Int($0.day) }) else { return }
    exposure = fleet.memories[first]
    days = (1..<first + 1).reduce(0) { $0 + fleet.fading[$1] }
    for day in first..<fleet.dayCount {
      expected[day] = expectation(day)
      shortfall = max(0, shortfall + expected[day] / 2 - Double(seen[day]))
      if fleet.activeDays[day] >= settings.leastDays {
        if shortfall > 2, count > 8 { lookForClosing(day) }
        if seen[day] > 0, day >= quietUntil { lookForOpening(day) }
      }
      remember(day)
    }
  }

  // MARK: What is usual

  private mutating func expectation(_ day: Int) -> Double {
    guard exposure > 0 else { return 0 }
    var known = 0.0
    for number in regulars.indices {
      var next = regulars[number].next
      while next < regulars[number].end, fleet.pairs[next].day < day { next += 1 }
      regulars[number].next = next
      guard next < regulars[number].end, fleet.pairs[next].day == day else { continue }
      known += regulars[number].count * fleet.pairs[next].share
    }
    let sum = count / exposure * fleet.strangers[day] + known * fleet.fading[day]
    let weekday = byWeekday[fleet.weekday(day)]
    return sum * (weekday.seen + 20) / (weekday.expected + 20)
  }

  private mutating func remember(_ day: Int) {
    let fading = fleet.fading[1]
    if expected[day] > 0.3 {
      let difference = Double(seen[day]) - expected[day]
      squares += min(12, difference * difference / expected[day])
      squareDays += 1
    }
    // Of a first day nothing was expected, which says nothing about its weekday.
    if exposure > 0 {
      byWeekday[fleet.weekday(day)].seen += Double(seen[day])
      byWeekday[fleet.weekday(day)].expected += expected[day]
    }
    count = fading * (count + Double(seen[day]))
    exposure = fading * (exposure + fleet.totals[day])
    days = fading * (days + 1)
    if seen[day] > 0 { rememberVehicles(day) }
    if day % 16 == 0 { forgetGone() }
  }

  private mutating func rememberVehicles(_ day: Int) {
    for number in firsts[day]..<firsts[day + 1] {
      let vehicle = passages[number].vehicle
      if let known = places[vehicle] {
        regulars[known].count += 1 / fleet.fading[day]
        regulars[known].day = day
      } else {
        let pairs = fleet.pairs(of: Int(vehicle))
        guard let last = pairs.last, fleet.pairs[last].day > day else { continue }
        places[vehicle] = regulars.count
        regulars.append(
          Regular(
            vehicle: vehicle, count: 1 / fleet.fading[day], day: day, next: pairs.lowerBound, end: pairs.upperBound))
      }
    }
  }

  /// Vehicles that drive no more anywhere need not be known.
  private mutating func forgetGone() {
    regulars.removeAll { $0.next >= $0.end }
    places = [:]
    for (place, regular) in regulars.enumerated() { places[regular.vehicle] = place }
  }

  /// The variance of counts over their mean.
  private var spread: Double { max(1.1, (squares + 30) / (squareDays + 20)) }

  /// The shape of the sum of some days, of which `mean` are expected; the mean itself is only as sure as its counts.
  private func shape(_ mean: Double, known: Double) -> Double { mean / (spread - 1 + mean * spread / (known + 0.5)) }

  // MARK: Closing

  private mutating func lookForClosing(_ day: Int) {
    guard mayBeClosed(day) else { return }
    var (seenSince, expectedSince, days) = (0, 0.0, 0)
    var least = (value: 1.0, day: day, seen: 0)
    var ofVehicles = [Double](repeating: 0, count: regulars.count)
    for first in stride(from: day, to: max(since, day - settings.longestWindow), by: -1) {
      seenSince += seen[first]
      expectedSince += expected[first]
      days += expected[first] > 0.5 ? 1 : 0
      for number in regulars.indices { ofVehicles[number] += earlierShare(number, first) }
      if Double(seenSince) > settings.closedShare * expectedSince + 2 { break }
      let rest = expectedSince - (ofVehicles.max() ?? 0)
      // A road that is empty for one day is not closed.
      guard days > 1, rest > 0.5, Double(seenSince) <= settings.closedShare * rest else { continue }
      let value = Tails.below(seenSince, mean: rest, shape: shape(rest, known: count))
      if value < least.value { least = (value, first, seenSince) }
    }
    guard least.value < settings.significance else { return }
    report(.closed, least.day, day, Double(least.seen) / Double(day - least.day + 1), least.value)
  }

  /// Whether so much was expected and so little seen that a closing could be significant.
  ///
  /// To see few is never less likely than to see none, and this at least e^−expected.
  private func mayBeClosed(_ day: Int) -> Bool {
    let least = -Tails.logarithm(settings.significance)
    var (seenSince, expectedSince) = (0, 0.0)
    for first in stride(from: day, to: max(since, day - settings.longestWindow), by: -1) {
      seenSince += seen[first]
      expectedSince += expected[first]
      if Double(seenSince) > settings.closedShare * expectedSince + 2 { break }
    }
    return expectedSince >= least
  }

  private func earlierShare(_ number: Int, _ day: Int) -> Double {
    let pairs = fleet.pairs(of: Int(regulars[number].vehicle))
    var next = min(regulars[number].next, pairs.upperBound - 1)
    while next > pairs.lowerBound, fleet.pairs[next].day > day { next -= 1 }
    guard fleet.pairs[next].day == day else { return 0 }
    return regulars[number].count * fleet.fading[max(day, regulars[number].day)] * fleet.pairs[next].share
  }

  // MARK: Opening

  private mutating func lookForOpening(_ day: Int) {
    var (before, past, pastDays) = (count, exposure, days)
    var (seenSince, driven) = (0, 0.0)
    var least = (value: 1.0, day: day, seen: 0)
    for first in stride(from: day, to: max(since + 1, day - settings.longestWindow / 4), by: -1) {
      if first < day {
        before -= Double(seen[first]) * fleet.fading[day - first]
        past -= fleet.totals[first] * fleet.fading[day - first]
        pastDays -= fleet.fading[day - first]
      }
      seenSince += seen[first]
      driven += fleet.totals[first]
      guard seen[first] > 0, past > 0, pastDays > 1, fleet.activeDays[first] >= settings.leastDays,
        max(0, before) * driven <= settings.openedShare * Double(seenSince) * past
      else { continue }
      let rest = seenSince - mostOfOne(first, day)
      let mean = (max(0, before) + 0.5) / past * driven
      let value = Tails.above(rest, mean: mean, shape: (max(0, before) + 0.5) / 1.3)
      if value < least.value { least = (value, first, seenSince) }
    }
    guard least.value < settings.significance else { return }
    report(.opened, least.day, day, Double(least.seen) / Double(day - least.day + 1), least.value)
    quietUntil = day + settings.longestWindow / 2
  }

  /// The passages of the vehicle that has most of them.
  private func mostOfOne(_ first: Int, _ last: Int) -> Int {
    let vehicles = passages[firsts[first]..<firsts[last + 1]].map(\.vehicle).sorted()
    var (most, run) = (0, 0)
    for number in vehicles.indices {
      run = number > 0 && vehicles[number] == vehicles[number - 1] ? run + 1 : 1
      most = max(most, run)
    }
    return most
  }

  // MARK: Reporting

  private mutating func report(_ kind: RoadBreak.Kind, _ day: Int, _ detected: Int, _ after: Double, _ value: Double) {
    let first = max(since, day - settings.longestWindow)
    let before = Double(seen[first..<day].reduce(0, +)) / Double(max(1, day - first))
    breaks.append(
      RoadBreak(
        edge: edge, kind: kind, day: fleet.date(day), detected: fleet.date(detected), before: before, after: after,
        pValue: value))
    // From here on the road is another one.
    since = day
    shortfall = 0
    regulars = []
    places = [:]
    byWeekday = [(seen: Double, expected: Double)](repeating: (0, 0), count: 7)
    (count, exposure, days) = (0, 0, 0)
    for past in day..<detected {
      count = fleet.fading[1] * (count + Double(seen[past]))
      exposure = fleet.fading[1] * (exposure + fleet.totals[past])
      days = fleet.fading[1] * (days + 1)
    }
  }
}
