internal import RoadGraph

extension GuidedLeg {
  /// Onto a ferry, or off it.
  func ferry(at junction: Junction) -> Decision? {
    switch (graph.isFerry(junction.from), graph.isFerry(junction.taken.edge)) {
    case (false, true): Decision(.ferry, at: junction)
    case (true, false) where isPlainlyAhead(junction): Decision(.continue, at: junction)
    default: nil
    }
  }
}
