import Foundation
import MapImport
import RandomNumbers
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing

private let (startCount, targetCount) = (100, 100)

private func realMap(_ name: String) throws -> RoadGraph? {
  guard let extract = realData("osm/\(name).osm.pbf") else { return nil }
  return try RoadGraph(try importOSM(path: extract.path))
}

@Suite(.enabled(if: isWholeRun, "\(whyNotNow)")) struct `Legs on a real map` {
  /// 10,000 of them.
  @Test(
    arguments: ["monaco-2021-04-21", "liechtenstein-2021-10-28"], [Strictness.lawful, .yielding])
  func `cost what a search of all that can be driven says, with and without a hierarchy`(
    name: String, strictness: Strictness
  ) throws {
    guard let graph = try realMap(name) else { return }
    let costs = RoadCosts(graph: graph, options: RouteOptions(), strictness: strictness)
    let roads = try RoutingHierarchy(of: graph)
    #expect(roads.turns.holdsAll(of: costs))
    let metric = roads.metric(costs)
    let states = roads.turns.states
    var plain = LegSearch(on: graph, states: states)
    var search = HierarchyLegSearch(on: graph, roads: roads)
    var all = EverywhereSearch(graph: graph, states: states, costs: costs)
    var random = SplitMix64(seed: 11)
    var found = 0
    for number in 0..<startCount {
      let start = LegStart(position: random.drivablePosition(costs))
      all.run(from: start.position)
      for _ in 0..<targetCount {
        let target = random.drivablePosition(costs)
        let expected = all.cost(to: target)
        let path = search.paths(from: [start], to: [target], costs: costs, metric)[0]
        #expect(path?.cost == expected)
        found += path == nil ? 0 : 1
        // A search of the whole map for each pair takes long on the larger one.
        guard name.hasPrefix("monaco") || number % 10 == 0 else { continue }
        #expect(plain.paths(from: [start], to: [target], costs: costs)[0]?.cost == expected)
      }
    }
    #expect(found > startCount * targetCount / 2)
  }
}

@Suite(.enabled(if: isWholeRun, "\(whyNotNow)")) struct `Alternatives on a real map` {
  @Test func `differ, cost little more and are the cheapest where they part, with a hierarchy and without`() throws {
    guard let graph = try realMap("monaco-2021-04-21") else { return }
    let costs = RoadCosts(graph: graph, options: RouteOptions())
    let prepared = try #require(PreparedRoads(roads: try RoutingHierarchy(of: graph), costs: costs))
    var plain = Router(on: graph)
    var fast = Router(on: graph, prepared: prepared)
    var random = SplitMix64(seed: 4)
    var counts = (plain: 0, fast: 0)
    for _ in 0..<max(20, startCount) {
      let waypoints = (0..<2).map { _ in
        let position = random.drivablePosition(costs)
        return Waypoint(place: graph.place(at: position))
      }
      let request = RouteRequest(waypoints: waypoints)
      guard let slow = try? plain.routes(request, alternatives: 3),
        let quick = try? fast.routes(request, alternatives: 3)
      else { continue }
      #expect(slow[0].cost == quick[0].cost)
      check(slow, costs, plain.states)
      check(quick, costs, fast.states)
      counts = (counts.plain + slow.count - 1, counts.fast + quick.count - 1)
    }
    #expect(counts.fast >= counts.plain && counts.plain > 10)
  }

  private func check(_ routes: [Route], _ costs: RoadCosts, _ states: TurnStates) {
    let settings = AlternativeSettings()
    #expect(routes.dropFirst().map(\.cost) == routes.dropFirst().map(\.cost).sorted())
    for (i, route) in routes.enumerated().dropFirst() {
      #expect(route.violations.isEmpty && costs.cost(of: route.legs, states: states) == route.cost)
      #expect(route.cost >= routes[0].cost && Double(route.cost) <= settings.mostStretch * Double(routes[0].cost))
      let heads = route.legs[0].elements.dropLast().map { costs.graph.head(of: $0.edge) }
      #expect(Set(heads).count == heads.count)
      // Which of two was chosen first is not known; it is the shorter one that the share may be of.
      for other in routes[..<i] {
        let edges = Set(other.legs[0].elements.map(\.edge))
        let shared = route.legs[0].elements.filter { edges.contains($0.edge) }.reduce(0) { $0 + $1.length }
        #expect(shared <= settings.mostShared * max(route.length, other.length) + 1e-6)
      }
    }
  }
}

