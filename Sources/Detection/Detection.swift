package import Geodesy
package import RoadGraph
package import Trips

/// What a trip did beside following its roads: drives against the allowed direction, stretches off the road, gaps, stops.
///
/// - Returns: in order of begin time, then type; events without a time stand where their fixes stand. Empty for a trip
///   without fixes.
/// - Complexity: O(*n*) for *n* fixes and edges, and O(*k* log *k*) for *k* events.
package func events(
  of trip: Trip, on graph: RoadGraph, for mode: TravelMode, settings: DetectionSettings = DetectionSettings()
) -> [Event] {
  var fold = EventFold(Scene(graph: graph, mode: mode, settings: settings))
  var events: [Event] = []
  fold.take(TripUpdate(of: trip, leastSilence: settings.shortestSilence), into: &events)
  fold.finish(into: &events)
  return events.inOrder()
}

/// Driven against the allowed direction: the length of the wrong-way drives among some events. A run too short to be an
/// event counts nothing.
package func wrongWayLength(of events: [Event]) -> Metres {
  events.reduce(0) { $0 + ($1.type == .wrongWay ? $1.length : 0) }
}

/// Seconds in whole numbers, for people.
func rounded(_ seconds: Seconds) -> Int { Int(seconds.rounded()) }
