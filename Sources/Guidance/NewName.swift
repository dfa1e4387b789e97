internal import Geodesy
internal import RoadGraph

extension GuidedLeg {
  /// A new name on the road straight ahead. It is announced where the driver might doubt: at a junction, if the name
  /// lasts.
  func newName(at junction: Junction) -> Decision? {
    guard !junction.others.isEmpty, !junction.taken.continues, !graph.isNameless(junction.taken.edge),
      !graph.isNameless(junction.from),
      lengthNamed(graph.label(of: junction.taken.edge), from: junction.indices.upperBound) >= settings.shortestNewName
    else { return nil }
    return Decision(.continue, at: junction)
  }

  private func lengthNamed(_ label: String, from index: Int) -> Metres {
    let end = edges[index...].firstIndex { graph.label(of: $0.edge) != label } ?? edges.count
    return distances[end] - distances[index]
  }
}
