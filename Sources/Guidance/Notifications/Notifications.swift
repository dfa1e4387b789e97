internal import Geodesy
internal import Moments
package import RoadGraph
internal import RoadRules
package import Routing
package import Trips

/// What a voice would have said on a drive, in order.
///
/// Every maneuver is spoken where the driver acts, and before that at the distances of its kind of road, as far as they
/// fit between it and the maneuver before. The departure is only spoken at once.
///
/// - Parameter maneuvers: of the same trip.
package func notifications(
  of trip: Trip, _ maneuvers: [Maneuver], on graph: RoadGraph, for mode: TravelMode, settings: GuidanceSettings
) -> [SpokenNotification] {
  let edges = trip.legs.flatMap { trip.edges[$0.edges].map(PathEdge.init) }
  return notifications(along: edges, maneuvers, on: graph, for: mode, settings: settings)
}

/// What a voice would say on a route, at the durations of its edges.
///
/// ``SpokenNotification/time`` counts from 1970, so only ``SpokenNotification/duration`` is meaningful.
package func notifications(
  of route: Route, _ maneuvers: [Maneuver], on graph: RoadGraph, settings: GuidanceSettings
) -> [SpokenNotification] {
  var time: Seconds = 0
  let edges = route.legs.flatMap(\.elements).map { element in
    let enter = routeBegin.adding(seconds: time)
    time += element.duration
    return PathEdge(element.stretch, enterTime: enter, exitTime: routeBegin.adding(seconds: time))
  }
  return notifications(along: edges, maneuvers, on: graph, for: route.options.mode, settings: settings)
}

/// - Parameter edges: of all legs, in order; the edges of maneuvers are their numbers.
package func notifications(
  along edges: [PathEdge], _ maneuvers: [Maneuver], on graph: RoadGraph, for mode: TravelMode,
  settings: GuidanceSettings
) -> [SpokenNotification] {
  guard !edges.isEmpty else { return [] }
  let voice = Voice(course: DriveCourse(edges, on: graph), maneuvers: maneuvers, mode: mode, settings: settings)
  var spoken: [SpokenNotification] = []
  for number in maneuvers.indices { spoken += voice.notifications(of: number, after: spoken.last) }
  return spoken
}
