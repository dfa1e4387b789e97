internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// From a link onto a motorway or trunk road.
  func merge(at junction: Junction) -> Decision? {
    let roadClass = graph.roadClass(of: junction.taken.edge)
    guard junction.fromIsLink, roadClass == .motorway || roadClass == .trunk,
      abs(junction.taken.angle) <= settings.widestMerge
    else { return nil }
    return Decision(.merge, at: junction, side(of: junction))
  }

  /// The side on which the traffic already is: the left of a driver who has to bend to the right to join it.
  private func side(of junction: Junction) -> ManeuverModifier {
    let arrivals = graph.edges(leaving: junction.node).map(\.reversed).filter {
      $0 != junction.from && $0 != junction.taken.edge.reversed && graph.access(of: $0)[mode] > .no
    }
    guard let main = arrivals.min(by: { graph.rank(of: $0) < graph.rank(of: $1) }) else {
      return ManeuverModifier(angle: junction.taken.angle)
    }
    let mainAngle = turn(from: main, onto: junction.taken.edge)
    return junction.taken.angle >= mainAngle ? .slightLeft : .slightRight
  }
}
