internal import Geodesy
internal import Matching
package import Moments
package import Plans
package import RoadGraph
package import Traces
package import Trips

/// Holds a drive against its plan as the drive becomes certain: where each fix is on the plan, and the events.
///
/// A whole trip is one update. Memory: the plan, and what is not certain.
package struct PlanFollower: Sendable {
  private var fold: PlanFold
  private var stands: WaypointStandFold
  private let detection: PlanEventFold
  private var alibi: PlanAlibi
  private var lastFix = 0
  /// The time of the last usable fix that has one.
  private var lastTime: Timestamp?

  /// - Parameters:
  ///   - departure: when the plan begins; `nil` without times.
  ///   - hindrances: what may keep drives from their plans; `nil` if roads are as in the map.
  package init(
    _ plan: Plan, departure: Timestamp?, on graph: RoadGraph, hindrances: Hindrances? = nil,
    settings: DetectionSettings = DetectionSettings(), following: FollowingSettings = FollowingSettings()
  ) {
    fold = PlanFold(plan, on: graph, departure: departure, settings: following)
    stands = WaypointStandFold(plan, settings: following)
    detection = PlanEventFold(plan, departure: departure, hindrances: hindrances, settings: settings)
    alibi = PlanAlibi(plan, settings: settings)
  }

  /// Takes the next fix as soon as it is recorded; its place on the plan is found later.
  package mutating func hear(_ fix: Fix, number: Int, into events: inout [Event]) {
    guard fix.refusal == nil, let place = fix.place else { return }
    detection.take(stands.take(number, at: place, fix.time), into: &events)
  }

  /// Takes what has become certain of the trip.
  ///
  /// - Parameter events: the events of the trip without its plan. On return, the events against the plan are among
  ///   them, and events that the plan explains are gone; some wait for the places of their fixes.
  /// - Returns: the places on the plan of the fixes whose place has become certain, in order; `nil` for a fix that is
  ///   not used.
  package mutating func take(_ trip: TripUpdate, into events: inout [Event]) -> [PlanPosition?] {
    lastFix = max(0, trip.fixes.endIndex - 1)
    lastTime =
      trip.fixes.indices.last { trip.isUsable($0) && trip.fixes[$0].time != nil }.map { trip.fixes[$0].time }
      ?? lastTime
    let update = fold.take(trip)
    events = alibi.take(trip, events) + alibi.place(update.positions)
    detection.take(update, into: &events)
    return update.positions
  }

  /// Ends the drive.
  package mutating func finish(into events: inout [Event]) -> [PlanPosition?] {
    let positions = endPart(into: &events)
    miss(besides: [], into: &events)
    return positions
  }

  /// Ends a part of the drive.
  mutating func endPart(into events: inout [Event]) -> [PlanPosition?] {
    let update = fold.finish()
    detection.take(stands.finish(), into: &events)
    events += alibi.place(update.positions) + alibi.finish()
    detection.take(update, into: &events)
    return update.positions
  }

  /// Begins the next part, when the one before has ended. Its fixes are counted from 0.
  package mutating func beginPart() {
    fold.beginPart()
    stands.beginPart()
    alibi.beginPart()
    (lastFix, lastTime) = (0, nil)
  }

  /// Reports which waypoints were missed, except the ones that parts before the last one reached.
  func miss(besides reached: Set<Int>, into events: inout [Event]) {
    let missed = fold.missed.filter { !reached.contains($0) }
    detection.finish(missed: missed, last: lastFix, lastTime: lastTime, into: &events)
  }
}
