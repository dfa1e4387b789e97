package import Geodesy
package import RoadGraph
package import Routing

/// How far along a route a vehicle is, on the route or beside it.
package struct RouteProgress: Hashable, Sendable {
  /// The leg it is on.
  package let leg: Int
  /// The distance from the start of the route to its place nearest to the vehicle.
  package let passed: Metres
  /// The distance from the vehicle to that place.
  package let distance: Metres
}

extension Route {
  /// The place along the route that is nearest to another place.
  ///
  /// If the route passes there several times, to within 5 m, it is the first passage in a direction within 60° of the
  /// heading, or else the first of all. So waypoints are taken as reached as late as possible.
  ///
  /// - Complexity: O(places of the route).
  package func progress(at place: Place, heading: Degrees?, on graph: RoadGraph) -> RouteProgress {
    var passages = RoutePassages(place: place, heading: heading)
    for (i, leg) in legs.enumerated() {
      for element in leg.elements {
        let line = graph.shape(of: element.stretch)
        passages.add(line, length: element.length, leg: i)
      }
    }
    return passages.best
  }
}
