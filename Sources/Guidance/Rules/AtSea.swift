internal import RoadGraph

extension JunctionRule {
  /// Ferries meet here, and no road: nobody boards or leaves one.
  static let atSea = JunctionRule("At sea") { junction in
    let graph = junction.graph
    guard graph.isFerry(junction.from) else { return nil }
    let isAtSea = junction.indices.allSatisfy { index in
      graph.edges(leaving: graph.tail(of: junction.leg.edge(index))).allSatisfy(graph.isFerry)
    }
    return isAtSea ? .silence : nil
  }
}
