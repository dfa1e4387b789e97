import Geodesy
import RandomNumbers
import RoadGraph
import RoadRules
import Routing
import TestSupport
import Testing

@Suite struct `The cheapest leg` {
  @Test(arguments: sample(1...24))
  func `is that of a search that remembers all it drove`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var network = RoadNetwork.random(nodes: 10, roads: 18, forbiddenTurns: 6, using: &random)
    network.addLongBans(10, using: &random)
    if seed % 2 == 0 { network.addLocalRoadsAndBarriers(using: &random) }
    let graph = try RoadGraph(network)
    var search = LegSearch(on: graph, states: TurnStates(of: graph))
    var options = RouteOptions()
    options.optimisation = Optimisation.allCases[Int(seed) % 3]
    for strictness in [Strictness.lawful, .yielding] {
      let costs = RoadCosts(graph: graph, options: options, strictness: strictness)
      let plain = PlainLegSearch(graph: graph, costs: costs, memory: 4)
      for _ in 0..<4 {
        let starts = (0..<2).map { _ in
          LegStart(position: random.position(on: graph), cost: .random(in: 0...9000, using: &random))
        }
        let targets = (0..<2).map { _ in random.position(on: graph) }
        let found = search.paths(from: starts, to: targets, costs: costs)
        for (target, path) in zip(targets, found) {
          let expected = plain.cost(from: starts, to: target)
          #expect(path?.cost == expected)
          if let path { #expect(plain.cost(of: path, from: starts) == path.cost) }
        }
      }
    }
  }
}

extension SplitMix64 {
  mutating func position(on graph: RoadGraph) -> EdgePosition {
    let edge = EdgeID(Int.random(in: 0..<graph.edgeCount, using: &self))
    return EdgePosition(edge: edge, offset: Double.random(in: 0...graph.length(of: edge), using: &self))
  }
}

/// Dijkstra's over everything driven last, without a straight line, states of turning or rims of targets: slow, and plain
/// enough to be believed.
struct PlainLegSearch {
  let graph: RoadGraph
  let costs: RoadCosts
  /// Edges remembered; no banned path is longer.
  let memory: Int

  /// The last edges driven, and how far the drive is in leaving restricted roads and coming onto them again.
  struct Node: Hashable {
    var driven: [EdgeID]
    var isEnding: Bool
    var last: EdgeID { driven[driven.count - 1] }
  }

  /// - Returns: `nil` if there is no path.
  func cost(from starts: [LegStart], to target: EdgePosition) -> RouteCost? {
    var best = RouteCost.never
    var known: [Node: RouteCost] = [:]
    var open: [Node] = []
    for start in starts {
      if start.position.edge == target.edge, start.position.offset <= target.offset {
        best = min(best, start.cost &+| costs.cost(of: target.edge, from: start.position.offset, to: target.offset))
      }
      let length = graph.length(of: start.position.edge)
      let cost = start.cost &+| costs.cost(of: start.position.edge, from: start.position.offset, to: length)
      reach(from: Node(driven: [start.position.edge], isEnding: false), at: cost, &known, &open)
    }
    while let node = open.popLast() {
      let cost = known[node] ?? .never
      guard cost < best else { continue }
      if node.last == target.edge {
        best = min(best, cost &+| costs.cost(of: target.edge, from: 0, to: target.offset))
      }
      reach(from: node, at: cost &+| costs.cost(of: node.last), &known, &open)
    }
    return best < .never ? best : nil
  }

  /// The cost at the start of the last edge, for everything that can be driven from some starts.
  func costs(from starts: [LegStart]) -> [Node: RouteCost] {
    var known: [Node: RouteCost] = [:]
    var open: [Node] = []
    for start in starts {
      let length = graph.length(of: start.position.edge)
      let cost = start.cost &+| costs.cost(of: start.position.edge, from: start.position.offset, to: length)
      reach(from: Node(driven: [start.position.edge], isEnding: false), at: cost, &known, &open)
    }
    while let node = open.popLast() {
      reach(from: node, at: (known[node] ?? .never) &+| costs.cost(of: node.last), &known, &open)
    }
    return known
  }

  /// Relaxes all edges after the end of the last one driven; those that became cheaper are relaxed again, in any order.
  private func reach(from node: Node, at cost: RouteCost, _ known: inout [Node: RouteCost], _ open: inout [Node]) {
    let edge = node.last
    for next in graph.edges(leaving: graph.head(of: edge)) {
      let enters = costs.isRestricted(next) && !costs.isRestricted(edge)
      if node.isEnding, !costs.isRestricted(next) { continue }
      let driven = Array((node.driven + [next]).suffix(memory))
      for isEnding in Set([node.isEnding, node.isEnding || enters]) {
        let after = Node(driven: driven, isEnding: isEnding)
        let total = cost &+| turn(node.driven, onto: next, pays: !isEnding && enters)
        guard total < known[after] ?? .never else { continue }
        known[after] = total
        open.insert(after, at: 0)
      }
    }
  }

  func turn(_ driven: [EdgeID], onto next: EdgeID, pays: Bool) -> RouteCost {
    let edge = driven[driven.count - 1]
    var seconds = costs.duration(from: edge, onto: next)
    let isBanned = graph.isTurnBanned(onto: next, for: .car) { i in
      i < driven.count ? driven[driven.count - 1 - i] : nil
    }
    let isUTurn = next == edge.reversed
    let goesOn = graph.edges(leaving: graph.head(of: edge)).contains { $0 != edge.reversed && !costs.isClosed($0) }
    let isClosed = graph.isClosed(graph.head(of: edge), to: .car)
    let offences = [isBanned, isClosed && !isUTurn, pays, isUTurn && goesOn && !isClosed].count { $0 }
    if offences > 0, costs.strictness == .lawful { return .never }
    seconds += Double(offences) * RoadCosts.offence
    return RouteCost((seconds * 1000).rounded(.up))
  }

  /// The cost of driving a path as given, ending on restricted roads if it does.
  func cost(of path: LegPath, from starts: [LegStart]) -> RouteCost {
    let edges = path.stretches.map(\.edge)
    let ending = edges.count - edges.reversed().prefix { costs.isRestricted($0) }.count
    var cost: RouteCost = 0
    for (i, stretch) in path.stretches.enumerated() {
      if i > 0 {
        let enters = costs.isRestricted(edges[i]) && !costs.isRestricted(edges[i - 1])
        cost = cost &+| turn(Array(edges[..<i].suffix(memory)), onto: edges[i], pays: enters && i < ending)
      }
      cost = cost &+| costs.cost(of: stretch.edge, from: stretch.begin, to: stretch.end)
    }
    let start = starts.filter { $0.position == path.begin }.map(\.cost).min()
    return cost &+| (start ?? .never)
  }
}
