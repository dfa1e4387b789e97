package import RoadGraph

/// Finds routes on one map.
///
/// Each leg is searched lawfully first, and with everything that is asked for avoided. Where no such way is, the route
/// yields: it is returned with a list of what it violates, unless the request is strict.
///
/// The value is scratch: keep one per worker.
package struct Router: Sendable {
  package let graph: RoadGraph
  package let settings: RoutingSettings
  private var search: LegSearch
  private var snapper: Snapper

  package init(on graph: RoadGraph, settings: RoutingSettings = RoutingSettings()) {
    self.graph = graph
    self.settings = settings
    search = LegSearch(on: graph, states: TurnStates(of: graph))
    snapper = Snapper(settings: settings)
  }

  package mutating func route(_ request: RouteRequest) throws(RouteError) -> Route {
    try check(request)
    let lawful = RoadCosts(graph: graph, options: request.options)
    let yielding = RoadCosts(graph: graph, options: request.options, strictness: .yielding)
    let snapped = try snap(request.waypoints, costs: yielding)
    var stages = [Stage(beginningAt: snapped[0].positions)]
    for leg in snapped.indices.dropLast() {
      let halt = request.waypoints[leg].kind
      let starts = stages[leg].starts(leaving: snapped[leg].positions, after: halt, costs: lawful)
      let next = snapped[leg + 1].positions
      var paths = search.paths(from: starts, to: next, costs: lawful)
      if !paths.contains(where: { $0 != nil }) {
        paths = search.paths(from: starts, to: next, costs: yielding)
        guard paths.contains(where: { $0 != nil }) else { throw .noRoute(leg: leg) }
        if request.isStrict { throw .onlyViolating(leg: leg) }
      }
      stages.append(Stage(arrivingBy: paths, at: next))
    }
    return route(of: request, snapped, stages, costs: lawful)
  }

  private func check(_ request: RouteRequest) throws(RouteError) {
    guard request.waypoints.count >= 2 else { throw .tooFewWaypoints }
    guard request.waypoints.count <= settings.mostWaypoints else {
      throw .tooManyWaypoints(most: settings.mostWaypoints)
    }
    let passing = request.waypoints.indices.filter { request.waypoints[$0].kind == .passThrough }
    guard !passing.isEmpty else { return }
    if request.options.mode == .pedestrian { throw .passThroughNotForMode }
    if passing.first == 0 || passing.last == request.waypoints.count - 1 { throw .passThroughAtEnd }
  }

  private mutating func snap(_ waypoints: [Waypoint], costs: RoadCosts) throws(RouteError) -> [SnappedWaypoint] {
    var snapped: [SnappedWaypoint] = []
    for (i, waypoint) in waypoints.enumerated() {
      guard let found = snapper.snap(waypoint, costs: costs) else {
        throw .couldNotMatch(waypoint: i, of: waypoints.count)
      }
      snapped.append(found)
    }
    return snapped
  }

  /// Follows the cheapest arrival back to the first waypoint.
  private func route(
    of request: RouteRequest, _ snapped: [SnappedWaypoint], _ stages: [Stage], costs: RoadCosts
  ) -> Route {
    var paths: [LegPath] = []
    var position = stages[stages.count - 1].cheapest
    let cost = stages[stages.count - 1].cost(at: position)
    for stage in stages.indices.dropFirst().reversed() {
      guard let path = stages[stage].path(to: position) else { break }
      paths.append(path)
      let start = EdgePosition(edge: path.edges[0], offset: path.begin)
      position = stages[stage - 1].arrival(before: start, after: request.waypoints[stage - 1].kind, costs: costs)
    }
    paths.reverse()
    let legs = paths.enumerated().map { i, path in costs.leg(along: path, states: search.states) }
    let waypoints = snapped.enumerated().map { i, snapped in
      let path = paths[max(0, i - 1)]
      let position =
        i == 0
        ? EdgePosition(edge: path.edges[0], offset: path.begin)
        : EdgePosition(edge: path.edges[path.edges.count - 1], offset: path.end)
      return RouteWaypoint(waypoint: request.waypoints[i], snapped: snapped, position: position)
    }
    return Route(options: request.options, waypoints: waypoints, legs: legs, cost: cost)
  }
}

/// The cheapest ways to arrive at one waypoint, by direction.
private struct Stage {
  private typealias Arrival = (position: EdgePosition, cost: RouteCost, path: LegPath?)

  private var arrivals: [Arrival]

  /// At the first waypoint, which nothing leads to.
  init(beginningAt positions: [EdgePosition]) { arrivals = positions.map { ($0, 0, nil) } }

  init(arrivingBy paths: [LegPath?], at positions: [EdgePosition]) {
    arrivals = zip(positions, paths).compactMap { position, path in path.map { (position, $0.cost, $0) } }
  }

  /// - Precondition: something leads to the waypoint.
  var cheapest: EdgePosition { least { $0.cost } }

  func cost(at position: EdgePosition) -> RouteCost { arrival(at: position)?.cost ?? .never }

  func path(to position: EdgePosition) -> LegPath? { arrival(at: position)?.path }

  /// How a route may leave the waypoint: on as it came, or, after a halt, turned round.
  func starts(leaving positions: [EdgePosition], after halt: Waypoint.Kind, costs: RoadCosts) -> [LegStart] {
    positions.compactMap { position in
      let best = arrivals.map { cost(of: position, after: $0, halt, costs) }.min() ?? .never
      return best < .never ? LegStart(position: position, cost: best) : nil
    }
  }

  /// The arrival that leaving at `start` was cheapest after.
  func arrival(before start: EdgePosition, after halt: Waypoint.Kind, costs: RoadCosts) -> EdgePosition {
    least { cost(of: start, after: $0, halt, costs) }
  }

  private func least(_ cost: (Arrival) -> RouteCost) -> EdgePosition {
    arrivals.dropFirst().reduce(arrivals[0]) { cost($1) < cost($0) ? $1 : $0 }.position
  }

  private func arrival(at position: EdgePosition) -> Arrival? {
    arrivals.first { $0.position == position }
  }

  private func cost(
    of start: EdgePosition, after arrival: Arrival, _ halt: Waypoint.Kind, _ costs: RoadCosts
  ) -> RouteCost {
    if start.edge == arrival.position.edge { return arrival.cost }
    guard halt == .stopover else { return .never }
    return arrival.path == nil ? .never : arrival.cost &+| RouteCost(saturating: costs.profile.delays.uTurn * 1000)
  }
}
