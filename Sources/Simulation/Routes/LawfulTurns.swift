internal import RoadGraph
internal import RoadRules

/// Where a vehicle may drive that keeps to every rule of the road and never turns round.
struct LawfulTurns: Sendable {
  let graph: RoadGraph
  let mode: TravelMode

  /// Open to the mode, if only with leave.
  func isOpen(_ edge: EdgeID) -> Bool { graph.access(of: edge)[mode] > .no }

  /// Open to everybody, or to those who begin or end there; no ferry: what a drive is laid out along.
  func isPublic(_ edge: EdgeID) -> Bool {
    graph.access(of: edge)[mode] >= .destination && !graph.flags(of: edge).contains(.ferry)
  }

  /// Whether one may go on from `edge` onto `next`, which leaves its head.
  func leads(from edge: EdgeID, onto next: EdgeID) -> Bool {
    next != edge.reversed && isOpen(next) && graph.barrier(at: graph.head(of: edge))[mode] > .no
      && !graph.isTurnBanned(onto: next, for: mode) { $0 == 0 ? edge : nil }
  }

  /// The rules of a search that finds lawful paths only: every offence costs more than any road.
  var rules: TravelRules {
    var rules = TravelRules(mode: mode)
    rules.uTurn = .infinity
    rules.wrongWayEntry = .infinity
    rules.bannedTurn = .infinity
    rules.closedBarrier = .infinity
    // Drivers do not turn the less because a matcher thinks so.
    rules.rightAngle = 0
    return rules
  }
}
