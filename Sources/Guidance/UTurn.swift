internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// Back along the road of arrival.
  func turningRound(at junction: Junction) -> Decision? {
    junction.taken.edge == junction.from.reversed ? Decision(.uTurn, at: junction, .uTurn) : nil
  }

  /// Turning round twice within a few metres is shunting, or a fix that jumped back.
  func isShunting(_ first: Decision, _ second: Decision) -> Bool {
    isReturn(first) && isReturn(second)
      && distances[second.begin] - distances[first.begin] <= settings.shortestReturn
  }

  private func isReturn(_ decision: Decision) -> Bool {
    edge(decision.begin) == edge(decision.begin - 1).reversed
  }
}
