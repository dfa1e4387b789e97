package import Geodesy
package import Moments
package import Plans
internal import RoadGraph
package import Routing

/// A waypoint of a plan that a drive reached or missed.
package struct Milestone: EventPayload {
  /// The number of the waypoint in its plan; the start is 0.
  package var number: Int
  package var isDestination: Bool
  /// As it was requested.
  package var waypoint: Waypoint
  /// How the drive reached it; `nil` where it did not.
  package var visit: WaypointVisit?
  /// When the plan arrives there; `nil` without times.
  package var planned: Timestamp?

  package var isReached: Bool { visit != nil }
  /// How much later than planned; negative where it was earlier.
  package var delay: Seconds? { planned.flatMap { planned in visit?.time.map { $0.seconds(since: planned) } } }

  package var type: EventType {
    guard isReached else { return .milestoneMissed }
    return isDestination ? .destinationReached : .milestoneReached
  }

  package var clause: String {
    var words = [waypoint.clause(number)]
    if let delay { words.append(Detection.clause(ofDelay: delay)) }
    if visit?.isInOrder == false { words.append("out of order") }
    if visit?.isAlongPlan == false { words.append("by another road") }
    if let length = visit?.endsBefore { words.append("the record ends \(Int(length.rounded())) m before it") }
    if let dwell = visit?.dwell { words.append("stood for \(rounded(dwell)) s") }
    return words.joined(separator: "; ")
  }
}

extension Waypoint {
  /// What it is called in events.
  func clause(_ number: Int) -> String { name.isEmpty ? "waypoint \(number)" : "waypoint \(number), \(name)" }
}

/// How much later than planned; negative where earlier.
func clause(ofDelay delay: Seconds) -> String {
  delay < 0 ? "\(rounded(-delay)) s early" : "\(rounded(delay)) s late"
}

extension EventType {
  package static let milestoneReached = EventType(rawValue: "milestone_reached")
  package static let milestoneMissed = EventType(rawValue: "milestone_missed")
  package static let destinationReached = EventType(rawValue: "destination_reached")
}
