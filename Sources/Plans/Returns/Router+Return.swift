internal import Geodesy
internal import RoadGraph
package import Routing

extension Router {
  /// The path from a place back to a planned route, and on along the plan to its destination.
  ///
  /// No waypoint is skipped: the plan is joined on the leg to the next one. The path back is the cheapest, where a
  /// second off the plan costs ``RoutingSettings/pathBackFactor`` times as much. After the next waypoint, waypoints and
  /// legs are taken from the plan.
  ///
  /// - Parameters:
  ///   - plan: a route on this map.
  ///   - request: its first waypoint is the place; its others are not used.
  ///   - next: the first waypoint of the plan not reached yet, 1 ..< their number; `nil` for the end of the leg that is
  ///     nearest to the place.
  package mutating func route(
    returningTo plan: Route, next: Int? = nil, _ request: RouteRequest
  ) throws(RouteError) -> (route: Route, return: RouteReturn) {
    let from = request.waypoints[0]
    let progress = plan.progress(at: from.place, heading: from.heading, on: graph)
    let leg = next.map { $0 - 1 } ?? progress.leg
    let (snapped, back) = try pathBack(from: from, to: plan.legs[leg].elements, request)
    let start = RouteWaypoint(waypoint: from, snapped: snapped, position: back.path[0].beginPosition)
    let rest = plan.legs[(leg + 1)...].map { $0.elements.map(\.stretch) }
    let given = self.route(along: [back.path] + rest, past: [start] + plan.waypoints[(leg + 1)...], request)
    let route = try timed(given, for: request)
    return (route, returned(to: plan, leg: leg, by: back, route, progress))
  }

  private func returned(
    to plan: Route, leg: Int, by back: PathBack, _ route: Route, _ progress: RouteProgress
  ) -> RouteReturn {
    let elements = plan.legs[leg].elements
    let onLeg = elements[..<back.element].reduce(0) { $0 + $1.length } + back.offset - elements[back.element].begin
    let joined = plan.legs[..<leg].reduce(0) { $0 + $1.length } + onLeg
    let before = route.legs[0].elements[..<back.stretchesBefore]
    // On the edge that is joined, if the plan begins within it.
    let joining = route.legs[0].elements[back.stretchesBefore]
    let rest = max(0, back.offset - joining.begin)
    let share = joining.length > 0 ? rest / joining.length : 0
    return RouteReturn(
      nextWaypoint: leg + 1, passed: progress.passed, distance: progress.distance,
      joinedAt: graph.place(on: elements[back.element].edge, at: back.offset), joined: joined,
      length: before.reduce(0) { $0 + $1.length } + rest,
      duration: before.reduce(0) { $0 + $1.duration } + share * joining.duration,
      remaining: plan.length - joined)
  }
}
