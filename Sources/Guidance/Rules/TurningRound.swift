internal import RoadGraph

extension JunctionRule {
  /// Back along the road of arrival.
  static let turningRound = JunctionRule("Turning round") { junction in
    junction.taken.edge == junction.from.reversed ? .say(Decision(.uTurn, at: junction, .uTurn)) : nil
  }
}
