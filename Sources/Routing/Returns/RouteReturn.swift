package import Geodesy
internal import RoadGraph

/// How a route leads back to one that was planned before.
package struct RouteReturn: Hashable, Sendable {
  /// The first waypoint not reached yet, by its number in the plan.
  package var nextWaypoint: Int
  /// Where the vehicle is along the plan, at the place nearest to it.
  package var passed: Metres
  /// From the vehicle to that place.
  package var distance: Metres
  /// Where the plan is joined, …
  package var joinedAt: Place
  /// … and how far along the plan that is.
  package var joined: Metres
  /// Of the way back, up to there.
  package var length: Metres
  package var duration: Seconds
  /// What is left of the plan behind there.
  package var remaining: Metres

  /// What of the plan lies between the vehicle and the place where it is joined again.
  package var skipped: Metres { max(0, joined - passed) }
}

extension Router {
  /// The way from a place back to a route planned before, and on along that to its destination.
  ///
  /// No waypoint is skipped: the plan is joined on the leg to the next one. Of all ways there the cheapest is taken, a way
  /// back counting ``RoutingSettings/wayBackFactor`` times. The waypoints and the way behind the next one are the plan's.
  ///
  /// - Parameters:
  ///   - plan: on this map; what it violates is not looked at anew.
  ///   - request: its first waypoint is the place; its others are not looked at.
  ///   - next: the first waypoint of the plan not reached yet, 1 ..< their number; `nil` for the end of the leg whose place is
  ///     nearest.
  package mutating func route(
    returningTo plan: Route, next: Int? = nil, _ request: RouteRequest
  ) throws(RouteError) -> (route: Route, return: RouteReturn) {
    let from = request.waypoints[0]
    let progress = plan.progress(at: from.place, heading: from.heading, on: graph)
    let leg = next.map { $0 - 1 } ?? progress.leg
    let snapshot = snapshot(for: request)
    let costs = RoadCosts(graph: graph, options: request.options, changes: snapshot.searched)
    let (snapped, way) = try wayBack(from: from, to: plan.legs[leg].elements, request, costs)
    var legs = [costs.leg(along: way.path, states: states)]
    for later in plan.legs[(leg + 1)...] { legs.append(costs.leg(along: later.path, states: states)) }
    let start = EdgePosition(edge: way.path.edges[0], offset: way.path.begin)
    let waypoints = [RouteWaypoint(waypoint: from, snapped: snapped, position: start)] + plan.waypoints[(leg + 1)...]
    let yielding = RoadCosts(
      graph: graph, options: request.options, strictness: .yielding, changes: snapshot.searched)
    var route = Route(
      options: request.options, waypoints: waypoints, legs: legs, cost: yielding.cost(of: legs, states: states))
    if !(timetable.isEmptyWithoutTime && snapshot.time == nil) {
      route = try timed(route, for: request, costs: costs, free: snapshot.free)
    }
    return (route, returned(to: plan, leg: leg, by: way, route, progress))
  }

  /// Lawfully first, then from a road that hangs together with the others, then as it can be.
  private mutating func wayBack(
    from waypoint: Waypoint, to elements: [RouteElement], _ request: RouteRequest, _ costs: RoadCosts
  ) throws(RouteError) -> (SnappedWaypoint, WayBack) {
    let yielding = RoadCosts(graph: graph, options: request.options, strictness: .yielding, changes: costs.changes)
    guard let snapped = snapper.snap(waypoint, costs: yielding) else { throw .couldNotMatch(waypoint: 0, of: 2) }
    let plan = PlannedLeg(elements, factor: settings.wayBackFactor, states: states, costs: costs)
    if let way = search.wayBack(from: snapped.starts, to: plan, costs: costs) { return (snapped, way) }
    let shore = Shore(of: mainland(for: request.options.mode), waypoint: 0, of: 2)
    if let ashore = snapper.snap(waypoint, costs: yielding, shore: shore), ashore.positions != snapped.positions,
      let way = search.wayBack(from: ashore.starts, to: plan, costs: costs)
    {
      return (ashore, way)
    }
    let open = PlannedLeg(elements, factor: settings.wayBackFactor, states: states, costs: yielding)
    guard let way = search.wayBack(from: snapped.starts, to: open, costs: yielding) else { throw .noRoute(leg: 0) }
    if request.isStrict { throw .onlyViolating(leg: 0) }
    return (snapped, way)
  }

  private func returned(
    to plan: Route, leg: Int, by way: WayBack, _ route: Route, _ progress: RouteProgress
  ) -> RouteReturn {
    let before = plan.legs[..<leg].reduce(0) { $0 + $1.length }
    let elements = plan.legs[leg].elements
    let passed = elements[..<way.element].reduce(0) { $0 + $1.length } + way.offset - elements[way.element].begin
    let back = route.legs[0].elements[..<way.edgesBefore]
    // On the edge that is joined, where the plan begins within it.
    let joining = route.legs[0].elements[way.edgesBefore]
    let rest = max(0, way.offset - joining.begin)
    let share = joining.length > 0 ? rest / joining.length : 0
    return RouteReturn(
      nextWaypoint: leg + 1, passed: progress.passed, distance: progress.distance,
      joinedAt: graph.place(on: elements[way.element].edge, at: way.offset), joined: before + passed,
      length: back.reduce(0) { $0 + $1.length } + rest,
      duration: back.reduce(0) { $0 + $1.duration } + share * joining.duration,
      remaining: plan.length - before - passed)
  }
}

extension SnappedWaypoint {
  fileprivate var starts: [LegStart] { positions.map { LegStart(position: $0) } }
}

extension RouteLeg {
  /// As it would be searched.
  var path: LegPath {
    let edges = elements.map(\.edge)
    return LegPath(edges: edges, begin: elements[0].begin, end: elements[elements.count - 1].end, cost: .never)
  }
}
