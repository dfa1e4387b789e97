internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// Joins decisions that are one to the driver: turns within a crossing of divided roads, and U-turns across a median.
  /// Removes shunting, which is no decision.
  func joined(_ decisions: [Decision]) -> [Decision] {
    var joined: [Decision] = []
    for decision in decisions {
      guard let first = joined.last else {
        joined.append(decision)
        continue
      }
      if isShunting(first, decision) {
        joined.removeLast()
      } else if let both = oneTurn(first, decision) {
        joined[joined.count - 1] = both
      } else {
        joined.append(decision)
      }
    }
    return joined.filter { !isStraightOn($0) }
  }

  /// `nil` for two turns that the driver makes one after the other.
  private func oneTurn(_ first: Decision, _ second: Decision) -> Decision? {
    guard isTurn(first), isTurn(second), distances[second.begin] - distances[first.begin] <= settings.widestCrossing
    else { return nil }
    let angle = first.angle + second.angle
    if isBackAcrossMedian(first, second) {
      return Decision(.uTurn, .uTurn, angle: angle, begin: first.begin, onto: second.onto)
    }
    guard first.modifier == .straight || second.modifier == .straight else { return nil }
    return Decision(
      .turn, ManeuverModifier(angle: angle), angle: angle, begin: first.begin, onto: second.onto)
  }

  private func isTurn(_ decision: Decision) -> Bool { decision.type == .turn || decision.type == .continue }

  /// Two turns to the same side that lead back along the road.
  private func isBackAcrossMedian(_ first: Decision, _ second: Decision) -> Bool {
    guard first.angle * second.angle > 0, abs(abs(first.angle + second.angle) - 180) <= settings.uTurnTolerance else {
      return false
    }
    let before = graph.label(of: edge(first.begin - 1))
    let after = graph.label(of: edge(second.onto))
    return before == after || before.isEmpty || after.isEmpty
  }

  /// Two turns may add up to none.
  private func isStraightOn(_ decision: Decision) -> Bool {
    decision.type == .turn && decision.modifier == .straight
      && graph.isSameRoad(edge(decision.begin - 1), edge(decision.onto))
  }
}
