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

  mutating func measure(_ count: Int) {
    var sums = Sums()
    var back = Sums()
    for number in 0..<count {
      let starts = [LegStart(position: EdgePosition(edge: edge(), offset: 0))]
      let last = edge()
      let targets = [EdgePosition(edge: last, offset: graph.length(of: last))]
      let time = time(number * 2016 / count)
      let leave = LegTiming(departing: time, learned)
      let arrive = LegTiming(arriving: time, learned)
      let start = processorTime()
      guard fixed.paths(from: starts, to: targets, costs: costs, metric, cheapestOnly: true)[0] != nil else { continue }
      let plain = processorTime() - start
      measure(starts, targets, leave, plain, &sums)
      measure(starts, targets, arrive, plain, &back)
    }
    print("by departure: \(sums)")
    print("by arrival: \(back)")
  }

  private mutating func measure(
    _ starts: [LegStart], _ targets: [EdgePosition], _ timing: LegTiming, _ plain: Double, _ sums: inout Sums
  ) {
    _ = clock.paths(from: starts, to: targets, timing, on: hourly, cheapestOnly: true)
    let start = processorTime()
    _ = clock.paths(from: starts, to: targets, timing, on: hourly, cheapestOnly: true)
    sums.add(plain: plain, hourly: processorTime() - start, expanded: clock.expandedCount)
  }

  mutating func compare(_ count: Int) {
    var plain = PlainTimes(clock: hourly.clock, states: roads.turns.states)
    var (same, different, unreachable) = (0, 0, 0)
    for number in 0..<count / 5 {
      let (start, time) = (edge(), time(number))
      let timing = LegTiming(departing: time, learned)
      let expected = plain.costs(from: start, at: WeekTime.milliseconds(of: time))
      for _ in 0..<5 {
        let last = edge()
        let found = clock.paths(
          from: [LegStart(position: EdgePosition(edge: start, offset: 0))],
          to: [EdgePosition(edge: last, offset: graph.length(of: last))], timing, on: hourly, cheapestOnly: true)[0]
        if found == nil, expected[last] == nil { unreachable += 1 }
        if let found, Int(found.cost) == expected[last] { same += 1 } else if expected[last] != nil { different += 1 }
      }
    }
    print("\(same) paths cost the same as by a plain search, \(different) do not; \(unreachable) do not exist")
  }
}

private struct Sums: CustomStringConvertible {
  private var plain: [Double] = []
  private var hourly: [Double] = []
  private var searched = 0
  private var expanded = 0

  mutating func add(plain: Double, hourly: Double, expanded: Int) {
    self.plain.append(plain)
    self.hourly.append(hourly)
    self.expanded += expanded
    if expanded > 0 { searched += 1 }
  }

  var description: String {
    func mean(_ times: [Double]) -> Double { times.reduce(0, +) / Double(max(1, times.count)) * 1e6 }
    func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] * 1e6 }
    return String(
      format: "%d pairs, fixed %.0f µs (median %.0f), by the clock %.0f µs (median %.0f), %.2f times as long; "
        + "%d searches with %d labels on average",
      plain.count, mean(plain), median(plain), mean(hourly), median(hourly), mean(hourly) / mean(plain), searched,
      expanded / max(1, searched))
  }
}

/// Processor time of the thread, in seconds.
func processorTime() -> Double {
  var time = timespec()
  unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
