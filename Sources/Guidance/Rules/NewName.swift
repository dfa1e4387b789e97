internal import Geodesy
internal import RoadGraph

extension JunctionRule {
  /// A new name on the road straight ahead. It is announced where the driver might doubt: at a junction, if the name
  /// lasts.
  static let newName = JunctionRule("New name") { junction in
    let (graph, taken) = (junction.graph, junction.taken.edge)
    guard junction.leg.settings.tellsEveryNewName || !junction.others.isEmpty, !junction.taken.continues,
      !graph.isNameless(taken), !graph.isNameless(junction.from),
      RoadNames(leg: junction.leg).keepsName(
        from: junction.indices.upperBound, for: junction.leg.settings.shortestNewName)
    else { return nil }
    return .say(joining(at: junction) ?? Decision(.continue, at: junction))
  }
}

/// The road ends beside another on which traffic comes from the back: a turn onto it, though a slight one.
private func joining(at junction: Junction) -> Decision? {
  let (leg, graph, taken) = (junction.leg, junction.graph, junction.taken.edge)
  let last = leg.edge(junction.indices.upperBound - 1)
  let main = junction.edgesAtEnd.first {
    $0.segment != last.segment && $0 != taken && graph.isSameRoad($0, taken)
      && graph.access(of: $0.reversed)[leg.mode] > .no
      && abs(leg.turn(from: $0.reversed, onto: taken)) <= leg.settings.widestObviousTurn
  }
  return main.map {
    Decision(.turn, at: junction, graph.isLeft(junction.from.reversed, of: $0) ? .slightRight : .slightLeft)
  }
}
