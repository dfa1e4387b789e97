package import Geodesy
package import RoadGraph
package import RoadRules
internal import Storage

/// A place in the form used by one ``PathSearch``; valid until the search is opened again.
package struct SearchPlace: Sendable, BitwiseCopyable {
  /// The number of the edge in the search's ``SearchGraph``.
  fileprivate var number: UInt32
  /// The distance from the start of the edge.
  fileprivate var offset: Metres

  /// No place, until a search provides one.
  package init() {
    number = 0
    offset = 0
  }

  fileprivate init(number: UInt32, offset: Metres) {
    self.number = number
    self.offset = offset
  }
}

/// A path found between two positions.
package struct FoundPath: Hashable, Sendable, BitwiseCopyable {
  package var length: Metres
  /// The sum of the penalties for breaking ``TravelRules``.
  package let penalty: Double
  /// Its duration on empty roads; see ``ExpectedTimes``.
  package var duration: Seconds

  package init(length: Metres, penalty: Double, duration: Seconds = 0) {
    self.length = length
    self.penalty = penalty
    self.duration = duration
  }
}

/// Limits of a search.
package struct SearchLimit: Sendable, BitwiseCopyable {
  package var length: Metres
  /// Length and penalties together, in metres.
  package var cost: Double
  /// The number of settled edges: a bound on time and memory if the length allows a whole city.
  package var edges: Int

  package init(length: Metres, cost: Double = .infinity, edges: Int) {
    self.length = length
    self.cost = cost
    self.edges = edges
  }
}

/// A circle that contains all targets of a search. Edges that lead away from it are expanded last.
package struct SearchGoal: Sendable, BitwiseCopyable {
  private let ruler: LocalRuler
  private let radius: Metres

  /// Places and offsets on edges are rounded separately.
  package static var rounding: Metres { 1 }

  /// - Parameter ruler: with its origin at the centre of the circle.
  package init(around ruler: LocalRuler, radius: Metres) {
    self.ruler = ruler
    self.radius = radius
  }

  /// A lower bound on the length of paths from `place` into the circle: a hundredth less than the straight line, since
  /// rulers differ.
  func leastLength(from place: Place) -> Metres {
    max(0, 0.99 * ruler.point(place).distance(to: .origin) - radius)
  }
}

/// A target of a search.
struct SearchTarget: BitwiseCopyable {
  /// The offset of the target nearest to the start of its edge.
  var offset: Metres
  /// Paths to it that cost more are not searched for, …
  var limit: Double
  /// … nor paths that cost more with the price of their duration.
  var timedLimit: Double
  /// Once it is found, paths that cost this much more are not searched for.
  var slack: Double
  var isFound = false
}

