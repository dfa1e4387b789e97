package import Geodesy
package import RoadGraph

/// A place on an edge, in metres from its begin.
package struct EdgePosition: Hashable, Sendable, BitwiseCopyable {
  package var edge: EdgeID
  package var offset: Metres

  package init(edge: EdgeID, offset: Metres) {
    self.edge = edge
    self.offset = offset
  }
}

/// A way found between two positions.
package struct FoundPath: Hashable, Sendable, BitwiseCopyable {
  package var length: Metres
  /// What it breaks of the ``TravelRules``, added up.
  package var penalty: Double

  package init(length: Metres, penalty: Double) {
    self.length = length
    self.penalty = penalty
  }
}

/// How far a search may go.
package struct SearchLimit: Sendable, BitwiseCopyable {
  package var length: Metres
  /// Length and penalties together, in metres.
  package var cost: Double
  /// Edges settled, a bound on time and memory where the length allows a whole city.
  package var edges: Int

  package init(length: Metres, cost: Double = .infinity, edges: Int) {
    self.length = length
    self.cost = cost
    self.edges = edges
  }
}

/// A circle that holds all targets of a search: what lies behind it is looked at last.
package struct SearchGoal: Sendable, BitwiseCopyable {
  private let ruler: LocalRuler
  private let radius: Metres

  /// Places and offsets on edges are rounded apart.
  package static var rounding: Metres { 1 }

  /// - Parameter ruler: with its origin at the middle of the circle.
  package init(around ruler: LocalRuler, radius: Metres) {
    self.ruler = ruler
    self.radius = radius
  }

  /// No way from `place` into the circle is shorter; a hundredth less than the straight line, since rulers differ.
  func leastLength(from place: Place) -> Metres {
    max(0, 0.99 * ruler.point(place).distance(to: .origin) - radius)
  }
}

/// A place that a search looks for.
private struct SearchTarget: BitwiseCopyable {
  /// Of the nearest place on its edge that is looked for.
  var offset: Metres
  /// No way dearer than this is looked for.
  var limit: Double
  /// Once it is found, no way that costs this much more is looked for.
  var slack: Double
  var isFound = false
}

