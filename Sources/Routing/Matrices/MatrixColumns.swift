internal import Geodesy
internal import Hierarchies
internal import RoadGraph
internal import RoadRules
internal import Storage

/// The columns of a matrix on the road: where each may be reached, and the part of the hierarchy that leads there.
struct MatrixColumns: Sendable {
  /// A state from which a position can be reached, and what is left from the start of its edge.
  private struct End: BitwiseCopyable {
    let number: UInt32
    /// Of the position among those of its column.
    let position: Int32
    let cost: Int
    let measures: PathMeasures
  }

  /// A column's place on the road.
  private struct Column: Sendable {
    let snapped: SnappedWaypoint
    /// One per arrival.
    let rims: [TargetRim]
  }

  /// The cheapest way to a column so far.
  struct Arrival {
    var cost: Int
    /// The number of the position; of several that cost the same, the first one is taken.
    var position: Int
    var measures: PathMeasures
  }

  private struct Near {
    let column: Int
    let position: Int
  }

  private let prepared: PreparedRoads
  private let strictness: Strictness
  let costs: RoadCosts
  let arcs: ArcMeasures
  let ends: ManyEnds
  private let columns: [Column?]
  private let endsOfColumns: [End]
  /// One more than columns.
  private let firstEnds: [Int]
  /// The arrivals that can be reached from an edge without leaving the rim of their road.
  private let near: [EdgeID: [Near]]

  /// `nil` if the hierarchy may not contain all roads that can be driven.
  ///
  /// - Parameters:
  ///   - snapped: `nil` for a column to which no path is wanted.
  ///   - known: the measures of the arcs by the same weights.
  init?(
    _ snapped: [SnappedWaypoint?], by prepared: PreparedRoads, _ strictness: Strictness = .lawful,
    arcs known: ArcMeasures? = nil
  ) {
    guard let metric = prepared.metric(strictness, from: []) else { return nil }
    let (roads, costs) = (prepared.roads, prepared.costs(strictness))
    // The hierarchy of motor vehicles holds all that the map opens to them.
    guard RoutingHierarchy.modes.contains(costs.options.mode) || roads.turns.holdsAll(of: costs) else { return nil }
    self.prepared = prepared
    self.strictness = strictness
    self.costs = costs
    arcs = known ?? ArcMeasures(of: roads.hierarchy, metric, own: roads.turns.measures(costs))
    let columns = snapped.map { place in
      place.map { place in
        Column(
          snapped: place,
          rims: place.arrivals.map { TargetRim(of: $0, states: roads.turns.states, costs: costs) })
      }
    }
    self.columns = columns
    near = Self.near(columns, edgeCount: roads.turns.states.edgeCount)
    ends = ManyEnds(Self.vertices(of: columns, roads.turns), on: roads.hierarchy, metric)
    var (found, first): ([End], [Int]) = ([], [0])
    for column in columns {
      if let column { Self.addEnds(of: column, to: &found, roads, costs, ends) }
      first.append(found.count)
    }
    (endsOfColumns, firstEnds) = (found, first)
  }

  var roads: RoutingHierarchy { prepared.roads }
  /// The costs by which a place may be left.
  var lawfulCosts: RoadCosts { prepared.costs }
  /// The weights for paths from some starts; `nil` if the hierarchy may not contain all roads that can be driven.
  func metric(from starts: [LegStart]) -> Metric? { prepared.metric(strictness, from: starts) }

  /// The turns out of the edges of the starts, as ``HierarchyLegSearch`` begins.
  func sow(_ starts: [LegStart], into begins: inout [MeasuredSeed]) {
    begins.removeAll(keepingCapacity: true)
    let (graph, states) = (costs.graph, roads.turns.states)
    for start in starts {
      let edge = start.position.edge
      let cost = start.costBehind(costs)
      guard cost < .never else { continue }
      let rest = graph.length(of: edge) - start.position.offset
      let driving = costs.boarding(at: start.position) + costs.driving(rest, on: edge)
      for next in graph.edges(leaving: graph.head(of: edge)) where costs.isUsable(next) {
        let state = StateID(edge.rawValue)
        let total = cost &+| costs.cost(from: state, onto: next, in: states)
        guard total < .never, let vertex = roads.turns.vertex(of: states.next(after: state, onto: next)) else {
          continue
        }
        let measures = PathMeasures(duration: driving + costs.duration(from: edge, onto: next), length: rest)
        begins.append(MeasuredSeed(vertex: vertex, cost: Int(total), measures: measures))
      }
    }
  }

  /// The cheapest arrival at each column over roads outside its rim.
  ///
  /// - Parameter path: the cheapest path to an end.
  func arrivals(_ path: (UInt32) -> (cost: Int, measures: PathMeasures)?) -> [Arrival?] {
    columns.indices.map { column in
      var best: Arrival?
      for end in endsOfColumns[firstEnds[column]..<firstEnds[column + 1]] {
        guard let path = path(end.number), path.cost + end.cost < best?.cost ?? Int(RouteCost.never) else { continue }
        best = Arrival(
          cost: path.cost + end.cost, position: Int(end.position), measures: path.measures + end.measures)
      }
      return best
    }
  }

