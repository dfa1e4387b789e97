internal import Geodesy
internal import RoadGraph

extension Course {
  /// Back along the road by which one came.
  func turningRound(at junction: Junction) -> Decision? {
    junction.taken.edge == junction.from.reversed ? Decision(.uTurn, at: junction, .uTurn) : nil
  }

  /// Two turns to the same side that lead across a median back along the same road become one U-turn; turning round
  /// twice on the spot becomes nothing.
  func joiningUTurns(_ decisions: [Decision]) -> [Decision] {
    var joined: [Decision] = []
    for decision in decisions {
      if let first = joined.last, cancels(first, decision) {
        joined.removeLast()
      } else if let first = joined.last, isUTurn(first, decision) {
        joined[joined.count - 1] = Decision(
          .uTurn, .uTurn, angle: first.angle + decision.angle, begin: first.begin, onto: decision.onto)
      } else {
        joined.append(decision)
      }
    }
    return joined
  }

  /// Turning round twice within a few metres is shunting, or a fix that jumped back.
  private func cancels(_ first: Decision, _ second: Decision) -> Bool {
    isReturn(first) && isReturn(second)
      && distances[second.begin] - distances[first.begin] <= settings.shortestReturn
  }

  private func isReturn(_ decision: Decision) -> Bool {
    edge(decision.begin) == edge(decision.begin - 1).reversed
  }

  private func isUTurn(_ first: Decision, _ second: Decision) -> Bool {
    guard first.type == .turn, second.type == .turn, first.angle * second.angle > 0,
      distances[second.begin] - distances[first.begin] <= settings.longestUTurn,
      abs(abs(first.angle + second.angle) - 180) <= settings.uTurnTolerance
    else { return false }
    let before = graph.label(of: edge(first.begin - 1))
    let after = graph.label(of: edge(second.onto))
    return before == after || before.isEmpty || after.isEmpty
  }
}
