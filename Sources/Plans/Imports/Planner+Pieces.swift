internal import RoadGraph
internal import Routing

extension Planner {
  /// The route along some pieces, whatever the law and the options say.
  ///
  /// Where the line turns round on the road the route has a halt, since it could not turn otherwise.
  ///
  /// - Parameters:
  ///   - pieces: at least one, joined head to tail.
  ///   - stops: at least two, in order: the first and the last at the ends of the line.
  mutating func route(along pieces: [EdgeStretch], stops: [LineStop], _ request: RouteRequest) -> Route {
    var cutter = LegCutter(
      pieces: pieces, graph: graph, turnReach: settings.turnReach, offRoadDistance: router.settings.offRoadDistance)
    cutter.cut(at: stops)
    return router.route(along: cutter.legs, past: cutter.waypoints, request)
  }
}
