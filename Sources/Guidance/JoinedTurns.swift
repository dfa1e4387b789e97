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
    let gap = distances[second.first] - distances[first.onto]
    guard isTurn(first), isTurn(second), gap <= settings.widestMedian else { return nil }
    let angle = first.angle + second.angle
    if isBackAcrossMedian(first, second) {
      return Decision(.uTurn, .uTurn, angle: angle, first: first.first, begin: first.begin, onto: second.onto)
    }
    guard isOneBend(first, second, gap: gap) else { return nil }
    let modifier = ManeuverModifier(angle: angle)
    let begin = first.modifier == .straight ? second.begin : first.begin
    return Decision(.turn, modifier, angle: angle, first: first.first, begin: begin, onto: second.onto)
  }

  private func isOneBend(_ first: Decision, _ second: Decision, gap: Metres) -> Bool {
    if first.modifier == .straight || second.modifier == .straight { return gap <= settings.widestCrossing }
    if first.angle * second.angle < 0 { return gap <= settings.widestStagger && isStraight(first.angle + second.angle) }
    return gap <= settings.longestBend && min(abs(first.angle), abs(second.angle)) <= settings.widestObviousTurn
  }

  private func isStraight(_ angle: Degrees) -> Bool { ManeuverModifier(angle: angle) == .straight }

  private func isTurn(_ decision: Decision) -> Bool { decision.type == .turn || decision.type == .continue }

  /// Two turns to the same side that lead back along the road.
  private func isBackAcrossMedian(_ first: Decision, _ second: Decision) -> Bool {
    guard first.angle * second.angle > 0, abs(abs(first.angle + second.angle) - 180) <= settings.uTurnTolerance else {
      return false
    }
    let before = graph.label(of: edge(first.first - 1))
    let after = graph.label(of: edge(second.onto))
    return before == after || before.isEmpty || after.isEmpty
  }

  /// Two turns may add up to none.
  private func isStraightOn(_ decision: Decision) -> Bool {
    decision.type == .turn && decision.modifier == .straight
      && graph.isSameRoad(edge(decision.first - 1), edge(decision.onto))
  }
}
