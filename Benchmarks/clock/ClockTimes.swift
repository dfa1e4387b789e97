import Foundation
import Geodesy
import Hierarchies
import Moments
import RandomNumbers
import RoadGraph
import RoadRules
import Routing

/// Measures searches by the clock against those with fixed speeds, in processor time of one thread, and compares them
/// with a plain search: `clock-times MAP.tmg [PAIRS [COMPARED]]`.
///
/// Pairs are random, with departures at every five minutes of a week. The weights of the hours are computed before the
/// times are taken. Of the compared pairs, five share a start.
@main struct ClockTimes {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 2 else { return print("clock-times MAP.tmg [PAIRS [COMPARED]]") }
    let pairs = arguments.count > 2 ? Int(arguments[2]) ?? 2016 : 2016
    let compared = arguments.count > 3 ? Int(arguments[3]) ?? 10_080 : 10_080
    let graph = try RoadGraph(path: arguments[1])
    let costs = RoadCosts(graph: graph, options: RouteOptions())
    var synthesis = SynthesisedTimes(on: graph, costs: costs, seed: 1)
    let learned = timed("synthesis") { synthesis.learned() }
    let roads = try timed("hierarchy") { try RoutingHierarchy(of: graph) }
    var benchmark = ClockBenchmark(graph, costs, learned, roads)
    benchmark.measure(pairs)
    benchmark.compare(compared)
  }

  static func timed<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
    let start = processorTime()
    let result = try body()
    print(name + String(format: ": %.3f s", processorTime() - start))
    return result
  }
}

private struct ClockBenchmark: ~Copyable {
  let graph: RoadGraph
  let costs: RoadCosts
  let learned: LearnedTimes
  let roads: RoutingHierarchy
  let hourly: HourlyRoads
  let metric: Metric
  var fixed: HierarchyLegSearch
  var clock: HourlyLegSearch
  var random = SplitMix64(seed: 2)
  let edges: [EdgeID]

  init(_ graph: RoadGraph, _ costs: RoadCosts, _ learned: LearnedTimes, _ roads: RoutingHierarchy) {
    self.graph = graph
    self.costs = costs
    self.learned = learned
    self.roads = roads
    hourly = HourlyRoads(roads, ClockCosts(costs, learned))
    metric = roads.metric(costs)
    fixed = HierarchyLegSearch(on: graph, roads: roads)
    clock = HourlyLegSearch(on: roads)
    edges = (0..<UInt32(graph.edgeCount)).map { EdgeID($0) }.filter {
      costs.cost(of: $0) < .never && !costs.isRestricted($0)
    }
  }

  mutating func edge() -> EdgeID { edges[Int.random(in: 0..<edges.count, using: &random)] }

  /// The number of a five minutes of the week of Monday, 2 March 2026.
  func time(_ number: Int) -> ZonedTime {
    let monday = Timestamp(millisecondsSince1970: 1_772_409_600_000)
    return ZonedTime(moment: monday.adding(seconds: Double(number % 2016) * 300), offsetInMinutes: 0)
  }

  /// Pairs come in blocks of some hours, which are spread over the week. All searches of a kind are made twice, one after the other, and the second time
  /// counts: so all of them find the weights computed, and the caches in the same state.
  mutating func measure(_ count: Int) {
    var (plain, leaving, arriving) = (Sums(), Sums(), Sums())
    for first in stride(from: 0, to: count, by: 42) {
      var pairs: [(Pair, ZonedTime)] = []
      for number in first..<min(count, first + 42) {
        guard let pair = joinedPair() else { continue }
        pairs.append((pair, time(first * 2016 / count + number - first)))
      }
      for (pair, _) in pairs { _ = fixedCost(pair) }
      for (pair, _) in pairs {
        let start = processorTime()
        _ = fixedCost(pair)
        plain.add(processorTime() - start, expanded: 0)
      }
      measure(pairs.map { ($0, LegTiming(departing: $1, learned)) }, &leaving)
      measure(pairs.map { ($0, LegTiming(arriving: $1, learned)) }, &arriving)
    }
    print("with fixed speeds: \(plain)")
    print("by departure: \(leaving), \(leaving.ratio(to: plain)) times as long")
    print("by arrival: \(arriving), \(arriving.ratio(to: plain)) times as long")
  }

