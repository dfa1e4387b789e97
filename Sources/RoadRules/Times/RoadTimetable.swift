package import Moments
package import RoadGraph

/// How the roads of a map differ from it, by time: the map's own conditional rules, what a policy says, and traffic.
package struct RoadTimetable: Sendable {
  /// `nil` where the map has none.
  package var rules: ConditionalRules?
  package var policy = TimedChanges()
  package var traffic = TimedChanges()
  package private(set) var events: [TrafficEvent] = []
  private var eventsByEdge: [EdgeID: [Int]] = [:]
  package var trafficMode = TrafficMode.optimal

  package init() {}

  /// What differs at a time.
  ///
  /// - Parameter time: `nil` where none is asked for: what holds at times does not bind then.
  package func changes(
    at time: ZonedTime?, for traveller: Traveller, on graph: RoadGraph, withTraffic: Bool
  ) -> RoadChanges {
    var changes = RoadChanges()
    rules?.addChanges(in: Circumstances(at: time, traveller), on: graph, to: &changes)
    policy.addChanges(at: time, for: traveller.mode, to: &changes)
    if withTraffic { traffic.addChanges(at: time, for: traveller.mode, to: &changes) }
    return changes
  }

  /// The same for one edge; `nil` where it is as the map has it.
  package func change(
    of edge: EdgeID, at time: ZonedTime?, for traveller: Traveller, on graph: RoadGraph, withTraffic: Bool
  ) -> RoadChange? {
    var found = rules?.change(of: edge, in: Circumstances(at: time, traveller), on: graph)
    for changes in withTraffic ? [policy, traffic] : [policy] {
      guard let change = changes.change(of: edge, at: time, for: traveller.mode) else { continue }
      found = found?.joined(with: change) ?? change
    }
    return found
  }

  package mutating func add(_ event: TrafficEvent) {
    for edge in event.edges { eventsByEdge[edge, default: []].append(events.count) }
    events.append(event)
  }

  /// The numbers of the events on an edge at a time.
  package func events(on edge: EdgeID, at time: ZonedTime?) -> [Int] {
    guard !events.isEmpty else { return [] }
    return (eventsByEdge[edge] ?? []).filter { events[$0].validity.holds(at: time) }
  }

  /// Nothing differs from the map where no time is asked for.
  package var isEmptyWithoutTime: Bool { policy.isEmpty && traffic.isEmpty && events.isEmpty }
}
