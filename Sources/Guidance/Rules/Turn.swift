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
  guard leadsBack(junction), !bendsBack(junction) else { return false }
  if junction.taken.continues { return !junction.isHairpin }
  let (graph, before, after) = (junction.graph, junction.from, junction.taken.edge)
  return (junction.indices.count > 1 || dividesHere(junction))
    && graph.roadClass(of: before) == graph.roadClass(of: after)
    && (graph.isNameless(before) || graph.isNameless(after))
}

/// The angle says so, or for two carriageways of one road the angle between them once they run side by side.
private func leadsBack(_ junction: Junction) -> Bool {
  let (graph, settings) = (junction.graph, junction.leg.settings)
  if abs(junction.taken.angle) > settings.widestSharpTurn { return true }
  let roads = [junction.from, junction.taken.edge]
  guard abs(junction.taken.angle) > settings.widestPlainTurn, junction.taken.continues, junction.indices.count == 1,
    roads.allSatisfy({ graph.flags(of: $0).contains(.oneway) }),
    let back = graph.bearing(leavingBy: junction.from.reversed, over: 4 * settings.reach),
    let ahead = graph.bearing(leavingBy: junction.taken.edge, over: 4 * settings.reach)
  else { return false }
  return abs(turn(from: back, to: ahead)) < 180 - settings.widestSharpTurn
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
