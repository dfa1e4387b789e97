internal import Geodesy
internal import Moments
internal import RoadGraph
internal import Storage

/// Finds the roads near a closed or opened one that carry its traffic now, or did before.
///
/// A road nearby is compared with its own share of the fleet's traffic before the cause; few roads are looked at, and a
/// reason is known, so less is needed to believe it. Bonferroni's bound covers all roads of a cause and all days on
/// which they are looked at.
struct DetourSearch {
  /// The use of an edge: how often it was driven before each day, and before the end of the last.
  struct Use {
    let edge: EdgeID
    private let sums: [Int]

    init(edge: EdgeID, _ passages: ArraySlice<EdgePassage>, dayCount: Int) {
      self.edge = edge
      var sums = [Int](repeating: 0, count: dayCount + 1)
      for passage in passages { sums[Int(passage.day) + 1] += 1 }
      for day in 0..<dayCount { sums[day + 1] += sums[day] }
      self.sums = sums
    }

    subscript(days: Range<Int>) -> Int { sums[days.upperBound] - sums[days.lowerBound] }
  }

  /// A closed or opened road, and where it is.
  private struct Cause {
    var number: Int
    var found: RoadBreak
    var ruler: LocalRuler

    var latitude: Double { ruler.origin.latitude }
  }

  /// Edges with fewer are not looked at.
  static let leastPassages = 20

  private let graph: RoadGraph
  private let fleet: FleetActivity
  private let settings: ChangeSettings
  /// From south to north.
  private let causes: [Cause]
  /// Passages of the fleet before each day, and before the end of the last: whole numbers.
  private let totals: [Double]
  /// Days after the cause was found, on which detours are looked for.
  private static let patience = 7
  /// Nowhere on earth is a degree of latitude shorter, in metres.
  private static let leastDegree: Metres = 110_000

  init(of causes: [RoadBreak], on graph: RoadGraph, _ fleet: FleetActivity, _ settings: ChangeSettings) {
    self.graph = graph
    self.fleet = fleet
    self.settings = settings
    self.causes = causes.enumerated().map { number, found in
      Cause(number: number, found: found, ruler: LocalRuler(at: graph.place(of: graph.head(of: found.edge))))
    }.sorted { ($0.latitude, $0.number) < ($1.latitude, $1.number) }
    totals = fleet.totals.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
  }

  /// How an edge took part in the closings and openings near it, in the order of these.
  func detours(_ edge: EdgeID, _ passages: ArraySlice<EdgePassage>) -> [RoadBreak] {
    let near = causes(near: edge)
    guard !near.isEmpty else { return [] }
    let use = Use(edge: edge, passages, dayCount: fleet.dayCount)
    return near.compactMap { detour(use, of: $0) }
  }

  private func causes(near edge: EdgeID) -> [RoadBreak] {
    let place = graph.place(of: graph.head(of: edge))
    let width = settings.detourReach / Self.leastDegree
    var next = firstCause(from: place.latitude - width)
    var near: [(number: Int, found: RoadBreak)] = []
    while next < causes.count, causes[next].latitude <= place.latitude + width {
      let point = causes[next].ruler.point(place)
      if point.x * point.x + point.y * point.y <= settings.detourReach * settings.detourReach,
        edge.segment != causes[next].found.edge.segment
      {
        near.append((causes[next].number, causes[next].found))
      }
      next += 1
    }
    return near.sorted { $0.number < $1.number }.map(\.found)
  }

  private func firstCause(from latitude: Double) -> Int {
    causes.partitioningIndex { $0.latitude >= latitude }
  }

  /// How an edge took part in a closing or opening, if it did.
  private func detour(_ use: Use, of cause: RoadBreak) -> RoadBreak? {
    let day = cause.day.daysSince1970 - fleet.firstDay
    let found = cause.detected.daysSince1970 - fleet.firstDay
    guard day > 0 else { return nil }
    let bound = settings.significanceNearby / Double(Self.patience)
    let days = found..<min(fleet.dayCount, found + Self.patience)
    return days.lazy.compactMap { detour(use, cause, from: day, to: $0, bound) }.first
  }

  private func detour(_ use: Use, _ cause: RoadBreak, from day: Int, to last: Int, _ bound: Double) -> RoadBreak? {
    let first = max(0, day - 2 * settings.longestWindow)
    let past = totals[day] - totals[first]
    let known = Double(use[first..<day])
    let seen = use[day..<last + 1]
    guard past > 0, Int(known) + seen >= Self.leastPassages else { return nil }
    let rate = (known + 0.5) / past
    let mean = rate * (totals[last + 1] - totals[day])
    let isMore = cause.kind == .closed
    guard isMore ? Double(seen) > 1.25 * mean : Double(seen) < 0.8 * mean else { return nil }
    let spread = spread(use, first..<day, rate)
    let shape = mean / (spread - 1 + mean * spread / (known + 0.5))
    let value = isMore ? Tails.above(seen, mean: mean, shape: shape) : Tails.below(seen, mean: mean, shape: shape)
    guard value < bound else { return nil }
    return RoadBreak(
      edge: use.edge, kind: .detour, day: cause.day, detected: fleet.date(last), before: known / Double(day - first),
      after: Double(seen) / Double(last - day + 1), pValue: value, cause: cause.edge)
  }

  /// The variance of the counts over their mean.
  private func spread(_ use: Use, _ days: Range<Int>, _ rate: Double) -> Double {
    var (squares, count) = (30.0, 20.0)
    for day in days where rate * fleet.totals[day] > 0.3 {
      let mean = rate * fleet.totals[day]
      let difference = Double(use[day..<day + 1]) - mean
      squares += min(6, difference * difference / mean)
      count += 1
    }
    return max(1.1, squares / count)
  }
}
