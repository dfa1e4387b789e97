internal import Moments
package import RoadGraph
internal import RoadRules

/// What closes a road.
package enum Closure: Hashable, Sendable {
  /// Conditional tags of the map.
  case tags(String)
  /// The ids of events in a file of traffic.
  case traffic([String])
  /// A rule of a policy, or a row of traffic that is not an event.
  case file

  init(of edge: EdgeID, at time: Timestamp?, _ rules: DriveRules) {
    let now = rules.fileTime(at: time)
    let events = rules.timetable.events(on: edge, at: now).map { rules.timetable.events[$0] }
    let closures = events.filter { $0.kind == .closure }.map(\.id)
    self = closures.isEmpty ? .file : .traffic(closures)
  }

  /// The map itself closes it, and not traffic or a policy.
  var isOfMap: Bool {
    if case .tags = self { return true }
    return false
  }

  fileprivate var clause: String {
    switch self {
    case .tags(let tags): tags
    case .traffic(let ids): "traffic event \(ids.joined(separator: ", "))"
    case .file: "a rule of the policy or of traffic"
    }
  }
}

/// A road that was closed to the mode at the time of passing, but not at all times.
package struct ClosedRoad: EventPayload {
  package var mode: TravelMode
  package var closure: Closure
  /// The name or number of the road.
  package var road: String?
  package var way: Int64

  package init(mode: TravelMode, closure: Closure, road: String?, way: Int64) {
    self.mode = mode
    self.closure = closure
    self.road = road
    self.way = way
  }

  package var type: EventType { .closedRoad }

  package var clause: String {
    "closed to a \(mode.name) at that time" + Detection.clause(onRoad: road) + "; way \(way): \(closure.clause)"
  }
}

extension EventType {
  package static let closedRoad = EventType(rawValue: "closed_road")
}
