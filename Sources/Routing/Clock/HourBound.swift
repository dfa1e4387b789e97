internal import Hierarchies
internal import RoadGraph
internal import RoadRules

/// What a path costs at least to the ends of a search by the clock, by a hierarchy whose weights are those of the hours of
/// the drive.
///
/// Every path spends all of the first hours on the way. Until they end, their class counts by a factor, and what it counts
/// too much or too little in all is known; see ``RoadRules/HourWindow``. After that the weights are those of the last
/// hours alone, and mostly exact.
///
/// The value is scratch: keep one per worker.
struct HourBound: ~Copyable, ClockBound {
  private var early: ManyEndsSearch
  private var late: ManyEndsSearch
  private var metrics: (early: Metric, late: Metric)?
  private let hierarchy: Hierarchy
  /// The runs of hours that every path spends, with what a millisecond counts besides 1.
  private var spent: [(begin: Int, end: Int, surplus: Int)] = []
  /// When they end.
  private var split = 0
  private var rounding = 0

  init(for hierarchy: Hierarchy) {
    self.hierarchy = hierarchy
    early = ManyEndsSearch(for: hierarchy)
    late = ManyEndsSearch(for: hierarchy)
  }

  mutating func begin(_ leg: ClockLeg, in span: HourSpan, on roads: HourlyRoads) {
    let last = span.window(from: span.first)
    let metric = roads.metric(in: last)
    let side: ManyEndsSearch.Side = leg.timing.direction == .departing ? .ends : .begins
    late.begin(side, leg.seeds(at: side, in: last), on: hierarchy, metric)
    spent.removeAll(keepingCapacity: true)
    split = 0
    metrics = (metric, metric)
    guard span.first > 0 else { return }
    let window = roads.window(of: span)
    let first = roads.metric(in: window)
    early.begin(side, leg.seeds(at: side, in: window), on: hierarchy, first)
    metrics = (first, metric)
    for (run, factor) in zip(span.runs[..<span.first], window.factors) {
      spent.append((run.begin, run.end, factor - HourWindow.one))
    }
    split = span.runs[span.first].begin
    rounding = spent.reduce(0) { $0 + 2 + ($1.surplus + HourWindow.one) / HourWindow.one }
  }

  mutating func leastCost(at node: UInt32, _ elapsed: Int, _ penalty: Int) -> Int? {
    guard let metrics else { return nil }
    if elapsed >= split { return late.cost(at: node, on: hierarchy, metrics.late) }
    guard let cost = early.cost(at: node, on: hierarchy, metrics.early) else { return nil }
    return cost - surplus(elapsed, penalty)
  }

  /// What the hours that are still to be spent count too much.
  ///
  /// Where they count too little, a penalty takes the place of time, because a path may end early that costs much.
  private func surplus(_ elapsed: Int, _ penalty: Int) -> Int {
    var sum = 0
    for run in spent {
      let begin = max(run.begin, run.surplus > 0 ? elapsed : elapsed + penalty)
      if begin < run.end { sum += (run.end - begin) * run.surplus }
    }
    return sum / HourWindow.one + rounding
  }
}
