package import Moments
package import RoadGraph

/// The differences of the roads from the map by time: the map's own conditional rules, a policy, and traffic.
package struct RoadTimetable: Sendable {
  /// `nil` if the map has none.
  package var rules: ConditionalRules?
  package var policy = TimedChanges()
  package var traffic = TimedChanges()
  /// The usual times on the roads by the hour of the week. Without clocks of their own, they hold only where the local time
  /// is known.
  package var learned: LearnedTimes?
  package private(set) var events: [TrafficEvent] = []
  private var eventsByEdge: [EdgeID: [Int]] = [:]
  package var trafficMode = TrafficMode.optimal

  package init() {}

  /// The differences at a time.
  ///
  /// - Parameter time: `nil` if none is given; rules that hold at certain times are then not in force.
  package func changes(
    at time: ZonedTime?, for traveller: Traveller, on graph: RoadGraph, withTraffic: Bool
  ) -> RoadChanges {
    var changes = RoadChanges()
    rules?.addChanges(in: Circumstances(at: time, traveller), on: graph, to: &changes)
    policy.addChanges(at: time, for: traveller.mode, to: &changes)
    if withTraffic { traffic.addChanges(at: time, for: traveller.mode, to: &changes) }
    return changes
  }

  /// The same for one edge; `nil` if it is as in the map.
  package func change(
    of edge: EdgeID, at time: ZonedTime?, for traveller: Traveller, on graph: RoadGraph, withTraffic: Bool
  ) -> RoadChange? {
    change(of: edge, in: Circumstances(at: time, traveller), filesAt: time, on: graph, withTraffic: withTraffic)
  }

  /// - Parameters:
  ///   - circumstances: in which the rules of the map are evaluated.
  ///   - time: at which the policy and traffic are.
  func change(
    of edge: EdgeID, in circumstances: Circumstances, filesAt time: ZonedTime?, on graph: RoadGraph, withTraffic: Bool
  ) -> RoadChange? {
    var found = rules?.change(of: edge, in: circumstances, on: graph)
    for changes in withTraffic ? [policy, traffic] : [policy] {
      guard let change = changes.change(of: edge, at: time, for: circumstances.traveller.mode) else { continue }
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

  package var hasTraffic: Bool { !traffic.isEmpty || !events.isEmpty || learned != nil }

  /// What is known of traffic at a moment: the changes in force then, assumed to last. The rules of the map and of the
  /// policy are known for all times.
  ///
  /// - Complexity: O(rows of traffic).
  package func known(at time: ZonedTime) -> RoadTimetable {
    var known = self
    known.traffic = traffic.known(at: time)
    known.events = []
    known.eventsByEdge = [:]
    return known
  }

  /// All traffic of a period at once.
  package func all(during period: ClosedRange<Timestamp>) -> RoadTimetable {
    var all = withoutTraffic
    all.traffic = traffic.during(period)
    all.learned = learned
    return all
  }

  /// Without traffic, also without the usual one.
  package var withoutTraffic: RoadTimetable {
    var others = self
    others.learned = nil
    others.traffic = TimedChanges()
    others.events = []
    others.eventsByEdge = [:]
    return others
  }

  /// Without what depends on the local time, where that is unknown.
  package var withoutHours: RoadTimetable {
    var others = filesWithoutHours
    others.rules = nil
    if learned?.clock != nil { others.learned = learned }
    return others
  }

  /// The rules of the map, and the rules of the policy and of traffic that do not depend on local time. Instants need
  /// no clock.
  var filesWithoutHours: RoadTimetable {
    var others = withoutTraffic
    others.policy = policy.withoutHours
    others.traffic = traffic.withoutHours
    for event in events where event.validity.hours == nil { others.add(event) }
    return others
  }

  /// The moments at which the traffic on some edges changes, in order.
  package func trafficTimes(on edges: some Sequence<EdgeID>) -> [Timestamp] {
    Array(Set(traffic.changeTimes(on: edges))).sorted()
  }

  /// The same for all edges.
  package var trafficTimes: [Timestamp] { Array(Set(traffic.changeTimes)).sorted() }

  /// Nothing differs from the map if no time is given.
  package var isEmptyWithoutTime: Bool { policy.isEmpty && traffic.isEmpty && events.isEmpty }
}
