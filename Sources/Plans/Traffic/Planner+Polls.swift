internal import Geodesy
internal import Moments
internal import RoadGraph
internal import RoadRules
internal import Routing
package import Traces

extension Planner {
  /// The polls of a whole drive; see ``PollFold``.
  ///
  /// - Parameters:
  ///   - fixes: of the drive.
  ///   - positions: of the fixes on the plan.
  /// - Returns: what a driver would have been told, in order.
  package mutating func polls(
    of plan: Plan, _ fixes: [Fix], at positions: [PlanPosition?], in traffic: KnownTraffic,
    settings: PollSettings = PollSettings()
  ) -> [RoutePoll] {
    var fold = PollFold(plan, in: traffic, settings: settings)
    var polls: [RoutePoll] = []
    for (number, (fix, position)) in zip(fixes, positions).enumerated() {
      guard let time = fix.time, let position else { continue }
      if let poll = fold.take(number, time, position, using: &router) { polls.append(poll) }
    }
    return polls
  }
}

extension Route {
  /// By the clock.
  var time: Seconds { durationInTraffic ?? duration }

  /// The edges in order, each once in a row.
  var edges: [EdgeID] {
    legs.flatMap(\.elements).reduce(into: []) { edges, element in
      if edges.last != element.edge { edges.append(element.edge) }
    }
  }

  /// It leads along a road that is closed when it gets there.
  var isClosed: Bool { violations.contains { $0.kind == .closure || $0.kind == .closedWhenPassing } }
}
