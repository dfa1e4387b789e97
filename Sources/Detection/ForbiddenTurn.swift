package import RoadGraph

/// A turn that a restriction bans for the mode.
package struct ForbiddenTurn: EventPayload {
  package var mode: TravelMode
  package var direction: TurnDirection
  /// The names of the roads before and after it, or their numbers; `nil` for roads with neither.
  package var from: String?
  package var onto: String?
  package var restriction: TurnRestriction

  package init(
    mode: TravelMode, direction: TurnDirection, from: String?, onto: String?, restriction: TurnRestriction
  ) {
    self.mode = mode
    self.direction = direction
    self.from = from
    self.onto = onto
    self.restriction = restriction
  }

  package var type: EventType { .forbiddenTurn }

  package var clause: String {
    let roads = (from.map { " from \($0)" } ?? "") + (onto.map { " onto \($0)" } ?? "")
    let rule = restriction.kind == .forbidden ? "bans it" : "prescribes another way"
    let condition = restriction.condition.isEmpty ? "" : ", in force \(restriction.condition)"
    return "\(direction.clause)\(roads); turn restriction \(restriction.source) \(rule) for a \(mode.name)\(condition)"
  }
}

extension EventType {
  package static let forbiddenTurn = EventType(rawValue: "forbidden_turn")
}

/// Where a turn leads.
package enum TurnDirection: Sendable {
  case left, right, straight, round

  /// A bend of less than 30° leads straight on.
  init(from edge: EdgeID, onto next: EdgeID, on graph: RoadGraph) {
    let angle = graph.angle(from: edge, onto: next)
    if next == edge.reversed {
      self = .round
    } else if angle.size < 30 {
      self = .straight
    } else {
      self = angle.parts < 128 ? .right : .left
    }
  }

  fileprivate var clause: String {
    switch self {
    case .left: "turned left"
    case .right: "turned right"
    case .straight: "went straight on"
    case .round: "turned round"
    }
  }
}
