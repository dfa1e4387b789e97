import Geodesy
import RandomNumbers
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing

@Suite struct `The cheapest path back to a planned leg` {
  @Test(arguments: sample(1...12))
  func `costs as little as by looking at every place where the plan can be joined`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var network = RoadNetwork.random(nodes: 7, roads: 13, forbiddenTurns: 4, using: &random)
    network.addLongBans(8, using: &random)
    if seed % 2 == 0 { network.addLocalRoadsAndBarriers(using: &random) }
    let graph = try RoadGraph(network)
    let states = TurnStates(of: graph)
    var search = LegSearch(on: graph, states: states)
    for strictness in [Strictness.lawful, .lawful, .yielding] {
      let costs = RoadCosts(graph: graph, options: RouteOptions(), strictness: strictness)
      let starts = (0..<4).map { _ in LegStart(position: random.position(on: graph)) }
      let leg = search.paths(from: starts, to: [random.position(on: graph)], costs: costs)[0]
      guard let leg else { continue }
      let elements = costs.leg(along: leg.stretches, states: states).elements
      let plan = PlannedLeg(elements, factor: 1.5, states: states, costs: costs)
      let all = EveryPathBack(elements: elements, factor: 1.5, graph: graph, costs: costs)
      for _ in 0..<2 {
        let starts = (0..<2).map { _ in LegStart(position: random.position(on: graph)) }
        let back = search.pathBack(from: starts, to: plan, costs: costs)
        let least = all.least(from: starts)
        #expect((back?.weighedCost ?? .infinity) == least)
        if let back { #expect(all.cost(of: back) == least) }
      }
    }
  }
}

/// Drives everywhere, and along the plan from everywhere: slow, and plain enough to be believed.
private struct EveryPathBack {
  let elements: [RouteElement]
  let factor: Double
  let graph: RoadGraph
  let costs: RoadCosts

  private var ending: Int { elements.count - elements.reversed().prefix { costs.isRestricted($0.edge) }.count }

  func least(from starts: [LegStart]) -> Double {
    var least = Double.infinity
    for start in starts {
      for (i, element) in elements.enumerated()
      where element.edge == start.position.edge && start.position.offset <= element.end {
        let joined = max(start.position.offset, element.begin)
        let isThere = joined == start.position.offset
        let back = start.cost &+| (isThere ? 0 : driving(element.edge, start.position.offset, joined))
        guard back < .never else { continue }
        least = min(least, factor * Double(back) + rest(i, from: joined, driven: [element.edge]))
      }
    }
    for (node, cost) in PlainLegSearch(graph: graph, costs: costs, memory: 4).costs(from: starts) {
      for (i, element) in elements.enumerated() where element.edge == node.last && (!node.isEnding || i >= ending) {
        let back = element.begin > 0 ? cost &+| driving(element.edge, 0, element.begin) : cost
        guard back < .never else { continue }
        least = min(least, factor * Double(back) + rest(i, from: element.begin, driven: node.driven))
      }
    }
    return least
  }

  /// The cost of driving a path back as given.
  func cost(of back: PathBack) -> Double {
    let edges = back.path.map(\.edge)
    let before = edges.prefix(back.stretchesBefore)
    let end = back.stretchesBefore == 0 ? back.offset : graph.length(of: edges[0])
    var cost: RouteCost = end == back.path[0].begin ? 0 : driving(edges[0], back.path[0].begin, end)
    let ending = before.count - before.reversed().prefix { costs.isRestricted($0) }.count
    let isEnding = back.element >= self.ending
    for i in edges.indices.dropFirst() where i <= back.stretchesBefore {
      let driven = Array(edges[..<i])
      let enters = costs.isRestricted(edges[i]) && !costs.isRestricted(edges[i - 1])
      let pays = enters && !(isEnding && i >= ending)
      let plain = PlainLegSearch(graph: graph, costs: costs, memory: 4)
      cost = cost &+| plain.turn(Array(driven.suffix(4)), onto: edges[i], pays: pays)
      let to = i == back.stretchesBefore ? back.offset : graph.length(of: edges[i])
      if to > 0 { cost = cost &+| driving(edges[i], 0, to) }
    }
    let driven = Array(edges.prefix(back.stretchesBefore + 1).suffix(4))
    return factor * Double(cost) + rest(back.element, from: back.offset, driven: driven)
  }

  private func driving(_ edge: EdgeID, _ begin: Metres, _ end: Metres) -> RouteCost {
    costs.cost(of: edge, from: begin, to: end)
  }

  /// Along the plan from a place on an element, having driven some edges, the element's last.
  private func rest(_ first: Int, from offset: Metres, driven: [EdgeID]) -> Double {
    var total = 0.0
    var driven = driven
    for i in first..<elements.count {
      let (edge, begin) = (elements[i].edge, i == first ? offset : elements[i].begin)
      if i > first {
        let isNew = isBanned(driven, edge) && !isBanned(Array(elements[..<i].map(\.edge).suffix(4)), edge)
        if isNew, costs.strictness == .lawful { return .infinity }
        total += (costs.duration(from: elements[i - 1].edge, onto: edge) * 1000).rounded(.up)
        if isNew { total += RoadCosts.offence * 1000 }
        driven = Array((driven + [edge]).suffix(4))
      }
      total += costs.plannedCost(of: edge, from: begin, to: elements[i].end)
    }
    return total
  }

  private func isBanned(_ driven: [EdgeID], _ next: EdgeID) -> Bool {
    graph.isTurnBanned(onto: next, for: .car) { i in i < driven.count ? driven[driven.count - 1 - i] : nil }
  }
}
