internal import Geodesy
internal import RoadGraph

extension JunctionRule {
  /// Any road but the plain one, which a driver takes who just follows the road.
  static let turn = JunctionRule("Turn") { junction in
    if junction.isPlainlyAhead { return nil }
    return .say(
      isTurnBack(junction)
        ? Decision(.uTurn, at: junction, .uTurn) : Decision(.turn, at: junction, junction.side))
  }
}

/// Back along the other carriageway of the same road.
private func isTurnBack(_ junction: Junction) -> Bool {
  guard abs(junction.taken.angle) > junction.leg.settings.widestSharpTurn else { return false }
  if junction.taken.continues { return !junction.isHairpin }
  let (graph, before, after) = (junction.graph, junction.from, junction.taken.edge)
  return junction.indices.count > 1 && graph.roadClass(of: before) == graph.roadClass(of: after)
    && (graph.isNameless(before) || graph.isNameless(after))
}
