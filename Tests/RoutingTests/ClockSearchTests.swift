import Geodesy
import Hierarchies
import Moments
import RandomNumbers
import RoadGraph
import RoadRules
import Storage
import TestSupport
import Testing

@testable import Routing

/// The ten lines that the searches by the clock are compared with: Dijkstra's algorithm over times, for a road network
/// without preferences.
struct PlainClockSearch {
  let clock: ClockCosts
  let states: TurnStates

  /// The least milliseconds from a departure at a start to a target; `nil` if no path leads there.
  func duration(from start: EdgePosition, to target: EdgePosition, at moment: Int) -> Int? {
    let graph = clock.costs.graph
    var times = [StateID: Int]()
    var done = Set<StateID>()
    var best: Int?
    func drive(_ edge: EdgeID, _ begin: Metres, _ end: Metres, _ moment: Int) -> Int? {
      let stretch = EdgeStretch(edge: edge, begin: begin, end: end)
      return clock.drive(on: edge).map {
        clock.exit($0, on: edge, driving: stretch.lengthInMillimetres, from: moment)
      }
    }
    func leave(_ state: StateID, at moment: Int) {
      let edge = states.edge(of: state)
      for next in graph.edges(leaving: graph.head(of: edge)) where clock.costs.isUsable(next) {
        let turn = clock.turn(from: state, onto: next, in: states)
        let reached = states.next(after: state, onto: next)
        if !turn.isNever { times[reached] = min(times[reached] ?? .max, clock.exit(turn, from: moment)) }
      }
    }
    if start.edge == target.edge, start.offset <= target.offset {
      best = drive(start.edge, start.offset, target.offset, moment)
    }
    if let moment = drive(start.edge, start.offset, graph.length(of: start.edge), moment) {
      leave(StateID(start.edge.rawValue), at: moment)
    }
    while let (state, moment) = times.filter({ !done.contains($0.key) }).min(by: { $0.value < $1.value }) {
      done.insert(state)
      let edge = states.edge(of: state)
      if edge == target.edge, let end = drive(edge, 0, target.offset, moment) { best = min(best ?? .max, end) }
      if let end = drive(edge, 0, graph.length(of: edge), moment) { leave(state, at: end) }
    }
    return best.map { $0 - moment }
  }
}

extension PlainClockSearch {
  /// The least cost from the start of an edge to the end of another one, of all pairs of time and penalty: labels in the
  /// order of time, of which one that is no cheaper than one before it is of no use.
  func cost(from start: EdgeID, to target: EdgeID, at moment: Int) -> Int? {
    let graph = clock.costs.graph
    var labels = [(time: moment, penalty: 0, state: StateID(start.rawValue))]
    var penalties = [StateID: Int]()
    var best: Int?
    while let next = labels.indices.min(by: {
      (labels[$0].time, labels[$0].penalty) < (labels[$1].time, labels[$1].penalty)
    }) {
      let label = labels.remove(at: next)
      guard label.penalty < penalties[label.state] ?? .max else { continue }
      penalties[label.state] = label.penalty
      let edge = states.edge(of: label.state)
      guard let drive = clock.drive(on: edge) else { continue }
      let end = clock.exit(drive, on: edge, driving: Int(drive.length), from: label.time)
      let penalty = label.penalty + Int(drive.penalty)
      if edge == target { best = min(best ?? .max, end - moment + penalty) }
      for next in graph.edges(leaving: graph.head(of: edge)) where clock.costs.isUsable(next) {
        let turn = clock.turn(from: label.state, onto: next, in: states)
        guard !turn.isNever else { continue }
        let reached = states.next(after: label.state, onto: next)
        labels.append((clock.exit(turn, from: end), penalty + Int(turn.penalty), reached))
      }
    }
    return best
  }
}

extension SplitMix64 {
  /// Speeds and delays of some edges and turns that differ from hour to hour.
  mutating func learnedTimes(on graph: RoadGraph, share: Double = 0.8) -> LearnedTimes {
    let classes = WeekClasses(days: [0b001_1111, 0b110_0000], hours: [0, 6, 7, 8, 9, 16, 17, 18, 20]) ?? .usual
    var speeds: [UInt16] = []
    for _ in 0..<graph.edgeCount {
      let isKnown = Double.random(in: 0..<1, using: &self) < share
      for _ in 0..<classes.count {
        speeds.append(
          isKnown ? Int.random(in: 0..<9, using: &self) == 0 ? 0 : .random(in: 300...9000, using: &self) : 0)
      }
    }
    var turns: [(from: EdgeID, onto: EdgeID)] = []
    for edge in (0..<UInt32(graph.edgeCount)).map({ EdgeID($0) }) {
      for next in graph.edges(leaving: graph.head(of: edge)).sorted(by: { $0.rawValue < $1.rawValue })
      where Int.random(in: 0..<3, using: &self) == 0 {
        turns.append((edge, next))
      }
    }
    let delays = turns.flatMap { _ in (0..<classes.count).map { _ in UInt16.random(in: 0...6000, using: &self) } }
    return LearnedTimes(classes: classes, speeds: speeds, turns: turns, delays: delays)
  }
}

@Suite struct `Times by the clock` {
  private func network(_ seed: UInt64) throws -> (graph: RoadGraph, random: SplitMix64) {
    var random = SplitMix64(seed: seed)
    var network = RoadNetwork.random(nodes: 40, roads: 80, forbiddenTurns: 20, using: &random)
    network.addLongBans(30, using: &random)
    return (try RoadGraph(network), random)
  }

