internal import Geodesy

extension Course {
  /// Whoever just follows the road goes this way, so that nothing needs to be said.
  func isPlainlyAhead(_ junction: Junction) -> Bool {
    junction.others.allSatisfy { isPlainer(junction.taken, than: $0) }
  }

  private func isPlainer(_ taken: Branch, than other: Branch) -> Bool {
    if other.continues && !taken.continues { return false }
    let bend = abs(taken.angle)
    let otherBend = abs(other.angle)
    if taken.continues && !other.continues {
      let isLesser = other.rank >= taken.rank + settings.lesserRanks
      if isLesser { return bend <= settings.widestNamedBend }
      if bend <= settings.widestObviousTurn && bend <= otherBend { return true }
    }
    return bend <= settings.widestObviousTurn && otherBend >= bend + settings.plainMargin
  }

  /// The turn at a junction where the way was not plain.
  func plainTurn(at junction: Junction) -> Decision {
    let angle = junction.taken.angle
    guard modifier(for: angle) == .uTurn else { return Decision(.turn, at: junction) }
    if junction.taken.continues { return Decision(.uTurn, at: junction) }
    return Decision(.turn, at: junction, angle > 0 ? .sharpRight : .sharpLeft)
  }
}
