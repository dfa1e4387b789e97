internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// From a link onto a motorway or trunk road.
  func merge(at junction: Junction) -> Decision? {
    let roadClass = graph.roadClass(of: junction.taken.edge)
    guard junction.fromIsLink, roadClass == .motorway || roadClass == .trunk,
      abs(junction.taken.angle) <= settings.widestMerge
    else { return nil }
    return Decision(.merge, at: junction, sideOfTraffic(at: junction))
  }

  /// The side on which the traffic already is: the left of a driver who comes from the right.
  private func sideOfTraffic(at junction: Junction) -> ManeuverModifier {
    let arrivals = graph.edges(leaving: graph.tail(of: junction.taken.edge)).filter {
      $0 != junction.from.reversed && $0 != junction.taken.edge && graph.access(of: $0.reversed)[mode] > .no
    }
    guard let main = arrivals.min(by: { graph.rank(of: $0) < graph.rank(of: $1) }) else {
      return ManeuverModifier(angle: junction.taken.angle)
    }
    return isLeft(junction.from.reversed, of: main) ? .slightLeft : .slightRight
  }
}
