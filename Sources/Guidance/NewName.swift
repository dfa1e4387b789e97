internal import Geodesy
internal import RoadGraph

extension Course {
  /// A new name on the road straight ahead, told where the driver might doubt: at a junction, if the name lasts.
  func newName(at junction: Junction) -> Decision? {
    let label = graph.label(of: junction.taken.edge)
    guard !junction.others.isEmpty, !label.isEmpty, !graph.label(of: junction.from).isEmpty, !junction.taken.continues,
      lengthNamed(label, from: junction.index) >= settings.shortestNewName
    else { return nil }
    return Decision(.continue, at: junction)
  }

  private func lengthNamed(_ label: String, from index: Int) -> Metres {
    let end = edges[index...].firstIndex { graph.label(of: $0.edge) != label } ?? edges.count
    return distances[end] - distances[index]
  }
}
