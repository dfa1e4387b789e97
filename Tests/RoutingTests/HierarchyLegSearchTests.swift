import Hierarchies
import RandomNumbers
import RoadGraph
import RoadRules
import Routing
import Storage
import TestSupport
import Testing

@Suite struct `Legs by a hierarchy` {
  @Test(arguments: 1...30, [Strictness.lawful, .yielding])
  func `cost what legs by a search of the whole map cost`(seed: UInt64, strictness: Strictness) throws {
    var random = SplitMix64(seed: seed)
    var network = RoadNetwork.random(nodes: 40, roads: 80, forbiddenTurns: 20, using: &random)
    network.addLongBans(30, using: &random)
    if seed % 2 == 0 { network.addLocalRoadsAndBarriers(using: &random) }
    if seed % 3 == 0 { network.addClosedRoads(using: &random) }
    let graph = try RoadGraph(network)
    var options = RouteOptions()
    options.optimisation = Optimisation.allCases[Int(seed) % 3]
    options.mode = RoutingHierarchy.modes[Int(seed) % RoutingHierarchy.modes.count]
    let costs = RoadCosts(graph: graph, options: options, strictness: strictness)
    let roads = try RoutingHierarchy(of: graph)
    let metric = roads.metric(costs)
    #expect(roads.turns.holdsAll(of: costs))
    var plain = LegSearch(on: graph, states: roads.turns.states)
    var search = HierarchyLegSearch(on: graph, roads: roads)
    for _ in rounds(60) {
      let starts = (0..<2).map { _ in
        LegStart(position: random.position(on: graph), cost: .random(in: 0...9000, using: &random))
      }
      let targets = (0..<2).map { _ in random.position(on: graph) }
      let expected = plain.paths(from: starts, to: targets, costs: costs)
      let found = search.paths(from: starts, to: targets, costs: costs, metric)
      for (found, expected) in zip(found, expected) {
        #expect(found?.cost == expected?.cost)
        if let found { #expect(costs.cost(of: found, from: starts, states: roads.turns.states) == found.cost) }
      }
    }
  }
}

@Suite struct `The hierarchy of a map's motor vehicles` {
  private func map() throws -> RoadGraph {
    var random = SplitMix64(seed: 6)
    var network = RoadNetwork.random(nodes: 40, roads: 80, forbiddenTurns: 20, using: &random)
    network.addLongBans(30, using: &random)
    return try RoadGraph(network)
  }

  @Test func `is the same whether the map keeps it, its order or nothing`() async throws {
    let map = try map()
    let sections = try await RoutingHierarchy.sections(of: map)
    let made = try RoutingHierarchy(of: map).hierarchy.sections.map(\.numbers)
    for kept in [sections, sections.filter { $0.name == .vehicleOrder }] {
      #expect(try RoutingHierarchy(of: map.with(kept)).hierarchy.sections.map(\.numbers) == made)
    }
    #expect(
      try await RoutingHierarchy.sections(of: map.with(sections)).map(\.numbers) == sections.map(\.numbers))
  }

  @Test func `is not taken from a map that keeps that of other turns`() throws {
    let map = try map()
    let other = Hierarchy(of: ArcGraph(firstArc: [0, 1, 1], heads: [1]), order: [0, 1])
    let found = try RoutingHierarchy(of: map.with(other.sections)).hierarchy
    #expect(try found.sections.map(\.numbers) == RoutingHierarchy(of: map).hierarchy.sections.map(\.numbers))
  }

  @Test func `is refused where the map's is damaged`() async throws {
    let map = try map()
    var sections = try await RoutingHierarchy.sections(of: map)
    let ranks = try #require(sections.firstIndex { $0.name == .ranks })
    sections[ranks].numbers[0] = .max
    let grown = try map.with(sections)
    #expect(throws: RoadGraphError.damaged(path: "town.tmg", section: "HRNK")) { try RoutingHierarchy(of: grown) }
  }
}

extension RoadCosts {
  /// The cost of driving a path as given.
  fileprivate func cost(of path: LegPath, from starts: [LegStart], states: TurnStates) -> RouteCost {
    let ending = path.stretches.count - path.stretches.reversed().prefix { isRestricted($0.edge) }.count
    var state = StateID(path.begin.edge.rawValue)
    var cost = starts.filter { $0.position == path.begin }.map(\.cost).min()
    for (i, stretch) in path.stretches.enumerated() {
      if i > 0 {
        cost = cost.map { $0 &+| self.cost(from: state, onto: stretch.edge, in: states, isEnding: i >= ending) }
        state = states.next(after: state, onto: stretch.edge)
      }
      cost = cost.map { $0 &+| self.cost(of: stretch.edge, from: stretch.begin, to: stretch.end) }
    }
    return cost ?? .never
  }
}
