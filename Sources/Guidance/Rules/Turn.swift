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
  guard abs(junction.taken.angle) > junction.leg.settings.widestSharpTurn, !bendsBack(junction) else { return false }
  if junction.taken.continues { return !junction.isHairpin }
  let (graph, before, after) = (junction.graph, junction.from, junction.taken.edge)
  return (junction.indices.count > 1 || dividesHere(junction))
    && graph.roadClass(of: before) == graph.roadClass(of: after)
    && (graph.isNameless(before) || graph.isNameless(after))
}

/// One way of the map goes on, though back: a bend.
private func bendsBack(_ junction: Junction) -> Bool {
  junction.indices.count == 1
    && junction.graph.wayIndex(of: junction.from) == junction.graph.wayIndex(of: junction.taken.edge)
}

/// The road of arrival goes on, and both it and the road taken are carriageways that meet at this one node.
private func dividesHere(_ junction: Junction) -> Bool {
  [junction.from, junction.taken.edge].allSatisfy { junction.graph.flags(of: $0).contains(.oneway) }
    && junction.others.contains { $0.continues && abs($0.angle) <= junction.leg.settings.widestObviousTurn }
}
