internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// A new name on the road straight ahead. It is announced where the driver might doubt: at a junction, if the name
  /// lasts.
  func newName(at junction: Junction) -> Decision? {
    guard settings.tellsEveryNewName || !junction.others.isEmpty, !junction.taken.continues,
      !graph.isNameless(junction.taken.edge),
      !graph.isNameless(junction.from),
      lengthNamed(graph.label(of: junction.taken.edge), from: junction.indices.upperBound) >= settings.shortestNewName
    else { return nil }
    return joins(at: junction) ?? Decision(.continue, at: junction)
  }

  /// The road ends beside another that comes from behind: a turn onto it, though a slight one.
  private func joins(at junction: Junction) -> Decision? {
    let main = graph.edges(leaving: graph.tail(of: junction.taken.edge)).first {
      $0.segment != edge(junction.indices.upperBound - 1).segment && $0 != junction.taken.edge
        && graph.isSameRoad($0, junction.taken.edge) && graph.access(of: $0.reversed)[mode] > .no
        && abs(turn(from: $0.reversed, onto: junction.taken.edge)) <= settings.widestObviousTurn
    }
    return main.map {
      Decision(.turn, at: junction, isLeft(junction.from.reversed, of: $0) ? .slightRight : .slightLeft)
    }
  }

  private func lengthNamed(_ label: String, from index: Int) -> Metres {
    let end = edges[index...].firstIndex { graph.label(of: $0.edge) != label } ?? edges.count
    return distances[end] - distances[index]
  }
}
