internal import RoadGraph

extension JunctionRule {
  /// Onto a ferry, off it, or from one to another in a port. Where a driver has a choice on leaving a ferry, the rules
  /// that follow name the way.
  static let ferry = JunctionRule("Ferry") { junction in
    switch (junction.graph.isFerry(junction.from), junction.graph.isFerry(junction.taken.edge)) {
    case (false, true): .say(Decision(.ferry, at: junction))
    case (true, false) where junction.isPlainlyAhead: .say(Decision(.continue, at: junction))
    case (true, true) where !junction.taken.continues: .say(Decision(.ferry, at: junction))
    default: nil
    }
  }
}
