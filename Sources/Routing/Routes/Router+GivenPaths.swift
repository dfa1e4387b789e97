package import RoadGraph
internal import RoadRules

/// Routes along paths from other sources, and the paths that join them, for plans.
extension Router {
  /// The route along some paths from halt to halt, whatever the law and the options say.
  ///
  /// - Parameters:
  ///   - paths: one per leg.
  ///   - waypoints: one more than paths.
  package mutating func route(
    along paths: [[EdgeStretch]], past waypoints: [RouteWaypoint], _ request: RouteRequest
  ) -> Route {
    let costs = costs(of: request)
    let yielding = RoadCosts(graph: graph, options: request.options, strictness: .yielding, changes: costs.changes)
    let legs = costs.legs(along: paths, states: states)
    return Route(
      options: request.options, waypoints: waypoints, legs: legs, cost: yielding.cost(of: legs, states: states))
  }

  /// The same route with the times of the request and the differences from the map on its path.
  ///
  /// - Throws: ``RouteError/onlyViolating(leg:)`` if the request is strict and a rule in force is violated.
  package mutating func timed(_ route: Route, for request: RouteRequest) throws(RouteError) -> Route {
    try finished(route, for: request, costs: costs(of: request))
  }

  /// The cheapest path from one place on the road to another, lawful if possible.
  package mutating func bridge(from start: EdgePosition, to end: EdgePosition, _ request: RouteRequest) -> LegPath? {
    let snapshot = snapshot(for: request)
    let lawful = costs(of: request)
    let weighed = weighed(for: lawful, in: snapshot)
    for strictness in [Strictness.lawful, .yielding] {
      let costs = RoadCosts(graph: graph, options: request.options, strictness: strictness, changes: snapshot.searched)
      if let path = path(from: start, to: end, costs: costs, by: weighed) { return path }
    }
    return nil
  }

  /// The cheapest path from a place back to a planned leg and on to its end.
  ///
  /// It is searched lawfully first, then from a road that is connected to the others, then with violations.
  ///
  /// - Parameter elements: of the planned leg.
  /// - Returns: the place on the road, and the path.
  package mutating func pathBack(
    from waypoint: Waypoint, to elements: [RouteElement], _ request: RouteRequest
  ) throws(RouteError) -> (snapped: SnappedWaypoint, back: PathBack) {
    let costs = costs(of: request)
    let yielding = RoadCosts(graph: graph, options: request.options, strictness: .yielding, changes: costs.changes)
    let use = WaypointUse(waypoint: 0, of: 2)
    guard let snapped = waypoint.snapped ?? snapper.snap(waypoint, as: use, costs: yielding) else {
      throw .couldNotMatch(waypoint: 0, of: 2)
    }
    let plan = PlannedLeg(elements, factor: settings.pathBackFactor, states: states, costs: costs)
    if let back = search.pathBack(from: snapped.starts(costs), to: plan, costs: costs) { return (snapped, back) }
    let shore = Shore(of: mainland(for: request.options.mode))
    if waypoint.snapped == nil, let ashore = snapper.snap(waypoint, as: use, costs: yielding, shore: shore),
      !ashore.isSamePlace(as: snapped),
      let back = search.pathBack(from: ashore.starts(costs), to: plan, costs: costs)
    {
      return (ashore, back)
    }
    let open = PlannedLeg(elements, factor: settings.pathBackFactor, states: states, costs: yielding)
    guard let back = search.pathBack(from: snapped.starts(yielding), to: open, costs: yielding) else {
      throw .noRoute(leg: 0)
    }
    if request.isStrict { throw .onlyViolating(leg: 0) }
    return (snapped, back)
  }

  private mutating func costs(of request: RouteRequest) -> RoadCosts {
    RoadCosts(graph: graph, options: request.options, changes: snapshot(for: request).searched)
  }
}
