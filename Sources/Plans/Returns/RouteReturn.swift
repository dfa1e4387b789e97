package import Geodesy
internal import RoadGraph
internal import RoadRules
package import Routing

/// How a route leads back to one that was planned before.
package struct RouteReturn: Hashable, Sendable {
  /// The first waypoint not reached yet, by its number in the plan.
  package var nextWaypoint: Int
  /// Where the vehicle is along the plan, at the place nearest to it.
  package let passed: Metres
  /// From the vehicle to that place.
  package var distance: Metres
  /// Where the plan is joined, …
  package let joinedAt: Place
  /// … and how far along the plan that is.
  package let joined: Metres
  /// Of the way back, up to there.
  package var length: Metres
  package var duration: Seconds
  /// What is left of the plan behind there.
  package let remaining: Metres

  /// What of the plan lies between the vehicle and the place where it is joined again.
  package var skipped: Metres { max(0, joined - passed) }
}

extension Router {
  /// The path from a place back to a route planned before, and on along that to its destination.
  ///
  /// No waypoint is skipped: the plan is joined on the leg to the next one. The cheapest path back is taken, where a metre
  /// off the plan counts ``RoutingSettings/wayBackFactor`` times. Waypoints and legs after the next one are the plan's.
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
    let (snapped, way) = try wayBack(from: from, to: plan.legs[leg].elements, request)
    let start = RouteWaypoint(waypoint: from, snapped: snapped, position: way.path[0].beginPosition)
    let rest = plan.legs[(leg + 1)...].map { $0.elements.map(\.stretch) }
    let given = self.route(along: [way.path] + rest, past: [start] + plan.waypoints[(leg + 1)...], request)
    let route = try timed(given, for: request)
    return (route, returned(to: plan, leg: leg, by: way, route, progress))
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
