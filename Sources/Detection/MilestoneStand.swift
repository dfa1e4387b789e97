internal import Geodesy
package import Moments
package import Plans
internal import RoadGraph
package import Routing

/// That the vehicle stands at a waypoint of its plan, or has driven off from there: told at once, before it is certain how
/// the drive went on.
package struct MilestoneStand: EventPayload {
  package var stand: WaypointStand
  /// As it was requested.
  package var waypoint: Waypoint
  /// When the plan arrives there; `nil` without times.
  package var planned: Timestamp?

  package var type: EventType { stand.moment == .arrived ? .milestoneArrived : .milestoneLeft }

  package var clause: String {
    var words = [waypoint.clause(stand.number)]
    if stand.moment == .arrived, let planned, let time = stand.time {
      words.append(Detection.clause(ofDelay: time.seconds(since: planned)))
    }
    if !stand.isSeen { words.append("the record does not show when") }
    return words.joined(separator: "; ")
  }
}

extension Event {
  init(_ milestone: MilestoneStand) {
    let stand = milestone.stand
    self.init(
      milestone, fixes: stand.fix...stand.fix, beginTime: stand.time, endTime: stand.time, place: stand.place,
      edge: nil, road: nil, length: 0, confidence: 1)
  }
}

extension EventType {
  package static let milestoneArrived = EventType(rawValue: "milestone_arrived")
  package static let milestoneLeft = EventType(rawValue: "milestone_left")
}
