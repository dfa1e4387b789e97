package import RoadGraph
package import Traces

/// How the roads of a map differ from it, by time: the map's own conditional rules, what a policy says, and traffic.
package struct RoadTimetable: Sendable {
  /// `nil` where no request has a time.
  package var rules: ConditionalRules?
  package var policy = TimedChanges()
  package var traffic = TimedChanges()
  package var events: [TrafficEvent] = []
  package var trafficMode = TrafficMode.optimal

  package init() {}

  /// What differs at a time.
  ///
  /// - Parameter time: `nil` where none is asked for: conditional rules do not bind then, and of changes those hold that
  ///   always do.
  func changes(at time: ZonedTime?, for mode: TravelMode, on graph: RoadGraph, withTraffic: Bool) -> RoadChanges {
    var changes = RoadChanges()
    if let time { rules?.addChanges(at: time, for: mode, on: graph, to: &changes) }
    policy.addChanges(at: time, to: &changes)
    if withTraffic { traffic.addChanges(at: time, to: &changes) }
    return changes
  }

  /// The same for one edge; `nil` where it is as the map has it.
  func change(
    of edge: EdgeID, at time: ZonedTime?, for mode: TravelMode, on graph: RoadGraph, withTraffic: Bool
  ) -> RoadChange? {
    var found = time.flatMap { rules?.change(of: edge, at: $0, for: mode, on: graph) }
    for changes in withTraffic ? [policy, traffic] : [policy] {
      guard let change = changes.change(of: edge, at: time) else { continue }
      found = found?.joined(with: change) ?? change
    }
    return found
  }

  /// Roads differ from the map at times or always.
  var isEmpty: Bool { rules == nil && policy.isEmpty && traffic.isEmpty }
}