/// One-to-many cheapest paths over directed edges, within a limit.
///
/// Labels belong to the starts of edges, so turns can be banned and priced. Edges and turns are read from a copy of the
/// neighbourhood (see ``SearchGraph``), which grows with the searches and not with the map: a bounded search touches
/// the same few cache lines in a town and on a continent. The value is scratch: keep one per worker and reuse it.
///
/// The queue key of an edge is a lower bound on the cost of paths through it: to the target on it, or past its end
/// straight to the goal. Edges that lead away from the goal are therefore not expanded.
///
/// The cost of a path is its length plus `metresPerPenalty` for each unit of penalty. Bans of more than two edges are
/// checked along the cheapest path to each edge; a costlier path that would avoid the ban is not searched for.
///
/// - Source: Dijkstra 1959, on the line graph of the road graph; Hart, Nilsson & Raphael 1968 (A*) if a goal is given.
package struct PathSearch: ~Copyable, Sendable {
  private var roads = SearchGraph()
  private var table = LabelTable()
  private var frontier = LabelHeap<NarrowEntry>()
  private var targets = GrowingArray<SearchTarget>()
  private var openTargets = 0
  private var start = SearchPlace()
  private var metresPerPenalty: Metres = 1
  private var limit = SearchLimit(length: 0, edges: 0)
  private var goal: SearchGoal?
  /// The price of durations; `nil` if the elapsed time is unknown.
  private var durations: DurationBound?
  /// Paths that cost more with the price of their duration are not searched for.
  private var timedLimit = Double.infinity
  /// The number of edges that the last run settled.
  package private(set) var settledCount = 0
  /// Whether the last run ended because it had settled as many edges as it may, with a target open that lay within the
  /// other limits: there may be a path to it.
  package private(set) var metBound = false

  package init() {}

  /// Prepares for searches by some rules on a graph. Places obtained before become invalid.
  package mutating func open(on graph: RoadGraph, rules: TravelRules) { roads.prepare(graph, rules) }

  package mutating func place(_ position: EdgePosition) -> SearchPlace {
    SearchPlace(number: UInt32(roads.number(of: position.edge)), offset: position.offset)
  }

  /// The expected speed on the edge of a place, above 0.
  package func speed(at place: SearchPlace) -> MetresPerSecond { roads.speed(on: Int(place.number)) }

  /// The penalty and the expected duration of the turn from the end of one place's edge onto the edge of another; `nil`
  /// if the two do not meet, or if more than the angle between them makes the turn unlikely.
  package mutating func plainTurn(
    from place: SearchPlace, onto next: SearchPlace
  ) -> (penalty: Double, duration: Seconds)? {
    for i in roads.turns(after: Int(place.number)) {
      let turn = roads.turn(at: i)
      if turn.onto == next.number { return turn.isPlain ? (turn.penalty, turn.duration) : nil }
    }
    return nil
  }

  /// Forgets the last search and begins one from `start`. Add the targets next, then call ``run()``.
  ///
  /// - Parameters:
  ///   - goal: a circle around all targets; the search expands in that direction first.
  ///   - durations: the price of the duration of a path, besides its length and penalties. It bounds the extent of the
  ///     search, but does not decide which of two paths to an edge is cheaper.
  package mutating func begin(
    from start: SearchPlace, within limit: SearchLimit, metresPerPenalty: Metres, toward goal: SearchGoal? = nil,
    durations: DurationBound? = nil
  ) {
    self.start = start
    self.goal = goal
    self.durations = durations
    timedLimit = .infinity
    self.limit = limit
    self.metresPerPenalty = metresPerPenalty
    table.reset()
    frontier.removeAll()
    targets.removeAll()
    openTargets = 0
  }

  /// Adds a target: the search continues until this place is found as well.
  ///
  /// - Parameters:
  ///   - limit: paths to it that cost more are not searched for; the limit of the search applies if it is lower.
  ///   - timedLimit: the same for the cost including the price of the duration.
  ///   - slack: once it is found, paths that cost this much more are not searched for.
  package mutating func addTarget(
    _ place: SearchPlace, limit: Double = .infinity, timedLimit: Double = .infinity, slack: Double = .infinity
  ) {
    let target = table.markTarget(targets.count, on: Int(place.number))
    if target == targets.count {
      targets.append(SearchTarget(offset: place.offset, limit: limit, timedLimit: timedLimit, slack: slack))
      openTargets += 1
    } else {
      targets[target].offset = min(targets[target].offset, place.offset)
      targets[target].limit = max(targets[target].limit, limit)
      targets[target].timedLimit = max(targets[target].timedLimit, timedLimit)
      targets[target].slack = max(targets[target].slack, slack)
    }
  }

  /// Searches until every target is found or the limit is reached. Call ``path(to:)`` afterwards.
  ///
  /// - Complexity: O(*m* log *m*) for *m* edges within the limit; allocates nothing once scratch has grown.
  package mutating func run() {
    lowerLimit()
    expandStart()
    settledCount = 0
    metBound = false
    while openTargets > 0, let next = frontier.popMin(), next.cost <= limit.cost {
      metBound = settledCount >= limit.edges
      if metBound { return }
      let label = next.label
      guard table.settle(label) else { continue }
      settledCount += 1
      if let target = table[label].target { find(target, by: table[label]) }
      expand(label)
    }
  }

  private mutating func find(_ target: Int, by label: Label) {
    openTargets -= 1
    targets[target].isFound = true
    let found = targets[target]
    let cost = label.cost + found.offset
    limit.cost = min(limit.cost, cost + found.slack)
    if let durations {
      let duration = Seconds(label.duration) + duration(of: found.offset, on: roads[Int(label.number)])
      timedLimit = min(timedLimit, cost + durations.most(duration) + found.slack)
    }
    // Otherwise another target has a greater limit, and the limit of the search stays.
    if found.limit >= limit.cost || found.timedLimit >= timedLimit { lowerLimit() }
  }

  /// Lowers the limit to the greatest limit of the targets that have not been found.
  private mutating func lowerLimit() {
    var (greatest, greatestTimed) = (-Double.infinity, -Double.infinity)
    for i in 0..<targets.count where !targets[i].isFound {
      greatest = max(greatest, targets[i].limit)
      greatestTimed = max(greatestTimed, targets[i].timedLimit)
    }
    limit.cost = min(limit.cost, greatest)
    timedLimit = min(timedLimit, greatestTimed)
  }

  /// The path of the last run to `target`, or `nil` if it was not reached.
  package func path(to target: SearchPlace) -> FoundPath? {
    let edge = roads[Int(target.number)]
    if isAhead(target) {
      let length = target.offset - start.offset
      return FoundPath(length: length, penalty: 0, duration: duration(of: length, on: edge))
    }
    guard let index = table.index(of: Int(target.number)), table[index].isReached else { return nil }
    let label = table[index]
    return FoundPath(
      length: label.length + target.offset, penalty: label.penalty,
      duration: Seconds(label.duration) + duration(of: target.offset, on: edge))
  }

  private func duration(of length: Metres, on edge: SearchGraph.Edge) -> Seconds {
    edge.length > 0 ? Seconds(edge.duration) * length / edge.length : 0
  }

  /// The edges of that path, from the edge of the start to the edge of the target; empty if the target was not reached.
  package func edges(to target: SearchPlace) -> [EdgeID] {
    if isAhead(target) { return [edge(of: start)] }
    guard let index = table.index(of: Int(target.number)), table[index].isReached else { return [] }
    var edges: [EdgeID] = []
    var next: Int? = index
    while let label = next, edges.count <= table.count {
      edges.append(edge(of: label))
      next = table[label].parent
    }
    edges.append(edge(of: start))
    return edges.reversed()
  }

  private func isAhead(_ target: SearchPlace) -> Bool {
    target.number == start.number && target.offset >= start.offset
  }

  // MARK: Expansion

  private mutating func expandStart() {
    let number = Int(start.number)
    let length = roads[number].length - start.offset
    let duration = Float(duration(of: length, on: roads[number]))
    relaxTurns(after: number, parent: nil, length: length, penalty: 0, duration: duration)
  }

  private mutating func expand(_ label: Int) {
    let here = table[label]
    let number = Int(here.number)
    let edge = roads[number]
    let penalty = here.penalty + (edge.isWrongWay ? edge.length * roads.rules.wrongWayPerMetre : 0)
    relaxTurns(
      after: number, parent: label, length: here.length + edge.length, penalty: penalty,
      duration: here.duration + edge.duration)
  }

  private mutating func relaxTurns(
    after number: Int, parent: Int?, length: Metres, penalty: Double, duration: Float
  ) {
    guard length <= limit.length else { return }
    for i in roads.turns(after: number) {
      let turn = roads.turn(at: i)
      var added = turn.penalty
      if turn.mayBeBanned, isBanned(roads[Int(turn.onto)].id, parent: parent) { added += roads.rules.bannedTurn }
      push(
        Int(turn.onto), parent: parent, length: length, penalty: penalty + added,
        duration: duration + Float(turn.duration))
    }
  }

  /// Pushes an edge with a lower bound on the cost of paths through it: to the target on it, or past its end to the
  /// goal.
  @inline(__always)
  private mutating func push(_ number: Int, parent: Int?, length: Metres, penalty: Double, duration: Float) {
    let cost = length + penalty * metresPerPenalty
    guard cost <= limit.cost else { return }
    let label = table.index(of: number)
    var target: Int?
    if let label {
      let known = table[label]
      guard cost < known.cost, !known.isSettled else { return }
      target = known.target
    }
    let edge = roads[number]
    var least = cost + edge.length
    guard (target == nil ? least : cost) <= limit.cost else { return }
    let beyond = goal?.leastLength(from: edge.place) ?? 0
    least += beyond
    if let target { least = min(least, cost + targets[target].offset) }
    guard least <= limit.cost, label != nil || table.count < NarrowEntry.mostLabels else { return }
    let improved = table.improve(
      label, of: number, cost: cost, length: length, penalty: penalty, duration: duration, parent: parent)
    if let durations {
      // The path is still recorded: a costlier one with a shorter duration must not replace it.
      let ahead = target == nil ? Seconds(edge.duration) + beyond * roads.leastSecondsPerMetre : 0
      guard least + durations.least(Seconds(duration) + ahead) <= timedLimit else { return }
    }
    frontier.insert(NarrowEntry(cost: least, label: improved))
  }

  private func isBanned(_ next: EdgeID, parent: Int?) -> Bool {
    roads.isTurnBanned(onto: next) { edgeDriven($0, before: parent) }
  }

  /// The edge driven `back` edges before the edge of `label`, where `nil` is the start; `nil` before the start.
  private func edgeDriven(_ back: Int, before label: Int?) -> EdgeID? {
    var label = label
    for _ in 0..<back {
      guard let here = label else { return nil }
      label = table[here].parent
    }
    return label.map { edge(of: $0) } ?? edge(of: start)
  }

  private func edge(of label: Int) -> EdgeID { roads[Int(table[label].number)].id }
  private func edge(of place: SearchPlace) -> EdgeID { roads[Int(place.number)].id }
}
