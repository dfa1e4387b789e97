package import Geodesy
package import Moments
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

/// One notification as a voice would have spoken it.
package struct SpokenNotification: Sendable {
  /// The number of its maneuver.
  package var maneuver: Int
  package var kind: NotificationKind
  /// The kind of road before the maneuver, whose thresholds apply.
  package var setting: RoadSetting
  /// Where it fell due, from the start of the trip.
  package var distance: Metres
  /// From there to the maneuver.
  package var ahead: Metres
  /// When it fell due; `nil` without times.
  package var time: Timestamp?
  /// From the start of the trip; `nil` without times.
  package var duration: Seconds?
  package var place: Place
  /// The number of the next maneuver if the same sentence says it.
  package var joined: Int?
  /// A sentence.
  package var text: String
}

/// When a notification is spoken. Raw values are the codes in reports, and the keys in the file of a language.
package enum NotificationKind: String, CaseIterable, Sendable {
  /// Far ahead.
  case range
  case reminder, distance
  /// Where the driver acts.
  case action
}
