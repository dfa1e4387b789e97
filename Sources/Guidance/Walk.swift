internal import RoadGraph

extension GuidedLeg {
  /// Whether edge `index` is one along which a cyclist pushes the bicycle.
  func isWalked(from index: Int) -> Bool { mode == .bicycle && graph.isPushed(edge(index)) }

  /// Whether a cyclist gets off at the start of edge `index`, and walks for more than a few metres.
  func beginsWalk(at index: Int) -> Bool {
    guard isWalked(from: index), !isWalked(from: index - 1) else { return false }
    let end = (index..<edges.count).first { !isWalked(from: $0) } ?? edges.count
    return distances[end] - distances[index] >= settings.shortestWalk
  }

  /// The road goes on, but not for riding.
  func dismounting(at junction: Junction) -> Decision? {
    beginsWalk(at: junction.indices.upperBound) ? Decision(.continue, at: junction) : nil
  }
}
