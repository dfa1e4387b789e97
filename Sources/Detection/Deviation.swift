package import Geodesy
internal import Moments
package import Plans
internal import RoadGraph
internal import Trips

/// Why a drive left its plan, as far as it shows.
package enum DeviationCause: String, CaseIterable, Sendable {
  /// A road of the plan ahead was closed.
  case closedRoad = "closed_road"
  /// The record is silent where the plan was left.
  case gap
  /// It turned round and drove the plan backwards.
  case reversed
  /// It made a stop off the plan.
  case stop
  /// An event of the traffic file lay on the plan ahead.
  case trafficEvent = "traffic_event"
  /// The plan turns where the drive went on.
  case missedManeuver = "missed_maneuver"
  /// It turned shortly before the plan does.
  case earlyTurn = "early_turn"
  /// It took no longer than the plan, in time and, within 50 m, in length, and left out nothing but the way: no
  /// waypoint, and no loop.
  case asGood = "as_good"
  /// It turned off where the plan continues.
  case turnedOff = "turned_off"
}

/// A drive off its plan, too far from it to be an error of the fixes.
package struct Deviation: EventPayload {
  package var excursion: Excursion
  package var cause: DeviationCause
  /// The number of the maneuver missed.
  package var maneuver: Int?
  /// The length driven off the plan beyond the length skipped; `nil` where the drive never came back.
  package var extraLength: Metres?
  /// How much longer it took than planned; `nil` where the drive never came back, and without times.
  package var extraDuration: Seconds?

  /// The way back to the plan and its remaining waypoints that would have been proposed at the first fix off the plan;
  /// `nil` if no such way exists.
  package var wayBack: RouteReturn?

  package var hasReturned: Bool { excursion.rejoined != nil }
  package var type: EventType { .deviation }

  package var clause: String {
    var words = ["\(cause.rawValue), at most \(Int(excursion.greatestDistance.rounded())) m away"]
    if let extraLength {
      words.append("\(difference(rounded(extraLength), "m")) than the plan")
    } else {
      words.append("never back")
    }
    if let extraDuration { words.append(difference(rounded(extraDuration), "s")) }
    return words.joined(separator: "; ")
  }
}

extension EventType {
  package static let deviation = EventType(rawValue: "deviation")
}

extension Deviation {
  /// `nil` for an excursion that is not a deviation: a drive to the plan's start, or on from its end; a service road
  /// beside it; or errors of fixes.
  ///
  /// - Parameter hindrances: `nil` if roads are as in the map.
  init?(_ excursion: Excursion, from plan: Plan, _ hindrances: Hindrances?, _ settings: DetectionSettings) {
    guard let left = excursion.left else { return nil }
    if excursion.rejoined == nil, plan.length - excursion.leftAt <= settings.destinationReach { return nil }
    guard excursion.isAway else { return nil }
    self.excursion = excursion
    if let rejoined = excursion.rejoined, let rejoinedAt = excursion.rejoinedAt {
      extraLength = excursion.length - (rejoinedAt - excursion.leftAt)
      extraDuration = rejoined.time.flatMap { end in
        left.time.map {
          end.seconds(since: $0) - (plan.duration(to: rejoined.progress) - plan.duration(to: left.progress))
        }
      }
    }
    maneuver = plan.maneuvers.firstIndex {
      $0.isTurn && abs($0.progress - excursion.leftAt) <= settings.maneuverReach
    }
    cause = .turnedOff
    let hindrance = left.time.flatMap { time in
      hindrances?.worst(on: plan, in: skipped(settings.hindranceReach), at: time)
    }
    cause = cause(on: plan, hindrance, settings)
    if cause != .missedManeuver { maneuver = nil }
  }

  /// The piece of the plan that was skipped; if the drive never came back, the piece that was ahead.
  private func skipped(_ reach: Metres) -> ClosedRange<Metres> {
    excursion.leftAt...max(excursion.leftAt, excursion.rejoinedAt ?? excursion.leftAt + reach)
  }

  /// Whether it took no longer than the plan, and led along another way to the same places: a way much shorter than the
  /// plan leaves out a part of it, and a waypoint left out is missing.
  private func isAsGood(as plan: Plan, _ settings: DetectionSettings) -> Bool {
    guard let extraDuration, extraDuration <= 0, let extraLength, let rejoinedAt = excursion.rejoinedAt else {
      return false
    }
    let skipped = max(0, rejoinedAt - excursion.leftAt)
    let leastExtra = -max(settings.asGoodLength, settings.asGoodShare * skipped)
    let reach = settings.destinationReach
    let leavesOutWaypoint = plan.waypoints.contains {
      $0.progress > excursion.leftAt + reach && $0.progress < rejoinedAt - reach
    }
    return extraLength <= settings.asGoodLength && extraLength >= leastExtra && !leavesOutWaypoint
  }

  private func cause(
    on plan: Plan, _ hindrance: Hindrances.Kind?, _ settings: DetectionSettings
  ) -> DeviationCause {
    if hindrance == .closedRoad { return .closedRoad }
    if excursion.isAfterSilence { return .gap }
    if 2 * excursion.reversedLength > excursion.length { return .reversed }
    if !excursion.stops.isEmpty { return .stop }
    if hindrance == .trafficEvent { return .trafficEvent }
    if isAsGood(as: plan, settings) { return .asGood }
    if maneuver != nil { return .missedManeuver }
    let next = plan.maneuvers.first { $0.isTurn && $0.progress > excursion.leftAt + settings.maneuverReach }
    if let next, next.progress - excursion.leftAt <= settings.earlyTurnReach { return .earlyTurn }
    return .turnedOff
  }
}
