package import Geodesy
package import Routing

/// A line from which a route is made.
package struct DrawnLine: Sendable {
  package let places: [Place]
  /// Its waypoints in order, by their indices into the places; empty if only the ends are known.
  package let waypoints: [(position: Int, waypoint: Waypoint)]
  /// The length of the route, if the line is a sketch of one.
  package let length: Metres?
  /// What the route must pass, in order; empty if only the line is known.
  package let stops: [Waypoint]
  /// Its positions are known to be on roads, however far apart: it is of a trip, or a sketch of a route.
  package let isOnRoads: Bool

  package init(places: [Place], stops: [Waypoint] = [], isOnRoads: Bool = false) {
    self.places = places
    self.stops = stops
    self.isOnRoads = isOnRoads
    waypoints = []
    length = nil
  }

  /// - Parameter waypoints: of the route, as they were requested; used if their number is right.
  package init(_ sketch: RouteSketch, waypoints: [Waypoint]) {
    places = sketch.line
    length = sketch.length
    stops = []
    isOnRoads = true
    self.waypoints = sketch.stops.enumerated().map { i, stop in
      if waypoints.count == sketch.stops.count { return (stop.position, waypoints[i]) }
      var waypoint = Waypoint(place: sketch.line[stop.position])
      waypoint.kind = stop.kind
      return (stop.position, waypoint)
    }
  }
}