/// One-to-many cheapest paths over directed edges, within a limit.
///
/// Labels stand at the begin of edges, so turns can be banned and priced. They live in a small hash table that grows
/// with the search and not with the map: a bounded search touches the same few cache lines on a town and on a
/// continent. The value is scratch: keep one per worker and run it again and again.
///
/// An edge waits with the cost of the cheapest way through it that there might be: to the target on it, or past its end
/// straight to the goal. So what leads away from the goal is not looked at.
///
/// The cost of a path is its length plus `metresPerPenalty` for each unit of penalty. Bans of more than two edges are
/// checked along the cheapest way to each edge; a dearer way that would escape the ban is not looked for.
///
/// - Source: Dijkstra 1959, on the line graph of the road graph; Hart, Nilsson & Raphael 1968 (A*) where a goal is given.
package struct PathSearch: Sendable {
  private var table = LabelTable()
  private var frontier = Frontier()
  private var targets: [SearchTarget] = []
  /// The bits of the targets' edges; see ``bit(of:)``.
  private var targetBits: UInt64 = 0
  private var openTargets = 0
  private var start = EdgePosition(edge: EdgeID(0), offset: 0)
  private var rules = TravelRules(mode: .car)
  private var metresPerPenalty: Metres = 1
  private var limit = SearchLimit(length: 0, edges: 0)
  private var goal: SearchGoal?

  package init() {}

  /// Forgets the last search and begins one from `start`; name the targets then, and ``run(on:)``.
  ///
  /// - Parameter goal: where all targets lie; the search looks in that direction first.
  package mutating func begin(
    from start: EdgePosition, within limit: SearchLimit, rules: TravelRules, metresPerPenalty: Metres,
    toward goal: SearchGoal? = nil
  ) {
    self.start = start
    self.goal = goal
    self.rules = rules
    self.limit = limit
    self.metresPerPenalty = metresPerPenalty
    table.reset()
    frontier.removeAll()
    targets.removeAll(keepingCapacity: true)
    targetBits = 0
    openTargets = 0
  }

  /// The search goes on until this place, too, is found.
  ///
  /// - Parameters:
  ///   - limit: no way to it that costs more is looked for; that of the search where it is lower.
  ///   - slack: once it is found, no way that costs this much more is looked for.
  package mutating func addTarget(_ place: EdgePosition, limit: Double = .infinity, slack: Double = .infinity) {
    let target = table.markTarget(targets.count, on: place.edge)
    if target == targets.count {
      targets.append(SearchTarget(offset: place.offset, limit: limit, slack: slack))
      targetBits |= Self.bit(of: place.edge)
      openTargets += 1
    } else {
      targets[target].offset = min(targets[target].offset, place.offset)
      targets[target].limit = max(targets[target].limit, limit)
      targets[target].slack = max(targets[target].slack, slack)
    }
  }

  /// Searches until every target is found or the limit is reached; ask ``path(to:on:)`` then.
  ///
  /// - Complexity: O(*m* log *m*) for *m* edges within the limit; allocates nothing once scratch has grown.
  package mutating func run(on graph: RoadGraph) {
    lowerLimit()
    expandStart(on: graph)
    var settled = 0
    while openTargets > 0, settled < limit.edges, let next = frontier.popMin(), next.cost <= limit.cost {
      let label = next.label
      guard table.settle(label) else { continue }
      settled += 1
      if let target = table[label].target { find(target, at: table[label].cost) }
      expand(label, on: graph)
    }
  }

  private mutating func find(_ target: Int, at cost: Double) {
    openTargets -= 1
    targets[target].isFound = true
    let found = targets[target]
    limit.cost = min(limit.cost, cost + found.offset + found.slack)
    if found.limit >= limit.cost { lowerLimit() }  // else that of another one is greater
  }

  /// To the greatest limit of the targets that have not been found.
  private mutating func lowerLimit() {
    var greatest = -Double.infinity
    for target in targets where !target.isFound { greatest = max(greatest, target.limit) }
    limit.cost = min(limit.cost, greatest)
  }

  /// The path of the last run to `target`, or `nil` when it was not reached.
  package func path(to target: EdgePosition, on graph: RoadGraph) -> FoundPath? {
    if isAhead(target) { return FoundPath(length: target.offset - start.offset, penalty: 0) }
    guard let index = table.index(of: target.edge), table[index].isReached else { return nil }
    let label = table[index]
    return FoundPath(length: label.length + target.offset, penalty: label.penalty)
  }

  /// The edges of that path, the start's and the target's own included; empty when it was not reached.
  package func edges(to target: EdgePosition) -> [EdgeID] {
    if isAhead(target) { return [start.edge] }
    guard let index = table.index(of: target.edge), table[index].isReached else { return [] }
    var edges: [EdgeID] = []
    var next: Int? = index
    while let label = next, edges.count <= table.count {
      edges.append(table[label].edge)
      next = table[label].parent
    }
    edges.append(start.edge)
    return edges.reversed()
  }

  private func isAhead(_ target: EdgePosition) -> Bool {
    target.edge == start.edge && target.offset >= start.offset
  }

  // MARK: Expansion

  private mutating func expandStart(on graph: RoadGraph) {
    let length = graph.length(of: start.edge) - start.offset
    relaxEdges(after: start.edge, parent: nil, length: length, penalty: 0, on: graph)
  }

  private mutating func expand(_ label: Int, on graph: RoadGraph) {
    let here = table[label]
    let edgeLength = graph.length(of: here.edge)
    let isWrongWay = graph.access(of: here.edge)[rules.mode] == .no
    let penalty = here.penalty + (isWrongWay ? edgeLength * rules.wrongWayPerMetre : 0)
    relaxEdges(after: here.edge, parent: label, length: here.length + edgeLength, penalty: penalty, on: graph)
  }

  private mutating func relaxEdges(
    after edge: EdgeID, parent: Int?, length: Metres, penalty: Double, on graph: RoadGraph
  ) {
    guard length <= limit.length else { return }
    let node = graph.head(of: edge)
    let access = graph.access(of: edge)[rules.mode]
    let barrier = graph.isClosed(node, to: rules.mode) ? rules.closedBarrier : 0
    for i in graph.outRange(of: node) {
      let next = graph.outEdge(at: i)
      guard rules.isDrivable(next, on: graph) else { continue }
      var added = barrier + rules.entry(onto: next, from: access, on: graph)
      added += rules.turning(from: edge, onto: next, on: graph)
      if isBanned(next, after: edge, parent: parent, on: graph) { added += rules.bannedTurn }
      push(next, parent: parent, length: length, penalty: penalty + added, on: graph)
    }
  }

  /// Lets an edge wait with the least that a way to the target on it costs, or past its end to the goal.
  @inline(__always)
  private mutating func push(_ edge: EdgeID, parent: Int?, length: Metres, penalty: Double, on graph: RoadGraph) {
    let cost = length + penalty * metresPerPenalty
    let isPerhapsTarget = targetBits & Self.bit(of: edge) != 0
    let edgeLength = graph.length(of: edge)
    guard cost + (isPerhapsTarget ? 0 : edgeLength) <= limit.cost else { return }
    var least = cost + edgeLength + (goal?.leastLength(from: graph.place(of: graph.head(of: edge))) ?? 0)
    if isPerhapsTarget, let target = table.index(of: edge).flatMap({ table[$0].target }) {
      least = min(least, cost + targets[target].offset)
    }
    guard least <= limit.cost,
      let label = table.improve(edge, cost: cost, length: length, penalty: penalty, parent: parent)
    else { return }
    frontier.insert(Frontier.Entry(cost: least, label: label))
  }

  /// One of 64 bits for each edge: most edges are known to be no target without a look into the table.
  private static func bit(of edge: EdgeID) -> UInt64 { 1 << UInt64(edge.rawValue & 63) }

  private func isBanned(_ next: EdgeID, after edge: EdgeID, parent: Int?, on graph: RoadGraph) -> Bool {
    graph.isTurnBanned(onto: next, for: rules.mode) { edgeDriven($0, before: parent) }
  }

  /// The edge driven `back` edges before that of `label`, where `nil` is the start; `nil` before the start.
  private func edgeDriven(_ back: Int, before label: Int?) -> EdgeID? {
    var label = label
    for _ in 0..<back {
      guard let here = label else { return nil }
      label = table[here].parent
    }
    return label.map { table[$0].edge } ?? start.edge
  }
}