  @Test(arguments: 1...5)
  func `are never earlier for who enters later, and turned round they are the same`(seed: UInt64) throws {
    var (graph, random) = try network(seed)
    let clock = ClockCosts(RoadCosts(graph: graph, options: RouteOptions()), random.learnedTimes(on: graph))
    for edge in (0..<UInt32(graph.edgeCount)).map({ EdgeID($0) }) {
      guard let drive = clock.drive(on: edge) else { continue }
      let turns = graph.edges(leaving: graph.head(of: edge)).map { clock.turn(from: edge, onto: $0) }
      var last = [Int](repeating: 0, count: turns.count + 1)
      var moment = 6_048_000_000 + 23 * 3_600_000
      for _ in 0..<40 {
        moment += Int.random(in: 1...1_200_000, using: &random)
        let exits =
          [clock.exit(drive, on: edge, driving: Int(drive.length), from: moment)]
          + turns.map { clock.exit($0, from: moment) }
        #expect(zip(last, exits).allSatisfy { $0 <= $1 })
        last = exits
        let latest = clock.entry(drive, on: edge, driving: Int(drive.length), by: moment)
        #expect(clock.exit(drive, on: edge, driving: Int(drive.length), from: latest) <= moment)
        #expect(clock.exit(drive, on: edge, driving: Int(drive.length), from: latest + 1) > moment)
        for turn in turns {
          let latest = clock.entry(turn, by: moment)
          #expect(clock.exit(turn, from: latest) <= moment && clock.exit(turn, from: latest + 1) > moment)
        }
      }
    }
  }

  @Test(arguments: 1...20)
  func `of the cheapest legs are those of a plain search over time`(seed: UInt64) throws {
    var (graph, random) = try network(seed)
    let learned = random.learnedTimes(on: graph)
    let clock = ClockCosts(RoadCosts(graph: graph, options: RouteOptions()), learned)
    let roads = try RoutingHierarchy(of: graph)
    let states = roads.turns.states
    let oracle = PlainClockSearch(clock: clock, states: states)
    var plain = ClockLegSearch(states: states)
    let hourly = HourlyRoads(roads, clock)
    var fast = HourlyLegSearch(on: roads)
    for _ in rounds(40) {
      let (start, target) = (random.position(on: graph), random.position(on: graph))
      let departure = ZonedTime(
        moment: Timestamp(millisecondsSince1970: .random(in: 0..<1_209_600_000, using: &random)), offsetInMinutes: 60)
      let timing = LegTiming(departing: departure, learned)
      let expected = oracle.duration(from: start, to: target, at: timing.moment)
      let starts = [LegStart(position: start)]
      let slow = plain.paths(from: starts, to: [target], timing, clock, cheapestOnly: true)[0]
      let quick = fast.paths(from: starts, to: [target], timing, on: hourly, cheapestOnly: true)[0]
      #expect(slow?.elapsed == expected && quick?.elapsed == expected)
      guard let expected else { continue }
      // Who leaves later arrives no earlier.
      let wait = Int.random(in: 1...1_800_000, using: &random)
      let later = LegTiming(departing: departure.adding(seconds: Double(wait) / 1000), learned)
      let next = fast.paths(from: starts, to: [target], later, on: hourly, cheapestOnly: true)[0]
      #expect(next.map { $0.elapsed + wait >= expected } == true)
      // Back in time, no later departure arrives as early.
      let arrival = LegTiming(arriving: departure.adding(seconds: Double(expected) / 1000), learned)
      let back = plain.paths(from: starts, to: [target], arrival, clock, cheapestOnly: true)[0]
      let quickBack = fast.paths(from: starts, to: [target], arrival, on: hourly, cheapestOnly: true)[0]
      let elapsed = try #require(back?.elapsed)
      #expect(elapsed <= expected && quickBack?.elapsed == elapsed)
      let latest = arrival.moment - elapsed
      #expect(oracle.duration(from: start, to: target, at: latest).map { $0 + latest <= arrival.moment } == true)
      #expect(oracle.duration(from: start, to: target, at: latest + 1).map { $0 + latest + 1 > arrival.moment } == true)
    }
  }

  @Test(arguments: 1...10)
  func `of proposals on roads with surcharges are near the best, with one label per state`(seed: UInt64) throws {
    var (graph, random) = try network(seed)
    let learned = random.learnedTimes(on: graph)
    var changes = RoadChanges()
    for edge in 0..<UInt32(graph.edgeCount) where edge % 3 > 0 {
      var change = RoadChange()
      change.costFactor = .random(in: 1...2, using: &random)
      changes.add(change, to: EdgeID(edge))
    }
    let clock = ClockCosts(RoadCosts(graph: graph, options: RouteOptions(), changes: changes), learned)
    var search = ClockLegSearch(states: TurnStates(of: graph))
    var (labels, best, found) = ([ClockLabels.all: 0, .cheapest: 0], 0, 0)
    for _ in 0..<40 {
      let (start, target) = (LegStart(position: random.position(on: graph)), random.position(on: graph))
      let departure = Timestamp(millisecondsSince1970: .random(in: 0..<1_209_600_000, using: &random))
      var timing = LegTiming(departing: ZonedTime(moment: departure, offsetInMinutes: 60), learned)
      let exact = search.paths(from: [start], to: [target], timing, clock, cheapestOnly: true)[0]
      labels[.all, default: 0] += search.expandedCount
      timing.labels = .cheapest
      let quick = search.paths(from: [start], to: [target], timing, clock, cheapestOnly: true)[0]
      labels[.cheapest, default: 0] += search.expandedCount
      #expect(search.expandedCount <= TurnStates(of: graph).count && (exact == nil) == (quick == nil))
      guard let exact, let quick else { continue }
      #expect(quick.cost >= exact.cost)
      (best, found) = (best + Int(exact.cost), found + Int(quick.cost))
    }
    #expect(labels[.cheapest] ?? 0 < labels[.all] ?? 0 && Double(found) < 1.02 * Double(best))
  }
}
