internal import Geodesy
internal import Moments
internal import RoadGraph

/// Finds the roads near a closed or opened one that carry its traffic now, or did before.
///
/// A road nearby is compared with its own share of the fleet's traffic before the cause; few roads are looked at, and a
/// reason is known, so less is needed to believe it. Bonferroni's bound covers all roads of a cause and all days on
/// which they are looked at.
struct DetourSearch {
  /// The use of an edge by day.
  struct Use {
    let edge: EdgeID
    private(set) var seen: [Int]

    init(edge: EdgeID, _ passages: ArraySlice<EdgePassage>, dayCount: Int) {
      self.edge = edge
      seen = [Int](repeating: 0, count: dayCount)
      for passage in passages { seen[Int(passage.day)] += 1 }
    }
  }

  /// Edges with fewer are not looked at.
  static let leastPassages = 20

  private let fleet: FleetActivity
  private let settings: ChangeSettings
  /// Days after the cause was found, on which detours are looked for.
  private static let patience = 7

  init(_ fleet: FleetActivity, _ settings: ChangeSettings) {
    self.fleet = fleet
    self.settings = settings
  }

  /// The edges near a cause, among some.
  static func near(_ cause: EdgeID, among edges: [EdgeID], in graph: RoadGraph, reach: Metres) -> [EdgeID] {
    let ruler = LocalRuler(at: graph.place(of: graph.head(of: cause)))
    return edges.filter { edge in
      let point = ruler.point(graph.place(of: graph.head(of: edge)))
      return edge.segment != cause.segment && point.x * point.x + point.y * point.y <= reach * reach
    }
  }

  /// How an edge took part in a closing or opening, if it did.
  func detour(_ use: Use, of cause: RoadBreak) -> RoadBreak? {
    let day = cause.day.daysSince1970 - fleet.firstDay
    let found = cause.detected.daysSince1970 - fleet.firstDay
    guard day > 0 else { return nil }
    let bound = settings.significanceNearby / Double(Self.patience)
    let days = found..<min(fleet.dayCount, found + Self.patience)
    return days.lazy.compactMap { detour(use, cause, from: day, to: $0, bound) }.first
  }

  private func detour(_ use: Use, _ cause: RoadBreak, from day: Int, to last: Int, _ bound: Double) -> RoadBreak? {
    let first = max(0, day - 2 * settings.longestWindow)
    let past = fleet.totals[first..<day].reduce(0, +)
    let known = Double(use.seen[first..<day].reduce(0, +))
    let seen = use.seen[day...last].reduce(0, +)
    guard past > 0, Int(known) + seen >= Self.leastPassages else { return nil }
    let rate = (known + 0.5) / past
    let mean = rate * fleet.totals[day...last].reduce(0, +)
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
      squares += min(6, (Double(use.seen[day]) - mean) * (Double(use.seen[day]) - mean) / mean)
      count += 1
    }
    return max(1.1, squares / count)
  }
}
