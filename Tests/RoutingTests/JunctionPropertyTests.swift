import Geodesy
import RandomNumbers
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing

/// Waypoints on random nodes of random networks.
@Suite struct `Routes between junctions` {
  private struct Draw {
    let graph: RoadGraph
    let costs: RoadCosts
    var random: SplitMix64

    init(seed: UInt64) throws {
      random = SplitMix64(seed: seed)
      var network = RoadNetwork.random(nodes: 10, roads: 18, forbiddenTurns: 6, using: &random)
      network.addLongBans(8, using: &random)
      if seed % 2 == 0 { network.addLocalRoadsAndBarriers(using: &random) }
      if seed % 3 == 0 { network.addClosedRoads(using: &random) }
      graph = try RoadGraph(network)
      costs = RoadCosts(graph: graph, options: RouteOptions())
    }

    /// Nodes that the mode can leave and reach.
    mutating func nodes(_ count: Int) -> [NodeID] {
      (0..<count).map { _ in
        while true {
          let node = graph.tail(of: EdgeID(Int.random(in: 0..<graph.edgeCount, using: &random)))
          if !departures(node).isEmpty, !arrivals(node).isEmpty { return node }
        }
      }
    }

    func departures(_ node: NodeID) -> [EdgePosition] {
      graph.edges(leaving: node).filter(costs.isDrivable).map { EdgePosition(edge: $0, offset: 0) }
    }

    func arrivals(_ node: NodeID) -> [EdgePosition] {
      graph.edges(leaving: node).map(\.reversed).filter(costs.isDrivable)
        .map { EdgePosition(edge: $0, offset: graph.length(of: $0)) }
    }

    /// The cost of the cheapest lawful path over some nodes, by a search that remembers what it drove.
    func cost(over nodes: [NodeID], halting: Bool) -> RouteCost? {
      let plain = PlainLegSearch(graph: graph, costs: costs, memory: 4)
      var starts = departures(nodes[0]).map { LegStart(position: $0) }
      for (i, node) in nodes.enumerated().dropFirst() {
        let stays = starts.filter { graph.tail(of: $0.position.edge) == node && $0.position.offset == 0 }
        let arrived = arrivals(node).compactMap { target in
          plain.cost(from: starts, to: target).map { LegStart(position: target, cost: $0) }
        }
        if i == nodes.count - 1 { return (arrived + stays).map(\.cost).min() }
        let uTurn = RouteCost(costs.profile.delays.uTurn * 1000)
        let turned = arrived.compactMap { arrival -> LegStart? in
          let back = EdgePosition(edge: arrival.position.edge.reversed, offset: 0)
          return halting && costs.isDrivable(back.edge) ? LegStart(position: back, cost: arrival.cost &+| uTurn) : nil
        }
        starts = arrived + turned + stays
      }
      return nil
    }
  }

  @Test(arguments: sample(1...24), [2, 3])
  func `cost what a search that remembers all it drove says, with and without a hierarchy`(
    seed: UInt64, count: Int
  ) throws {
    var draw = try Draw(seed: seed)
    let prepared = try #require(PreparedRoads(roads: try RoutingHierarchy(of: draw.graph), costs: draw.costs))
    var plain = Router(on: draw.graph)
    var fast = Router(on: draw.graph, prepared: prepared)
    for number in 0..<6 {
      let nodes = draw.nodes(count)
      var waypoints = nodes.map { Waypoint(place: draw.graph.place(of: $0)) }
      let isHalting = number % 2 == 0
      if !isHalting { for i in waypoints.indices.dropFirst().dropLast() { waypoints[i].kind = .passThrough } }
      let expected = draw.cost(over: nodes, halting: isHalting)
      for route in [
        try? plain.route(RouteRequest(waypoints: waypoints)), try? fast.route(RouteRequest(waypoints: waypoints)),
      ] {
        guard let expected else {
          #expect(route?.violations.isEmpty != true || route?.isMoved == true)
          continue
        }
        let route = try #require(route)
        #expect(route.cost == expected && route.violations.isEmpty)
        #expect(draw.costs.cost(of: route.legs, states: plain.states) == expected)
        #expect(route.legs.allSatisfy { $0.isDriven(halting: isHalting) })
      }
    }
  }

  @Test(arguments: 1...20)
  func `are as cheap as the best between their roads`(seed: UInt64) throws {
    var draw = try Draw(seed: seed)
    var router = Router(on: draw.graph)
    for _ in 0..<6 {
      let nodes = draw.nodes(2)
      guard nodes[0] != nodes[1] else { continue }
      let places = nodes.map { Waypoint(place: draw.graph.place(of: $0)) }
      guard let free = try? router.route(RouteRequest(waypoints: places)), !free.isMoved else { continue }
      var best = RouteCost.never
      for departure in draw.departures(nodes[0]) {
        for arrival in draw.arrivals(nodes[1]) {
          var bound = places
          for (i, position) in [departure, arrival].enumerated() {
            bound[i].snapped = SnappedWaypoint(
              positions: [position], place: places[i].place, distance: 0, isOffRoad: false)
          }
          guard let route = try? router.route(RouteRequest(waypoints: bound)) else { continue }
          #expect(free.violations.isEmpty || !route.violations.isEmpty)
          if route.violations.isEmpty == free.violations.isEmpty { best = min(best, route.cost) }
        }
      }
      #expect(free.cost == best)
    }
  }
}

extension Route {
  /// A waypoint lies on another road than the nearest one.
  fileprivate var isMoved: Bool { waypoints.contains { $0.snapped.isPastIsland == true } }
}

extension RouteLeg {
  /// Every element has a length, unless the leg is empty or begins with a U-turn where a road ends.
  fileprivate func isDriven(halting: Bool) -> Bool {
    let turns = !halting && elements.count > 1 && elements[0].edge.reversed == elements[1].edge
    return elements.count == 1 || elements.dropFirst(turns ? 1 : 0).allSatisfy { $0.length > 0 }
  }
}
