package import Geodesy
internal import Matching
internal import Moments
package import Plans
package import RoadGraph
internal import Routing
package import Trips

/// What a trip did besides following its roads: drives against the allowed direction, stretches off the road, gaps and
/// stops.
///
/// - Returns: events in order of begin time, then type; events without a time are placed by their fixes. Empty for a
///   trip without fixes.
/// - Complexity: O(*n*) for *n* fixes and edges, and O(*k* log *k*) for *k* events.
package func events(
  of trip: Trip, on graph: RoadGraph, for mode: TravelMode, settings: DetectionSettings = DetectionSettings()
) -> [Event] {
  events(of: trip, in: Scene(graph: graph, mode: mode, settings: settings))
}

/// The same in a scene with rules of its own.
package func events(of trip: Trip, in scene: Scene) -> [Event] { findings(of: trip, in: scene).events }

/// The events of a trip, and what was not sure enough to be one.
package func findings(of trip: Trip, in scene: Scene) -> (events: [Event], suppressedSpeeding: SuppressedSpeeding) {
  var fold = EventFold(scene)
  var events: [Event] = []
  fold.take(TripUpdate(of: trip, leastSilence: scene.settings.shortestSilence), into: &events)
  fold.finish(into: &events)
  return (events.inOrder(), fold.suppressedSpeeding)
}

/// Holds a trip against its plan.
///
/// - Parameters:
///   - others: the events of the trip without its plan.
///   - outcome: the outcome of its plan, to which the positions of the fixes are added.
///   - hindrances: what may keep drives from their plans; `nil` if roads are as in the map.
/// - Returns: in order, the events of the trip against its plan, and the other events that the plan does not explain
///   equally well.
package func events(
  of trip: Trip, _ others: [Event] = [], against outcome: inout PlanOutcome, on graph: RoadGraph,
  hindrances: Hindrances? = nil,
  settings: DetectionSettings = DetectionSettings(), following: FollowingSettings = FollowingSettings()
) -> [Event] {
  guard let plan = outcome.plan else { return others }
  outcome.departure = plan.route.departure?.moment ?? trip.summary.beginTime
  var drive = PlannedDrive(
    PlanFollower(
      plan, departure: outcome.departure, on: graph, hindrances: hindrances, settings: settings, following: following),
    settings)
  drive.take(trip, others)
  let part = drive.finish()[0]
  outcome = part.judged(outcome)
  return part.events
}

/// The total length of the wrong-way drives among some events. Runs too short to be events are not included.
package func wrongWayLength(of events: [Event]) -> Metres {
  events.reduce(0) { $0 + ($1.type == .wrongWay ? $1.length : 0) }
}

/// The road of an event in words, after what happened.
func clause(onRoad road: String?) -> String { road.map { " on \($0)" } ?? "" }

/// Whole seconds or metres, for people.
func rounded(_ quantity: Double) -> Int { Int(quantity.rounded()) }

/// `219 m shorter`, `30 s longer`.
func difference(_ amount: Int, _ unit: String) -> String {
  amount < 0 ? "\(-amount) \(unit) shorter" : "\(amount) \(unit) longer"
}
