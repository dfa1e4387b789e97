package import Geodesy
package import Routing

/// A line from which a route is made.
package struct DrawnLine: Sendable {
  package let places: [Place]
  /// Its waypoints in order, by their indices into the places; empty if only the ends are known.
  package let waypoints: [(position: Int, waypoint: Waypoint)]
  /// The length of the route, if the line is a sketch of one.
  package let length: Metres?

  package init(places: [Place]) {
    self.places = places
    waypoints = []
    length = nil
  }

  /// - Parameter waypoints: of the route, as they were requested; used if their number is right.
  package init(_ sketch: RouteSketch, waypoints: [Waypoint]) {
    places = sketch.line
    length = sketch.length
    self.waypoints = sketch.stops.enumerated().map { i, stop in
      if waypoints.count == sketch.stops.count { return (stop.position, waypoints[i]) }
      var waypoint = Waypoint(place: sketch.line[stop.position])
      waypoint.kind = stop.kind
      return (stop.position, waypoint)
    }
  }
}
