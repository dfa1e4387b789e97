internal import RoadGraph

extension GuidedLeg {
  /// Onto a ferry, off it, or from one to another in a port.
  func ferry(at junction: Junction) -> Decision? {
    switch (graph.isFerry(junction.from), graph.isFerry(junction.taken.edge)) {
    case (false, true): Decision(.ferry, at: junction)
    case (true, false) where isPlainlyAhead(junction): Decision(.continue, at: junction)
    case (true, true) where !junction.taken.continues: Decision(.ferry, at: junction)
    default: nil
    }
  }

  /// Ferries meet here, and no road: nobody boards or leaves one.
  func isAtSea(_ junction: Junction) -> Bool {
    graph.isFerry(junction.from)
      && junction.indices.allSatisfy { graph.edges(leaving: graph.tail(of: edge($0))).allSatisfy(graph.isFerry) }
  }
}