@Suite(.enabled(if: isWholeRun, "\(whyNotNow)")) struct `A matrix on a real map` {
  @Test(arguments: ["monaco-2021-04-21", "liechtenstein-2021-10-28"], [TravelMode.car, .truck, .bicycle])
  func `holds what routes say of its pairs`(name: String, mode: TravelMode) throws {
    guard let graph = try realMap(name) else { return }
    var request = RouteRequest(waypoints: [])
    request.options.mode = mode
    let costs = RoadCosts(graph: graph, options: request.options)
    var random = SplitMix64(seed: 21)
    let places = (0..<30).map { _ in graph.place(at: random.drivablePosition(costs)) }
    let check = try MatrixCheck(between: places, on: graph, request)
    #expect(check.isByRows && check.differences == [])
  }
}

extension SplitMix64 {
  fileprivate mutating func drivablePosition(_ costs: RoadCosts) -> EdgePosition {
    while true {
      let position = position(on: costs.graph)
      if costs.cost(of: position.edge) < .never { return position }
    }
  }
}

/// Dijkstra's from one place to all others, without a straight line, a hierarchy or the rims of targets.
///
/// A label is a state and whether the vehicle has come onto the local roads on which it ends.
private struct EverywhereSearch {
  let graph: RoadGraph
  let states: TurnStates
  let costs: RoadCosts
  /// At the start of the edge.
  private var known: [RouteCost] = []
  private var open = Heap()
  private var start = EdgePosition(edge: EdgeID(0), offset: 0)

  init(graph: RoadGraph, states: TurnStates, costs: RoadCosts) {
    self.graph = graph
    self.states = states
    self.costs = costs
  }

  mutating func run(from start: EdgePosition) {
    self.start = start
    known = [RouteCost](repeating: .never, count: 2 * states.count)
    let rest = costs.cost(of: start.edge, from: start.offset, to: graph.length(of: start.edge))
    leave(StateID(start.edge.rawValue), isEnding: false, at: rest)
    while let (cost, label) = open.popLeast() {
      guard cost == known[label] else { continue }
      let state = StateID(label / 2)
      leave(state, isEnding: label % 2 == 1, at: cost &+| costs.cost(of: states.edge(of: state)))
    }
  }

  /// `nil` if there is no path.
  func cost(to target: EdgePosition) -> RouteCost? {
    var best = RouteCost.never
    if target.edge == start.edge, target.offset >= start.offset {
      best = costs.cost(of: target.edge, from: start.offset, to: target.offset)
    }
    let rest = costs.cost(of: target.edge, from: 0, to: target.offset)
    for state in states.states(on: target.edge) {
      for label in [2 * state.index, 2 * state.index + 1] { best = min(best, known[label] &+| rest) }
    }
    return best == .never ? nil : best
  }

  private mutating func leave(_ state: StateID, isEnding: Bool, at cost: RouteCost) {
    guard cost < .never else { return }
    for next in graph.edges(leaving: graph.head(of: states.edge(of: state))) {
      let reached = states.next(after: state, onto: next).index
      if !isEnding { reach(2 * reached, at: cost &+| costs.cost(from: state, onto: next, in: states)) }
      guard costs.isRestricted(next) else { continue }
      reach(2 * reached + 1, at: cost &+| costs.cost(from: state, onto: next, in: states, isEnding: true))
    }
  }

  private mutating func reach(_ label: Int, at cost: RouteCost) {
    guard cost < known[label] else { return }
    known[label] = cost
    open.insert(cost, label)
  }
}

/// The least cost first.
private struct Heap {
  private var entries: [(cost: RouteCost, label: Int)] = []

  mutating func insert(_ cost: RouteCost, _ label: Int) {
    var hole = entries.count
    entries.append((cost, label))
    while hole > 0, entries[(hole - 1) / 2].cost > entries[hole].cost {
      entries.swapAt(hole, (hole - 1) / 2)
      hole = (hole - 1) / 2
    }
  }

  mutating func popLeast() -> (RouteCost, Int)? {
    guard let least = entries.first, let last = entries.popLast() else { return nil }
    if entries.isEmpty { return (least.cost, least.label) }
    entries[0] = last
    var hole = 0
    while true {
      var child = 2 * hole + 1
      guard child < entries.count else { break }
      if child + 1 < entries.count, entries[child + 1].cost < entries[child].cost { child += 1 }
      guard entries[child].cost < entries[hole].cost else { break }
      entries.swapAt(child, hole)
      hole = child
    }
    return (least.cost, least.label)
  }
}