  /// Replaces arrivals by cheaper ones along the start's own edge or over roads of the rim only.
  func addNearPaths(from origin: SnappedWaypoint, _ starts: [LegStart], to row: inout [Arrival?]) {
    for start in starts {
      for place in near[start.position.edge] ?? [] {
        guard let column = columns[place.column] else { continue }
        let target = column.snapped.arrivals[place.position]
        let path = column.rims[place.position].nearPath(from: starts, to: target, roads.turns.states, costs)
        if let path { offer(path, at: place, &row) }
      }
    }
    for (number, column) in columns.enumerated() {
      guard let column, column.snapped.place == origin.place else { continue }
      offerStaying(at: column.snapped, number, starts, &row)
    }
  }

  /// A route that begins at the junction at which it ends may stay there.
  private func offerStaying(
    at place: SnappedWaypoint, _ number: Int, _ starts: [LegStart], _ row: inout [Arrival?]
  ) {
    for (i, position) in place.departures.enumerated() where !place.arrivals.contains(position) {
      guard let start = starts.first(where: { $0.position == position }) else { continue }
      let cost = start.cost &+| costs.cost(of: position.edge, from: position.offset, to: position.offset)
      guard cost < .never else { continue }
      let path = LegPath([EdgeStretch(edge: position.edge, begin: position.offset, end: position.offset)], cost: cost)
      offer(path, at: Near(column: number, position: place.arrivals.count + i), &row)
    }
  }

  private func offer(_ path: LegPath, at place: Near, _ row: inout [Arrival?]) {
    let cost = Int(path.cost)
    if let best = row[place.column], (best.cost, best.position) < (cost, place.position) { return }
    let leg = costs.leg(along: path.stretches, states: roads.turns.states, isLawful: true)
    row[place.column] = Arrival(
      cost: cost, position: place.position, measures: PathMeasures(duration: leg.duration, length: leg.length))
  }

  // MARK: Preparing

  private static func vertices(of columns: [Column?], _ turns: TurnGraph) -> [UInt32] {
    var vertices: [UInt32] = []
    for rim in columns.lazy.compactMap(\.self).flatMap(\.rims) {
      rim.forEach { state, _ in
        if let vertex = turns.vertex(of: state) { vertices.append(vertex) }
      }
    }
    return vertices
  }

  private static func near(_ columns: [Column?], edgeCount: Int) -> [EdgeID: [Near]] {
    var near: [EdgeID: [Near]] = [:]
    for (number, column) in columns.enumerated() {
      for (position, rim) in (column?.rims ?? []).enumerated() {
        rim.forEach { state, _ in
          guard state.index < edgeCount else { return }
          near[EdgeID(state.index), default: []].append(Near(column: number, position: position))
        }
      }
    }
    return near
  }

  private static func addEnds(
    of column: Column, to found: inout [End], _ roads: RoutingHierarchy, _ costs: RoadCosts, _ ends: ManyEnds
  ) {
    for (position, (target, rim)) in zip(column.snapped.arrivals, column.rims).enumerated() {
      rim.forEach { state, cost in
        guard let vertex = roads.turns.vertex(of: state) else { return }
        found.append(
          End(
            number: ends.number(of: vertex, on: roads.hierarchy), position: Int32(position), cost: Int(cost),
            measures: measures(from: state, to: target, rim, roads.turns.states, costs)))
      }
    }
  }

  /// What is left from the start of a state's edge.
  private static func measures(
    from state: StateID, to target: EdgePosition, _ rim: TargetRim, _ states: TurnStates, _ costs: RoadCosts
  ) -> PathMeasures {
    let edges = [states.edge(of: state)] + rim.edges(behind: state, states)
    var sum = PathMeasures.none
    for (i, edge) in edges.enumerated() {
      let length = i == edges.count - 1 ? target.offset : costs.graph.length(of: edge)
      let turning = i == 0 ? 0 : costs.duration(from: edges[i - 1], onto: edge)
      sum = sum + PathMeasures(duration: turning + costs.driving(length, on: edge), length: length)
    }
    return sum
  }
}

extension TurnGraph {
  /// What each turn takes, including the edge driven before it.
  fileprivate func measures(_ costs: RoadCosts) -> [PathMeasures] {
    var measures = [PathMeasures](repeating: .none, count: arcs.arcCount)
    for (vertex, state) in stateOfVertex.enumerated() {
      let edge = states.edge(of: state)
      let length = costs.graph.length(of: edge)
      let driving = costs.driving(length, on: edge)
      for arc in arcs.arcs(leaving: vertex) {
        let next = states.edge(of: stateOfVertex[Int(arcs.heads[arc])])
        measures[arc] = PathMeasures(duration: driving + costs.duration(from: edge, onto: next), length: length)
      }
    }
    return measures
  }
}

extension RoadCosts {
  /// The time of a stretch of an edge, without turns; 0 where the mode has no speed.
  fileprivate func driving(_ length: Metres, on edge: EdgeID) -> Seconds {
    let speed = speed(on: edge)
    return speed > 0 ? length / speed : 0
  }
}
