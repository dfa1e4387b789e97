internal import Geodesy

extension GuidedLeg {
  /// A driver who just follows the road goes this way, so nothing needs to be said.
  func isPlainlyAhead(_ junction: Junction) -> Bool {
    if isForcedOffTheRoad(junction) { return false }
    if junction.taken.continues && ManeuverModifier(angle: junction.taken.angle) == .straight { return true }
    return junction.others.allSatisfy { isPlainer(junction.taken, than: $0) }
  }

  /// The road ends at another road that is a oneway: there is no choice, but still a turn to watch for.
  private func isForcedOffTheRoad(_ junction: Junction) -> Bool {
    junction.others.isEmpty && isMeetingOfRoads(at: junction.index)
      && !graph.isSameRoad(junction.from, junction.taken.edge)
      && abs(junction.taken.angle) > settings.widestObviousTurn && !leadsIntoRoundabout(from: junction.index)
  }

  /// The last metres before a roundabout wind round its islands.
  private func leadsIntoRoundabout(from index: Int) -> Bool {
    edges.indices[index...].prefix { distances[$0] - distances[index] <= settings.longestNamelessStretch }
      .contains { graph.isRoundabout(edge($0)) }
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

  /// The turn at a junction where the route was not plain.
  func plainTurn(at junction: Junction) -> Decision {
    let isBack = junction.taken.continues && ManeuverModifier(angle: junction.taken.angle) == .uTurn
    return isBack ? Decision(.uTurn, at: junction) : Decision(.turn, at: junction)
  }
}
