internal import Geodesy
internal import RoadGraph

extension JunctionRule {
  /// From a link onto a motorway, or onto a trunk road at a small angle.
  static let merge = JunctionRule("Merge") { junction in
    let (graph, taken) = (junction.graph, junction.taken.edge)
    let roadClass = graph.roadClass(of: taken)
    guard junction.fromIsLink, !graph.haveSameName(junction.from, taken),
      roadClass == .motorway || roadClass == .trunk && isGentle(junction), let side = sideOfTraffic(at: junction)
    else { return nil }
    return .say(Decision(.merge, at: junction, side))
  }
}

/// On a road with traffic both ways only a lane that runs beside it merges.
private func isGentle(_ junction: Junction) -> Bool {
  let isOneway = junction.graph.flags(of: junction.taken.edge).contains(.oneway)
  return abs(junction.taken.angle)
    <= (isOneway ? junction.leg.settings.widestMerge : junction.leg.settings.leastCrossing)
}

/// The side on which the traffic already is: the left of a driver who comes from the right. `nil` if there is no
/// traffic, and the link becomes the road.
private func sideOfTraffic(at junction: Junction) -> ManeuverModifier? {
  let graph = junction.graph
  let arrivals = junction.edgesAtEnd.filter {
    $0 != junction.from.reversed && $0 != junction.taken.edge && graph.access(of: $0.reversed)[junction.leg.mode] > .no
  }
  return arrivals.min { graph.rank(of: $0) < graph.rank(of: $1) }.map { main in
    graph.isLeft(junction.from.reversed, of: main) ? .slightLeft : .slightRight
  }
}
