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
  guard junction.indices.count > 1 || dividesHere(junction) else { return false }
  if junction.taken.continues { return !junction.isHairpin }
  let (graph, before, after) = (junction.graph, junction.from, junction.taken.edge)
  return graph.roadClass(of: before) == graph.roadClass(of: after)
    && (graph.isNameless(before) || graph.isNameless(after))
}

/// The road of arrival goes on, and both it and the road taken are carriageways: they meet at this one node. A oneway
/// that only bends back has no other road of its kind there.
private func dividesHere(_ junction: Junction) -> Bool {
  let (graph, from) = (junction.graph, junction.from)
  return [from, junction.taken.edge].allSatisfy { graph.flags(of: $0).contains(.oneway) }
    && junction.others.contains { $0.continues && abs($0.angle) <= junction.leg.settings.widestObviousTurn }
}