  private mutating func measure(_ legs: [(Pair, LegTiming)], _ sums: inout Sums) {
    for (pair, timing) in legs { _ = path(pair, timing) }
    for (pair, timing) in legs {
      let start = processorTime()
      _ = path(pair, timing)
      sums.add(processorTime() - start, expanded: clock.expandedCount)
    }
  }

  /// From the start of an edge to the end of another one.
  private struct Pair {
    let starts: [LegStart]
    let targets: [EdgePosition]
  }

  private func pair(from first: EdgeID, to last: EdgeID) -> Pair {
    Pair(
      starts: [LegStart(position: EdgePosition(edge: first, offset: 0))],
      targets: [EdgePosition(edge: last, offset: graph.length(of: last))])
  }

  /// A pair with a path, as nearly all are in a city, and few among islands.
  private mutating func joinedPair() -> Pair? {
    for _ in 0..<1000 {
      let pair = pair(from: edge(), to: edge())
      if fixedCost(pair) != nil { return pair }
    }
    return nil
  }

  private mutating func fixedCost(_ pair: Pair) -> RouteCost? {
    fixed.paths(from: pair.starts, to: pair.targets, costs: costs, metric, cheapestOnly: true)[0]?.cost
  }

  private mutating func path(_ pair: Pair, _ timing: LegTiming) -> LegPath? {
    clock.paths(from: pair.starts, to: pair.targets, timing, on: hourly, cheapestOnly: true)[0]
  }

  /// By departure and by arrival in turns.
  mutating func compare(_ count: Int) {
    var plain = PlainTimes(clock: hourly.clock, states: roads.turns.states)
    var (same, different, unreachable) = (0, 0, 0)
    for number in 0..<count / 5 {
      let (fixed, time) = (edge(), time(number))
      let isForward = number % 2 == 0
      let timing = isForward ? LegTiming(departing: time, learned) : LegTiming(arriving: time, learned)
      let moment = WeekTime.milliseconds(of: time)
      let expected = isForward ? plain.costs(from: fixed, at: moment) : plain.costs(to: fixed, by: moment)
      for _ in 0..<5 {
        let other = edge()
        let pair = isForward ? pair(from: fixed, to: other) : pair(from: other, to: fixed)
        let found = path(pair, timing).map { Int($0.cost) }
        if found != expected[other] { different += 1 } else if found == nil { unreachable += 1 } else { same += 1 }
      }
    }
    print("\(same) paths cost the same as by a plain search, \(different) do not; \(unreachable) do not exist")
  }
}

private struct Sums: CustomStringConvertible {
  private var times: [Double] = []
  private var searched = 0
  private var expanded = 0

  mutating func add(_ time: Double, expanded: Int) {
    times.append(time)
    self.expanded += expanded
    if expanded > 0 { searched += 1 }
  }

  private var mean: Double { times.reduce(0, +) / Double(max(1, times.count)) }

  func ratio(to other: Sums) -> String { String(format: "%.2f", mean / other.mean) }

  var description: String {
    let sorted = times.sorted()
    func percentile(_ share: Double) -> Double { sorted[Int(share * Double(sorted.count - 1))] * 1e6 }
    return String(
      format: "%d pairs, %.0f µs (median %.0f, 95 %% %.0f); %d searches with %d labels on average", times.count,
      mean * 1e6, percentile(0.5), percentile(0.95), searched, expanded / max(1, searched))
  }
}

/// Processor time of the thread, in seconds.
func processorTime() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
