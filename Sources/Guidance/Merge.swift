internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// From a link onto a motorway, or onto a trunk road at a small angle.
  func merge(at junction: Junction) -> Decision? {
    let roadClass = graph.roadClass(of: junction.taken.edge)
    guard junction.fromIsLink, !graph.haveSameName(junction.from, junction.taken.edge),
      roadClass == .motorway || roadClass == .trunk && isGentle(junction), let side = sideOfTraffic(at: junction)
    else { return nil }
    return Decision(.merge, at: junction, side)
  }

  /// On a road with traffic both ways only a lane that runs beside it merges.
  private func isGentle(_ junction: Junction) -> Bool {
    let isOneway = graph.flags(of: junction.taken.edge).contains(.oneway)
    return abs(junction.taken.angle) <= (isOneway ? settings.widestMerge : settings.leastCrossing)
  }

  /// The side on which the traffic already is: the left of a driver who comes from the right. `nil` if there is none, and
  /// the link becomes the road.
  private func sideOfTraffic(at junction: Junction) -> ManeuverModifier? {
    let arrivals = graph.edges(leaving: graph.tail(of: junction.taken.edge)).filter {
      $0 != junction.from.reversed && $0 != junction.taken.edge && graph.access(of: $0.reversed)[mode] > .no
    }
    return arrivals.min { graph.rank(of: $0) < graph.rank(of: $1) }.map { main in
      isLeft(junction.from.reversed, of: main) ? .slightLeft : .slightRight
    }
  }
}
