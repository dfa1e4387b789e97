extension JunctionRule {
  /// The road continues, but not for riding.
  static let gettingOff = JunctionRule("Getting off") { junction in
    junction.leg.beginsWalk(at: junction.indices.upperBound) ? .say(Decision(.continue, at: junction)) : nil
  }
}
